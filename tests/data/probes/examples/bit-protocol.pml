/* Worked example: one bit numbers the messages; answers may be lost, and what is lost is sent again after a timeout. */
mtype = { data, ok };
chan there = [1] of { mtype, bit }; chan home = [1] of { mtype, bit };
active proctype Sends() { bit b, got; do :: there!data(b); do :: home?ok,eval(b) -> b = 1 - b; break :: home?ok,got :: timeout -> break od od }
active proctype Takes() { bit want = 1, got; end_takes: do :: there?data(got); if :: got != want -> want = got :: else -> skip fi; if :: home!ok(got) :: skip fi od }
