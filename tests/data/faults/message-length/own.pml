/* The channel of a process that is gone: its number is that of another one's. */
chan box = [1] of { chan };
byte x;

proctype Short() { chan mine = [1] of { byte }; box!mine }
proctype Long() { chan mine = [1] of { byte, byte }; mine!1,2; end: false }

init { chan c; run Short(); box?c; (_nr_pr == 1); run Long(); c?x }
