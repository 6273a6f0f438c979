chan c = [1] of { byte };
active proctype P() priority 2 { c ! 1; c ? _priority; c ? _pid }
