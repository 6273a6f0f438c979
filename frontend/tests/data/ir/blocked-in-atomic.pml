/* Two processes that block inside atomic, a loop in a chain, timeout in a chain. */
byte lock, n;
active [2] proctype P() {
	atomic { n++; lock == 0; lock = 1; if :: n > 1 -> n-- :: else fi };
	atomic { lock = 0; do :: n > 1 -> n = n - 1 :: n <= 1 -> break od; (timeout || n == 1) }
}
