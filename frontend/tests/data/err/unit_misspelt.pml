byte x;
proctyp P() { x = 1 }
activ proctype Q() { x = 2; }
init { x == }
