/*
 * The alternating bit protocol of
 *   K. A. Bartlett, R. A. Scantlebury, P. T. Wilkinson, "A note on reliable full-duplex transmission over
 *   half-duplex links", Communications of the ACM 12 (1969), pages 260-261; in one direction.
 *
 * Messages and acknowledgements carry one bit. The sender repeats a message, at any time, until it is acknowledged
 * with its bit; the receiver acknowledges everything and takes what has the bit it waits for. The lines lose, but
 * do not reorder.
 *
 * Checked: the messages, numbered modulo VALUES, arrive once and in order.
 *
 * Parameters     default
 *   LINE         4         messages a line holds
 *   VALUES       8         different messages
 *   REORDER      off       a fault of the lines: the oldest acknowledgement may fall behind the others
 *   NO_BIT       off       a fault: the receiver takes everything
 *   NO_RESEND    off       a fault: the sender does not repeat
 *   FINITE       off       the sender ends after VALUES-1 messages
 */
#ifndef LINE
#define LINE 4
#endif
#ifndef VALUES
#define VALUES 8
#endif

mtype = { message, acknowledgement };

chan forth = [LINE] of { mtype, bit, byte };
chan back  = [LINE] of { mtype, bit };

active proctype sender()
{	bit turn, b;
	byte value;

	do
	:: forth!message(turn,value);
		do
		:: back?acknowledgement(b) ->
			if
			:: b == turn -> b = 0; turn = !turn; break
			:: else -> b = 0
			fi
#ifndef NO_RESEND
		:: nfull(forth) -> forth!message(turn,value)
#endif
		od;
		value = (value+1)%VALUES
#ifdef FINITE
	:: value == VALUES-1 -> break
#endif
	od
}

active proctype receiver()
{	bit turn, b;
	byte value, expected;

end_waiting:
	do
	:: forth?message(b,value) ->
		if
#ifdef NO_BIT
		:: true ->
#else
		:: b == turn ->
#endif
			atomic {
				assert(value == expected);
				expected = (expected+1)%VALUES;
				turn = !turn
			}
#ifndef NO_BIT
		:: b != turn            /* a copy */
#endif
		fi;
		if
		:: nfull(back) -> back!acknowledgement(b)
		:: full(back)           /* lost: the sender will ask again */
		fi;
		b = 0; value = 0
	od
}

/* what happens to the oldest message of either line */
active proctype weather()
{	bit b;
	byte value;

end_fine:
	do
	:: atomic { forth?message(b,value) -> b = 0; value = 0 }
	:: back?acknowledgement(_)
#ifdef REORDER
	:: atomic { nempty(back) && nfull(back) -> back?acknowledgement(b); back!acknowledgement(b); b = 0 }
#endif
	od
}
