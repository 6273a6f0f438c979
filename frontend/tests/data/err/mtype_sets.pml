mtype:fruit = { apple };
init { mtype:colour c, d; mtype:colour e; c = colour; d = apple }
