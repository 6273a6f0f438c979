byte x;
active proctype P(
