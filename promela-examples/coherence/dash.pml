/*
 * The directory-based cache coherence protocol of the Stanford DASH multiprocessor:
 *   D. Lenoski, J. Laudon, K. Gharachorloo, A. Gupta, J. Hennessy, "The directory-based cache coherence protocol for the
 *   DASH multiprocessor", 17th International Symposium on Computer Architecture, 1990, pages 148-159.
 *
 * One line of memory, its home with the directory, and N other clusters, each taken as one cache. The home knows whether
 * the line is uncached, shared and by whom, or dirty and where. It never waits: it answers a request itself, or passes it
 * on to the owner, who answers the requester and tells the home. To be written, a line is invalidated elsewhere; the others
 * acknowledge that to the writer, whom the home has told how many they are. An owner that has the line no more, or not yet
 * all acknowledgements, refuses; then the requester begins again. A line that is read may be invalidated before it
 * arrives: then it is not used. A line got from its owner is not given up before the home has acknowledged the transfer,
 * lest its write-back come first.
 *
 * Requests and replies travel on separate networks. Here a writer waits for all acknowledgements (DASH only does at a fence),
 * the home's own processors and the bus within a cluster are left out, and a shared line is dropped without a word.
 *
 * Checked: a read finds what was written last; the home expects what it is told; nobody blocks for ever.
 *
 * Parameters     default     (N=2: 7 thousand states, 3: 648 thousand)
 *   N            3           clusters besides the home
 *   VALUES       2           different values written
 *   HASTY        off         a fault: a writer does not wait for acknowledgements
 *   DEAF         off         a fault: an invalidation before the line is overlooked
 *   UNANNOUNCED  off         a fault: a transfer is not acknowledged
 */
#ifndef N
#define N 3
#endif
#ifndef VALUES
#define VALUES 2
#endif

#define NOBODY N

mtype = { read, own };                                  /* requests, to the home and from there to an owner */
mtype = { write_back, sharing, transfer };              /* to the home: the line, the line now shared, the line's new owner */
mtype = { invalidate };                                 /* from the home */
mtype = { line, only_line, acknowledged, refused };     /* replies */
mtype = { invalid, shared, dirty };                     /* of a copy */

chan home_requests = [2 * N] of { mtype, byte, byte };  /* what, who asks, the line */
chan requests[N] = [N] of { mtype, byte };              /* what, who asks */
chan replies[N] = [N + 1] of { mtype, byte, byte };     /* what, the line, acknowledgements to wait for */

mtype state[N] = invalid;
byte copy[N];

byte latest;                    /* for the check only: the value written last */

#ifdef HASTY
#define ALL_ACKNOWLEDGED true
#else
#define ALL_ACKNOWLEDGED (acknowledgements == expected)
#endif
#ifdef DEAF
#define TOO_LATE false
#else
#define TOO_LATE (wanted == read)
#endif
#ifdef UNANNOUNCED
#define OF_A_TRANSFER 0
#else
#define OF_A_TRANSFER 1
#endif

inline forget(c)
{
	state[c] = invalid; copy[c] = 0
}

inline write(c)
{
	latest = (latest + 1) % VALUES; copy[c] = latest
}

/* What a cluster does for others. The requester of a transfer is told before the home is. */
#define SERVE \
	atomic { requests[_pid]?invalidate,who -> \
		forget(_pid); too_late = TOO_LATE; replies[who]!acknowledged,0,0; who = 0 } \
	:: atomic { requests[_pid]?read,who -> \
		if \
		:: state[_pid] == dirty -> \
			replies[who]!line,copy[_pid],0; \
			state[_pid] = shared; \
			home_requests!sharing,who,copy[_pid] \
		:: else -> replies[who]!refused,0,0 \
		fi; \
		who = 0 } \
	:: atomic { requests[_pid]?own,who -> \
		if \
		:: state[_pid] == dirty -> replies[who]!only_line,copy[_pid],OF_A_TRANSFER; forget(_pid) \
		:: else -> replies[who]!refused,0,0; who = NOBODY \
		fi }; \
		atomic { \
			if \
			:: who != NOBODY -> home_requests!transfer,who,0 \
			:: else \
			fi; \
			who = 0 }

active [N] proctype cluster()
{	mtype wanted;
	byte who, value;
	bool have_line, too_late;
	byte acknowledgements, expected;

idle:	do
	:: SERVE
	:: atomic { state[_pid] != invalid -> assert(copy[_pid] == latest) }
	:: atomic { state[_pid] == dirty -> write(_pid) }
	:: atomic { state[_pid] == shared -> forget(_pid) }
	:: atomic { state[_pid] == dirty -> home_requests!write_back,_pid,copy[_pid]; forget(_pid) }
	:: atomic { state[_pid] == invalid -> wanted = read }; break
	:: atomic { state[_pid] != dirty -> wanted = own }; break
#ifdef HASTY
	:: replies[_pid]?acknowledged,_,_
#endif
	od;

again:	home_requests!wanted,_pid,0;
	do
	:: SERVE
	:: replies[_pid]?acknowledged,_,_ -> acknowledgements++
	:: atomic { replies[_pid]?line,value,_ -> have_line = true }
	:: atomic { replies[_pid]?only_line,value,expected -> have_line = true }
	:: atomic { replies[_pid]?refused,_,_ -> too_late = false }; goto again
	:: have_line && ALL_ACKNOWLEDGED -> break
	od;

	atomic {
		have_line = false; acknowledgements = 0; expected = 0;
		if
		:: too_late -> too_late = false; value = 0; goto again
		:: else
		fi;
		copy[_pid] = value; value = 0;
		assert(copy[_pid] == latest);
		if
		:: wanted == read -> state[_pid] = shared
		:: wanted == own -> state[_pid] = dirty; write(_pid)
		fi;
		wanted = 0
	};
	goto idle
}

active proctype home()
{	mtype what;
	byte who, value, memory;
	byte owner = NOBODY;    /* who has the line dirty */
	bool shares[N];
	byte sharer, told;

end:	do
	:: atomic { home_requests?what,who,value ->
		if
		:: (what == read || what == own) && owner != NOBODY ->
			assert(who != owner); requests[owner]!what,who
		:: what == read && owner == NOBODY ->
			shares[who] = true; replies[who]!line,memory,0
		:: what == own && owner == NOBODY ->
			for (sharer : 0 .. N - 1) {
				if
				:: shares[sharer] && sharer != who -> requests[sharer]!invalidate,who; told++
				:: else
				fi;
				shares[sharer] = false
			}
			sharer = 0; owner = who;
			goto grant
		:: what == write_back ->
			assert(owner == who);
			owner = NOBODY; memory = value
		:: what == sharing ->
			assert(owner != NOBODY);
			shares[owner] = true; shares[who] = true; owner = NOBODY; memory = value
		:: what == transfer ->
			assert(owner != NOBODY);
			owner = who;
#ifndef UNANNOUNCED
			replies[who]!acknowledged,0,0
#endif
		fi;
		what = 0; who = 0; value = 0 }
	od;

grant:	/* the others may have acknowledged already */
	atomic { replies[who]!only_line,memory,told; told = 0; what = 0; who = 0; value = 0 };
	goto end
}
