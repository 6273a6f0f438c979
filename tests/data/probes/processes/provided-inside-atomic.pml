/* Provided: asked inside an atomic sequence, too. */
byte v;
active proctype Guest() provided (v < 2) { atomic { v = 1; v = 2; v = 3 }; v = 0 }
active proctype Other() { byte own; own = v }
