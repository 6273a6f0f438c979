/* Timeout: part of a larger expression, and as a guard of a loop. */
byte tries; chan calls = [1] of { byte };
init { do :: timeout && tries < 2 -> tries++ :: calls?tries :: timeout && tries == 2 -> break od; if :: timeout -> tries = 9 fi }
