/* Declarations: a hidden variable is no part of the state, so paths that differ in it only meet again. */
hidden byte shade; byte n; show byte seen;
init { do :: n < 3 -> shade = n; n++ :: else -> break od; if :: shade = 7 :: shade = 8 :: shade = 9 fi; seen = 1; skip }
