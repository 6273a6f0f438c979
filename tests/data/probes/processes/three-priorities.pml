/* Priorities: the highest of those that can move moves, a blocked one is passed over. */
byte v;
active proctype Top() priority 7 { v == 2; v = 3; v == 5 -> v = 6 }
active proctype Middle() priority 4 { v = 1; v = 2; v = 4; v = 5 }
active proctype Least() { v = 8 }
