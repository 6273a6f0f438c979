/* Both take one and wait for the other; a third may rest. */
bool left, right;
chan orders = [1] of { byte };

active proctype A() { !left -> left = true; !right -> right = true; skip }
active proctype B() { !right -> right = true; !left -> left = true; skip }
active proctype waiter() {
	byte order;
end:	orders?order;
	goto end
}
