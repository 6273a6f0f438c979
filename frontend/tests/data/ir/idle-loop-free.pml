/* Identical options are both taken; a selection without executable options blocks; end labels on heads. */
byte x;
active proctype P() { if :: x = 1 :: x = 1 :: x = 2 fi; end: if :: x == 3 fi }
active proctype Q() { if :: false :: x > 1 -> x = 1 fi; end: do :: x == 1 -> x = 0; x = 2 :: x == 7 od }
