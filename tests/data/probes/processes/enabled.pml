/* Enabled: whether another process can move. */
byte stage;
active proctype Stuck() { stage = 2; stage = 3; stage == 9 }
active proctype Watcher() { if :: !enabled(0) -> assert(stage == 3) :: enabled(0) -> skip fi }
