/* Timeout: a loop that only timeouts drive, until a number has wrapped around, while another waits inside a sequence. */
byte v;
active proctype Ticks() { do :: timeout -> v = v + 2; if :: v == 8 -> break :: else fi od }
active proctype Waits() { v == 4; v = 5 }
