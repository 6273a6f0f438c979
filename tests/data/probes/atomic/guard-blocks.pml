/* Atomic: a sequence whose first statement blocks is no sequence yet. */
byte gate;
active proctype Behind() { atomic { gate == 2; gate = 3; gate = 4 } }
active proctype Opener() { gate = 1; gate = 2 }
