/*
 * PFTP, the file transfer protocol developed in
 *   G. J. Holzmann, "Design and Validation of Computer Protocols", Prentice Hall 1991, chapters 7 and 14.
 *
 * Two stations, 0 and 1, and in each of them three layers:
 *
 *      presentation     asks for a transfer, tries again when it is refused, may abort it
 *          |  ask, tell
 *      session          synchronise, connect, send the blocks of the file, close
 *          |  down, up
 *      flow control     sliding window: numbers, acknowledges, resends and reorders messages
 *          |  wire, arrive
 *      data link        a line in each direction that loses frames, but neither damages nor reorders them
 *
 * A transfer begins with `sync`, which makes both flow controllers forget the one before. A session that learns
 * of a `sync` of its peer gives up what it was doing; so two stations that call each other at once both start
 * afresh. Syncs are numbered, modulo 2, so that a late answer to one is not taken for the answer to the next.
 * The user is part of the presentation layer, the file server part of the session layer: opening a file may
 * fail, and the called station may reject the connection.
 *
 * Checked: blocks arrive once, in order, and all of them before the end of the file; nothing gets stuck.
 *
 * Parameters             default
 *   CALLS0, CALLS1       1, 1     transfers that station 0 and station 1 ask for
 *   TRIES                0        how often a refused transfer is tried again
 *   FILE                 3        blocks in a file
 *   W                    2        window: messages sent and not yet acknowledged
 *   M                    2*W      sequence numbers; with M=W a copy is taken for a new message
 *   LINE                 1        frames a line holds; a frame that finds it full is lost
 *   NO_ABORT             off      the user never aborts
 *   NO_LOSS              off      frames are lost only by a full line
 *   NO_RESEND            off      a fault: nothing is ever sent again
 *   PLAIN_SYNC           off      a fault: syncs are not numbered; to be seen with TRIES=1
 *
 * The defaults give 567 thousand states, CALLS1=0 54 thousand, TRIES=1 3.2 million; W, FILE and the calls add more.
 */
#ifndef CALLS0
#define CALLS0 1
#endif
#ifndef CALLS1
#define CALLS1 1
#endif
#ifndef TRIES
#define TRIES 0
#endif
#ifndef FILE
#define FILE 3
#endif
#ifndef W
#define W 2
#endif
#ifndef M
#define M (2*W)
#endif
#ifndef LINE
#define LINE 1
#endif

mtype = {
	transfer, abort,                        /* presentation to session */
	done, refused, failed,                  /* session to presentation */
	sync, sync_ack,                         /* session to session; also frames of their own */
	connect, accepted, rejected, data, eof, close,
	message, ack                            /* frames */
};

chan ask[2]  = [0] of { mtype };
chan tell[2] = [0] of { mtype };
chan down[2] = [1] of { mtype, byte };                  /* what, block */
chan up[2]   = [1] of { mtype, byte };
chan wire[2]   = [0] of { mtype, byte, mtype, byte };   /* frame, sequence number, what, block */
chan arrive[2] = [LINE] of { mtype, byte, mtype, byte };

/* ------------------------------------------------------------------ presentation */

proctype presentation(byte me; byte calls)
{	byte tries;

	do
	:: calls > 0 ->
		calls--;
		tries = 0;
again:		ask[me]!transfer;
		if
		:: tell[me]?done
		:: tell[me]?failed
		:: tell[me]?refused ->
			if
			:: tries < TRIES -> tries++; goto again
			:: else
			fi
#ifndef NO_ABORT
		:: ask[me]!abort -> tell[me]?_
#endif
		fi
	:: else -> break
	od
}

/* ------------------------------------------------------------------ session */

proctype session(byte me)
{	byte block;     /* next block to send, or to receive */
	byte b;

end_idle:
	do
	:: ask[me]?transfer ->
		if
		:: goto calling
		:: tell[me]!failed              /* no such file */
		fi
	:: up[me]?sync,_ -> down[me]!sync_ack,0
	:: up[me]?connect,_ -> goto called
	:: up[me]?close,_                       /* of a call that we rejected */
	od;

calling:
	down[me]!sync,0;
	do
	:: up[me]?sync_ack,_ -> break
	:: up[me]?sync,_ -> goto yield
	:: up[me]?connect,_                     /* of a call that ours has overtaken */
	:: up[me]?close,_
	od;
	down[me]!connect,0;
	if
	:: up[me]?accepted,_
	:: up[me]?rejected,_ -> tell[me]!refused; goto end_idle
	:: up[me]?sync,_ -> goto yield
	:: ask[me]?abort -> goto cancel
	fi;
	do
	:: block < FILE && nfull(down[me]) -> atomic { down[me]!data,block; block++ }
	:: block == FILE && nfull(down[me]) -> atomic { down[me]!eof,0; block = 0 }; break
	:: up[me]?sync,_ -> goto yield
	:: ask[me]?abort -> goto cancel
	od;
	if
	:: up[me]?close,_ -> tell[me]!done
	:: up[me]?sync,_ -> goto yield
	fi;
	goto end_idle;

cancel:
	block = 0;
	down[me]!close,0;
	do
	:: up[me]?close,_ -> break
	:: up[me]?rejected,_ -> break
	:: up[me]?accepted,_                    /* it crossed our close */
	:: up[me]?sync,_ -> down[me]!sync_ack,0; break
	od;
	tell[me]!failed;
	goto end_idle;

yield:  /* the peer wants to start afresh */
	block = 0;
	down[me]!sync_ack,0;
	tell[me]!refused;
	goto end_idle;

called:
	if
	:: down[me]!accepted,0
	:: down[me]!rejected,0; goto end_idle   /* no room for the file */
	fi;
	do
	:: up[me]?data,b ->
		atomic { assert(b == block); block++; b = 0 }
	:: up[me]?eof,_ ->
		atomic { assert(block == FILE); block = 0 };
		down[me]!close,0; break
	:: up[me]?close,_ -> block = 0; down[me]!close,0; break
	:: up[me]?sync,_ -> block = 0; down[me]!sync_ack,0; break
	od;
	goto end_idle
}

