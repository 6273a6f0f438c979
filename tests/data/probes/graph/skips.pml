/* Control graph: consecutive skips inside an option are one step, those at the top level are each one; goto ends an option. */
byte v;
init { skip; skip; if :: v == 0 -> v = 1; skip; skip; skip; v = 2 :: v == 1 -> skip; skip fi; do :: v == 2 -> skip; skip; skip; v = 3; skip :: v == 3 -> goto out od; out: v = 4; skip }
