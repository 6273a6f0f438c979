/* A reduction: a process number is free again only when its owner and all younger ones are gone, so what dies and what is started depend on each other. */
byte last;
pid second, mine;
proctype Child() { last = _pid }
active proctype Starter()
{
	run Child();
	second = run Child();
	assert(second != 3)
}
active proctype Other()
{
	mine = run Child();
	assert(mine != 4)
}
