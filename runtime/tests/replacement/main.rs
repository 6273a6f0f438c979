//! Replacement: the language of specifications, and what is chosen against a reference that looks
//! at every state.

mod choices;
mod language;
mod memory;
#[path = "../random/mod.rs"]
mod random;
mod reference;
mod uniformity;
mod walk;
