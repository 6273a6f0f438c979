/* A process that is looked at writes what others see of it with every step. */
byte x;

active [2] proctype Seen() {
  byte v;
  v = 1;       //= write Seen[_pid]
here:
  x = 1        //= write x, write Seen[_pid]
}              //= write Seen, end _nr_pr

active proctype Sees() {
  byte p;
  Seen[0]@here;   //= read Seen[0], read _nr_pr
  Seen[p]:v == 1; //= read Seen[p], read _nr_pr
  Seen@here       //= read Seen, read _nr_pr
}                 //= end _nr_pr
