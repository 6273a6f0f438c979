/* Poll: it may name fewer fields than the message has. */
chan line = [2] of { byte, byte, byte }; bit hit;
init { line!8,1,2; do :: line?[8] -> hit = 1; break :: line?[9] -> assert(false) od; line?8,1,2; assert(hit && empty(line)) }
