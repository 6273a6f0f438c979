//! Models changed at random: any text is accepted or refused with a message, soon and without a
//! panic.
//!
//! A text changed by tokens is nearly always refused, mostly by the parser: such mutants are for
//! the front half. So others are made by their tree ([`tree`]): an expression becomes another of
//! the same process, a statement is put into `atomic`, and so on, which keeps most of them right;
//! they reach the generator and the interpreter. `stages` sends one mutant through everything.
//!
//! A mutant that panics, overflows the stack, asks for a gigabyte or does not end must not end the
//! campaign. So processes of their own go through families of mutants, each with a [`slot`] that
//! says what it is at; `campaign` watches them and makes smaller what has brought one down.

pub mod build;
pub mod campaign;
mod family;
pub mod seeds;
mod shrink;
pub mod slot;
pub mod stages;
pub mod tokens;
pub mod tree;
pub mod work;
