/* A d_step as an option waits like its first statement; else there looks at the other options; a receive may begin it. */
chan c = [0] of { byte, byte };
byte x, y;
active proctype Options() {
	do
	:: d_step { x < 3 -> x++ }
	:: d_step { else -> y = 9 }; break
	od;
	atomic { y = 0; d_step { y = 1; y = 2 }; d_step { y = 3; y = 0 } };
	atomic { d_step { y = 4; y = 6 } }
}
active proctype Sender() { byte i; do :: i < 3 -> c!i,1; i++ :: else -> break od }
active proctype Receiver() {
	byte v;
	do
	:: d_step { c?1,v; x = x + v; v = 0 }
	:: d_step { c?v,eval(1); x++ }
	:: x > 2 -> break
	od
}
