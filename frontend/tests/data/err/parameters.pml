proctype P(byte a, byte b) { skip }
proctype Q(byte a = 1; byte b[2]) { skip }
proctype R(a, b) { skip }
proctype S { skip }
proctype (byte a) { skip }
proctype T(byte a;) { x = }
init { run P(1, 2 }
