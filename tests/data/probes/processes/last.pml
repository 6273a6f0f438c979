/* The process that moved last is part of the state where a model asks for it. */
byte x;
active proctype A() { x = 1; x = 3 }
active proctype B() { x = 2 }
never { do :: _last == 0 -> break :: else od }
