/* Worked example: three processes on a ring of channels hand a number around until it is used up. */
chan ring[3] = [1] of { byte }; byte moved;
proctype Node(byte me) { byte left; end_node: do :: ring[me]?left; if :: left == 0 -> break :: left > 0 -> moved++; ring[(me + 2) % 3]!(left - 1) fi od }
init { atomic { run Node(0); run Node(1); run Node(2) }; ring[1]!5 }
