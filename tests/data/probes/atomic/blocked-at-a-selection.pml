/* Atomic: a sequence that blocks at a selection in its middle, and others that make one option possible or another. */
byte key;
active proctype Lock() { atomic { key == 0 -> skip; do :: key == 3 -> break :: key == 2 -> key = 5; break od }; key = 7 }
active proctype Keys() { key = 3; key = 2; key = 0; key = 3 }
