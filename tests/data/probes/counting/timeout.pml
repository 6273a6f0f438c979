/* Counting: a timeout is a transition as any other; that all were asked before is not counted. */
byte n;
active proctype Waits() { n == 3 -> n = 4; n = 5 }
active proctype Clock() { timeout -> n = 3; timeout -> skip }
