//! Breadth-first search: level by level, so that the path to whatever is found has as few steps as
//! possible.
//!
//! A step is an edge between stored states: a statement, a handshake, a `d_step`, or a whole atomic
//! sequence. A state that an edge leads to is handed to the [`Visited`] states, which find out in
//! their own time whether it is new; its edges are executed when it is taken, a level later. The
//! same states are found as by a depth-first search, and counted alike. Where the visited states
//! are is what differs: [in memory](in_memory), or [on the disk](super::on_disk).
//!
//! *Path reconstruction.* The visited states know by numbers how each of them was reached, and
//! [`reconstruct_path`] executes the edges to one of them once more.
//!
//! *The shortest first.* Nothing is told before all states of a level were seen ([`findings`]).
//!
//! *Reduction.* The proviso: a persistent set is enough for a state if one of its edges leads to a
//! state of the next level. There, at the latest, it is decided again what was put off. Were it
//! always put off, a state of the last level would have put it off, too, and there is no next one.
//! A state of the same level that is taken later would do as well, but which is taken later is not
//! known where several workers search.

mod expansion;
mod findings;
mod in_memory;
mod locality;
mod marks;
mod pages;
mod parallel;
mod predecessors;
mod queue;
mod reconstruct;
mod successors;
mod waiting;

use super::Context;
use super::pace::Pace;
use crate::claim::Judgement;
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::{Pauses, SetMethod};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::Edge;
use crate::violation::{EdgeViolation, found_in_state};

use expansion::{Expansion, Path, Proviso, Visitor};
use findings::Findings;
pub(super) use pages::{WRITING, WordQueue};
pub(super) use predecessors::{Predecessor, PredecessorLog};
use reconstruct::reconstruct_path;
pub(super) use successors::Successors;

pub use in_memory::breadth_first;
pub use locality::{Distance, Locality, profiled};
pub use parallel::in_parallel;

/// The states that a breadth-first search has found; of these some wait to be taken.
pub(super) trait Visited {
    /// Takes in the initial state.
    fn begin(&mut self, state: &State) -> Result<(), Stop>;

    /// Looks up all that was submitted, and begins the next level with what was new. Gives the
    /// number of its states, or how many at most: without any the search is at its end.
    fn begin_level(&mut self) -> Result<u64, Stop>;

    /// Takes the next state of the level into `state`, if one is left, and gives its number. Its
    /// successors follow; `choice` is what decides about its edges beside the state itself.
    fn take(&mut self, state: &mut State, choice: bool) -> Result<Option<u64>, Stop>;

    /// The words of the state taken last.
    fn words(&self) -> &[u32];

    /// An edge of the state taken last has led to `state`, which is looked up now or later.
    fn submit(&mut self, state: &State) -> Result<(), Stop>;

    /// Whether an edge of the state taken last satisfies the proviso: it has led to one of the next
    /// level.
    fn proviso_holds(&mut self) -> Result<bool, Stop>;

