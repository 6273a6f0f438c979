/* A process that is looked at writes what others see of it with each step that changes that. */
byte x;

active [2] proctype Seen() {
  byte v, w;
  w = 1;
  v = 1;       //= write Seen:v[_pid], write Seen@[_pid]
here:
  x = 1        //= write Seen@[_pid], write x
}              //= end _nr_pr, write Seen:v, write Seen@

active proctype Sees() {
  byte p;
  Seen[0]@here;   //= read Seen@[0], read _nr_pr
  Seen[p]:v == 1; //= read Seen:v[p], read _nr_pr
  Seen@here       //= read Seen@, read _nr_pr
}                 //= end _nr_pr
