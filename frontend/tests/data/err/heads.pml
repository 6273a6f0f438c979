byte x;
active [ proctype P() { skip }
active [2] Q() { skip }
proctype R() provided (x == 1) priority 2 { skip }
init provided (x == 1) { skip }
proctype S() priority x { skip }
proctype T() provided x == 1 { skip }
init 3 { x = 1 1 }
