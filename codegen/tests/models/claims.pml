// Claims that ask for a message, a place, progress, and assert. SPIN counts 10 states without them.
mtype = { request, answer }
chan line = [1] of { mtype, bit }
bit turn

active proctype Client() {
	do
	:: line!request(turn) ->
waits:		line?answer(_)
	od
}

active proctype Server() {
	do
	:: line?request(turn) -> turn = 1 - turn
progress:	line!answer(turn)
	od
}

never watch {
S0:
	do
	:: atomic { line?[answer, 1] -> assert(turn == 1) }
	:: np_ && turn != 1 -> goto accept_S1
	:: else
	od
accept_S1:
	do
	:: np_
	od
}

ltl answered { [] (Client[0]@waits -> <> line?[answer, _]) }
