/*
 * Sorting by a pipeline that grows: every process keeps the smallest number it has seen and passes on the others, to a
 * process that it starts when it first needs one. In the manner of the pipelines of
 *   C. A. R. Hoare, "Communicating sequential processes", Communications of the ACM 21 (1978), section 6.
 *
 * The numbers come in any order, with repetitions. When all are in, each process hands what it kept back to
 * its predecessor, its own number first; so the source gets them sorted.
 *
 * Parameters     default
 *   NUMBERS      4         how many
 *   HIGHEST      4         from 1 to this
 *   CAPACITY     1         of the channels between processes; 0 for rendezvous
 *   KEEP_LAST    off       a fault: a process keeps the number it got last
 */
#ifndef NUMBERS
#define NUMBERS 4
#endif
#ifndef HIGHEST
#define HIGHEST 4
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif

mtype = { number, finish };

proctype cell(chan left, back)
{	chan right = [CAPACITY] of { mtype, byte };
	chan from_right = [CAPACITY] of { mtype, byte };
	byte kept, n;
	bool grown;

	left?number,kept;
	do
	:: left?number,n ->
		if
		:: grown
		:: !grown -> grown = true; run cell(right, from_right)
		fi;
		if
#ifdef KEEP_LAST
		:: true -> right!number,kept; kept = n
#else
		:: n >= kept -> right!number,n
		:: n < kept -> right!number,kept; kept = n
#endif
		fi;
		n = 0
	:: left?finish,_ -> break
	od;

	back!number,kept;
	kept = 0;
	if
	:: grown ->
		right!finish,0;
		do
		:: from_right?number,n -> back!number,n; n = 0
		:: from_right?finish,_ -> break
		od
	:: !grown
	fi;
	back!finish,0
}

init {
	chan first = [CAPACITY] of { mtype, byte };
	chan sorted = [CAPACITY] of { mtype, byte };
	byte i, n, before;

	run cell(first, sorted);
	do
	:: i < NUMBERS ->
		n = 1;
		atomic {
			do
			:: n < HIGHEST -> n++
			:: break
			od
		};
		first!number,n;
		n = 0;
		i++
	:: else -> break
	od;
	first!finish,0;
	do
	:: sorted?number,n -> assert(n >= before); before = n; n = 0; i--
	:: sorted?finish,_ -> break
	od;
	assert(i == 0)
}
