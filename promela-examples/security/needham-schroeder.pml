/*
 * Authentication with public keys, and an intruder:
 *   R. M. Needham, M. D. Schroeder, "Using encryption for authentication in large networks of computers", Communications
 *   of the ACM 21 (1978), pages 993-999; without the key server, as in
 *   G. Lowe, "Breaking and fixing the Needham-Schroeder public-key protocol using FDR", Tools and Algorithms for the
 *   Construction and Analysis of Systems (TACAS), Lecture Notes in Computer Science 1055 (1996), pages 147-166.
 *
 * Each agent has a name, a key that only it can undo, and a nonce, a number that nobody can guess. An initiator sends its
 * nonce and its name under the responder's key; the responder answers with both nonces and, since Lowe, its own name; the
 * initiator sends the responder's nonce back. Each then believes that it talks to the other.
 *
 * The network is the intruder, as in
 *   D. Dolev, A. C. Yao, "On the security of public key protocols", IEEE Transactions on Information Theory 29 (1983),
 *   pages 198-208.
 * It gets every message, undoes those under its own key, keeps the others, and gives each agent what it likes: a message
 * that it has kept, or one made of nonces that it knows and any names. It is also an agent like others, whom some may want to
 * talk to. An agent does not take one kind of message for another, and drops what it does not expect.
 *
 * Checked: whoever believes to talk to an honest agent does; the intruder learns no nonce of an agent that believes to talk
 * to another one. Who waits may wait for ever.
 *
 * Parameters     default     (1 and 1: 4 thousand states, 1 and 2: 967 thousand, 2 and 1: 3.3 million)
 *   INITIATORS   1           agents that begin, once each
 *   RESPONDERS   1           agents that answer, once each
 *   ORIGINAL     off         a fault: the protocol of 1978, without the responder's name; Lowe's attack is found
 */
#ifndef INITIATORS
#define INITIATORS 1
#endif
#ifndef RESPONDERS
#define RESPONDERS 1
#endif

/* Agents: initiators, responders, and the intruder. Names, keys and nonces are an agent's number. */
#define HONEST   (INITIATORS + RESPONDERS)
#define INTRUDER HONEST
#define NOBODY   (HONEST + 1)

mtype = { hello, reply, confirmation };

typedef Message {
	mtype what;
	byte key;               /* with which it is closed */
	byte x, y, z            /* nonce, name; nonce, nonce, name; nonce */
}

chan to[HONEST] = [1] of { mtype, byte, byte, byte };   /* what a message for this agent says */

bool knows[HONEST + 1];                                 /* the intruder this nonce */
Message kept[HONEST + INITIATORS];                      /* by the intruder: of each agent, and the last of an initiator */

byte peer[HONEST] = NOBODY;                             /* whom an honest agent talks to */

#ifdef ORIGINAL
#define NAME(agent) 0
#else
#define NAME(agent) agent
#endif

/* Nonces of those who talk to the intruder are no secrets. */
inline learn(nonce)
{
	assert(nonce == INTRUDER || peer[nonce] == INTRUDER);
	knows[nonce] = true
}

/* The network has it: learned from, or kept. */
inline say(place, kind, receiver, first, second, third)
{
	if
	:: receiver == INTRUDER ->
		learn(first);
		if
		:: kind == reply -> learn(second)
		:: else
		fi
	:: else ->
		kept[place].what = kind; kept[place].key = receiver;
		kept[place].x = first; kept[place].y = second; kept[place].z = third
	fi
}

proctype initiator(byte me)
{	byte nonce, name, first;

	atomic {
		peer[me] = INITIATORS;
		do
		:: peer[me] < INTRUDER -> peer[me]++
		:: break
		od;
		say(me, hello, peer[me], me, me, 0)
	};
end:	do
	:: atomic { to[me]?reply,first,nonce,name ->
		if
		:: first == me && name == NAME(peer[me]) -> break
		:: else -> first = 0; nonce = 0; name = 0
		fi }
	od;
	atomic {
		say(HONEST + me, confirmation, peer[me], nonce, 0, 0);
		first = 0; nonce = 0; name = 0;
		assert(peer[me] == INTRUDER || peer[peer[me]] == me)
	}
}

proctype responder(byte me)
{	byte nonce;

end_idle:
	atomic { to[me]?hello,nonce,peer[me],_ ->
		say(me, reply, peer[me], nonce, me, NAME(me));
		nonce = 0 };
end:	do
	:: to[me]?hello,_,_,_
	:: atomic { to[me]?confirmation,nonce,_,_ ->
		if
		:: nonce == me -> break
		:: else -> nonce = 0
		fi }
	od;
	atomic {
		nonce = 0;
		assert(peer[me] == INTRUDER || peer[peer[me]] == me)
	}
}

/* A nonce that the intruder knows; the last is its own. */
inline choose_nonce(nonce)
{
	do
	:: nonce < INTRUDER -> nonce++
	:: knows[nonce] -> break
	od
}

/* A message that the victim can take for one of the protocol. */
inline compose()
{
	choose_nonce(m.x);
	if
	:: victim < INITIATORS ->
		m.what = reply;
		choose_nonce(m.y);
#ifndef ORIGINAL
		m.z = INITIATORS;
		do
		:: m.z < INTRUDER -> m.z++
		:: break
		od
#endif
	:: victim >= INITIATORS ->
		m.what = hello;
		do
		:: m.y < INITIATORS - 1 -> m.y++
		:: m.y = INTRUDER; break
		:: break
		od
	:: victim >= INITIATORS -> m.what = confirmation
	fi
}

/* What the intruder tells one of the honest agents. */
proctype intruder(byte victim)
{	Message m;
	byte k;

end:	do
	:: atomic { empty(to[victim]) ->
		do
		:: k < HONEST + INITIATORS && kept[k].what != 0 && kept[k].key == victim ->
			m.what = kept[k].what; m.x = kept[k].x; m.y = kept[k].y; m.z = kept[k].z;
			break
		:: k < HONEST + INITIATORS -> k++
		:: k == HONEST + INITIATORS -> compose(); break
		od;
		to[victim]!m.what,m.x,m.y,m.z;
		k = 0; m.what = 0; m.x = 0; m.y = 0; m.z = 0 }
	od
}

init
{	byte agent;

	atomic {
		knows[INTRUDER] = true;
		for (agent : 0 .. HONEST - 1) {
			if
			:: agent < INITIATORS -> run initiator(agent)
			:: else -> run responder(agent)
			fi;
			run intruder(agent)
		}
	}
}
