/* Worked example: a process that is stuck at a full channel is freed by an escape that a timeout makes possible. */
chan shelf = [2] of { byte }; byte alarm;
active proctype Clock() { timeout -> alarm = 1; alarm == 2 }
active proctype Fills() { { shelf!1; shelf!2; shelf!3; shelf!4 } unless { alarm == 1 -> alarm = 2 } }
