/* What cannot be executed is not wrong: no room, no message, another message. */
chan crowded = [1] of { byte, byte };
chan none = [1] of { byte, byte };
chan right = [1] of { byte };
byte x;

proctype Send(chan c) { end: c!1 }
proctype Receive(chan c) { end: c?x }
proctype Match(chan c) { end: c?6 }
proctype Search(chan c) { end: c??eval(_pid) }

init {
	atomic {
		crowded!7,8; right!6;
		run Send(crowded); run Receive(none); run Match(crowded); run Search(crowded);
		run Match(right); run Search(right); run Send(right); run Receive(right)
	}
}
