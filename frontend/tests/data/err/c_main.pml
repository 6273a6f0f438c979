#define N 3
int x;
void main() {
	x = 1;
}
int f(int a) { return a }
init { x = ; }
