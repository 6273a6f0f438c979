/* Priorities: only the highest that can move moves. */
byte turn;
active proctype Low() { assert(turn == 3); turn = 4 }
active proctype High() priority 9 { turn = 1; turn = 2; turn = 3 }
