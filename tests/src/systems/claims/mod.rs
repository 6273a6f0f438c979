//! Claims on random small systems: that a search of the product finds a run that a claim accepts if
//! and only if there is one.
//!
//! ```text
//!  seed ─> system ──> graph of its states ──┐
//!      └─> formula ─> automaton ────────────┴─> product, by definition ──┐  the same verdicts
//!                         └─> ClaimInfo ──────> searches of the product ─┘
//!                                                       └─> runs, executed again and looked at
//! ```
//!
//! [`product`] is the whole product as a graph, and what fairness says by definition; [`retrace`]
//! executes a run that a search has found by the plain meaning of the tables, and evaluates the
//! formula on it by code that knows no automaton. [`visible`] says which transitions change where
//! processes stand. [`automaton`] makes a [`ClaimInfo`] of a formula,
//! and automata that accept the same and must not be reduced. [`combination`] has what is searched
//! with, [`safety`] what is searched without a product, [`campaign`] does all that for many.
//!
//! [`ClaimInfo`]: runtime::claim::ClaimInfo

pub mod automaton;
pub mod campaign;
pub mod combination;
pub mod compare_with_spin;
pub mod formulas;
pub mod product;
pub mod propositions;
pub mod retrace;
pub mod safety;
pub mod shortest;
pub mod subject;
pub mod visible;
