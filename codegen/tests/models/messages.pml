// Sorted sends, random receives, copying receives, polls. SPIN counts 3202 states, 3862 matched, 2520 atomic steps, depth 741.
mtype = { low, middle, high }
chan q = [3] of { mtype, byte }
byte x, y
bool done

active proctype Sender() {
	do
	:: !done -> atomic {
		if
		:: q!!low,2
		:: q!!middle,1
		:: q!!high,3
		:: nfull(q) -> q!middle,7
		fi
	}
	:: x > 3 -> break
	od
}

active proctype Receiver() {
	do
	:: q??middle,x
	:: q??[high,3] -> q??high,eval(3); y = (y + 1) % 3
	:: q?<low,x>; q?low,y
	:: q?[low,2] && x == 2 -> done = true; break
	od
}
