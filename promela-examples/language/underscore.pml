/*
 * A field received into _ is forgotten, and leaves nothing in the state: the two values lead to the same one.
 */
chan c = [1] of { byte, byte };

active proctype P()
{
	if
	:: c!1,7
	:: c!2,7
	fi;
	c?_,7
}
