/* Remote references: whether another process is at a label, and the value of its variable. */
byte target;
active proctype Worker() { byte mine; mine = 4; here: target = mine; mine = 6 }
active proctype Looker() { Worker@here -> skip; assert(Worker:mine == 4 || Worker:mine == 6) }
