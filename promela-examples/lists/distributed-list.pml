/*
 * A distributed linked list, of the kind that comes with Murphi as an example, after the description in
 *   A. J. Hu, "Project 4: the distributed list protocol", course notes CPSC 538D, University of British Columbia 1997.
 *
 * Cells are linked in a circle, each knowing only the next. The head is always in the list; the others put themselves in
 * and take themselves out by messages, on a network that keeps no order, here among messages of different kinds. Who wants
 * in asks the head, which makes it its next and answers who was that before. One message, `pred`, goes round the list and
 * says to each cell who comes before it. Who wants out waits for it, keeps it, and asks the one before to take the one after
 * instead; who does so sends `pred` on. Others may have come in behind the head meanwhile: then the head passes the question
 * on to them. (The last is our own: we had only a description of the rest.)
 *
 * Checked, when `pred` comes to the head: the list leads to the cells that are in, to each once, and back; and that nobody
 * blocks for ever.
 *
 * Parameters     default     (CELLS=3: 6 thousand states, 4: 138 thousand)
 *   CELLS        4           cells besides the head
 *   NO_LOOK      off         a fault: who is asked by one that is leaving does not look whether that is the next
 *   HASTY        off         a fault: who has asked to leave takes it for granted, and may come back at once
 */
#ifndef CELLS
#define CELLS 4
#endif

#define HEAD   CELLS
#define NOBODY (CELLS + 1)

mtype = { join, joined, pred, leave, left };

/* what, who it is about, and who comes after that one */
chan to[CELLS + 1] = [CELLS + 2] of { mtype, byte, byte };

byte next[CELLS + 1] = NOBODY;
bool is_in[CELLS + 1], enters[CELLS + 1];               /* for the check only */

/* Who wants to leave is cut out, or somebody further on is asked to. */
inline cut_out(me)
{
	if
#ifndef NO_LOOK
	:: next[me] != who -> to[next[me]]!leave,who,after
	:: next[me] == who ->
#else
	:: true ->
#endif
		next[me] = after;
		is_in[who] = false;
		to[who]!left,0,0;
		to[after]!pred,me,0
	fi
}

/* The list is a circle of all that are in. One that has not been told yet what comes after it ends the walk. */
inline check_the_list()
{	byte at, listed, members;

	at = next[HEAD];
	do
	:: at != HEAD && next[at] != NOBODY ->
		listed++;
		assert(listed <= CELLS && is_in[at]);
		at = next[at]
	:: else -> break
	od;
	if
	:: at == HEAD ->
		for (at : 0 .. CELLS - 1) { members = members + is_in[at] }
		assert(listed == members)
	:: else -> assert(enters[at])
	fi;
	at = 0; listed = 0; members = 0
}

active [CELLS] proctype cell()
{	byte who, after;
	bool wants_out;

end_out:
	to[HEAD]!join,_pid,0;
	atomic { to[_pid]??joined,_,after -> next[_pid] = after; after = 0; enters[_pid] = false; is_in[_pid] = true };

	do
	:: atomic { to[_pid]??pred,who,_ ->
		if
		:: !wants_out -> to[next[_pid]]!pred,_pid,0; who = 0
		:: wants_out -> break
		fi }
	:: atomic { to[_pid]??leave,who,after -> cut_out(_pid); who = 0; after = 0 }
	:: !wants_out -> wants_out = true
	od;

	atomic {
		wants_out = false;
		to[who]!leave,_pid,next[_pid];
		who = 0; next[_pid] = NOBODY
	};
#ifndef HASTY
	to[_pid]??left,_,_;
#endif
	goto end_out
}

active proctype head()
{	byte who, after;

	next[HEAD] = HEAD;
	to[HEAD]!pred,HEAD,0;
	do
	:: atomic { to[HEAD]??join,who,_ ->
		enters[who] = true;
		to[who]!joined,0,next[HEAD];
		next[HEAD] = who;
		who = 0 }
	:: atomic { to[HEAD]??pred,_,_ -> check_the_list(); to[next[HEAD]]!pred,HEAD,0 }
	:: atomic { to[HEAD]??leave,who,after -> cut_out(HEAD); who = 0; after = 0 }
	od
}
