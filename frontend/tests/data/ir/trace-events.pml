/* A trace with selections, wildcards, an end label; what is not named in it is not watched. */
chan c = [2] of { byte };
chan d = [2] of { byte };
active proctype P() { byte v; c!1; d!9; c!2; c?v; if :: c?v :: c!7 fi; d?v }
trace {
	do
	:: c!1; if :: c!2 :: c?2 fi; break
	od;
end:	do :: c?_ od
}
