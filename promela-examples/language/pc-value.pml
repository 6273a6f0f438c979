/*
 * pc_value(p) is a number for the place where process p stands. Only equality makes sense, and only between processes of one
 * type: which number a place has is nobody's business.
 */
byte x;

active [2] proctype P()
{
	x++;
	x++
}

active proctype Q()
{
	atomic {
		if
		:: pc_value(0) == pc_value(1) -> assert(x != 1 && x != 3)
		:: else -> assert(x > 0)
		fi
	}
}
