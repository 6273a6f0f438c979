//! The `pvgen` command.

fn main() {}
