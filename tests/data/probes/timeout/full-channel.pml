/* Timeout: a send into a full channel blocks, and when nothing else can move timeout is possible. */
chan shelf = [2] of { byte }; byte gave_up;
init { shelf!4; shelf!5; if :: shelf!6 -> assert(false) :: timeout -> gave_up = 1 fi; assert(len(shelf) == 2) }
