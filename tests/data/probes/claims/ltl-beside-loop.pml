/* Claims: a formula in the model changes nothing of the search for assertions and end states. */
byte lamp;
init { do :: lamp = 1 - lamp :: lamp == 1 -> lamp = 2; lamp = 1 od }
ltl blinks { [] (lamp == 0 -> <> (lamp == 1)) }
