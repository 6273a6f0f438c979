/* An index outside an array of another process that has locals where the one that asks has none. */
active proctype P() {
    byte v[2];
    v[1] = 1;
    v[1] = 2
}

active proctype Q() {
    P:v[2] == 1
}
