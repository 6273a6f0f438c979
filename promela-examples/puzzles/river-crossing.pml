/*
 * The wolf, the goat and the cabbage, a puzzle attributed to Alcuin of York, "Propositiones ad acuendos juvenes", about
 * the year 800.
 *
 * A man has to bring all three across a river, in a boat that holds one of them besides himself, and may leave
 * neither wolf and goat nor goat and cabbage alone. The model takes him only where nothing is eaten and asserts that he
 * never brings all across: the trail of the violation is the solution.
 *
 * Parameters     default
 *   WOLVES       off       an unkind variant with a second wolf, that has no solution
 */
bool man, wolf, goat, cabbage;          /* is on the other side */
#ifdef WOLVES
bool other_wolf;
#define OTHER_WOLF_ACROSS  other_wolf
#define OTHER_WOLF_WITH(x) (other_wolf == x)
#else
#define OTHER_WOLF_ACROSS  man
#define OTHER_WOLF_WITH(x) false
#endif

#define SAFE(goat,wolf,cabbage) \
	((goat) == !man || ((wolf) != (goat) && (cabbage) != (goat) && !OTHER_WOLF_WITH(goat)))

active proctype ferry()
{
end:	do
	:: atomic { SAFE(goat, wolf, cabbage) -> man = !man }
	:: atomic { wolf == man && SAFE(goat, !man, cabbage) -> man = !man; wolf = man }
	:: atomic { goat == man -> man = !man; goat = man }
	:: atomic { cabbage == man && SAFE(goat, wolf, !man) -> man = !man; cabbage = man }
#ifdef WOLVES
	:: atomic { other_wolf == man && goat == !man -> man = !man; other_wolf = man }
#endif
	:: man && wolf && goat && cabbage && OTHER_WOLF_ACROSS -> assert(!man)
	od
}
