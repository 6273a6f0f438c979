/* Timeout: possible when no process can move, the one in a loop neither. */
byte flag;
active proctype Clock() { timeout -> flag = 3; skip }
active proctype Loop() { byte n; do :: flag == 3 -> n++; break :: flag == 4 -> n = 2 :: flag == 5 od }
