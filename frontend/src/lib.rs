//! Promela text to a resolved model.

pub mod ast;
pub mod ir;
pub mod parse;
pub mod print;
pub mod diagnostic;
pub mod preprocess;
pub mod source;
pub mod separator;
