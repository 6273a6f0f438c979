/* A hidden variable is shared like any other, as long as somebody reads it. */
hidden byte h;
hidden byte unread;

active [2] proctype P() {
  h = 1;       //= write h
  unread = 1;  //= write unread
  unread == 1; //= read unread
  h == 1       //= read h
}              //= end _nr_pr
