/*
 * A data transfer protocol: a sender and a receiver over a pair of lossy channels, with connection, transfer and
 * disconnection. Our own example in the manner of the modem protocols that Holzmann, Godefroid and Pirottin measured
 * as "DTP" in 1992; the phases follow Holzmann, "Design and Validation of Computer Protocols" (1991), chapter 2.
 *
 * The sender asks for a connection, and may be refused. It then sends BLOCKS blocks, up to W ahead of the
 * acknowledgements, and disconnects. An acknowledgement names the next block expected; when nothing else can
 * happen, the sender begins again with the oldest block not acknowledged. Requests are repeated in the same way. The
 * receiver may find no room for a block and drops it then.
 *
 * Checked: blocks are accepted once and in order; both sides agree that all have arrived.
 *
 * Parameters     default
 *   BLOCKS       8         blocks of a transfer
 *   W            5         window
 *   M            W+1       sequence numbers; a fault when smaller
 *   LINE         3         messages a channel holds
 *   NO_REFUSAL   off       the receiver always accepts the connection
 *   NO_RESEND    off       a fault: nothing is repeated
 */
#ifndef BLOCKS
#define BLOCKS 8
#endif
#ifndef W
#define W 5
#endif
#ifndef M
#define M (W+1)
#endif
#ifndef LINE
#define LINE 3
#endif

mtype = { connect, confirm, refuse, block, expect, disconnect, released };

chan forth = [LINE] of { mtype, byte, byte };   /* what, sequence number, contents */
chan back  = [LINE] of { mtype, byte };         /* what, sequence number */

byte accepted;                                  /* blocks; a copy of the receiver's count, to be compared at the end */

#ifdef NO_RESEND
#define QUIET false
#else
#define QUIET timeout
#endif

/* a channel takes a message or loses it */
#define SEND_FORTH(what,n,c) \
	if \
	:: forth!what,n,c \
	:: nfull(forth) \
	fi

#define SEND_BACK(what,n) \
	if \
	:: back!what,n \
	:: true \
	fi

active proctype sender()
{	byte first, next;               /* blocks: oldest not acknowledged, next to send */
	byte n;

	SEND_FORTH(connect,0,0);
	do
	:: back?confirm,_ -> break
	:: back?refuse,_ -> goto finished
	:: QUIET -> SEND_FORTH(connect,0,0)
	od;

	do
	:: next < BLOCKS && next < first+W ->
		SEND_FORTH(block,(next%M),next);
		next++
	:: back?expect,n ->
		atomic {
			n = (n+M-first%M)%M;            /* blocks it acknowledges */
			if
			:: first+n <= next -> first = first+n
			:: else
			fi;
			n = 0
		}
	:: first == BLOCKS -> break
	:: QUIET -> next = first
	:: back?confirm,_               /* a copy */
	od;
	assert(accepted == BLOCKS);

	SEND_FORTH(disconnect,0,0);
	do
	:: back?released,_ -> break
	:: back?expect,_
	:: QUIET -> SEND_FORTH(disconnect,0,0)
	od;
finished:
	skip
}

active proctype receiver()
{	bool connected;
	byte n, c;

end_waiting:
	do
	:: forth?connect,_,_ ->
		if
		:: connected = true; SEND_BACK(confirm,0)
#ifndef NO_REFUSAL
		:: !connected -> SEND_BACK(refuse,0)
#endif
		fi
	:: forth?block,n,c ->
		if
		:: connected && n == accepted%M ->
			if
			:: atomic { assert(c == accepted); accepted++ }
			:: true                 /* no room */
			fi
		:: else
		fi;
		n = 0; c = 0;
		SEND_BACK(expect,(accepted%M))
	:: forth?disconnect,_,_ -> connected = false; SEND_BACK(released,0)
	od
}
