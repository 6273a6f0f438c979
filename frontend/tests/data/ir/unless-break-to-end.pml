/* An escape that leaves the loop at the end of a process ends the process: from each place of the main part. */
byte x;
active proctype Q() { do :: x < 2 -> x++ :: else -> break od }
active proctype P() { do :: { x = 1; x = 2 } unless { break } od }
active proctype R() { x = 0 }
