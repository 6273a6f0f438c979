/* Channels: a message is sent to a variable that never holds a channel. */
chan nowhere;
init { nowhere ! 5 }
