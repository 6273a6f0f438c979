byte x;
never { do :: x == 1 -> :: od }
ltl { }
ltl p { x == 1
trace { x = ; }
init { x = 1; x = }
