/*
 * A send to a channel variable that holds no channel is a run-time error.
 */
chan other = [1] of { byte };
chan c;

active proctype P()
{
	c!1
}
