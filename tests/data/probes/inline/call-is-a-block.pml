/* Inline: each call is a block with variables of its own, set by a step; labels progress, end and accept stand where they stand. */
byte total;
inline put(what) { byte twice = 2 * what; total = twice + 1 }
init { total = 1; put(3); put(total); progress_here: total = 0; end_one: accept_two: total = 4 }
