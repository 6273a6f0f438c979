//! Breadth-first search of more states than fit into memory: the visited set lies on the disk.
//!
//! The naive way looks each state up on the disk when an edge leads to it: millions of times a
//! second a block at random. Ours looks up many at once (delayed duplicate detection; Stern and
//! Dill 1998, Korf 2003): a breadth-first search need not know whether a state is new before the
//! level is over. Until then it is an unchecked successor, and these are sorted and compared with
//! [sorted runs](run) of the visited states in one pass. Most successors never get so far: an edge
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
//! | where states came from | disk | a bit for each edge and three for each state, compressed |
//! | where blocks begin on the disk | memory | 24 for a block of up to 32 KiB |
//! | filter | memory | an eighth of the budget |
//!
//! With `n` times as many states as the newest are: all are compared with those on the disk once a
//! level, and `2 n` times more, or as often as a sixteenth of the budget is full of doubtful
//! successors; but only blocks are read in which a doubtful state may lie. They are written `1 +
//! log₄ 2 n` times.

mod arena;
mod filter;
mod pages;
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
use super::breadth_first::{Predecessor, Successors, Visited, search};
use crate::encode::Stream;
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::SetMethod;
use crate::state::State;
use crate::statistics::Statistics;
use crate::store::{Handle, Insertion, Observer, fingerprint};
use sizes::Sizes;
use states::{States, Successor};

/// A number for a code.
type Fingerprint = fn(&[u32]) -> u64;

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
    let visited = match OnDisk::new(model, context, observer) {
        Ok(visited) => visited,
        Err(stop) => {
            context.stopped = Some(stop);
            return (Statistics::new(model.info().transitions.len()), 0);
        }
    };
    let (mut statistics, visited) = search(model, context, SetMethod::Full, visited);
    statistics.stored = statistics.visited;
    statistics.stored_peak = statistics.stored;
    (statistics, visited.states.len_bytes())
}

struct OnDisk<'s> {
    observer: Option<&'s dyn Observer>,
    states: States,
    stream: Stream,
    /// Their words are their codes, each with the hidden variables.
    successors: Successors<Successor>,
    /// Levels so far.
    levels: u64,
    /// States that were taken.
    taken: u64,
    /// Its code with the hidden variables, and what was decoded.
    both: Vec<u32>,
    words: Vec<u32>,
    hidden: Vec<u32>,
    /// States of the largest level, and words of the longest state.
    level_peak: u64,
    state_words: usize,
}

impl<'s> OnDisk<'s> {
    fn new(
        model: &dyn Model,
        context: &Context<'_>,
        observer: Option<&'s dyn Observer>,
    ) -> Result<Self, Stop> {
        let info = model.info();
        let (folder, budget) = (context.folder.clone(), context.budget.clone());
        let hidden_words = info.hidden_words as usize;
        // Invalid end states that are written have memory of their own.
        let sizes = Sizes::of(budget.free_bytes());
        Ok(Self {
            states: States::new(sizes, hidden_words, fingerprint, folder, budget)?,
            stream: Stream::without_hidden(info),
            successors: Successors::new(),
            levels: 0,
            taken: 0,
            both: Vec::new(),
            words: Vec::new(),
            hidden: Vec::new(),
            level_peak: 0,
            state_words: 0,
            observer,
        })
    }

    /// Looks up what was collected, in the order in which it was.
    fn look_up(&mut self) -> Result<(), Stop> {
        for (successor, _) in self.successors.iter() {
            self.states.prefetch_entry(successor.key);
        }
        for (successor, both) in self.successors.iter() {
            self.states.add(successor, both)?;
        }
        self.successors.clear();
        Ok(())
    }
}

impl Visited for OnDisk<'_> {
    fn begin(&mut self, state: &State) -> Result<(), Stop> {
        self.submit(state)
    }

    fn begin_level(&mut self) -> Result<u64, Stop> {
        self.look_up()?;
        let waiting = self.states.begin_level()?;
        self.level_peak = self.level_peak.max(waiting);
        self.levels += u64::from(waiting > 0);
        Ok(waiting)
    }

    #[inline(always)]
    fn take(&mut self, state: &mut State, _: bool) -> Result<Option<u64>, Stop> {
        let Some(number) = self.states.take(&mut self.both)? else {
            return Ok(None);
        };
        let (words, hidden) = (&mut self.words, &mut self.hidden);
        let code = self.stream.read(&self.both, words, hidden);
        state.load(words, &self.both[code..]);
        if let Some(observer) = self.observer {
            observer.inserted(words, Insertion::Fresh(Handle(0)));
        }
        self.taken = number + 1;
        Ok(Some(number))
    }

    fn words(&self) -> &[u32] {
        &self.words
    }

    #[inline(always)]
    fn submit(&mut self, state: &State) -> Result<(), Stop> {
        let words = state.words();
        self.state_words = self.state_words.max(words.len());
        let all = self.successors.words();
        let start = all.len();
        all.resize(start + self.stream.room(words.len()), 0);
        let len = self.stream.write(words, &[], &mut all[start..]);
        all.truncate(start + len);
        let key = fingerprint(&all[start..]);
        all.extend_from_slice(state.hidden());
        self.states.prefetch(key);
        self.successors.push(Successor {
            key,
            taken: self.taken,
        });
        match self.successors.are_many() {
            true => self.look_up(),
            false => Ok(()),
        }
    }

    /// Nothing is left out.
    fn proviso_holds(&mut self) -> Result<bool, Stop> {
        Ok(true)
    }

    fn path_to(&mut self, number: u64) -> Result<Vec<Predecessor>, Stop> {
        self.states.log.path_to(number)
    }

    fn count(&mut self, statistics: &mut Statistics) {
        statistics.visited = self.states.new;
        statistics.matched += std::mem::take(&mut self.states.known);
        statistics.depth = self.levels.saturating_sub(1);
        statistics.queue_states_peak = self.level_peak;
        statistics.state_words = self.state_words;
    }
}
