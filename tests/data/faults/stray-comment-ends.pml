/* A stray end of a comment is a blank, wherever it stands. */
*/
#define MORE(n) n */ + 1
#if 0
/* nothing /* of this */ is read */
#endif
byte x */ = 0
inline set(a, v) {
	a = v */
	a = MORE(v) */
}
active proctype P() {
	x = 1 */
	x = 2 */ */
	set(x, 3)
	assert(x == 4) */
	x = 2 **/ 3;
	x = x */* times */ 1;
	x = x *// times
		1;
	x */= 5;
	do
	:: x < 7 -> x++ */
	:: else -> break
	od */
	printf("*/ /* \n") // */
	assert(x == 7)
}
ltl small { [] (x */ < 8) }
