//! Promela text to a resolved model.

pub mod ast;
pub mod ir;
pub mod parse;
pub mod print;
pub mod diagnostic;
pub mod preprocess;
pub mod source;
pub mod separator;
pub mod driver;
pub mod interpret;
pub mod passes;

pub use driver::{Loaded, Options, load};
