//! Promela text to a resolved model.

pub mod ast;
pub mod ir;
