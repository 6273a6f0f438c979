/* A receive as a guard is executed in the sender's turn only; a send as a guard comes first when somebody takes the message. */
chan r = [0] of { byte };
chan s = [0] of { byte };
byte x;
active proctype Sender() { byte v; r!1; r!2; s?v; x = 9 }
active proctype Receiver() {
	byte v;
	do
	:: { x = 5; x = 6 } unless { r?v -> x = 1 }
	:: x == 1 -> break
	od;
	{ { x = 5; x = 6 } unless { s!3 -> x = 1 } } unless { x == 6 -> x = 20 };
	x = 7
}
