//! Random choices are uniform among the states that are allowed.
