/* A request that is answered, or lost. */
bool asked, answered;
chan c = [1] of { bit };

active proctype Client() {
	asked = true;
	c!1;
	answered -> skip
}

active proctype Server() {
	if
	:: c?_ -> answered = true
	:: c?_
	fi
}

ltl response { [] (asked -> <> answered) }
ltl precedence { !answered W asked }
ltl once { <> asked }

never {
T0:	do
	:: !asked
	:: asked && !answered -> break
	:: else -> goto over
	od;
accept_wait:
	do
	:: !answered
	od;
over:	skip
}
