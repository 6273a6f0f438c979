/* An atomic inside an atomic, one that ends with a block, and one blocked in the middle. */
byte x;
active proctype A() { atomic { x = 1; atomic { x = 2; x = 3 }; { x = 4; x = 5 } }; x = 6 }
active proctype B() { atomic { x == 6 -> x = 7; x == 8; x = 9 } }
active proctype C() { x == 7 -> x = 8 }
