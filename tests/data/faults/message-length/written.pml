/* The number of a channel that a process makes, written as a channel. */
chan c = 2;
chan one = [1] of { byte };
byte x;

active proctype P() { chan mine = [1] of { byte, byte }; one!1; c!1 }
