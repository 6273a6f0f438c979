/* Control graph: a loop that begins an option is entered at the place of the selection and goes on at its own. */
byte n;
init { if :: do :: n < 2 -> n++ :: n == 2 -> n = 3 :: else -> n = 0 od fi }
