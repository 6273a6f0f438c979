/*
 * A cache coherence protocol with four states (invalid, shared, exclusive, modified):
 *   M. S. Papamarcos, J. H. Patel, "A low-overhead coherence solution for multiprocessors with private cache
 *   memories", 11th International Symposium on Computer Architecture, 1984 (the "Illinois" protocol).
 *
 * One line of memory, N caches and a bus. A cache that misses takes the bus and asks each of the others in turn; each
 * answers whether it has a copy. Who has a modified copy writes it back before it answers. When the line
 * is to be written, the others give up their copies. A cache that waits for the bus goes on answering: what it wanted
 * may have become something else by the time it gets the bus.
 *
 * Checked: a read finds what was written last; a modified or exclusive copy is the only one; nobody blocks for ever.
 *
 * Parameters     default
 *   N            3         caches
 *   VALUES       2         different values written
 *   NO_FLUSH     off       a fault: a modified copy is not written back
 *   DEAF         off       a fault: a cache that waits for the bus does not answer
 */
#ifndef N
#define N 3
#endif
#ifndef VALUES
#define VALUES 2
#endif

mtype = { invalid, shared, exclusive, modified };       /* of a copy */
mtype = { read, own };                                  /* on the bus: get a copy, get the only copy */

chan snoop[N] = [0] of { mtype, byte };                 /* what, who asks */
chan answer[N] = [0] of { bool };                       /* had a copy */

bool bus_taken;
byte memory;
mtype state[N] = invalid;
byte copy[N];

byte latest;            /* for the check only: the value written last */

#define SOLE(s) (s == exclusive || s == modified)

#ifdef NO_FLUSH
#define WRITE_BACK skip
#else
#define WRITE_BACK memory = copy[_pid]
#endif

/* what a cache does when another one uses the bus */
#define ANSWER \
	atomic { snoop[_pid]?read,who -> \
		had = (state[_pid] != invalid); \
		if \
		:: state[_pid] == modified -> WRITE_BACK; state[_pid] = shared \
		:: state[_pid] == exclusive -> state[_pid] = shared \
		:: state[_pid] == shared || state[_pid] == invalid \
		fi }; \
		atomic { answer[who]!had; who = 0; had = false } \
	:: atomic { snoop[_pid]?own,who -> \
		had = (state[_pid] != invalid); \
		if \
		:: state[_pid] == modified -> WRITE_BACK \
		:: state[_pid] != modified \
		fi; \
		state[_pid] = invalid; copy[_pid] = 0 }; \
		atomic { answer[who]!had; who = 0; had = false }

active [N] proctype cache()
{	byte who, other, value;
	bool had, shared_by_others;
	mtype wanted;

again:	do
	/* the processor reads or writes, or the line is replaced */
	:: atomic { state[_pid] != invalid -> assert(copy[_pid] == latest) }
	:: atomic { state[_pid] == invalid -> wanted = read }; goto miss
	:: atomic { SOLE(state[_pid]) ->
write:		state[_pid] = modified;
		value = (latest+1)%VALUES;
		copy[_pid] = value; latest = value; value = 0 }
	:: atomic { !SOLE(state[_pid]) -> wanted = own }; goto miss
	:: atomic { state[_pid] == shared || state[_pid] == exclusive -> state[_pid] = invalid; copy[_pid] = 0 }
	:: atomic { state[_pid] == modified && !bus_taken ->
		WRITE_BACK; state[_pid] = invalid; copy[_pid] = 0 }
	:: ANSWER
	od;

miss:
	do
	:: atomic { !bus_taken -> bus_taken = true }; break
#ifndef DEAF
	:: ANSWER
#endif
	od;

	other = 0; shared_by_others = false;
	do
	:: other == _pid -> other++
	:: other < N && other != _pid ->
		snoop[other]!wanted,_pid;
		answer[_pid]?had;
		atomic { shared_by_others = shared_by_others || had; had = false; other++ }
	:: other == N -> break
	od;

	atomic {
		other = 0;
		if
		:: state[_pid] == invalid -> copy[_pid] = memory
		:: state[_pid] != invalid
		fi;
		assert(copy[_pid] == latest);
		bus_taken = false;
		if
		:: wanted == own -> shared_by_others = false; wanted = 0; goto write
		:: wanted == read ->
			wanted = 0;
			if
			:: shared_by_others -> state[_pid] = shared
			:: else -> state[_pid] = exclusive
			fi;
			shared_by_others = false
		fi
	};
	goto again
}

/* a copy that is the only one really is */
active proctype inspector()
{	byte i, sole, copies;

end:	atomic {
		i = 0;
		do
		:: i < N ->
			if
			:: state[i] != invalid -> copies++
			:: else
			fi;
			if
			:: SOLE(state[i]) -> sole++
			:: else
			fi;
			i++
		:: else -> break
		od;
		assert(sole == 0 || copies == 1)
	}
}
