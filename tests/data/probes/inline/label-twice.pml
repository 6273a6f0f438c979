/* Inline: a local of the caller has the name of a local of the body, which the body then would hide. */
byte store;
inline move(to, from) { to = from; store = to }
inline raise(it) { byte more; move(more, it + 2); move(it, more); if :: it == 6 -> goto over :: else fi; over: skip }
inline sum(p, q) { byte r = p + q; return r }
init { byte more = 7, it = 2; raise(it); assert(it == 4); raise(it); assert(it == 6); it = sum(it, 3); assert(it == 9 && more == 7) }
