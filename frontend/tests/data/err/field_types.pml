/* What is called like a function is no type of a message field. */
proctype f(byte x) { skip }
chan c = [1] of { f(x) };
chan d = [1] of { byte, g(1) };
init { skip }
