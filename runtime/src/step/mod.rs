//! What a step is: the floor between models and searches.
//!
//! A [`Cursor`] finds the enabled [edges](Edge) of a state one after the other and executes them; a
//! [`Selection`] says which of them are wanted, and whether in [another order](EdgeOrder) than
//! SPIN's. What a search keeps of its path is a stack of cursors; atomic sequences go fast where
//! there is no choice (`stretch.rs`), and end where they go round in circles (`chain.rs`). The
//! questions that models ask while they are executed are answered here, too: whether another
//! process could move ([`enabled`](enabled())), and whether a `d_step` goes on for ever
//! ([`Watch`]).
//!
//! All searches are one loop over the edges of states (`explore.rs`).
//!
//! Nothing here knows stores, reductions, violations or statistics.

mod chain;
mod cursor;
mod d_step;
mod edge;
mod edge_order;
mod enabled;
mod explore;
mod selection;
mod stretch;

pub(crate) use chain::Chains;
pub use cursor::{Cursor, NO_PROCESS};
pub use d_step::Watch;
pub use edge::{Edge, Move, Next, RunStep};
pub use edge_order::EdgeOrder;
pub(crate) use edge_order::Permuted;
pub use enabled::{enabled, is_enabled, outranked, waits_for_timeout};
pub(crate) use explore::{At, Follow, OnPath, Visit, explore};
pub use selection::{Decision, EveryKept, Everything, Selection};

use crate::memory::Charged;

/// The cursors below the one at hand, 16 bytes each. With the undo log (8 bytes for each changed
/// word) a level of the path costs 20 to 40 bytes.
pub(crate) type Stack = Charged<Cursor>;
