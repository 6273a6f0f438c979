/* D_step: one step, the first possible option is taken; a selection without a possible option as the first statement only waits. */
byte level = 2;
init
{
	d_step { level > 0; do :: level < 6 -> level = level + 2 :: level < 4 -> level = 50 :: else -> break od };
	assert(level == 6);
	d_step { if :: level == 5 -> skip :: level == 7 fi; level = 1 }
}
