//! The cycle of a violation: through states that are known to be strongly connected, from the first
//! of them back to it, past all that the cycle must meet.
//!
//! The search knows that there is such a cycle, not where it runs: it keeps no edges. So the
//! shortest way to some edge or state that gives something of what is still missing is looked for
//! breadth-first, from where the last one ended, until nothing is missing; then the shortest way
//! back.

use std::collections::HashSet;
use std::sync::Arc;

use super::expansion::Expansion;
use crate::claim::ClaimInfo;
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::monitor::Task;
use crate::reduce::Pids;
use crate::step::RunStep;
use crate::store::{Handle, Store};
use crate::violation::FINDING;

/// What a cycle must be.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// It meets these accepting sets.
    pub(super) sets: u32,
    pub(super) fair: Fair,
}

/// How a cycle must treat processes.
#[derive(Clone, Copy)]
pub(super) enum Fair {
    /// As it likes.
    No,
    /// None is able in all of its states and begins no step.
    Weakly,
    /// These begin a step.
    Served(Pids),
}

/// The steps of such a cycle from `first` on, through states that are `inside`. Time: for each set
/// and each process that waits, the edges of all states that are within, at most. Memory: for each
/// of these states a way back, not charged to the search.
///
/// # Errors
/// It takes too long.
pub(super) fn cycle<M: Model + ?Sized, S: Store + ?Sized, W: Fn(Handle) -> bool>(
    walker: &mut Walker<'_, M, S, W>,
    first: Handle,
    wanted: Wanted,
    inside: impl Fn(Handle) -> bool,
) -> Result<Vec<RunStep>, Stop> {
    let mut missing = Missing {
        sets: wanted.sets,
        waiting: None,
        moved: Pids::NONE,
        fair: wanted.fair,
    };
    let (mut at, mut steps) = (first, Vec::new());
    while !missing.is_nothing() {
        let Some(way) = walker.way(at, |step| missing.gains(step), &inside)? else {
            break;
        };
        way.iter().for_each(|step| missing.meet(step));
        at = way.last().map_or(at, |step| step.target);
        steps.extend(way.into_iter().flat_map(|step| step.steps));
    }
    if at != first || steps.is_empty() {
        let back = walker.way(at, |step| step.target == first, &inside)?;
        steps.extend(back.into_iter().flatten().flat_map(|step| step.steps));
    }
    Ok(steps)
}

/// What the steps so far have not met.
struct Missing {
    sets: u32,
    /// The processes that are able in all states so far; `None` before the first.
    waiting: Option<Pids>,
    moved: Pids,
    fair: Fair,
}

impl Missing {
    fn is_nothing(&self) -> bool {
        let served = |waiting: &Pids| waiting.without(&self.moved).is_empty();
        self.sets == 0
            && match self.fair {
                Fair::No => true,
                Fair::Weakly => self.waiting.as_ref().is_some_and(served),
                Fair::Served(wanted) => served(&wanted),
            }
    }

    /// Whether a step gives something that is missing.
    fn gains(&self, step: &Step) -> bool {
        let unserved = |waiting: &Pids| waiting.without(&self.moved);
        step.sets & self.sets != 0
            || match (self.fair, &self.waiting) {
                (Fair::No, _) => false,
                (Fair::Served(wanted), _) => unserved(&wanted).meets(&step.moved),
                (Fair::Weakly, None) => true,
                (Fair::Weakly, Some(waiting)) => {
                    let unserved = unserved(waiting);
                    !unserved.without(&step.able).is_empty() || unserved.meets(&step.moved)
                }
            }
    }

    fn meet(&mut self, step: &Step) {
        self.sets &= !step.sets;
        self.moved.extend(&step.moved);
        let waiting = self.waiting.unwrap_or(Pids::ALL);
        self.waiting = Some(waiting.common(&step.able));
    }
}

/// An edge of the product.
pub(super) struct Step {
    pub(super) target: Handle,
    /// The claim's, then those of the system.
    pub(super) steps: Vec<RunStep>,
    pub(super) sets: u32,
    /// Who began a step.
    pub(super) moved: Pids,
    /// Who is able to begin one in the state before.
    pub(super) able: Pids,
}

impl Step {
    /// The same; what is left has lost its steps.
    fn take(&mut self) -> Self {
        let steps = std::mem::take(&mut self.steps);
        Self { steps, ..*self }
    }
}

/// Goes along edges between states that are `within`.
pub(super) struct Walker<'w, M: Model + ?Sized, S: ?Sized, W> {
    expansion: Expansion<'w, M>,
    store: &'w mut S,
    within: W,
    task: Task,
}

impl<'w, M: Model + ?Sized, S: Store + ?Sized, W: Fn(Handle) -> bool> Walker<'w, M, S, W> {
    pub(super) fn new(
        (model, claim): (&'w M, &'static ClaimInfo),
        (store, budget): (&'w mut S, &Arc<Budget>),
        within: W,
    ) -> Self {
        let task = budget.monitor().begin(FINDING, 0);
        Self {
            expansion: Expansion::new(model, claim, budget),
            store,
            within,
            task: task.of_report().of_long_steps(),
        }
    }

    /// The shortest way from a state whose last step is one that is looked for, also back to where
    /// it begins, through states that are `inside`; `None` if there is none.
    pub(super) fn way(
        &mut self,
        from: Handle,
        is_last: impl Fn(&Step) -> bool,
        inside: impl Fn(Handle) -> bool,
    ) -> Result<Option<Vec<Step>>, Stop> {
        // Those behind `from` in the order in which they are reached, each with the number of the
        // one before it; `from` is 0, and not among them.
        let mut reached: Vec<(usize, Step)> = Vec::new();
        let mut known = HashSet::from([from]);
        for number in 0.. {
            let at = match number {
                0 => from,
                _ => match reached.get(number - 1) {
                    Some((_, step)) => step.target,
                    None => break,
                },
            };
            for step in self.steps_of(at)? {
                if !inside(step.target) {
                    continue;
                }
                if is_last(&step) {
                    let mut way = vec![step];
                    let mut back = number;
                    while back > 0 {
                        let (before, step) = &mut reached[back - 1];
                        way.push(step.take());
                        back = *before;
                    }
                    way.reverse();
                    return Ok(Some(way));
                }
                if known.insert(step.target) {
                    reached.push((number, step));
                }
            }
        }
        Ok(None)
    }

    /// The edges of a state to states that are within.
    pub(super) fn steps_of(&mut self, at: Handle) -> Result<Vec<Step>, Stop> {
        self.task.advance(1)?;
        let mut words = Vec::new();
        if !self.store.get(at, &mut words) {
            return Ok(Vec::new());
        }
        let found = self.expansion.run(&words)?;
        let able = self.expansion.able;
        let mut steps = Vec::new();
        for edge in found {
            let target = self.store.find(edge.hash, &edge.words);
            if let Some(target) = target.filter(|target| (self.within)(*target)) {
                steps.push(Step {
                    target,
                    steps: edge.steps,
                    sets: edge.sets,
                    moved: edge.moved,
                    able,
                });
            }
        }
        Ok(steps)
    }
}
