/* Atomic: a sequence in a loop that blocks in its middle, while another process races for the same variable. */
byte n;
active proctype Stepper() { do :: n < 4 -> atomic { n = n + 2; n == 2 || n == 3; n = n - 1 } :: else -> break od }
active proctype Racer() { n = 2; n = 1 }
