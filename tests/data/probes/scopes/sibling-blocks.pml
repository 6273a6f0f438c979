/* Scopes: blocks beside each other may use a name for different variables; each declaration in a block is a step. */
byte out;
init { { byte v = 7; out = v; v = 3 }; { byte v; out = out + v; assert(v == 0) }; { bit v = 1; out = v }; { short w; w = out }; skip }
