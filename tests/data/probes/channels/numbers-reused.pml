/* Channels: those of a process go with it, and their numbers are given again. */
chan left = [1] of { byte }; chan mail[2] = [1] of { chan }; chan none; byte word;
proctype Maker(chan reply) { chan own = [2] of { byte }; reply!own; own?word }
init
{
	chan mine = [1] of { byte }; chan got, again;
	run Maker(mail[1]); mail[1]?got; got!5; _nr_pr == 1;
	run Maker(mail[0]); mail[0]?again; assert(again == got && again != mine && again != left); again!6; _nr_pr == 1; assert(word == 6 && none != got)
}
