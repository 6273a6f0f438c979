/*
 * A label that begins with `end` makes waiting at this place a valid end state.
 */
chan c = [1] of { byte };

active proctype server()
{
end_waiting:
	do
	:: c?_
	od
}

active proctype client()
{
	c!1; c!2
}
