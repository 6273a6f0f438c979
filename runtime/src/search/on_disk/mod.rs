//! Breadth-first search of more states than fit into memory: the visited set lies on the disk.
//!
//! The naive way looks each state up on the disk when an edge leads to it: millions of times a
//! second a block at random. Ours looks up many at once (delayed duplicate detection; Stern and
//! Dill 1998, Korf 2003): a breadth-first search need not know whether a state is new before the
//! level is over. Until then it is a candidate, and the candidates are sorted and compared with
//! [sorted runs](run) of the visited states in one pass. Most candidates never get so far: an edge
//! leads mostly to a state found a short time ago, and the [newest states](arena) are in memory;
//! and a [filter](filter) tells of most others that they are new.
//!
//! States are taken in the order in which they were found, as by
//! [`breadth_first`](super::breadth_first()): so counts and trails are the same, whatever memory
//! there is. Nothing is written as long as memory lasts.
//!
//! | what | where | bytes |
//! |---|---|---|
//! | newest states, found by a table | memory | 4 and the packed state, and 8 to 20 |
//! | older states, sorted | disk | the packed state, compressed |
//! | states that wait and are not among the newest | disk | 4 and the packed state, compressed |
//! | where states came from | disk | 2 to 3, compressed |
//! | where blocks begin on the disk | memory | 24 for a block of up to 32 KiB |
//! | filter | memory | an eighth of the budget |
//!
//! With `n` times as many states as the newest are: all are compared with those on the disk once a
//! level, and `2 n` times more, or as often as an eighth of the budget is full of doubtful
//! candidates; but only blocks are read in which a doubtful candidate may lie. They are written
//! `1 + log₄ 2 n` times.

mod arena;
mod filter;
mod pages;
mod parents;
mod records;
mod run;
mod sizes;
mod slots;
mod sort;
mod states;
#[cfg(test)]
mod tests;
mod visited;
mod waiting;

use super::Context;
use super::breadth_first::{Expansion, Held, Path, Visitor, way};
use super::pace::Pace;
use crate::encode::Stream;
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::First;
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::Edge;
use crate::store::{Handle, Insertion, Observer, fingerprint};
use states::{Candidate, States};

/// A number for a code.
type Fingerprint = fn(&[u32]) -> u64;

/// The clock is looked at once in this many edges, or more often.
const EDGES_PER_CHECK: u64 = 1 << 12;

/// This many candidates are collected, while memory answers.
const MOST: usize = 64;

/// Searches all states that `model` can reach, breadth-first, and tells `observer` of each when it
/// is taken. Gives also the bytes, in memory and on the disk, of all visited states.
///
/// Time: as [`super::breadth_first()`], to pack each successor and, when memory is used up, to sort
/// and compare. Memory: the budget is enough for any number of states, but for a state itself and a
/// bit or less for each that is on the disk.
pub fn on_disk(
    model: &dyn Model,
    context: &mut Context<'_>,
    observer: Option<&dyn Observer>,
) -> (Statistics, u64) {
    let mut expansion = Expansion::new(model, First::All, context.budget.clone());
    let mut statistics = Statistics::new(model.info());
    let store_bytes = match Search::new(model, context, observer) {
        Err(stop) => {
            context.stopped = Some(stop);
            0
        }
        Ok(mut search) => {
            let result = search.run(&mut expansion);
            let result = search.finish(result);
            let bytes = search.states.len_bytes();
            statistics = search.statistics;
            context.stopped = result.err();
            bytes
        }
    };
    statistics.stored = statistics.visited;
    statistics.stored_peak = statistics.stored;
    statistics.lost_messages = expansion.state.lost_messages();
    context.endless_chains = expansion.into_cuts();
    (statistics, store_bytes)
}

/// All of a search but the state that it stands at.
struct Search<'m, 's, 'c> {
    model: &'m dyn Model,
    context: &'s mut Context<'c>,
    observer: Option<&'s dyn Observer>,
    statistics: Statistics,
    states: States,
    stream: Stream,
    candidates: Candidates,
    /// Steps from the initial state.
    level: u64,
    /// The number of the state.
    taken: u64,
    /// Its edges that have led to a state.
    arrivals: u64,
    edges: u64,
    pace: Pace,
    /// States at the depth bound.
    left_out: u64,
    held: Held,
}

/// States that are to be looked up.
#[derive(Default)]
struct Candidates {
    items: Vec<Item>,
    /// Their codes, each with the hidden variables.
    words: Vec<u32>,
}

/// A state that is to be looked up.
struct Item {
    key: u64,
    /// Words.
    len: usize,
    parent: u64,
    edge: u64,
}

impl<'m, 's, 'c> Search<'m, 's, 'c> {
    fn new(
        model: &'m dyn Model,
        context: &'s mut Context<'c>,
        observer: Option<&'s dyn Observer>,
    ) -> Result<Self, Stop> {
        let info = model.info();
        let (folder, budget) = (context.folder.clone(), context.budget.clone());
        let hidden_words = info.hidden_words as usize;
        Ok(Self {
            states: States::new(hidden_words, fingerprint, folder, budget)?,
            stream: Stream::without_hidden(info),
            statistics: Statistics::new(info),
            candidates: Candidates::default(),
            level: 0,
            taken: 0,
            arrivals: 0,
            edges: 0,
            pace: Pace::new(EDGES_PER_CHECK),
            left_out: 0,
            held: Held::default(),
            model,
            context,
            observer,
        })
    }

