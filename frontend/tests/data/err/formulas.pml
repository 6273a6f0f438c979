byte x, y;
ltl tight { [] x == 1 }
ltl loose { x + <> y == 2 }
ltl bits { !x & <>y }
ltl negative { -[]x }
ltl empty { }
ltl missing { x == 1 U }
ltl twice { x == 1 y == 2 }
ltl arrow { x && -> y }
ltl word { x == U }
ltl conditional { (x -> 1 : 2) == 1 }
ltl statement { x++ }
ltl assignment { x = 1 }
ltl C { x => y }
ltl brackets { [] (x == 1 }
ltl { <> (y == ) }
ltl 3 { x }
ltl unnamed x == 1
init { x = 1 }
