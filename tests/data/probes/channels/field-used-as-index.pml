/* Receive: fields are stored from left to right, so an index among them is the new value. */
chan line = [2] of { byte, byte }; byte at = 2; byte row[5];
init { line!3,7; line?at,row[at]; assert(row[3] == 7); assert(row[2] == 0) }
