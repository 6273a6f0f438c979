//! Transition locality: how many levels lie between the ends of an edge (Tronci, Della Penna,
//! Intrigila and Venturini Zilli 2001, Definitions 2 to 4).
//!
//! An edge from level `l` to level `l + k` is a `k`-transition: 1 leads to a new level, 0 stays,
//! less leads back. A search that forgets states bets on edges that do not lead far back. What is
//! asked for each `k` is the fraction of a state's edges that are `k`-transitions: its mean over
//! all states, and its standard deviation. The paper divides by the number of edges of each state;
//! a state without edges has no such fraction, and is left out.
//!
//! The level of each state is kept beside the store, four bytes by handle, and follows when handles
//! change. A search that is not asked has `()` for a profile, and nothing of this.

use std::sync::Arc;

use super::in_memory::search;
use crate::memory::{Budget, Chunks, OutOfMemory};
use crate::model::Model;
use crate::reduce::SetMethod;
use crate::search::Context;
use crate::statistics::Statistics;
use crate::store::{Attached, Handle, Insertion, Store};

/// What is told of the edges of a search, in the order in which states are taken.
pub(super) trait Profile: Attached {
    /// The edges of a state must be looked up before the next one is taken: what is collected makes
    /// the queue look shorter than it is.
    const IS_STRICT: bool;

    /// The initial state was looked up.
    #[inline(always)]
    fn begin(&mut self, _: Insertion) -> Result<(), OutOfMemory> {
        Ok(())
    }

    /// What follows are edges of the next state, which is of this level.
    #[inline(always)]
    fn begin_state(&mut self, _level: u64) -> Result<(), OutOfMemory> {
        Ok(())
    }

    /// The state that an edge has led to was looked up.
    #[inline(always)]
    fn edge(&mut self, _: Insertion) -> Result<(), OutOfMemory> {
        Ok(())
    }
}

impl Profile for () {
    const IS_STRICT: bool = false;
}

/// As [`breadth_first`](super::breadth_first), and leaves the profile in `context`. Compiled once
/// for all models and stores: it is no search for speed.
///
/// Memory: four bytes a state more, and 32 for each level. The store must give each state a handle
/// of its own.
pub fn profiled(
    model: &dyn Model,
    store: &mut dyn Store,
    context: &mut Context<'_>,
    method: SetMethod,
) -> Statistics {
    let levels = Levels::new(context.budget.clone());
    let (statistics, levels) = search(model, store, context, method, levels);
    context.locality = Some(levels.into_locality());
    statistics
}

/// The profile of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Locality {
    /// States that have edges and whose edges were executed.
    pub states: u64,
    /// By distance, the one forwards first. Distances that do not occur are left out.
    pub distances: Vec<Distance>,
}

/// All `k`-transitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Levels forwards: at most 1.
    pub k: i64,
    /// How many edges are `k`-transitions.
    pub transitions: u64,
    /// Of the edges of a state, the fraction that are `k`-transitions: the mean over all states
    /// that have edges.
    pub mean: f64,
    /// The standard deviation of that fraction.
    pub deviation: f64,
}

impl Locality {
    /// Edges between stored states.
    pub fn transitions(&self) -> u64 {
        self.distances.iter().map(|it| it.transitions).sum()
    }

    /// The mean fraction of edges that lead no further than to a neighbouring level; the paper's
    /// `SumAvg`.
    pub fn one_local(&self) -> f64 {
        let near = self.distances.iter().filter(|it| it.k >= -1);
        near.map(|it| it.mean).sum()
    }
}

/// The levels of all states, and what is known of the edges so far.
struct Levels {
    /// By handle: the state's level and 1.
    levels: Chunks<u32>,
    /// By 1 - `k`.
    sums: Chunks<Sums>,
    /// The level of the state whose edges these are.
    level: u32,
    /// The indices in `sums` that edges of the state had, and the number of edges.
    met: Vec<usize>,
    edges: u32,
    /// States with edges before this one.
    states: u64,
    /// In `sums`.
    bound: usize,
}

