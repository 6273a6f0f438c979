/*
 * A notrace says what may not happen: that all its events happen, in this order, among the events on the channels it names.
 */
chan c = [1] of { byte };
chan d = [1] of { byte };

active proctype P()
{
	byte v;

	c!1;
	d!7;
	c?v;
	if
	:: c!1
	:: c!2
	fi;
	c?v
}

notrace {
	c!1;
	c?_;
	c!2
}
