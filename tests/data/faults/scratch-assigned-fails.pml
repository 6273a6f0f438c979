/* What `_` is given is computed: an index outside its array is an error. */
byte b[2], i = 2;
active proctype P() { _ = b[i]; i = 0 }
