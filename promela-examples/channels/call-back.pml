/*
 * Channels in messages: a server that starts a worker for each request, which answers on the client's own channel.
 * Our own example; the idea of a channel that travels over channels is that of
 *   R. Milner, J. Parrow, D. Walker, "A calculus of mobile processes", Information and Computation 100 (1992).
 *
 * Clients send a number and the channel for the answer. Workers end, so that processes and their channels
 * come and go. The answer has to be the square of the client's own number.
 *
 * Parameters     default
 *   CLIENTS      3
 *   REQUESTS     1         of each client
 *   WORKERS      2         at a time
 *   ONE_CHANNEL  off       a fault: all clients give the same channel
 *   NO_ANSWER    off       a fault: a worker may end without an answer
 */
#ifndef CLIENTS
#define CLIENTS 3
#endif
#ifndef REQUESTS
#define REQUESTS 1
#endif
#ifndef WORKERS
#define WORKERS 2
#endif

chan requests = [1] of { byte, chan };
chan common = [1] of { byte };
byte working;

proctype worker(byte number; chan back)
{
	if
	:: back!number*number
#ifdef NO_ANSWER
	:: skip
#endif
	fi;
	working--
}

active proctype server()
{	byte number;
	chan back;

end_ready:
	do
	:: atomic { working < WORKERS && nempty(requests) ->
		requests?number,back;
		working++;
		run worker(number, back);
		number = 0 }
	od
}

active [CLIENTS] proctype client()
{	chan own = [1] of { byte };
	byte left = REQUESTS, result;

	do
	:: left > 0 ->
		left--;
#ifdef ONE_CHANNEL
		requests!_pid,common;
		common?result;
#else
		requests!_pid,own;
		own?result;
#endif
		assert(result == _pid*_pid);
		result = 0
	:: else -> break
	od
}
