//! The budget is kept, refusals change nothing, and memory is what is promised.
