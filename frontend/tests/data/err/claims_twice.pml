byte x; active proctype P() { x = 1; x = 2 }
ltl p { [] (x < 3) }
ltl p { [] (x < 2) }
