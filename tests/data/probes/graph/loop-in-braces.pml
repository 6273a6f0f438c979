/* Control graph: a loop that begins a block is entered at the block's place and goes on at its own. */
byte n;
init { { do :: n < 2 -> n++ :: n == 2 -> n = 3 :: else -> n = 0 od } }
