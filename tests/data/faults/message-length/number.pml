/* The number of a process, kept as a channel: any. */
chan two = [1] of { byte, byte };
chan one = [1] of { byte };
chan c;

proctype N() { skip }
active proctype P() { one!1; c = two; c = run N(); c!1 }
