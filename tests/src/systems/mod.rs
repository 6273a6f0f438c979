//! Random small systems: that nothing is lost by a reduction.
//!
//! A reduction is wrong in rare cases: a cycle closed at the wrong moment, a step that was disabled
//! when it was asked about. Examples do not have them. So systems are made by chance, a hundred
//! thousand and more, each of up to some hundred states; a naive search says what there is to be
//! found in each, and a search with each combination of reductions must find that.
//!
//! ```text
//!                    ┌─> control graphs ─> naive search ──────────────┐   the same states, invalid end states,
//!  seed ─> table ────┼─> model, tags ────> searches with reductions ──┘   violated assertions and run-time errors
//!                    └─> Promela ────────> SPIN                           as many states as the plain search
//! ```
//!
//! Nothing is compiled: a system is a [`table`], which [`model`] interprets behind the runtime's
//! contract. What could make both sides wrong in the same way exists twice: [`plain`] is another
//! meaning of the tables for the [`naive`] search, and [`find`] another reading of the definitions
//! of conflict tags than the generator's; [`commute`] tries these out in each state. [`generate`]
//! makes systems of several [`classes`](classes::Class), [`combination`] compares, [`shrink`] makes
//! a system in which something is lost smaller, [`campaign`] does all that for many.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use rapidhash::fast::RapidHasher;

pub mod anonymous;
pub mod campaign;
pub mod claims;
pub mod classes;
pub mod combination;
pub mod commute;
pub mod compare_with_spin;
pub mod encode;
pub mod find;
pub mod flat;
pub mod generate;
pub mod model;
pub mod naive;
pub mod plain;
pub mod promela;
mod sequence;
pub mod shrink;
pub mod table;
pub mod tags;
pub mod visited;

/// No one attacks these sets; a campaign spends a seventh of its time in the standard hash.
type Quick = BuildHasherDefault<RapidHasher<'static>>;
/// A map with a quick hash.
pub type QuickMap<K, V> = HashMap<K, V, Quick>;
/// A set with a quick hash.
pub type QuickSet<T> = HashSet<T, Quick>;
