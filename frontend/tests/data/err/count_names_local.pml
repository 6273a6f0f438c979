/* The names of a process are unknown outside of it, also when its instances are counted. */
chan c = [1] of { byte };
active [2 != me] proctype user() {
  byte me;
  c!me
}
