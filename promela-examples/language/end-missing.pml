/*
 * The server of end-label without the label: it waits for ever in an invalid end state.
 */
chan c = [1] of { byte };

active proctype server()
{
	do
	:: c?_
	od
}

active proctype client()
{
	c!1; c!2
}
