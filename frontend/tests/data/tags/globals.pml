/* Globals: read and written, elements of arrays. */
byte x, y, n;
byte a[4];
byte unread;
typedef Row { byte cell[3] };
Row rows[2];

active [2] proctype P() {
  byte i, j;
  byte own[2];
  x = y;               //= read y, write x
  x = x + 1;           //= write x
  x == 1 && y < i;     //= read x, read y
  i = 2;
  i == j;
  a[2] = 1;            //= write a[2]
  a[1] = a[3];         //= read a[3], write a[1]
  a[_pid] = 1;         //= write a[_pid]
  a[(i + j) % 4] = 1;  //= write a[(i + j) % 4]
  a[i / (j + 1)] = 1;  //= write a
  a[n] = 1;            //= read n, write a
  i = a[i];            //= read a[i]
  i = a[j];            //= read a[j]
  own[0] = a[own[1]];  //= read a
  x = a[i] + a[0];     //= write x, read a[i], read a[0]
  rows[1].cell[2] = 1; //= write rows[1].cell[2]
  rows[i].cell[1] = 1; //= write rows[].cell at i * 3 + 1
  unread = 1;          //= write unread
  (rows[0].cell[0] == 0) //= read rows[0].cell[0]
}                      //= end _nr_pr
