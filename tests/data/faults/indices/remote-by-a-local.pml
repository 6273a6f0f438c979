/* What is asked of another process has the index of the process that asks: `P:v[2 * i]` is not
   named by a local of P. */
active proctype P() {
    byte v[2];
    v[1] = 1;
    v[1] = 2
}

active proctype Q() {
    byte zero, i = 1;
    zero = 0;
    P:v[2 * i] == 1
}
