/* Send: into a full channel it blocks, unless messages may be lost. */
chan shelf = [2] of { byte };
init { shelf!1; shelf!2; shelf!3; shelf!4; assert(len(shelf) == 2) }
