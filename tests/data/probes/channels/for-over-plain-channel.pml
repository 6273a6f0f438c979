/* Statements, for-in: a channel whose messages are no structures cannot be run over. */
chan belt = [3] of { byte }; byte at;
init { belt!4; belt!5; for (at in belt) { assert(at > 3) } }
