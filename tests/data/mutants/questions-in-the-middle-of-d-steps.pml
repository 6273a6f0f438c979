/* Each asks about the first one when it is inside of a d_step: there were 2^n sets of processes inside. */
byte x
proctype P(){(_pid&((1)))}active[16]proctype D(){do::d_step{{enabled((0>_pid))&enabled(_pid+1);do::{{byte mutant_=1>x};(1 - x)& enabled(1) } ::(_pid) -> od }; }; (x) -> od };active proctype Q() { (~(enabled(((_pid) -> _pid : 1)) <(x)))  }