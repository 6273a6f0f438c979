/* Birth and death: pids and channel ids are given out again. What a parameter names may be a channel of a process that has ended. */
byte x;
chan q = [1] of { byte, chan };

proctype Callee(byte n; chan to) {
  byte copy = x + n;
  to!copy;               //= send Maker.back as to
  skip
}                        //= end _nr_pr

proctype Maker() {
  chan back = [1] of { byte };
  byte i;
  q!x, back;             //= read x, send q
  run Callee(x, back);   //= read x, write _nr_pr //: run Callee
  back?i;                //= receive Maker.back as back //: i
  i = run Callee(1, back) //= read x, write _nr_pr //: i, run Callee
}                        //= write Maker.back as back, end _nr_pr

init {
  run Maker();           //= write Maker.back, write _nr_pr //: run Maker
  _nr_pr == 1            //= read _nr_pr
}                        //= end _nr_pr
