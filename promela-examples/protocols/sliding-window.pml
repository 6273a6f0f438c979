/*
 * A sliding window protocol with selective repeat, in one direction; protocol 6 of
 *   A. S. Tanenbaum, "Computer Networks", Prentice Hall 1981, chapter 4.
 *
 * The sender may have W frames underway and repeats each of them, at any time, until it is acknowledged. The receiver
 * keeps what arrives out of order within its own window of W frames and hands it on when the gap is filled.
 * Sequence numbers are counted modulo M, which has to be at least 2*W.
 *
 * Checked: the frames' contents, numbered modulo VALUES, are handed on in order.
 *
 * Parameters     default
 *   W            2         window of sender and receiver
 *   M            2*W       sequence numbers; a fault when smaller
 *   LINE         2         frames a line holds
 *   VALUES       M+1       different contents
 *   NO_RESEND    off       a fault: lost frames are not repeated
 */
#ifndef W
#define W 2
#endif
#ifndef M
#define M (2*W)
#endif
#ifndef LINE
#define LINE 2
#endif
#ifndef VALUES
#define VALUES (M+1)
#endif

chan frames = [LINE] of { byte, byte };         /* sequence number, contents */
chan acks   = [LINE] of { byte };               /* the next frame that the receiver waits for */

active proctype sender()
{	byte first, underway;           /* oldest frame not acknowledged; how many there are */
	byte contents[M];
	byte next_contents, i, n;

	do
	:: underway < W && nfull(frames) ->
		atomic {
			i = (first+underway)%M;
			contents[i] = next_contents;
			next_contents = (next_contents+1)%VALUES;
			underway++;
			frames!i,contents[i];
			i = 0
		}
	:: acks?n ->
		atomic {
			if
			:: (n+M-first)%M <= underway ->
				do
				:: first != n -> contents[first] = 0; first = (first+1)%M; underway--
				:: else -> break
				od
			:: else                 /* of the past */
			fi;
			n = 0
		}
#ifndef NO_RESEND
	:: atomic { underway > 0 && nfull(frames) -> i = 0 };
		do
		:: i < underway-1 -> i++
		:: atomic { nfull(frames) -> frames!((first+i)%M),contents[(first+i)%M]; i = 0; break }
		:: full(frames) -> i = 0; break
		od
#endif
	od
}

active proctype receiver()
{	byte next;                      /* the frame to be handed on next */
	bool here[M];
	byte contents[M];
	byte expected, n, c;

end_waiting:
	do
	:: frames?n,c ->
		atomic {
			if
			:: (n+M-next)%M < W -> here[n] = true; contents[n] = c
			:: else                 /* a copy of a frame handed on */
			fi;
			n = 0; c = 0;
			do
			:: here[next] ->
				assert(contents[next] == expected);
				expected = (expected+1)%VALUES;
				here[next] = false; contents[next] = 0;
				next = (next+1)%M
			:: else -> break
			od
		};
		if
		:: nfull(acks) -> acks!next
		:: full(acks)
		fi
	od
}

active proctype losses()
{
end_fine:
	do
	:: frames?_,_
	:: acks?_
	od
}
