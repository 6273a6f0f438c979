//! Promela text to a resolved model.

pub mod ir;