/* ------------------------------------------------------------------ flow control */

#define OPEN    0       /* messages flow */
#define CALLING 1       /* our sync is out, everything but its answer is old */
#define CALLED  2       /* the peer's sync came in; our session has to confirm it */

#define AFTER(n) ((n+1)%M)

#ifdef PLAIN_SYNC
#define NEXT_SYNC(n) 0
#else
#define NEXT_SYNC(n) (1-n)
#endif

/* forget all messages of the transfer before */
#define START_AFRESH \
	first = 0; count = 0; next = 0; i = 0; \
	do \
	:: i < M -> \
		waiting[i] = 0; out_what[i] = 0; out_block[i] = 0; \
		got[i] = 0; in_what[i] = 0; in_block[i] = 0; i++ \
	:: else -> i = 0; break \
	od

proctype flow(byte me; chan out; chan in)
{	byte mode;
	bit ours, theirs;                       /* number of the last sync in either direction */
	mtype notice;                           /* sync or sync_ack, on its way up */
	byte first, count;                      /* oldest unacknowledged message; how many follow, with itself */
	bool waiting[M];                        /* sent and not acknowledged */
	mtype out_what[M]; byte out_block[M];
	byte next;                              /* next message to hand up */
	bool got[M];
	mtype in_what[M]; byte in_block[M];
	mtype what; byte seq, block, i;

end_flow:
	do
	/* from the session */
	:: atomic { nempty(down[me]) && (mode == CALLED || (mode == OPEN && count < W)) ->
		down[me]?what,block;
		if
		:: mode == CALLED && what == sync_ack -> mode = OPEN; what = 0; out!sync_ack,theirs,0,0
		:: mode == CALLED && what != sync_ack -> what = 0; block = 0
		:: mode == OPEN && what == sync -> what = 0;
			mode = CALLING; ours = NEXT_SYNC(ours); START_AFRESH; out!sync,ours,0,0
		:: mode == OPEN && what != sync ->
			seq = (first+count)%M;
			count++;
			waiting[seq] = 1; out_what[seq] = what; out_block[seq] = block;
			out!message,seq,what,block;
			what = 0; block = 0; seq = 0
		fi }

	/* to the session */
	:: atomic { notice != 0 && nfull(up[me]) -> up[me]!notice,0; notice = 0 }
	:: atomic { notice == 0 && got[next] && nfull(up[me]) ->
		up[me]!in_what[next],in_block[next];
		got[next] = 0; in_what[next] = 0; in_block[next] = 0;
		out!ack,next,0,0;       /* not before: the sender's window must not run ahead of the session */
		next = AFTER(next) }

	/* from the line */
	:: atomic { in?sync,theirs,_,_ ->
		if
		:: mode == CALLED
		:: mode != CALLED -> mode = CALLED; START_AFRESH; notice = sync
		fi }
	:: atomic { in?sync_ack,seq,_,_ ->
		if
		:: mode == CALLING && seq == ours -> mode = OPEN; notice = sync_ack
		:: else                 /* the answer to an earlier call */
		fi;
		seq = 0 }
	:: atomic { in?ack,seq,_,_ ->
		if
		:: mode == OPEN ->
			waiting[seq] = 0; out_what[seq] = 0; out_block[seq] = 0; seq = 0;
			do
			:: count > 0 && !waiting[first] -> first = AFTER(first); count--
			:: else -> break
			od
		:: mode != OPEN -> seq = 0
		fi }
	:: atomic { in?message,seq,what,block ->
		if
		:: mode == OPEN ->
			if
			:: (seq+M-next)%M < W -> got[seq] = 1; in_what[seq] = what; in_block[seq] = block
			:: else -> out!ack,seq,0,0      /* a copy: the first acknowledgement was lost */
			fi;
			seq = 0; what = 0; block = 0
		:: mode != OPEN -> seq = 0; what = 0; block = 0
		fi }

#ifndef NO_RESEND
	/* all is quiet: the oldest frame, or its answer, must have been lost */
	:: atomic { timeout && mode == CALLING -> out!sync,ours,0,0 }
	:: atomic { timeout && mode == OPEN && count > 0 -> out!message,first,out_what[first],out_block[first] }
#endif
	od
}

/* ------------------------------------------------------------------ data link */

proctype line(chan from; chan to)
{	mtype frame, what; byte seq, block;

end_line:
	do
	:: atomic { from?frame,seq,what,block ->
		if
		:: nfull(to) -> to!frame,seq,what,block
		:: full(to)
#ifndef NO_LOSS
		:: nfull(to)            /* lost */
#endif
		fi;
		frame = 0; seq = 0; what = 0; block = 0 }
	od
}

init {
	atomic {
		run line(wire[0], arrive[1]);
		run line(wire[1], arrive[0]);
		run flow(0, wire[0], arrive[0]);
		run flow(1, wire[1], arrive[1]);
		run session(0);
		run session(1);
		run presentation(0, CALLS0);
		run presentation(1, CALLS1)
	}
}
