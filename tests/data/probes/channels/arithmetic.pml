/* Channels: a variable of type chan can be copied and compared, a number cannot be assigned to it. */
chan pipe = [1] of { byte };
init { chan copy; pipe!2; copy = pipe; copy?2; assert(copy == pipe && len(copy) == 0); copy = 12; copy!3 }
