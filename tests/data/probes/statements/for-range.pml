/* Statements, for: an assignment, a test, a body and an increment; behind the loop the variable is one above the last value. */
byte k, sum;
active proctype Adder() { for (k : 2 .. 5) { sum = sum + k }; assert(k == 6 && sum == 14) }
