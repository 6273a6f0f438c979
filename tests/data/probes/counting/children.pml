/* Counting: processes that are made at run time; a number is free again when its process has died. */
byte work;
proctype Child(byte by) { work = work + by }
init { run Child(2); work = 9; run Child(3); work++ }
