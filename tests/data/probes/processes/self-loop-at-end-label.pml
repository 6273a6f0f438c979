/* Control graph: a loop that does nothing is refused by SPIN's verifier when it starts, an end label or not. */
byte once;
active proctype Idle() { once = 1; end_idle: do :: true od }
