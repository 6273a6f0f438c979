/* A constant that is wrong is reported once, not what would follow from its value. */
byte a[N];
byte b[N + 1];
chan c = [M] of { byte };
byte d = N;
active [K] proctype P() { a[5] = 1; c!1 }
