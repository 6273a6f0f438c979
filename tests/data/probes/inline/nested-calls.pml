/* Inline: calls in calls, parameters by name, a label in a body called twice, and a result. */
byte store;
inline move(to, from) { to = from; store = to }
inline raise(it) { byte more; move(more, it + 2); move(it, more); if :: it == 6 -> goto over :: else fi; over: skip }
inline sum(p, q) { byte r = p + q; return r }
init { byte n = 2; raise(n); assert(n == 4); raise(n); assert(n == 6 && store == 6); n = sum(n, 3); assert(n == 9) }
