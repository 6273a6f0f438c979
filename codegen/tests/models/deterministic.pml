// D_proctypes that have a choice. SPIN counts ? states.
byte x
chan q = [1] of { byte }
chan r = [0] of { byte }

active D_proctype P() {
	byte n
	do
	:: x < 2 -> x++
	:: q?n
	:: x > 1 -> x = 0
	:: r!n -> break
	:: d_step { x == 1 -> x = 2 }
	:: atomic { skip -> q!1 }
	od
}

active D_proctype R() {
	byte i
	do
	:: r?i
	:: r?eval(i) -> break
	:: nempty(q) -> q?i
	od unless { x == 2 -> x = 0 }
}
