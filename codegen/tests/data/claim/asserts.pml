byte x;
active proctype P() { x++ }
never { do :: atomic { x > 1 -> assert(x < 3) } :: x <= 1 od }
