/* Atomic: two processes that block in the middle of their sequence for one lock. */
bool taken; byte waiting;
active [2] proctype User() { atomic { waiting++; !taken; taken = true; waiting-- }; skip; taken = false }
