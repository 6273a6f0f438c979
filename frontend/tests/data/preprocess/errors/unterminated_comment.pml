byte x;
/* it's not closed
byte y;
