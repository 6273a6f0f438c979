//! What every analyzer links: the working state, stores, searches, trails, and the command line.
//!
//! A model is a set of tables and a function for each transition ([`model::ModelInfo`]). `pvgen`
//! generates it from Promela; this one, a process that counts to three and is stuck there, is
//! written by hand:
//!
//! ```
//! use std::sync::Arc;
//!
//! use runtime::memory::Budget;
//! use runtime::model::*;
//! use runtime::search::{Context, depth_first};
//! use runtime::state::{Faulted, Field, Process, State};
//! use runtime::store::ExactStore;
//! use runtime::tables::*;
//! use runtime::violation::{Checks, Kind, Recorder};
//!
//! // byte x; active proctype P() { do :: x < 3 -> x++ od }      `x < 3 -> x++` is one transition here
//! const X: Field = Field::unsigned(0, 0, 8);
//! const PLACE: Field = Field::unsigned(0, 0, 8);
//!
//! fn increment_x(state: &mut State, _: Process) -> Outcome {
//!     if state.get(X) >= 3 {
//!         return BLOCKED;
//!     }
//!     state.set(X, state.get(X) + 1);
//!     DONE
//! }
//!
//! const INCREMENT_X: Candidate = Candidate { execute: increment_x, ..offer(0) };
//!
//! fn initialize(state: &mut State) -> Result<(), Faulted> {
//!     let process = state.spawn(0)?;
//!     state.set(process.at(PLACE), 1);
//!     Ok(())
//! }
//!
//! static MODEL: ModelInfo = ModelInfo {
//!     name: "count",
//!     files: &["count.pml"],
//!     global_words: 1,
//!     proctypes: &[proctype("P", 1, &[], &[])],
//!     places: &[place(0, 0, false, &[]), place(0, 1, false, &[INCREMENT_X])],
//!     transitions: &[transition(0, 1, &[at(1, "x < 3"), at(1, "x++")])],
//!     execute: &[increment_x],
//!     initialize,
//!     ..ModelInfo::EMPTY
//! };
//!
//! let model = &MODEL;
//! let budget = Arc::new(Budget::new(1 << 20));
//! let mut store = ExactStore::new(budget.clone()).unwrap();
//! let checks = Checks { assertions: true, end_states: true };
//! let recorder = Recorder::new(&model, checks, None);
//! let mut context = Context::new(budget, None, recorder);
//! let found = depth_first(&model, &mut store, &mut context);
//!
//! assert_eq!((found.stored, found.transitions(), found.depth), (4, 4, 3));
//! assert_eq!(context.recorder.violations[0].kind, Kind::InvalidEndState);
//! ```
//!
//! An analyzer's `main` is [`cli::main_of`]. More models are in `tests/toy_models/`.

// Their macros panic when a stream is closed or full.
#![warn(clippy::print_stdout, clippy::print_stderr)]

// From the ground up; `tests/tests/tidy.rs` has the order in which they may know each other.
mod connected;
pub mod disk;
mod first_error;
mod interrupt;
mod json;
mod mix;
pub mod shown;
pub mod statistics;
mod streams;
pub mod units;

pub mod limits;
pub mod memory;
pub mod monitor;
mod progress;

pub mod claim;
pub mod model;
pub mod rows;
pub mod state;
pub mod tables;
pub mod tags;

pub mod encode;
mod reached;
pub mod step;
pub mod store;
pub mod view;

pub mod cache;
pub mod reduce;
pub mod search;
pub mod trail;
pub mod violation;

mod check;
pub mod cli;
pub mod dump;
mod export;
mod options;
pub mod outputs;
mod report;
