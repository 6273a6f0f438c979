/* Control graph: the options of a selection that begins an option of a loop are those of the loop. */
byte n;
init { do :: if :: n < 2 -> n = n + 1 :: n >= 2 -> n = 0; n = 0 fi; n = 1 * n; skip od }