    /// All edges of the state taken last are done.
    #[inline(always)]
    fn end_state(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    /// The edges from the initial state to the one of this number.
    fn path_to(&mut self, number: u64) -> Result<Vec<Predecessor>, Stop>;

    /// Now and then: whether going on makes sense.
    fn check(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    /// Brings what is counted here up to date; what is counted elsewhere stays.
    fn count(&mut self, statistics: &mut Statistics);
}

/// The clock is looked at once in this many edges, or more often.
const EDGES_PER_CHECK: u64 = 1 << 12;

/// All of a search but the state that it stands at.
struct BreadthFirst<'s, 'c, M: Model + ?Sized, V> {
    model: &'s M,
    context: &'s mut Context<'c>,
    method: SetMethod,
    visited: V,
    statistics: Statistics,
    /// Steps from the initial state.
    level: u64,
    /// The number of the state.
    taken: u64,
    edges: u64,
    /// Whether it pays to ask for sets is decided at the end of each level.
    pauses: Pauses,
    pace: Pace,
    findings: Findings,
}

/// Searches as many states that `model` can reach as `method` does not leave out; gives what was
/// counted, and the visited states.
pub(super) fn search<M: Model + ?Sized, V: Visited>(
    model: &M,
    context: &mut Context<'_>,
    method: SetMethod,
    visited: V,
) -> (Statistics, V) {
    let state = State::new(model.info()).within(context.budget.clone());
    let mut expansion = Expansion::new(model, state, method, context.budget.clone());
    let mut search = BreadthFirst {
        statistics: Statistics::new(model.info().transitions.len()),
        level: 0,
        taken: 0,
        edges: 0,
        pauses: Pauses::default(),
        pace: Pace::new(EDGES_PER_CHECK),
        findings: Findings::default(),
        model,
        context,
        method,
        visited,
    };
    let result = search.run(&mut expansion);
    search.context.stopped = search.finish(result).err();
    search.visited.count(&mut search.statistics);
    search.statistics.lost_messages = expansion.state.lost_messages();
    search.context.endless_chains = expansion.into_cuts();
    (search.statistics, search.visited)
}

impl<M: Model + ?Sized, V: Visited> BreadthFirst<'_, '_, M, V> {
    fn run(&mut self, expansion: &mut Expansion<'_, M>) -> Result<(), Stop> {
        let state = &mut expansion.state;
        if self.model.initialize(state).is_err() {
            return self.context.recorder.on_start(state);
        }
        if let Some(safety) = self.model.safety() {
            match safety.see(state, &mut self.statistics.seen) {
                Judgement::Inconclusive => {}
                Judgement::Satisfied => return Ok(()),
                Judgement::Violated => {
                    let recorder = &mut self.context.recorder;
                    return recorder.on_state(state, std::iter::empty());
                }
            }
        }
        self.visited.begin(state)?;
        loop {
            let states = self.visited.begin_level()?;
            if states == 0 {
                return Ok(());
            }
            while self.expand_next(expansion)? {}
            self.tell()?;
            self.level += 1;
            self.pauses.note(expansion.take_trial());
            self.pauses.end_level(states);
        }
    }

    /// Takes a state of the level and goes through its edges; false if none is left.
    fn expand_next(&mut self, expansion: &mut Expansion<'_, M>) -> Result<bool, Stop> {
        let choice = self.method != SetMethod::Full && self.pauses.asks();
        let Some(number) = self.visited.take(&mut expansion.state, choice)? else {
            return Ok(false);
        };
        self.taken = number;
        if expansion.run(choice, self)? == Some(false) {
            self.end(&expansion.state)?;
        }
        self.visited.end_state()?;
        Ok(true)
    }

    /// The search has ended with `result`: what was executed counts, and what was found is told.
    fn finish(&mut self, mut result: Result<(), Stop>) -> Result<(), Stop> {
        if result == Err(Stop::Errors) {
            result = self.visited.begin_level().and(result);
        }
        self.tell().and(result)
    }

    /// No process can move in the state.
    #[cold]
    fn end(&mut self, state: &State) -> Result<(), Stop> {
        let Some(found) = self.context.recorder.look_at_end(state)? else {
            return Ok(());
        };
        let what = (found.kind, found.message);
        self.findings
            .add_end(what, self.taken, self.visited.words());
        found.stop.map_or(Ok(()), Err)
    }

    /// Something has failed on the last edge of `path`, unless it has before.
    #[cold]
    fn fail(&mut self, found: EdgeViolation, path: Path<'_>) {
        if !self.context.recorder.knows(&found) {
            let path = || path.cursors().collect();
            let words = self.visited.words();
            self.findings.add_edge(found, self.taken, words, path);
        }
    }

    /// Adds what was found in this level to the violations, as far as they are asked for.
    fn tell(&mut self) -> Result<(), Stop> {
        let found = std::mem::take(&mut self.findings).into_sorted();
        let (visited, context) = (&mut self.visited, &mut *self.context);
        findings::tell(found, &mut context.recorder, |number, _| {
            let path = visited.path_to(number)?;
            reconstruct_path(self.model, self.method, &path, &context.budget)
        })
    }

    /// Looks at clock and interrupt.
    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        if self.pace.is_full_round(self.edges) {
            self.visited.check()?;
        }
        self.visited.count(&mut self.statistics);
        let now = self.context.look(&self.statistics, self.level)?;
        self.pace.note(now);
        Ok(())
    }
}

impl<M: Model + ?Sized, V: Visited> Visitor for BreadthFirst<'_, '_, M, V> {
    #[inline(always)]
    fn edge(&mut self, edge: Edge, state: &mut State, path: Path<'_>) -> Result<(), Stop> {
        self.edges += 1;
        if self.pace.is_due(self.edges) {
            self.check()?;
        }
        edge.note_reached(&mut self.statistics.reached);
        self.statistics.atomic_steps += u64::from(edge.atomic && !edge.faulted);
        if edge.faulted || state.has_failed() {
            for found in self.context.recorder.found_on(state, edge)? {
                self.fail(found, path);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn arrive(&mut self, state: &mut State, path: Path<'_>) -> Result<bool, Stop> {
        if let Some(safety) = self.model.safety() {
            match safety.see(state, &mut self.statistics.seen) {
                Judgement::Inconclusive => {}
                Judgement::Satisfied => return Ok(true),
                Judgement::Violated => {
                    // One such state is enough, and this one is nearest.
                    self.fail(found_in_state(*safety, state), path);
                    return Err(Stop::Errors);
                }
            }
        }
        let max_depth = self.context.max_depth;
        if max_depth.is_some_and(|max_depth| self.level + 1 >= max_depth) {
            self.statistics.matched += 1;
            self.context.depth_bound_met = true;
            return Ok(true);
        }
        self.visited.submit(state)?;
        Ok(true)
    }

    fn proviso(&mut self) -> Result<Proviso, Stop> {
        Ok(match self.visited.proviso_holds()? {
            true => Proviso::Holds,
            false => Proviso::Fails,
        })
    }
}
