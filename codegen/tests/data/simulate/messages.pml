/* A buffered channel, a handshake, a process that is started, timeout. */
mtype = { data, ack };
chan box = [2] of { mtype, byte };
chan meet = [0] of { byte };
byte sum;

proctype receiver(byte times) {
	byte got;
	do
	:: times > 0 -> box?data(got); sum = sum + got; meet!got; times--
	:: else -> break
	od
}

init {
	byte back;
	atomic { run receiver(2); box!data(3) };
	box!data(4);
	meet?back;
	meet?back;
	timeout -> assert(sum == 7 && back == 4)
}