/// Sums over states.
#[derive(Clone, Copy, Default)]
struct Sums {
    transitions: u64,
    fractions: f64,
    squares: f64,
    /// Edges of the state that is looked at.
    of_state: u32,
}

impl Levels {
    fn new(budget: Arc<Budget>) -> Self {
        Self {
            levels: Chunks::new(budget.clone()),
            sums: Chunks::new(budget),
            level: 0,
            met: Vec::new(),
            edges: 0,
            states: 0,
            bound: 0,
        }
    }

    /// All edges of the state were seen.
    fn end_state(&mut self) -> Result<(), OutOfMemory> {
        self.states += u64::from(self.edges > 0);
        for &index in &self.met {
            let sums = self.sums.slot(index)?;
            let fraction = f64::from(sums.of_state) / f64::from(self.edges);
            sums.transitions += u64::from(sums.of_state);
            sums.fractions += fraction;
            sums.squares += fraction * fraction;
            sums.of_state = 0;
        }
        self.met.clear();
        self.edges = 0;
        Ok(())
    }

    fn into_locality(mut self) -> Locality {
        // Only what was there is changed.
        let _ = self.end_state();
        let all = (0..self.bound).map(|index| (1 - index as i64, self.sums.value(index)));
        let states = self.states as f64;
        let distance = |(k, sums): (i64, Sums)| {
            let mean = sums.fractions / states;
            // Rounding may take more than there is.
            let variance = (sums.squares / states - mean * mean).max(0.0);
            Distance {
                k,
                transitions: sums.transitions,
                mean,
                deviation: variance.sqrt(),
            }
        };
        Locality {
            states: self.states,
            distances: all
                .filter(|(_, sums)| sums.transitions > 0)
                .map(distance)
                .collect(),
        }
    }
}

impl Profile for Levels {
    const IS_STRICT: bool = true;

    fn begin(&mut self, answer: Insertion) -> Result<(), OutOfMemory> {
        if let Insertion::Fresh(handle) = answer {
            *self.levels.slot(handle.index())? = 1;
        }
        Ok(())
    }

    fn begin_state(&mut self, level: u64) -> Result<(), OutOfMemory> {
        self.end_state()?;
        // There are as many handles, and so as many levels, as such numbers.
        self.level = level as u32;
        Ok(())
    }

    fn edge(&mut self, answer: Insertion) -> Result<(), OutOfMemory> {
        let next = self.level + 1;
        let level = match answer {
            Insertion::Fresh(handle) => {
                *self.levels.slot(handle.index())? = next + 1;
                next
            }
            Insertion::Seen(handle) => self.levels.value(handle.index()) - 1,
            Insertion::Full => unreachable!("room was made"),
        };
        let index = (next - level) as usize;
        let sums = self.sums.slot(index)?;
        if sums.of_state == 0 {
            self.met.push(index);
            self.bound = self.bound.max(index + 1);
        }
        sums.of_state += 1;
        self.edges += 1;
        Ok(())
    }
}

impl Attached for Levels {
    fn is_empty(&self) -> bool {
        false
    }

    fn unmark(&mut self, _: &[Handle]) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn reserve(&mut self, bound: usize) -> Result<(), OutOfMemory> {
        let last = bound.checked_sub(1);
        last.map_or(Ok(()), |last| self.levels.slot(last).map(drop))
    }

    fn lift(&self, handle: Handle) -> u32 {
        self.levels.value(handle.index())
    }

    fn put(&mut self, handle: Handle, what: u32) {
        if what != self.lift(handle) {
            let slot = self.levels.slot(handle.index());
            *slot.expect("room was reserved") = what;
        }
    }

    /// What is left of others is written over when their handles are given away again.
    fn keep(&mut self, _: &mut dyn Iterator<Item = Handle>) {}
}
