/* Handshake: two atomic sequences hand the control to each other. */
chan ball = [0] of { byte }; byte v;
active proctype Left() { do :: atomic { ball!2; v = 4; v = 5 } :: atomic { v == 5 -> v = 6; v = 7; break } od }
active proctype Right() { byte got; do :: atomic { ball?got; got++; ball?got } :: v >= 6 -> break od }
