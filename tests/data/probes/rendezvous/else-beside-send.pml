/* Handshake beside else: else is possible when no receiver takes what is offered. */
chan door = [0] of { bit }; byte way;
active proctype Giver() { if :: else -> way = 2 :: door!1 -> way = 1 fi; way = way + 1 }
active proctype Taker() { bit got; door?got }
