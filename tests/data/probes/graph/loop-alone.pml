/* Control graph: a loop that begins a body has one place, where it is entered and where it goes on. */
byte n;
init { do :: n < 2 -> n++ :: n == 2 -> n = 3 :: else -> n = 0 od }
