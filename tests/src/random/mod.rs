//! Random programs: what our interpreter, our generated code and SPIN say of each must be the same.
//!
//! ```text
//!                ┌─> tree ─> printed text ─> tree           the same tree
//!                │                └──────────> SPIN ──┐     the same counts
//!  seed ─> text ─┼─> SPIN ────────────────────────────┤     the same counts and errors
//!                ├─> model ─> interpreter ────────────┤     the same states, invalid end states, counts and errors
//!                │     └────> generated code ─────────┘
//!                │                ├─> each reduction        the same errors and invalid end states
//!                │                └─> caches                the same, without reductions the same states too
//!                └─> optimised model ─> the same two        the same verdict
//! ```
//!
//! The parts: [`generate`] makes programs ([`tree`]) of the chosen [`features`]; [`examine`] is our
//! side without generated code, in a child process; [`compare`] asks SPIN and finds differences;
//! [`generated`] builds analyzers and runs them, [`caches`] with caches; [`shrink`] makes a program
//! that shows a difference smaller while it still does; [`campaign`] does all that for many
//! programs. [`claims`] does the like for programs with a claim.

pub mod caches;
pub mod campaign;
pub mod claims;
pub mod compare;
pub mod examine;
pub mod features;
pub mod generate;
pub mod generated;
pub mod numbers;
pub mod shrink;
pub mod states;
pub mod tree;
