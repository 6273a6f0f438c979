/* provided is looked at before each step, inside atomic and before the end too. */
byte x;
active proctype P() provided (x < 2) { x++; atomic { x++; x++ }; x = 0 }
active proctype Q() provided (x != 1 && _pid == 1) { do :: x > 1 -> x = x - 2; break :: x == 0 -> x = 5 od }
