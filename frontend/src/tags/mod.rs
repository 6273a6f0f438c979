//! What a statement can touch of what others see.

pub mod flow;
