byte x
proctype A() { x = }
proctype B() { x == 1; y + ; z }
chan c = [;
proctype C() { do :: x = 1 :: fi }
init { run A() run B(); x = (1 }
