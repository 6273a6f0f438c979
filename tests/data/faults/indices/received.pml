/* A message is received into an element that does not exist. */
byte a[2];
chan q = [1] of { byte };
active proctype P() { byte v[2]; q?v[2] }
active proctype Q() { q!1 }
