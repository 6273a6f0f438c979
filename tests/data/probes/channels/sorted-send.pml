/* Sorted send: before the first greater message, field by field; equals in the order of arrival. */
chan heap = [5] of { byte, byte, byte }; byte a, b, mark;
init
{
	heap!!4,2,1; heap!!2,9,2; heap!!4,0,3; heap!!2,9,4; heap!!3,1,5;
	heap?a,b,mark; assert(a == 2 && mark == 2);
	heap?a,b,mark; assert(a == 2 && mark == 4);
	heap?a,_,_; assert(a == 3);
	heap?a,b,mark; assert(b == 0 && mark == 3);
	heap?_,b,_; assert(b == 2 && len(heap) == 0)
}
