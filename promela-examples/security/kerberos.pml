/*
 * The exchange of Kerberos between a client, the key distribution centre and a server, and an intruder:
 *   J. G. Steiner, C. Neuman, J. I. Schiller, "Kerberos: an authentication service for open network systems", USENIX
 *   Winter Conference 1988, pages 191-202; J. Kohl, C. Neuman, RFC 1510 (1993); without the ticket-granting server.
 *
 * A client asks the centre for a key to talk to a server, with a nonce. It gets the key, the server's name and the nonce
 * under its own key, and a ticket: the key, its name and the time under the server's. It sends the server the ticket and an
 * authenticator, its name and the time under the new key; the server sends the time back under that key. The server
 * believes an authenticator of this period only, once, and with a ticket that has not expired.
 *
 * The network is the intruder: it sees all, keeps all and gives each what it likes, but undoes and makes only what it has
 * the key of. It is a client and a server as well. At the worst, it knows the keys whose tickets have expired. A message
 * is written here as the number of the key that it is about: the centre's table says the rest.
 *
 * Checked: the server believes a client once for each time that this client has asked it; a client that believes the server
 * has been believed by it. Who waits may wait for ever.
 *
 * Parameters     default     (PERIODS=2: 41 thousand states, 3: 128 thousand; PERIODS=2, KEYS=3: 996 thousand)
 *   CLIENTS      1           honest ones
 *   SESSIONS     2           of each client, one after the other
 *   KEYS         2           that the centre gives out
 *   PERIODS      3           of time; a ticket is good in the one it is of
 *   NO_NAME      off         a fault: the centre's reply does not say for which server
 *   NO_EXPIRY    off         a fault: the server believes any ticket (D. E. Denning, G. M. Sacco, "Timestamps in key
 *                            distribution protocols", Communications of the ACM 24 (1981), pages 533-536)
 *   NO_MEMORY    off         a fault: the server forgets what it has believed (S. M. Bellovin, M. Merritt, "Limitations of the
 *                            Kerberos authentication system", Computer Communication Review 20:5 (1990), pages 119-132)
 */
#ifndef CLIENTS
#define CLIENTS 1
#endif
#ifndef SESSIONS
#define SESSIONS 2
#endif
#ifndef KEYS
#define KEYS 2
#endif
#ifndef PERIODS
#define PERIODS 3
#endif

#define INTRUDER CLIENTS
#define SERVER   (CLIENTS + 1)

mtype = { reply, confirmation };

typedef Key {
	byte holder, service;   /* the client and the server that it is for */
	byte nonce;             /* of the request */
	byte period;            /* of the ticket */
	bool used;              /* its client has made an authenticator */
	byte stamp;             /* when */
	bool believed;          /* the server has, */
	byte answer             /* and confirmed this time */
}

Key key[KEYS];
byte keys;                                      /* given out */
byte nonce[CLIENTS];                            /* the latest of each client: its session */
byte now;                                       /* the period */

chan to_client[CLIENTS] = [1] of { mtype, byte, byte };         /* what, key, time */
chan to_server = [1] of { byte, byte };                         /* a ticket and an authenticator: key, time */

#define EXPIRED(k)  (key[k].period != now)
#define KNOWN(k)    (key[k].holder == INTRUDER || key[k].service == INTRUDER || EXPIRED(k))

#ifdef NO_NAME
#define FOR(k,wanted) true
#else
#define FOR(k,wanted) (key[k].service == wanted)
#endif
#ifdef NO_EXPIRY
#define GOOD(k) true
#else
#define GOOD(k) (!EXPIRED(k))
#endif
#ifdef NO_MEMORY
#define NEW(k,time) true
#else
#define NEW(k,time) !(key[k].believed && key[k].answer == time)
#endif

proctype client(byte me)
{	byte wanted, k, time;

end_idle:
	atomic {
		nonce[me] < SESSIONS -> nonce[me]++;
		if
		:: wanted = SERVER
		:: wanted = INTRUDER
		fi
	};

end_asked:
	do
	:: atomic { to_client[me]?reply,k,_ ->
		if
		:: key[k].holder == me && key[k].nonce == nonce[me] && FOR(k,wanted) && !EXPIRED(k) ->
			key[k].used = true; key[k].stamp = now;
			break
		:: else -> k = 0
		fi }
	:: to_client[me]?confirmation,_,_
	:: atomic { nonce[me] < SESSIONS -> wanted = 0; goto end_idle }         /* gives up */
	od;

end_used:
	do
	:: atomic { to_client[me]?confirmation,eval(k),time ->
		if
		:: time == key[k].stamp && !EXPIRED(k) ->
			assert(wanted == INTRUDER || key[k].believed);
			break
		:: else -> time = 0
		fi }
	:: atomic { nonce[me] < SESSIONS -> break }
	od;

	atomic { wanted = 0; k = 0; time = 0 };
	goto end_idle
}

active proctype server()
{	byte k, time;

end:	do
	:: atomic { to_server?k,time ->
		if
		:: key[k].service == SERVER && GOOD(k) && time == now && NEW(k,time) ->
			assert(key[k].holder == INTRUDER || key[k].used && !key[k].believed);
			key[k].believed = true; key[k].answer = time
		:: else
		fi;
		k = 0; time = 0 }
	od
}

/* Answers whatever is asked in the name of anybody. */
active proctype centre()
{
end:	do
	:: atomic { keys < KEYS ->
		do
		:: key[keys].holder < INTRUDER -> key[keys].holder++
		:: break
		od;
		if
		:: key[keys].service = SERVER
		:: key[keys].service = INTRUDER
		fi;
		do
		:: key[keys].holder != INTRUDER && key[keys].nonce < nonce[key[keys].holder] -> key[keys].nonce++
		:: break
		od;
		key[keys].period = now;
		keys++ }
	od
}

active proctype clock()
{
end:	do
	:: atomic { now < PERIODS - 1 -> now++ }
	od
}

/* A key that the centre has given out. */
inline choose(k)
{
	do
	:: k < keys - 1 -> k++
	:: break
	od
}

/* What the intruder gives a client. */
proctype to_the_client(byte me)
{	byte k;

end:	do
	:: atomic { keys > 0 && empty(to_client[me]) ->
		choose(k);
		if
		:: key[k].holder == me -> to_client[me]!reply,k,0
		:: key[k].believed -> to_client[me]!confirmation,k,key[k].answer
		:: KNOWN(k) -> to_client[me]!confirmation,k,key[k].stamp
		:: else
		fi;
		k = 0 }
	od
}

/* What the intruder gives the server. */
active proctype to_the_server()
{	byte k;

end:	do
	:: atomic { keys > 0 && empty(to_server) ->
		choose(k);
		if
		:: key[k].used -> to_server!k,key[k].stamp
		:: KNOWN(k) -> to_server!k,now
		:: else
		fi;
		k = 0 }
	od
}

init
{	byte c;

	atomic {
		for (c : 0 .. CLIENTS - 1) {
			run client(c);
			run to_the_client(c)
		}
	}
}
