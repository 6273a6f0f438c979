byte _pid, x;
chan _last = [1] of { byte };
proctype _nr_pr() { skip }
proctype P(byte _) { byte _priority; x = 1 }
init { run P(1) }
