//! Searches: the order in which states are visited. All are one loop over the edges of states
//! ([`crate::step`]); what each does at its events is here.
//!
//! | search | finds | memory for each level of the path | file |
//! |---|---|---|---|
//! | depth-first | failed assertions, invalid end states, run-time errors | 20 to 40 bytes, with a large tree 8 more for each edge that is left | `depth_first/` |
//! | depth-first, reduced | the same, visiting fewer states and edges | 50 to 100 bytes | `reduced/` |
//! | depth-first, in another order | the same, reduced or not | the same | `reduced/ordered.rs` |
//! | depth-first, with a claim | runs that the claim accepts | 100 bytes, 4 for each state of an unfinished component | `components/` |
//! | breadth-first, reduced or not | the same, on shortest paths if nothing is left out | for each *state* a bit for each of its edges, and three | `breadth_first/` |
//! | breadth-first, several threads | the same | four bytes for each state, or on the disk | `breadth_first/parallel/` |
//! | breadth-first, on the disk | the same, with nothing left out | the budget; the rest on the disk | `on_disk/` |

mod breadth_first;
mod cached;
mod components;
mod depth_first;
mod ground;
mod guesses;
mod millions;
mod on_disk;
mod pace;
mod reduced;
mod room;
mod watched;

pub use breadth_first::{Distance, Locality, breadth_first, in_parallel, profiled};
pub use components::{ShortestRun, check_claim, shortest_run};
pub use depth_first::depth_first;
pub use millions::Millions;
pub use on_disk::on_disk;
pub use reduced::{in_edge_order, reduced};
pub use watched::{Watched, safety};

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::cache::Specification;
use crate::claim::Fairness;
use crate::disk::Folder;
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::{Model, PlaceId};
use crate::progress::Numbers;
use crate::reduce::Reduction;
use crate::statistics::Statistics;
use crate::store::{Overwrite, Store};
use crate::violation::Recorder;

/// The order in which states are visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The successors of the last state first.
    #[default]
    DepthFirst,
    /// Those of the first one first: the paths to all states are shortest.
    BreadthFirst,
}

/// Searches what `reduction` does not leave out, forward. Breadth-first there are no sleep sets.
pub fn in_order<M: Model + ?Sized, S: Store + ?Sized>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    order: Order,
    reduction: Reduction,
) -> Statistics {
    match order {
        Order::BreadthFirst => breadth_first(model, store, context, reduction.method),
        Order::DepthFirst if reduction.is_none() => depth_first(model, store, context),
        Order::DepthFirst => reduced(model, store, context, reduction),
    }
}

/// What a search is asked about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Index into [`ModelInfo::claims`](crate::model::ModelInfo::claims).
    pub claim: usize,
    /// Which runs count.
    pub fairness: Fairness,
}

/// Which states a search keeps when it has no room for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Caching {
    /// Stored states at most, those on the path included; `None`: as many as the budget has room
    /// for.
    pub states: Option<u64>,
    /// Which is forgotten.
    pub specification: Specification,
    /// For random choices.
    pub seed: u64,
    /// Ends the search when it has forgotten this many times as many states as the cache holds.
    pub work_limit: Option<f64>,
}

/// A table of visited states that forgets, for a breadth-first search
/// ([`ForgetfulStore`](crate::store::ForgetfulStore)), and when such a search gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forgetting {
    /// States that it holds.
    pub slots: u32,
    /// Slots that are looked at for a state.
    pub window: u32,
    /// Which state gives way to a new one.
    pub overwrite: Overwrite,
    /// Ends the search when of the states that it put into the table more than this part have
    /// overwritten another one.
    pub collision_limit: f64,
    /// Ends the search when it has visited this many times as many states as the table holds.
    pub work_limit: Option<f64>,
}

impl Forgetting {
    /// What each of this many tables may forget that are one together.
    pub(crate) fn shared_by(self, tables: usize) -> Self {
        Self {
            slots: (f64::from(self.slots) / tables as f64).ceil() as u32,
            ..self
        }
    }

    /// Whether to go on with this table, into which `visited` states were put.
    ///
    /// # Errors
    /// It has forgotten too much.
    pub(crate) fn check<S: Store + ?Sized>(&self, store: &S, visited: u64) -> Result<(), Stop> {
        let replaced = store.usage().overwritten.unwrap_or(0) as f64;
        let (visited, slots) = (visited as f64, f64::from(self.slots));
        if replaced > self.collision_limit * visited {
            return Err(Stop::CollisionRate);
        }
        match self.work_limit {
            Some(factor) if visited >= factor * slots => Err(Stop::WorkLimit),
            _ => Ok(()),
        }
    }
}

/// What a search is given, and where it puts what it finds besides its counters.
pub struct Context<'a> {
    /// What all memory is charged against; its monitor has the clock.
    pub budget: Arc<Budget>,
    /// How states are forgotten when there is no room; `None`: never.
    pub caching: Option<Caching>,
    /// How the table of a breadth-first search forgets, if it does.
    pub forgetting: Option<Forgetting>,
    /// Where files are put by a search that uses the disk.
    pub folder: Folder,
    /// States at this depth are not looked at.
    pub max_depth: Option<u64>,
    /// Violations.
    pub recorder: Recorder<'a>,
    /// Some state was at the depth bound.
    pub depth_bound_met: bool,
    /// The search did not run to its end.
    pub stopped: Option<Stop>,
    /// Where endless atomic sequences were cut, and how often.
    pub endless_chains: BTreeMap<PlaceId, u64>,
    /// How local edges are; of a search that measures it.
    pub locality: Option<Locality>,
    /// When it has found each million of states.
    pub millions: Millions,
}

impl<'a> Context<'a> {
    /// A context without limits but those given.
    pub fn new(budget: Arc<Budget>, max_depth: Option<u64>, mut recorder: Recorder<'a>) -> Self {
        recorder.watch(&budget);
        Self {
            budget,
            caching: None,
            forgetting: None,
            folder: Folder::new(".".into()),
            max_depth,
            recorder,
            depth_bound_met: false,
            stopped: None,
            endless_chains: BTreeMap::new(),
            locality: None,
            millions: Millions::default(),
        }
    }

    /// Looks at clock and interrupt between edges, and shows progress; gives the time.
    fn look(&mut self, statistics: &Statistics, depth: u64) -> Result<Duration, Stop> {
        let now = self.budget.monitor().check(Numbers {
            statistics,
            depth,
            used_bytes: self.budget.used_bytes(),
        })?;
        self.millions.note(statistics.visited, now);
        Ok(now)
    }
}
