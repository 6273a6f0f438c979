/* Names that stand for something else in an analyzer are names like others. */

byte steps, info, places, transitions, tags;
byte proctypes = 1;
chan queues = [1] of { byte };

proctype state(byte place, me)
{	byte global_words = place, queue;

	queues!global_words + me;
	steps++;
	atomic { queues?queue; info = queue }
	tags = info + proctypes;
	assert(tags == 4 || tags == 6)
}

init
{	byte process = 1;

	run state(process, 2);
	run state(process + 1, 3);
	_nr_pr == 1 -> assert(steps == 2);
	places = steps;
	transitions = places + process
}
