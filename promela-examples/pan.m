#define rand	pan_rand
#define pthread_equal(a,b)	((a)==(b))
#if defined(HAS_CODE) && defined(VERBOSE)
	#ifdef BFS_PAR
		bfs_printf("Pr: %d Tr: %d\n", II, t->forw);
	#else
		cpu_printf("Pr: %d Tr: %d\n", II, t->forw);
	#endif
#endif
	switch (t->forw) {
	default: Uerror("bad forward move");
	case 0:	/* if without executable clauses */
		continue;
	case 1: /* generic 'goto' or 'skip' */
		IfNotBlocked
		_m = 3; goto P999;
	case 2: /* generic 'else' */
		IfNotBlocked
		if (trpt->o_pm&1) continue;
		_m = 3; goto P999;

		 /* PROC :init: */
	case 3: // STATE 1 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:42 - [(run monitor())] (0:0:0 - 0)
		IfNotBlocked
		reached[2][1] = 1;
		if (!(addproc(II, 1, 1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 4: // STATE 2 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:42 - [-end-] (0:0:0 - 0)
		IfNotBlocked
		reached[2][2] = 1;
		if (TstOnly)
			return (II+1 == now._nr_pr);
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC monitor */
	case 5: // STATE 1 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:36 - [(enabled(0))] (0:0:0 - 0)
		IfNotBlocked
		reached[1][1] = 1;
		if (!(enabled(II, 0)))
			continue;
		if (trpt->o_pm&1)
			uerror("non-determinism in D_proctype");
		_m = 3; goto P999; /* 0 */
	case 6: // STATE 2 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:36 - [assert((token==0))] (0:0:0 - 0)
		IfNotBlocked
		reached[1][2] = 1;
		if (TstOnly) return 1; /* T7 */
		spin_assert((((int)now.token)==0), "(token==0)", II, tt, t);
		if (trpt->o_pm&1)
			uerror("non-determinism in D_proctype");
		_m = 3; goto P999; /* 0 */
	case 7: // STATE 4 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:37 - [(((!(enabled(0))&&(worker[1]._p==atwork))&&(worker[1].round>1)))] (0:0:0 - 0)
		IfNotBlocked
		reached[1][4] = 1;
		if (!((( !(enabled(II, 0))&&(((int)((P0 *)Pptr(BASE+1))->_p)==3))&&(((int)((P0 *)Pptr(BASE+1))->round)>1))))
			continue;
		if (trpt->o_pm&1)
			uerror("non-determinism in D_proctype");
		_m = 3; goto P999; /* 0 */
	case 8: // STATE 5 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:37 - [assert((!(enabled(2))||(token==2)))] (0:0:0 - 0)
		IfNotBlocked
		reached[1][5] = 1;
		if (TstOnly) return 1; /* T7 */
		spin_assert(( !(enabled(II, 2))||(((int)now.token)==2)), "( !(enabled(II, 2))||(token==2))", II, tt, t);
		if (trpt->o_pm&1)
			uerror("non-determinism in D_proctype");
		_m = 3; goto P999; /* 0 */
	case 9: // STATE 13 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:40 - [-end-] (0:0:0 - 0)
		IfNotBlocked
		reached[1][13] = 1;
		if (TstOnly)
			return (II+1 == now._nr_pr);
		if (!delproc(1, II)) continue;
		if (trpt->o_pm&1)
			uerror("non-determinism in D_proctype");
		_m = 3; goto P999; /* 0 */

		 /* PROC worker */
	case 10: // STATE 1 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:27 - [round = 1] (0:0:1 - 0)
		IfNotBlocked
		reached[0][1] = 1;
		if (TstOnly) return 1; /* T3 */
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->round);
		((P0 *)_this)->round = 1;
#ifdef VAR_RANGES
		logval("worker:round", ((int)((P0 *)_this)->round));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 11: // STATE 2 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:27 - [((round<=2))] (0:0:0 - 0)
		IfNotBlocked
		reached[0][2] = 1;
		if (!((((int)((P0 *)_this)->round)<=2)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 12: // STATE 3 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:28 - [steps = (steps+1)] (0:0:1 - 0)
		IfNotBlocked
		reached[0][3] = 1;
		if (TstOnly) return 1; /* T3 */
		(trpt+1)->bup.oval = ((int)now.steps);
		now.steps = (((int)now.steps)+1);
#ifdef VAR_RANGES
		logval("steps", ((int)now.steps));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 13: // STATE 4 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:29 - [token = ((token+1)%3)] (0:0:1 - 0)
		IfNotBlocked
		reached[0][4] = 1;
		if (TstOnly) return 1; /* T3 */
		(trpt+1)->bup.oval = ((int)now.token);
		now.token = ((((int)now.token)+1)%3);
#ifdef VAR_RANGES
		logval("token", ((int)now.token));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 14: // STATE 5 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:27 - [round = (round+1)] (0:0:1 - 0)
		IfNotBlocked
		reached[0][5] = 1;
		if (TstOnly) return 1; /* T3 */
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->round);
		((P0 *)_this)->round = (((int)((P0 *)_this)->round)+1);
#ifdef VAR_RANGES
		logval("worker:round", ((int)((P0 *)_this)->round));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 15: // STATE 11 - /tmp/w/compare/promela-examples/scheduling/round-robin.pml:31 - [-end-] (0:0:0 - 0)
		IfNotBlocked
		reached[0][11] = 1;
		if (TstOnly)
			return (II+1 == now._nr_pr);
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */
	case  _T5:	/* np_ */
		if (!((!(trpt->o_pm&4) && !(trpt->tau&128))))
			continue;
		/* else fall through */
	case  _T2:	/* true */
		_m = 3; goto P999;
#undef rand
	}

