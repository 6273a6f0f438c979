/* The variable can name a channel with messages of two fields, and another one. OPERATION is done with a
   message in both: it names two fields, or three. */
#define SEND c!3,4
#define SORTED c!!3,4
#define RECEIVE c?x,y
#define RANDOM c??x,y
#define DISCARD c?_,_
#define CONSTANTS c?7,8
#define EVAL c?eval(x + 7),y
#define SEARCH c??7,y
#define COPY c?<x,y>
#define RANDOM_COPY c??<7,y>
#define POLL c?[x,y]
#define CONSTANT_POLL c?[7,8]
#define RANDOM_POLL c??[7,_]
#define RECEIVE_3 c?x,y,_
#define SEARCH_3 c??x,_,9
#define CONSTANTS_3 c?7,8,9
#define COPY_3 c?<x,y,_>
#define POLL_3 c?[x,y,_]
#define CONSTANT_POLL_3 c?[7,8,9]
#define RANDOM_POLL_3 c??[_,_,9]
#define OTHER_MESSAGE c?6,y
#define OTHER_SEARCH c??6,y,9
#define OTHER_POLL c?[6,x]
#define NO_FIELDS len(c) == 1 && nempty(c) && nfull(c)

chan one = [2] of { byte };
chan two = [2] of { byte, byte };
chan again = [2] of { byte, byte };
chan three = [2] of { byte, byte, byte };
byte x, y;

proctype P(chan c) { end: OPERATION }

init {
	atomic { one!7; two!7,8; again!7,8; three!7,8,9; run P(two); run P(OTHER) }
}
