/*
 * The two-phase commit protocol of
 *   J. Gray, "Notes on data base operating systems", in: Operating Systems, An Advanced Course, Lecture Notes in Computer
 *   Science 60 (1978), pages 393-481.
 *
 * A coordinator asks all sites to vote. If all agree, it tells them to commit; if one refuses, or the coordinator gives up
 * waiting, to abort. A site that has refused aborts on its own; one that has agreed waits for the decision.
 *
 * Checked: no two sites decide differently.
 *
 * Parameters     default
 *   SITES        2         sites
 *   IMPATIENT    off       a fault: a site that has agreed commits when it hears nothing
 */
#ifndef SITES
#define SITES 2
#endif

mtype:word = { prepare, agree, refuse, commit, abort };
mtype:fate = { open, committed, aborted };

typedef Letter {
	mtype:word text;
	byte sender
}
typedef Site {
	chan box = [2] of { Letter };
	mtype:fate decided
}
Site sites[SITES];
chan to_coordinator = [SITES] of { Letter };

/* A write to all boxes, one after the other. */
inline tell_all(what)
{	byte s;
	letter.text = what;
	letter.sender = SITES;
	for (s : 0 .. SITES - 1) {
		sites[s].box!letter
	}
}

inline decide(me, what)
{
	atomic { sites[me].decided = what; check(me) }
}

/* Nobody has decided otherwise. */
inline check(me)
{	byte s;
	for (s : 0 .. SITES - 1) {
		assert(sites[s].decided == 0 || sites[s].decided == sites[me].decided)
	}
}

proctype site(byte me)
{	Letter letter;
	short choice;

	sites[me].box?letter;
	assert(letter.text == prepare);
	letter.sender = me;
	select (choice : 0 .. 1);
	if
	:: choice == 1 -> letter.text = agree
	:: else -> letter.text = refuse
	fi;
	to_coordinator!letter;
	if
	:: choice == 0 -> decide(me, aborted)
	:: choice == 1 ->
		if
		:: sites[me].box?letter ->
			if
			:: letter.text == commit -> decide(me, committed)
			:: else -> decide(me, aborted)
			fi
#ifdef IMPATIENT
		:: empty(sites[me].box) -> decide(me, committed)
#endif
		fi
	fi
}

init
{	Letter letter;
	byte votes, at;

	atomic {
		for (at : 0 .. SITES - 1) { run site(at) }
	}
	tell_all(prepare);
	/* Votes are collected unless one is a refusal, or the coordinator has waited long enough. */
	{	do
		:: votes < SITES -> to_coordinator?letter; votes++; letter.text == agree
		:: votes == SITES -> break
		od;
		tell_all(commit)
	} unless {
		votes > 0 && (letter.text == refuse || len(to_coordinator) == 0 && votes < SITES) -> tell_all(abort)
	};
	_nr_pr == 1
}
