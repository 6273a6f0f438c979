/*
 * len, empty, nempty, full and nfull on a buffered channel, and on one without buffer, which counts as empty and
 * not full.
 */
chan c = [2] of { byte };
chan meeting = [0] of { byte };

active proctype P()
{
	assert(empty(c) && nfull(c) && len(c) == 0);
	c!1;
	assert(nempty(c) && nfull(c) && len(c) == 1);
	c!2;
	assert(nempty(c) && full(c) && len(c) == 2);
	c?_; c?_;
	assert(empty(c));
	assert(empty(meeting) && nfull(meeting) && len(meeting) == 0)
}
