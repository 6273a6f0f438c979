/* A loop at the start of a block is entered at the block and comes back to itself: one place more than without braces. */
byte x;
active proctype Braces() { { do :: x < 3 -> x++ :: else -> x = 0 od } }
active proctype Option() { if :: do :: x == 1 -> break :: else -> break od fi; if :: { if :: x > 1 :: else fi } :: x > 2 fi }
