/* Else: two of them meet when a selection begins an option of another. */
byte v;
init { do :: if :: v == 2 -> v = 0 :: else -> v = 5 fi; break :: else -> v = 6; break od }
