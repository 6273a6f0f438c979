/* Counting: an escape that is possible is the only way on. */
byte n;
init { { n = 4; n = 5; n = 6; n = 7 } unless { n > 5 -> n = 0; n = 1 } }
