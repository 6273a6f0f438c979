/* Receive: copying and random, with constants and eval. */
chan line = [4] of { byte }; byte key, got;
init { line!3; line!7; line!5; line!7; line??<eval(key + 5)>; assert(got == 0 && len(line) == 4); line??eval(key + 7); assert(line?[3] && line??[5] && !line??[6] && len(line) == 3); line?<got>; assert(got == 3 && len(line) == 3); line??7; line?3; line?got; assert(got == 5) }
