/* Receive: eval, constants, the scratch variable, random receive, poll, copy, and the form with parentheses. */
chan line = [4] of { byte, short }; byte key = 4; short val;
init
{
	line!4,-7; line!5(60); line!6,61; line!7,62;
	line?eval(key),val; assert(val == -7);
	line??7,_; assert(len(line) == 2);
	if :: line?[6,61] -> assert(false) :: line?[5,60] -> skip fi;
	line?<key,val>; assert(key == 5 && val == 60 && len(line) == 2);
	line?key(val); line??6(val); assert(empty(line) && nfull(line))
}
