/*
 * MULOG3, distributed mutual exclusion with O(log n) messages on average, of
 *   M. Trehel, M. Naimi, "Un algorithme distribue d'exclusion mutuelle en log(n)", Technique et Science
 *   Informatiques 6 (1987), pages 141-150; with three participants.
 *
 * The right to enter is a token. `father` points to where a site believes the end of the queue of those who
 * want the token to be; a site without father is that end. A request travels along the fathers, and
 * every site that it passes takes the requester for its new father. The queue itself is in the sites: `next`
 * is who gets the token after this one.
 *
 * Checked: at most one site is inside; nobody who waits is forgotten.
 *
 * Parameters     default
 *   N            3         sites
 *   ENTRIES      3         times each of them wants to enter; 0 for ever again
 *   HASTY        off       a fault: the token is handed over even while its holder is inside
 *   FORGETFUL    off       a fault: a request that arrives while the end of the queue waits is dropped
 */
#ifndef N
#define N 3
#endif
#ifndef ENTRIES
#define ENTRIES 3
#endif

#define NOBODY N

#ifdef HASTY
#define FREE (has_token)
#else
#define FREE (!wants)
#endif

#ifdef FORGETFUL
#define QUEUE_UP(site) skip
#else
#define QUEUE_UP(site) next = site
#endif

#define SERVE_A_MESSAGE \
	atomic { to[_pid]?request,who -> \
		if \
		:: father != NOBODY -> to[father]!request,who \
		:: father == NOBODY && FREE -> has_token = false; to[who]!token,0 \
		:: father == NOBODY && !FREE -> QUEUE_UP(who) \
		fi; \
		father = who; who = 0 } \
	:: to[_pid]?token,_ -> has_token = true

mtype = { request, token };

chan to[N] = [N] of { mtype, byte };
byte inside;

active [N] proctype site()
{	byte father = 0, next = NOBODY;
	byte entries = ENTRIES;
	bool wants, has_token;
	byte who;

	if
	:: _pid == 0 -> father = NOBODY; has_token = true
	:: else
	fi;

end_idle:
	do
	:: SERVE_A_MESSAGE
#if ENTRIES > 0
	:: atomic { entries > 0 -> entries--; wants = true }; break
#else
	:: wants = true; break
#endif
	od;

	if
	:: atomic { father != NOBODY -> to[father]!request,_pid; father = NOBODY }
	:: father == NOBODY             /* the token is here */
	fi;

	do
	:: SERVE_A_MESSAGE
	:: has_token -> break
	od;

	inside++;
	assert(inside == 1);
	do
	:: SERVE_A_MESSAGE
	:: inside--; break
	od;

	wants = false;
	if
	:: atomic { next != NOBODY && has_token -> has_token = false; to[next]!token,0; next = NOBODY }
	:: next == NOBODY
	fi;
	goto end_idle
}
