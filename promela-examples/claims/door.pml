/*
 * A door with a reader for badges. Precedence is a pattern of
 *   M. Dwyer, G. Avrunin, J. Corbett, "Patterns in property specifications for finite-state verification", 21st
 *   International Conference on Software Engineering (1999), pages 411-420.
 *
 * Checked: precedence. The door does not open before a badge was shown (`first`), nor again before another one was
 * (`each_time`). And response: a badge that was shown opens the door (`opens`).
 *
 * Parameters     default
 *   FORGETFUL    off       a fault: the lock does not forget a badge, and opens for it again
 */
mtype = { badge };
chan reader = [1] of { mtype };

bool shown, open;

active proctype guest()
{
	do
	:: d_step { !shown && empty(reader) -> reader!badge; shown = true }
	od
}

active proctype lock()
{	bool known;

	do
	:: reader?badge -> known = true
	:: known ->
		open = true;
#ifndef FORGETFUL
		known = false;
#endif
		d_step { open = false; shown = false }
	od
}

ltl first     { !open W shown }
ltl each_time { [] (!open -> (!open W shown)) }
ltl opens     { [] (shown -> <> open) }
