//! Model to files of an analyzer crate.
