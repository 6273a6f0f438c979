chan q = [1] of { byte, byte };
byte a[2];
trace { do :: q!_pid, 1 :: q?eval(a[_pid]), 1 :: q?eval(enabled(0)), eval(get_priority(_pid)) od }
active proctype P() { q!1, 1; q?1, _; a[1] = 1 }
