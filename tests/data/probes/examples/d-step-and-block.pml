/* Worked example: the same increment as one step, and as three, with a variable declared in a block. */
byte one, three;
active [2] proctype Adds() { { byte t = three; t = t + 1; three = t }; byte k; d_step { k = one; k = k + 1; one = k } }
