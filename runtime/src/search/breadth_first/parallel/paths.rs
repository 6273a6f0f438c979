//! The shortest paths to states, found from their ends.
//!
//! The states of each level are known, but not how they were reached: which edge came first is a
//! matter of timing. So the levels are gone through once more, from the last one to the first: the
//! edges of all states of a level are executed, and of those with one to a state that is wanted the
//! one with the least words is wanted next. One pass is enough for all that was found, and its
//! answer does not depend on the number of workers. All edges are looked at, also those that a
//! reduction has left out: some edge has led to each state.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::super::expansion::{Expansion, Path, Proviso, Visitor};
use super::on_threads;
use super::worker::Part;
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::monitor::Task;
use crate::reduce::SetMethod;
use crate::state::{State, hash_of};
use crate::step::{Cursor, Edge};
use crate::store::Store;
use crate::violation::FINDING;

type Words = Box<[u32]>;

/// The state before, and the edges from there, of each state of a level that is wanted.
type Steps = BTreeMap<Words, (Words, Vec<Cursor>)>;

/// The paths to states, of which some level each.
pub(super) struct Paths {
    /// By level less one.
    steps: Vec<Steps>,
}

impl Paths {
    /// To all `targets`, with their levels. Time: as to execute all edges of the levels before.
    ///
    /// # Errors
    /// It takes too long, says the monitor of `budget`; or the disk fails, if levels are there.
    pub(super) fn to<M: Model + ?Sized, S: Store + Send>(
        model: &M,
        parts: &mut [Part<S>],
        targets: impl Iterator<Item = (usize, Words)>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut wanted: Vec<Vec<Words>> = Vec::new();
        for (level, state) in targets {
            wanted.resize(wanted.len().max(level + 1), Vec::new());
            wanted[level].push(state);
        }
        let mut steps = Vec::new();
        let mut alone = Looker::new(model, budget);
        let worth_threads = budget.thresholds().worth_threads_states;
        for level in (1..wanted.len()).rev() {
            let (goals, before) = (std::mem::take(&mut wanted[level]), level - 1);
            let states: usize = parts.iter().map(|part| part.1.of(before).len()).sum();
            let found = match states < worth_threads {
                true => vec![alone.steps_to(&goals, parts, before)],
                false => on_threads(parts.chunks_mut(1).collect(), |part| {
                    Looker::new(model, budget).steps_to(&goals, part, before)
                }),
            };
            let mut all = Steps::new();
            for found in found {
                for (goal, step) in found? {
                    keep_least(&mut all, goal, step);
                }
            }
            wanted[before].extend(all.values().map(|(state, _)| state.clone()));
            steps.push(all);
        }
        steps.reverse();
        Ok(Self { steps })
    }

    /// The path to a state that was asked for.
    pub(super) fn path(&self, level: usize, state: &[u32]) -> Vec<Cursor> {
        let mut at = state;
        let mut parts = Vec::new();
        for steps in self.steps[..level].iter().rev() {
            let (before, edges) = &steps[at];
            parts.push(edges);
            at = before;
        }
        parts.into_iter().rev().flatten().copied().collect()
    }
}

/// Goes through the states of levels.
struct Looker<'m, M: Model + ?Sized> {
    expansion: Expansion<'m, M>,
    task: Task,
}

impl<'m, M: Model + ?Sized> Looker<'m, M> {
    fn new(model: &'m M, budget: &Budget) -> Self {
        // For each state the search needed as much memory.
        let unlimited = Arc::new(budget.without_limit());
        let state = State::new(model.info()).for_report(unlimited.clone());
        Self {
            expansion: Expansion::new(model, state, SetMethod::Full, unlimited),
            task: budget.monitor().begin(FINDING, 0).of_report(),
        }
    }

    /// To each goal the step from the least state of a level in some parts.
    fn steps_to<S: Store>(
        &mut self,
        goals: &[Words],
        parts: &mut [Part<S>],
        level: usize,
    ) -> Result<Steps, Stop> {
        let mut visitor = Looking {
            hashes: goals.iter().map(|goal| hash_of(goal)).collect(),
            goals: goals.iter().map(|goal| &**goal).collect(),
            words: Vec::new(),
            steps: Steps::new(),
        };
        for (store, levels) in parts {
            for number in levels.of(level) {
                self.task.advance(1)?;
                levels.load(store, number, &mut visitor.words)?;
                self.expansion.state.load(&visitor.words, &[]);
                self.expansion.run(false, &mut visitor)?;
            }
        }
        Ok(visitor.steps)
    }
}

fn keep_least(steps: &mut Steps, goal: Words, step: (Words, Vec<Cursor>)) {
    match steps.get(&goal) {
        Some((before, _)) if *before <= step.0 => {}
        _ => {
            steps.insert(goal, step);
        }
    }
}

/// At a state that may have an edge to a goal.
struct Looking<'g> {
    /// Of the goals.
    hashes: HashSet<u64>,
    goals: BTreeSet<&'g [u32]>,
    words: Vec<u32>,
    steps: Steps,
}

impl Visitor for Looking<'_> {
    fn edge(&mut self, _: Edge, state: &mut State, _: Path<'_>) -> Result<(), Stop> {
        state.take_failures();
        state.stopped().map_or(Ok(()), Err)
    }

    fn arrive(&mut self, state: &mut State, path: Path<'_>) -> Result<bool, Stop> {
        if self.hashes.contains(&state.hash()) && self.goals.contains(state.words()) {
            let step = (Words::from(&*self.words), path.cursors().collect());
            keep_least(&mut self.steps, state.words().into(), step);
        }
        Ok(true)
    }

    fn proviso(&mut self) -> Result<Proviso, Stop> {
        unreachable!("every state is fully expanded")
    }
}
