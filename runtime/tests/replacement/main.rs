//! Replacement: the language of specifications, and what is chosen against a reference that looks at every state.

mod choices;
mod language;
mod memory;
mod reference;
mod uniformity;
mod walk;
