/* Timeout: possible inside an atomic sequence, once it has blocked there. */
byte stage;
active proctype Slow() { atomic { stage = 2; timeout -> stage = 4; stage = 5 } }
active proctype Fast() { stage >= 4; stage = 9 }
