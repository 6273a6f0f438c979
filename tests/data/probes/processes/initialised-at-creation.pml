/* Processes: an initialiser is evaluated when the process is made, with the globals of that moment. */
byte g = 2;
active proctype Early() { byte mine = g + 1; skip; assert(mine == 3) }
proctype Child() { byte mine = g * 2; assert(mine == 8); g = 6 }
init { g = 4; run Child(); run Child2() }
proctype Child2() { byte mine = g; assert(mine == 4 || mine == 6) }
