/* Declarations: a message cannot have a field of type unsigned. */
chan narrow = [1] of { unsigned };
chan flags = [2] of { bit };
init { byte got; flags!3; flags?got }
