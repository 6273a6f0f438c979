/* A local that is reset when it is not needed any more counts as assigned; the element was computed before. */
byte a[3];
byte x;
byte unread;

active [2] proctype P() {
  byte i, j;
  i = _pid; //: i
  x == 1;   //= read x
  unread = 1;
  a[i] = 1; //= write a[i] //: i
  x == 0    //= read x
}           //= end _nr_pr

active proctype Q() {
  byte i;
  do
  :: a[i] == 0 ->    //= read a[i]
     a[i] = 2        //= write a[i]
  :: i < 2 -> i++    //: i
  od
}                    //= end _nr_pr
