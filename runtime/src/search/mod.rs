//! Searches: the order in which states are visited.
//!
//! | search | finds | memory for each level of the path | file |
//! |---|---|---|---|
//! | depth-first | failed assertions, invalid end states, run-time errors | 20 to 40 bytes | `depth_first.rs` |
//! | depth-first, reduced | the same, visiting fewer states and edges | 50 to 100 bytes | `reduced/` |

mod chain;
mod charged;
mod depth_first;
mod expand;
mod monitor;
mod reduced;
mod stack;
mod walk;

pub(crate) use charged::Charged;
pub use depth_first::depth_first;
pub use expand::{Answer, Cursor, Edge, Everything, Move, NO_PROCESS, Next, Selection};
pub use monitor::{Monitor, catch_interrupt};
pub use reduced::reduced;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::PlaceId;
use crate::violation::Recorder;

/// What a search is given, and where it puts what it finds besides its counters.
pub struct Context<'a> {
    /// What all memory is charged against.
    pub budget: Arc<Budget>,
    /// States at this depth are not looked at.
    pub max_depth: Option<u64>,
    /// Violations.
    pub recorder: Recorder<'a>,
    /// Clock, interrupt and progress.
    pub monitor: Monitor,
    /// Some state was at the depth bound.
    pub depth_bound_met: bool,
    /// The search did not run to its end.
    pub stopped: Option<Stop>,
    /// Where endless atomic sequences were cut, and how often.
    pub endless_chains: BTreeMap<PlaceId, u64>,
}

impl<'a> Context<'a> {
    /// A context without limits but those given.
    pub fn new(
        budget: Arc<Budget>,
        max_depth: Option<u64>,
        recorder: Recorder<'a>,
        monitor: Monitor,
    ) -> Self {
        Self {
            budget,
            max_depth,
            recorder,
            monitor,
            depth_bound_met: false,
            stopped: None,
            endless_chains: BTreeMap::new(),
        }
    }
}
