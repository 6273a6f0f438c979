/* Where the end of a selection or of an inner `unless` is a step of its own, nothing interrupts it;
   a `break` or `goto` at such a place can be interrupted. Depths and atomic steps show it. */
chan c = [2] of { byte };
byte g;

active proctype Sender() { c!1 }

active proctype Selection() {
	atomic { if :: g = 1 :: g = 2 fi; g = 3 } unless { g == 2 || !len(c) }
}

active proctype Inner() {
	atomic { { g = 4 } unless atomic { c?1 }; g = 5 } unless atomic { !len(c) }
}

active proctype Jump() {
	byte i;
	atomic { do :: i < 2 -> i++ :: else -> g = 6; break od; g = 7 } unless { g == 6 }
}
