/* Control graph: a loop that does nothing, in a process beside another. */
byte x;
active proctype Busy() { do :: skip od }
active proctype Other() { x = 2 }
