/* Unless: a jump back to a label before the whole statement begins it again. */
byte v;
init { redo: { v < 4 -> v++; v = v + 0; goto redo } unless { v == 3 -> v = 8; v = 9 }; v = 10 }
