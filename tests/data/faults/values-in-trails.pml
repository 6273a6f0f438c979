/* All runs end in the same failed assertion, with the same values. On the way locals are reset that nothing reads
   any more, and variables are assigned that nothing reads at all. What a trail shows is what the text
   says: SPIN's simulation prints the same values. */
mtype = { idle, busy };
typedef pair { byte a; short b[2] }
byte box = 3, out, ghost, steps[3];
mtype mood = idle;
pair never_read;
hidden byte scratch;
chan link = [1] of { byte, byte };
chan meet = [0] of { byte };

proctype helper(byte wanted; byte unread) {
	byte start = 9, seen = wanted;
	byte got;
	link?got, seen;
	never_read.b[1] = got - 100;
	atomic {
		got = got + seen;
		out = got;
		ghost = got + unread;
		d_step { seen = 5; steps[seen % 3] = seen; got = 0 }
		meet!out
	}
}

active proctype main() {
	byte op, i;
	pid child;
	op = box;
	do
	:: i < 2 -> i++; out = out + i; steps[i]++
	:: else -> break
	od;
	i == 2;
	byte late = op + 4;
	mood = busy;
	short inner;
	inner = late * 2;
	scratch = inner;
	child = run helper(op, 7);
	link!late, 2;
	byte back;
	meet?back;
	never_read.a = back;
	_nr_pr == 1;
	if
	:: op == 3 -> out = out + 1
	:: else -> out = 0
	fi;
	assert(out == 0)
}
