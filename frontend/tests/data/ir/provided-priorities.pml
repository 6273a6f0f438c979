/* A process of higher priority that is not provided for holds nobody up. */
byte x;
proctype C(byte a) provided (x != 2) { x = a; x = a + 10 }
init priority 4 {
	run C(1) priority 5;
	run C(2) priority 2;
	x = 2;
	atomic { x = 30; x = 31 };
	timeout -> x = 40
}
