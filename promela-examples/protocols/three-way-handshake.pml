/*
 * How a connection is opened in
 *   J. Postel (editor), "Transmission Control Protocol", RFC 793 (1981), section 3.4; without options and data.
 *
 * The client proposes a first number, the server acknowledges it and proposes its own, the client acknowledges that one. Either
 * may be reset at any time before; then both are closed again.
 *
 * Checked: when both are connected, each knows the other's number. The trace says in which order the client may write segments.
 *
 * Parameters     default
 *   RESETS       1         times that the network resets the server
 *   HASTY        off       a fault: the server does not wait for the last acknowledgement
 */
#ifndef RESETS
#define RESETS 1
#endif

mtype:kind = { syn, syn_ack, ack, rst };
mtype:condition = { closed, opening, connected };

typedef Numbers { byte seq; byte acknowledged }
typedef Segment { mtype:kind what; Numbers n }

chan to_server = [2] of { Segment };
chan to_client = [2] of { Segment };
show mtype:condition client_is = closed, server_is = closed;
/* Numbers are counted modulo 8. */
unsigned client_knows : 3, server_knows : 3;

#define CLIENT_FIRST 6
#define SERVER_FIRST 3

active proctype client()
{	Segment out, in;

	{	out.what = syn;
		out.n.seq = CLIENT_FIRST;
		to_server!out;
		client_is = opening;
		to_client?in;
		in.what == syn_ack && in.n.acknowledged == (CLIENT_FIRST + 1) % 8;
		client_knows = in.n.seq;
		out.what = ack;
		out.n.acknowledged = (in.n.seq + 1) % 8;
		to_server!out;
		client_is = connected
	} unless {
		to_client?[rst] -> to_client?in; client_is = closed
	}
}

active proctype server()
{	Segment in, out;
	byte resets;

	do
	:: to_server?in ->
		if
		:: in.what == syn && server_is == closed ->
			server_knows = in.n.seq;
			out.what = syn_ack;
			out.n.seq = SERVER_FIRST;
			out.n.acknowledged = (in.n.seq + 1) % 8;
			to_client!out;
#ifdef HASTY
			server_is = connected
#else
			server_is = opening
#endif
		:: in.what == ack && server_is == opening ->
			assert(in.n.acknowledged == SERVER_FIRST + 1);
			server_is = connected
		:: else -> skip
		fi
	:: server_is == opening && resets < RESETS ->
		resets++;
		server_is = closed;
		out.what = rst;
		to_client!out
	:: (server_is == connected || resets > 0) && empty(to_server) -> break
	od
}

active proctype observer()
{
end_never:
	atomic { server_is == connected -> assert(client_knows == SERVER_FIRST && server_knows == CLIENT_FIRST) }
}

trace {
	to_server!syn,_,_;
end_reset:
	to_server!ack,_,_
}
