/* Priorities: a process reads and changes its own. */
byte turn;
active proctype Humble() { assert(_priority == 1); set_priority(_pid, 8); assert(get_priority(_pid) == 8 && _priority == 8); turn = 1; set_priority(0, 2); turn = 3 }
active proctype Proud() priority 6 { turn == 1; turn = 2; turn = 5 }
