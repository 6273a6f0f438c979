/* End states: a process that waits at an end label for ever is in a valid one, and one that is older than it is as well when it is through. */
byte x;
active proctype Done() { x = 1 }
active proctype Waits() { end_here: x == 7; x = 8 }
