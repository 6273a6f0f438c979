/* One process waits for another's children, while a third one still starts processes: its starts
   make the condition true and false again. */
byte seen;
proctype child() { skip }
active proctype waiter() {
	_nr_pr == 4 -> seen = 1;
	_nr_pr == 3 -> seen = 2
}
active proctype first() { run child(); seen < 2 }
active proctype second() { run child(); assert(seen != 2) }
