	switch (t->back) {
	default: Uerror("bad return move");
	case  0: goto R999; /* nothing to undo */

		 /* PROC :init: */

	case 3: // STATE 1
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 4: // STATE 2
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC monitor */
;
		;
		;
		;
		;
		;
		;
		;
		
	case 9: // STATE 13
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC worker */

	case 10: // STATE 1
		;
		((P0 *)_this)->round = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 12: // STATE 3
		;
		now.steps = trpt->bup.oval;
		;
		goto R999;

	case 13: // STATE 4
		;
		now.token = trpt->bup.oval;
		;
		goto R999;

	case 14: // STATE 5
		;
		((P0 *)_this)->round = trpt->bup.oval;
		;
		goto R999;

	case 15: // STATE 11
		;
		p_restor(II);
		;
		;
		goto R999;
	}

