/* A higher priority interrupts an atomic sequence. */
byte x;
active proctype P() priority 3 { atomic { x = 1; x = 2; set_priority(1, 200); x = 3; x = 4 }; x = 5 }
active proctype Q() { do :: x < 9 -> x++ :: x > 2 -> break od }
