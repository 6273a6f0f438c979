/* What a claim mentions is part of the state, checked or not. */
byte x;
active proctype P() { x = 1 }
active proctype Q() { x = 2 }
never { do :: _last == 1 && !np_ -> break :: else od }
