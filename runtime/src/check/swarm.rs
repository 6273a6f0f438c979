//! A swarm: many small searches that look at different parts of the model.
//!
//! Where there are too many states for any search, a single one sees what lies behind its first
//! choices and nothing else, however long it runs. Searches that differ in the order of the edges,
//! and in the bits that they keep of a state, see different parts, and need not know of each other
//! (Holzmann, Joshi and Groce 2008). So each thread has a search of its own, with its part of the
//! memory; when it has come to its end, because its table is full, the thread begins the next one.
//! The first violation ends all. Which search finds one first, timing decides; what a search finds
//! is a function of its seed and the size of its table, so it can be repeated alone.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::plain::{Plain, general};
use super::stores::store;
use super::{Failure, context, program};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::{Model, PlaceId};
use crate::options::{OfSwarm, Settings, Swarm};
use crate::reduce::Reduction;
use crate::report::Swarmed;
use crate::statistics::Statistics;
use crate::violation::Violation;

/// Has the searches swarm out, until one of them has found something, all are done, or the time is
/// up.
///
/// # Errors
/// There is no memory to begin with.
pub fn search(
    model: &dyn Model,
    settings: &Settings,
    swarm: &Swarm,
    reduction: Reduction,
    budget: &Arc<Budget>,
) -> Result<(Plain, u64), Failure> {
    budget.monitor().turn_to("swarm");
    let searches = Searches {
        model,
        settings,
        swarm,
        reduction,
        budget,
        next: AtomicU64::new(0),
        together: Mutex::new(Together::new(model.info().transitions.len())),
    };
    let peak_bytes = thread::scope(|scope| {
        let threads = (0..swarm.threads).map(|_| scope.spawn(|| searches.go_on()));
        let threads: Vec<_> = threads.collect();
        let peaks = threads.into_iter().map(|it| it.join());
        peaks.map(|it| it.expect("a panic ends the process")).sum()
    });
    let together = searches.together.into_inner();
    let together = together.unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = together.failure {
        return Err(failure);
    }
    Ok((together.plain(swarm, budget), peak_bytes))
}

/// What all threads share.
struct Searches<'a> {
    model: &'a dyn Model,
    settings: &'a Settings,
    swarm: &'a Swarm,
    reduction: Reduction,
    budget: &'a Budget,
    next: AtomicU64,
    together: Mutex<Together>,
}

impl Searches<'_> {
    /// Searches, one search after the other; gives the most memory that one has used.
    fn go_on(&self) -> u64 {
        let mut looks = self.budget.begin("swarm", 0).of_long_steps();
        let mut peak_bytes = 0;
        // A search may be too short to look at the clock itself.
        while looks.advance(1).is_ok() {
            let number = self.next.fetch_add(1, Relaxed);
            if self.swarm.searches.is_some_and(|all| number >= all) {
                break;
            }
            let budget = Arc::new(self.budget.afresh(self.swarm.threads as u64));
            if let Err(failure) = self.search(self.swarm.search(number), &budget) {
                self.budget.monitor().end_with_enough();
                self.together().failure.get_or_insert(failure);
            }
            peak_bytes = budget.peak_bytes().max(peak_bytes);
        }
        peak_bytes
    }

    fn search(&self, search: OfSwarm, budget: &Arc<Budget>) -> Result<(), Failure> {
        let settings = search.settings(self.settings);
        let mut store = store(self.model.info(), &settings, 1, budget.clone())?.boxed();
        let mut context = context(self.model, &settings, budget.clone());
        let (model, reduction) = (self.model, self.reduction);
        let statistics = general(model, &mut *store, &mut context, &settings, reduction);
        let mut together = self.together();
        together.statistics.add(&statistics);
        together.depth_bound_met |= context.depth_bound_met;
        for (place, cuts) in context.endless_chains {
            *together.endless_chains.entry(place).or_default() += cuts;
        }
        together.begun += 1;
        match context.stopped {
            None => together.ended += 1,
            Some(Stop::Memory(_)) => together.out_of_memory += 1,
            Some(_) => {}
        }
        if !context.recorder.violations.is_empty() && together.found_by.is_none() {
            let has_claims = !self.model.info().claims.is_empty();
            let options = search.repeated(self.settings, has_claims);
            together.found_by = Some(format!("{} {options}", program()));
            together.violations = context.recorder.violations;
            self.budget.monitor().end_with_enough();
        }
        Ok(())
    }

    fn together(&self) -> MutexGuard<'_, Together> {
        let together = self.together.lock();
        together.unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the searches have come to.
struct Together {
    statistics: Statistics,
    depth_bound_met: bool,
    endless_chains: BTreeMap<PlaceId, u64>,
    /// Searches.
    begun: u64,
    /// Those that have come to their end.
    ended: u64,
    /// Those that ran out of memory.
    out_of_memory: u64,
    /// Of the first search that has found something, and how it is repeated.
    violations: Vec<Violation>,
    found_by: Option<String>,
    failure: Option<Failure>,
}

impl Together {
    fn new(transitions: usize) -> Self {
        Self {
            statistics: Statistics::new(transitions),
            depth_bound_met: false,
            endless_chains: BTreeMap::new(),
            begun: 0,
            ended: 0,
            out_of_memory: 0,
            violations: Vec::new(),
            found_by: None,
            failure: None,
        }
    }

    fn plain(self, swarm: &Swarm, budget: &Budget) -> Plain {
        let are_done = swarm.searches == Some(self.ended + self.out_of_memory);
        let stopped = match budget.monitor().ended().map(Stop::from) {
            _ if self.found_by.is_some() => Some(Stop::Errors),
            // It was asked for as many as there is time for.
            Some(Stop::Time) if swarm.searches.is_none() => None,
            stopped => stopped.filter(|_| !are_done),
        };
        Plain {
            violation_count: self.violations.len() as u64,
            violations: self.violations,
            statistics: self.statistics,
            stopped,
            depth_bound_met: self.depth_bound_met,
            endless_chains: self.endless_chains,
            swarm: Some(Swarmed {
                begun: self.begun,
                ended: self.ended,
                out_of_memory: self.out_of_memory,
                found_by: self.found_by,
            }),
            elapsed: budget.monitor().elapsed(),
            ..Plain::default()
        }
    }
}
