/*
 * Clocks on a ring that keep in step with their neighbours: one goes on when neither neighbour is behind it
 * (J.-M. Couvreur, N. Francez, M. Gouda, "Asynchronous unison", 1992). How far apart can two clocks be? Neighbours differ by
 * one at most, so opposite ones by half of the ring; the claim is that they never differ so much.
 *
 * Checked: opposite clocks differ by less than APART.
 *
 * Parameters   default
 *   N          16       clocks, an even number
 *   TIMES      40       values of a clock, more than N
 *   APART      N/2      what opposite clocks are claimed to stay below
 */
#ifndef N
#define N 16
#endif
#ifndef TIMES
#define TIMES 40
#endif
#ifndef APART
#define APART (N / 2)
#endif

byte clock[N];

#define BEHIND(me, other) ((clock[other] + 1) % TIMES == clock[me])

active [N] proctype process()
{	do
	:: d_step {
		!BEHIND(_pid, (_pid + 1) % N) && !BEHIND(_pid, (_pid + N - 1) % N) ->
		clock[_pid] = (clock[_pid] + 1) % TIMES;
		assert((clock[_pid] + TIMES - clock[(_pid + N / 2) % N]) % TIMES != APART)
	   }
	od
}
