/* Channels: full and its like can neither be negated nor compared. */
chan box = [2] of { byte };
init { box!1; if :: !full(box) -> box!2 :: else fi; assert(full(box)) }
