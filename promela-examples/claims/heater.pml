/*
 * A heater with a thermostat and a fuse. That a formula may hold for no good reason is the subject of
 *   I. Beer, S. Ben-David, C. Eisner, Y. Rodeh, "Efficient detection of vacuity in ACTL formulas", 9th International
 *   Conference on Computer Aided Verification (1997), pages 279-290.
 *
 * Checked: when the water gets too hot, the fuse blows at last (`blows`). Without a fault this is vacuous: the water never
 * gets too hot (`cool`), so the formula says nothing of the fuse, and holds with one that does not work, too (NO_FUSE).
 * Only where the thermostat fails (STUCK) does it say something. The water gets warm (`warm`): that is not vacuous.
 *
 * Parameters     default
 *   STUCK        off       a fault: the thermostat turns the heater never off
 *   NO_FUSE      off       a fault: the fuse does not blow
 */
#define WARM 3
#define HOT 5
#define BOILS 7

byte water;
bool blown;

active proctype heater()
{	bool on = true;

end:	do
	:: d_step { on && !blown && water < BOILS ->
		water++;
#ifndef STUCK
		on = (water < WARM)
#endif
		}
	:: d_step { (!on || blown || water == BOILS) && water > 0 ->
		water--;
		on = on || water == 0
		}
	od
}

active proctype fuse()
{
#ifndef NO_FUSE
	water >= HOT -> blown = true;
#endif
end:	false
}

ltl warm  { <> (water >= WARM) }
ltl cool  { [] (water < HOT) }
ltl blows { [] (water >= HOT -> <> blown) }
