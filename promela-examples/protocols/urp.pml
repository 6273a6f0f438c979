/*
 * URP, AT&T's universal receiver protocol, as used on Datakit networks:
 *   A. G. Fraser, W. T. Marshall, "Data transport in a byte stream network", IEEE Journal on Selected Areas in
 *   Communications 7 (1989), pages 1020-1033.
 *
 * One receiver serves transmitters of every kind. The transmitter sends blocks of data cells, each block closed by a
 * trailer (BOT and the number of cells) and a sequence number (SEQ). The receiver takes a block when it has
 * counted as many cells as the trailer says and the number is the next one, and answers ECHO with that number.
 * Otherwise it answers REJ with the number of the last block taken, once until things are right again, and the
 * transmitter goes back. A transmitter that hears nothing enquires (ENQ), which makes the receiver forget what it has
 * of a block and say again where it stands. Before all this, INIT1 and AINIT put both in their initial states.
 *
 * Both lines lose cells, but neither reorder nor damage them. Of the published protocol this model has block
 * transfer with retransmission in one direction; REJ stands for all answers that make the transmitter go back.
 *
 * Checked: the cells of the blocks taken are those sent, in order, none twice; all blocks arrive.
 *
 * Parameters     default
 *   BLOCKS       8         blocks to transmit
 *   CELLS        2         data cells in a block
 *   W            4         window: blocks sent and not yet acknowledged
 *   M            W+1       sequence numbers
 *   LINE         5         cells a line holds; at least W+1, for a transmitter within a block does not listen
 *   LOSSES       2         cells that may be lost in all; counting does not notice every combination of three
 *   NO_TRAILER   off       a fault: the receiver does not count
 *   NO_ENQ       off       a fault: the transmitter does not enquire
 */
#ifndef BLOCKS
#define BLOCKS 8
#endif
#ifndef CELLS
#define CELLS 2
#endif
#ifndef W
#define W 4
#endif
#ifndef M
#define M (W+1)
#endif
#ifndef LINE
#define LINE 5
#endif
#ifndef LOSSES
#define LOSSES 2
#endif

mtype = { INIT1, AINIT, DATA, BOT, SEQ, ENQ, ECHO, REJ };

chan cells   = [LINE] of { mtype, byte };       /* to the receiver */
chan answers = [LINE] of { mtype, byte };       /* to the transmitter */

byte lost;

/* a line holds the cell or loses it */
#define SEND(line,kind,value) \
	if \
	:: line!kind,value \
	:: lost < LOSSES && nfull(line) -> lost++ \
	fi

#define THE_BLOCK(number) (number%M)

active proctype transmitter()
{	byte first, next;       /* blocks: oldest not acknowledged, next to send */
	byte cell;              /* of block `next`; two more for trailer and number */
	byte n;

	atomic { SEND(cells,INIT1,0) };
	do
	:: answers?AINIT,_ -> break
#ifndef NO_ENQ
	:: atomic { timeout -> SEND(cells,INIT1,0) }
#endif
	od;

	do
	:: next < BLOCKS && next < first+W ->
		do
		:: atomic { cell < CELLS -> SEND(cells,DATA,(next*CELLS+cell)); cell++ }
		:: atomic { cell == CELLS -> SEND(cells,BOT,CELLS); cell++ }
		:: atomic { cell == CELLS+1 -> SEND(cells,SEQ,THE_BLOCK(next)); cell = 0; next++ }; break
		od
	:: atomic { answers?ECHO,n ->
		n = (n+1+M-THE_BLOCK(first))%M;         /* blocks it acknowledges */
		if
		:: first+n <= next -> first = first+n
		:: else
		fi;
		n = 0 }
	:: atomic { answers?REJ,n ->
		n = (n+1+M-THE_BLOCK(first))%M;
		if
		:: first+n <= next -> first = first+n; next = first
		:: else
		fi;
		n = 0 }
#ifndef NO_ENQ
	:: atomic { timeout && first < BLOCKS -> SEND(cells,ENQ,0) }
#endif
	:: first == BLOCKS -> break
	od
}

active proctype receiver()
{	byte taken;             /* blocks */
	byte count, trailer;    /* cells of the present block, counted and announced */
	byte v;
	bool wrong;             /* a cell is not the one that should be there; the protocol cannot see that */
	bool rejecting;

end_waiting:
	do
	:: atomic { cells?INIT1,_ -> SEND(answers,AINIT,0) }
	:: atomic { cells?DATA,v ->
		if
		:: v != taken*CELLS+count -> wrong = true
		:: else
		fi;
		if
		:: count <= CELLS -> count++
		:: else
		fi;
		v = 0 }
	:: cells?BOT,trailer
	:: atomic { cells?SEQ,v ->
		if
#ifdef NO_TRAILER
		:: v == THE_BLOCK(taken) ->
#else
		:: v == THE_BLOCK(taken) && count == CELLS && trailer == CELLS ->
#endif
			assert(!wrong && count == CELLS);
			taken++;
			rejecting = false;
			SEND(answers,ECHO,v)
		:: else ->
			if
			:: !rejecting -> rejecting = true; SEND(answers,REJ,((taken+M-1)%M))
			:: rejecting
			fi
		fi;
		count = 0; trailer = 0; wrong = false; v = 0 }
	:: atomic { cells?ENQ,_ ->
		count = 0; trailer = 0; wrong = false;
		rejecting = true;
		SEND(answers,REJ,((taken+M-1)%M)) }
	od
}