    fn run(&mut self, expansion: &mut Expansion<'m, dyn Model + 'm>) -> Result<(), Stop> {
        if self.model.initialize(&mut expansion.state).is_err() {
            return self.context.recorder.on_start(&mut expansion.state);
        }
        self.collect(&expansion.state);
        let (mut both, mut words, mut hidden) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            if self.begin_level(self.level)? == 0 {
                return Ok(());
            }
            while let Some(number) = self.states.take(&mut both)? {
                let code = self.stream.read(&both, &mut words, &mut hidden);
                expansion.state.load(&words, &both[code..]);
                if let Some(observer) = self.observer {
                    observer.inserted(&words, Insertion::Fresh(Handle(0)));
                }
                (self.taken, self.arrivals) = (number, 0);
                if expansion.run(false, self)? == Some(false) {
                    self.end(&expansion.state)?;
                }
            }
            self.tell()?;
            self.level += 1;
        }
    }

    /// Finds out which candidates are new, this many steps from the initial state, and gives their
    /// number.
    fn begin_level(&mut self, depth: u64) -> Result<u64, Stop> {
        self.look_up()?;
        let waiting = self.states.begin_level()?;
        self.count();
        let counted = &mut self.statistics;
        counted.queue_states_peak = counted.queue_states_peak.max(waiting);
        if waiting > 0 {
            counted.depth = depth;
        }
        Ok(waiting)
    }

    /// The state is one that an edge of the state that was taken has led to.
    #[inline(always)]
    fn collect(&mut self, state: &State) {
        let words = state.words();
        let counted = &mut self.statistics;
        counted.state_words = counted.state_words.max(words.len());
        let Candidates { items, words: all } = &mut self.candidates;
        let start = all.len();
        all.resize(start + self.stream.room(words.len()), 0);
        let len = self.stream.write(words, &[], &mut all[start..]);
        all.truncate(start + len);
        let key = fingerprint(&all[start..]);
        all.extend_from_slice(state.hidden());
        self.states.prefetch(key);
        items.push(Item {
            key,
            len: all.len() - start,
            parent: self.taken,
            edge: self.arrivals,
        });
    }

    /// Looks up what was collected, in the order in which it was.
    fn look_up(&mut self) -> Result<(), Stop> {
        let Candidates { items, words } = &mut self.candidates;
        items
            .iter()
            .for_each(|item| self.states.prefetch_entry(item.key));
        let mut rest = words.as_slice();
        for item in &*items {
            let both;
            (both, rest) = rest.split_at(item.len);
            let candidate = Candidate {
                key: item.key,
                both,
                parent: item.parent,
                edge: item.edge,
            };
            self.states.add(candidate)?;
        }
        items.clear();
        words.clear();
        self.count();
        Ok(())
    }

    /// Looks at clock and interrupt.
    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        let now = self.context.look(&self.statistics, self.level)?;
        self.pace.note(now);
        Ok(())
    }

    fn count(&mut self) {
        self.statistics.visited = self.states.new;
        self.statistics.matched = self.states.known + self.left_out;
    }

    /// No process can move in the state.
    #[cold]
    fn end(&mut self, state: &State) -> Result<(), Stop> {
        let (model, states, taken) = (self.model, &mut self.states, self.taken);
        let budget = &*self.context.budget;
        self.context.recorder.on_end_by(state, || {
            let origins = states.path_to(taken)?;
            Ok(way(model, First::All, &origins, budget)?.into_iter())
        })
    }

    /// Adds what failed on edges of this level to the violations, as far as they are asked for.
    fn tell(&mut self) -> Result<(), Stop> {
        let (model, states) = (self.model, &mut self.states);
        let budget = &*self.context.budget;
        let to = |state| way(model, First::All, &states.path_to(state)?, budget);
        self.held.tell(&mut self.context.recorder, to)
    }

    /// The search has ended with `result`: what was found and not told is told.
    fn finish(&mut self, result: Result<(), Stop>) -> Result<(), Stop> {
        if result == Err(Stop::Errors) {
            self.begin_level(self.level + 1)?;
        }
        self.tell().and(result)
    }
}

impl Visitor for Search<'_, '_, '_> {
    #[inline(always)]
    fn edge(&mut self, edge: Edge, state: &mut State, path: Path<'_>) -> Result<(), Stop> {
        self.edges += 1;
        if self.pace.is_due(self.edges) {
            self.check()?;
        }
        self.statistics.reach(edge);
        self.statistics.atomic_steps += u64::from(edge.atomic && !edge.faulted);
        if edge.faulted || state.has_failed() {
            let recorder = &mut self.context.recorder;
            return self.held.note(recorder, edge, state, self.taken, path);
        }
        Ok(())
    }

    #[inline(always)]
    fn arrive(&mut self, state: &State, _: Path<'_>) -> Result<bool, Stop> {
        if self.held.is_ending() {
            return Ok(true);
        }
        let max_depth = self.context.max_depth;
        if max_depth.is_some_and(|max_depth| self.level + 1 >= max_depth) {
            self.left_out += 1;
            self.context.depth_bound_met = true;
            return Ok(true);
        }
        self.collect(state);
        self.arrivals += 1;
        match self.candidates.items.len() == MOST {
            true => self.look_up().map(|()| true),
            false => Ok(true),
        }
    }

    /// Nothing is left out.
    fn leads_on(&mut self) -> Result<bool, Stop> {
        Ok(true)
    }
}
