/* A reduction with sleep sets: a step that sleeps leads nowhere, however new the state would be. Two processes turn among local steps. When the second
   has come round, the first one makes a step; then all that the second could do sleeps, and if that is taken for progress, the first one never
   comes to its assertion. */
active [2] proctype P()
{
	byte x;
end:	do
	:: x = 1; x = 2; assert(_pid == 1); x = 0
	od
}
