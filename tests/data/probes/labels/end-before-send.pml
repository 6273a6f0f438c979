/* End states: a label end marks the statement behind it, and only that. */
chan shelf = [1] of { byte };
active proctype P() { endless: shelf!1; end_x: shelf!2; shelf!3 }
active proctype Q() { byte got; (len(shelf) == 1); shelf?got }
