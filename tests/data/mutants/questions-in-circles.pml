/* Questions that go round in circles: each is asked as often as there are processes before it is told so. */
byte x;
active [30] proctype P() { enabled(_pid + 1) |(_pid + 1) -> {(_pid) &&(_pid) } { 1 }  }active [29] proctype D() { d_step { enabled((!(_pid))) &&(_pid + 1) ->(_pid + 2147483647); { ((enabled(_pid + 1) && enabled((_pid + 1))) -> (_pid) : enabled(_pid + 1)& enabled((_pid))) }  } }proctype Q() { (((-(_pid)) - 1) / ((-(_pid)) - 1))  }
