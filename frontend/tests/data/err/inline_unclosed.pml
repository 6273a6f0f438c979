byte x;
inline open(a) {
	if :: a > 0 -> a-- :: else fi
init {
	open(x); x = y
}
proctype P() {
	x = 1;
	if :: x == 1 -> { x = 2 :: else fi
inline later(a) { a = z }
active proctype Q() {
	later(x)
}
