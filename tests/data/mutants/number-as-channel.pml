/* Numbers in variables for channels: the id of a channel that exists, and of one that never will. */
chan c = [1] of { byte };
chan one = 1;
chan none = -'z';
chan later[2] = 2;
active proctype P() {
	chan own = [1] of { byte };
	byte x;
	one!3; c?x; assert(x == 3);
	later[1]!4; own?x; assert(x == 4);
	if :: none == 7 -> none!1 :: else fi
}
