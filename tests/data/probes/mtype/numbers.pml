/* Symbolic names: the last name of a declaration is 1; a second declaration goes on above; a named set counts for itself. */
mtype = { spring, summer, autumn, winter };
mtype = { rain, snow };
mtype : metal = { iron, tin, gold };
mtype season; mtype : metal coin;
init
{
	assert(spring == 4 && winter == 1 && snow == 5 && rain == 6 && gold == 1 && iron == 3);
	season = rain; coin = tin;
	printm(season); printf("%e %d\n", coin, season);
	assert(season > spring && coin == 2)
}
