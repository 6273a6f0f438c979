/* The array of another process, in branches that are never taken. */
active proctype P() { byte v[2]; v[1] = 1; v[0] = 1 }
active proctype Q() { if :: P:v[0] == 7 && P:v[2] == 1 -> assert(false) :: else fi }
