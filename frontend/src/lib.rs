//! Promela text to a resolved model.

// Their macros panic when a stream is closed or full.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod ast;
// Analyzers look for components, too; the two share no crate.
#[path = "../../runtime/src/connected.rs"]
mod connected;
pub mod diagnostic;
pub mod driver;
pub mod inline;
pub mod interpret;
pub mod ir;
mod linear;
pub mod ltl;
pub mod mapped_text;
pub mod parse;
pub mod passes;
pub mod population;
pub mod preprocess;
pub mod print;
pub mod separator;
// What an analyzer makes fit to be shown, the front end does too; the two share no crate.
#[path = "../../runtime/src/shown.rs"]
pub mod shown;
pub mod source;
pub mod suggest;
pub mod tags;
pub mod token;
pub mod values;

pub use driver::{Loaded, Options, load, load_text};
