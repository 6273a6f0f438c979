//! The predecessor log: where each state came from, in some bits a state.
//!
//! To show the path to a state a breadth-first search must know from which state, and by which
//! edge, it was first reached. The naive way keeps a handle and an edge with each state: 8 bytes,
//! which must follow when handles change, and nothing for a store that keeps no states. But states
//! are taken out of the queue in the order in which they were put in. So it is enough to write down
//! what became of each edge, in the order in which they were executed:
//!
//! ```text
//! 0   the edge led to a state that was known
//! 10  it led to a new state, which was put into the queue
//! 11  what follows are edges of the next state that was taken; then, if the search may leave edges out, a bit that says how it chooses
//! ```
//!
//! The n-th `10` is that of the n-th state; the number of `11` before it says which state the edge
//! was of, and the edges since the last `11` which one it was. That is a bit for each edge and
//! three for each state. They lie in [pages](PageQueue), on the disk when memory is short. For each
//! page it is noted what comes before it, so that a state is found by a binary search and a walk
//! through one page. On a path the states before each other lie on the same page or on earlier
//! ones: no page is walked through more than once, however many states of the path lie on it.

use std::sync::Arc;

use super::pages::{Page, PageQueue, page_words};
use crate::disk::{DiskError, Folder};
use crate::limits::Stop;
use crate::memory::{Account, Budget, OutOfMemory};
use crate::violation::FINDING;

/// The longest entry.
const ENTRY_BITS: u32 = 3;

/// What became of all edges, in the order in which they were executed.
pub(in crate::search) struct PredecessorLog {
    pages: PageQueue,
    /// Before each page. 40 bytes for a page, not charged.
    notes: Vec<Note>,
    /// The page that is written to.
    last: Option<Page>,
    /// Bits of it that are used; at first all of none.
    bits: u32,
    /// Bits of a page.
    page_bits: u32,
    now: Note,
    /// A bit for each state says how its edges were chosen.
    has_choices: bool,
}

/// What is known at a place in the bits.
#[derive(Clone, Copy)]
struct Note {
    /// States that were put into the queue.
    put: u64,
    /// States that were taken.
    taken: u64,
    /// Edges of the last of them.
    edge: u64,
    /// How they were chosen.
    choice: bool,
}

/// The predecessor of a state: the edge that first led to it, by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Predecessor {
    /// The state that it is of; the initial state is 0.
    pub(in crate::search) state: u64,
    /// How many of the edges of that state were executed before it.
    pub(in crate::search) edge: u64,
    /// How the edges of that state were chosen.
    pub(in crate::search) choice: bool,
}

impl PredecessorLog {
    /// Of the initial state only.
    pub(in crate::search) fn new(has_choices: bool, folder: Folder, budget: Arc<Budget>) -> Self {
        let page_bits = u32::BITS * page_words(&budget) as u32;
        Self {
            notes: Vec::new(),
            last: None,
            bits: page_bits,
            page_bits,
            pages: PageQueue::new(folder, Account::Tables, budget),
            now: Note {
                put: 1,
                taken: 0,
                edge: 0,
                choice: false,
            },
            has_choices,
        }
    }

    /// States that were put into the queue.
    pub(in crate::search) fn put(&self) -> u64 {
        self.now.put
    }

    /// States that were taken.
    pub(in crate::search) fn taken(&self) -> u64 {
        self.now.taken
    }

    /// Bytes of memory that [`spill`](Self::spill) would give back.
    pub(in crate::search) fn bytes_to_spill(&self) -> u64 {
        self.pages.charge().bytes() - self.last.as_ref().map_or(0, Page::bytes)
    }

    /// An edge was executed.
    ///
    /// # Errors
    /// There is no memory for another page; nothing is written.
    #[inline(always)]
    pub(in crate::search) fn add_edge(&mut self, to_new: bool) -> Result<(), OutOfMemory> {
        let to_new = u32::from(to_new);
        self.push(to_new, 1 + to_new)?;
        self.now.put += u64::from(to_new);
        self.now.edge += 1;
        Ok(())
    }

    /// A state was taken, whose edges follow.
    ///
    /// # Errors
    /// As [`add_edge`](Self::add_edge).
    #[inline(always)]
    pub(in crate::search) fn begin_state(&mut self, choice: bool) -> Result<(), OutOfMemory> {
        let bits = 0b11 | u32::from(choice) << 2;
        self.push(bits, 2 + u32::from(self.has_choices))?;
        self.now.taken += 1;
        self.now.edge = 0;
        self.now.choice = choice;
        Ok(())
    }

    #[inline(always)]
    fn push(&mut self, bits: u32, count: u32) -> Result<(), OutOfMemory> {
        if self.bits + ENTRY_BITS > self.page_bits {
            self.turn_page()?;
        }
        let page = self.last.as_mut().expect("its page was turned");
        let (word, shift) = ((self.bits / u32::BITS) as usize, self.bits % u32::BITS);
        page.words[word] |= bits << shift;
        if shift + count > u32::BITS {
            page.words[word + 1] |= bits >> (u32::BITS - shift);
        }
        self.bits += count;
        Ok(())
    }

    #[cold]
    fn turn_page(&mut self) -> Result<(), OutOfMemory> {
        let blank = self.pages.blank((self.page_bits / u32::BITS) as usize)?;
        self.notes.push(self.now);
        if let Some(mut full) = self.last.take() {
            full.len = full.words.len();
            self.pages.append(full);
        }
        self.last = Some(blank);
        self.bits = 0;
        Ok(())
    }

    /// Puts on the disk what can be there; gives the bytes of memory that it took.
    pub(in crate::search) fn spill(&mut self) -> Result<u64, Stop> {
        self.pages.spill()
    }

    /// The edges from the initial state to a state, by its number.
    ///
    /// # Errors
    /// They are on the disk, which fails, or it takes too long.
    pub(in crate::search) fn path_to(&mut self, state: u64) -> Result<Vec<Predecessor>, Stop> {
        let monitor = self.pages.charge().budget().monitor();
        let mut task = monitor.begin(FINDING, state).of_report().of_long_steps();
        let mut path: Vec<Predecessor> = Vec::new();
        let mut page = Sources::default();
        let mut state = state;
        while state > 0 {
            if state < page.first || page.all.is_empty() {
                page = self.sources_around(state)?;
                task.advance(page.all.len() as u64)?;
            }
            let predecessor = page.all[(state - page.first) as usize];
            state = predecessor.state;
            path.push(predecessor);
        }
        path.reverse();
        Ok(path)
    }

    /// The predecessors of all states on the page of a state, which is not the initial one, and
    /// perhaps of some behind it.
    fn sources_around(&mut self, wanted: u64) -> Result<Sources, DiskError> {
        // The last page before which the state was not yet put.
        let page = self.notes.partition_point(|note| note.put <= wanted) - 1;
        let mut read = Vec::new();
        let (words, bits) = match &self.last {
            Some(last) if page == self.pages.len() => (&*last.words, self.bits),
            _ => {
                self.pages.read(page, &mut read)?;
                (&*read, self.page_bits)
            }
        };
        let bit = |at: usize| {
            words
                .get(at / 32)
                .is_some_and(|it| it >> (at % 32) & 1 != 0)
        };
        let (mut now, mut at) = (self.notes[page], 0);
        let mut sources = Sources {
            first: now.put,
            all: Vec::new(),
        };
        // Behind the last entry of a page are zeros, which are no states.
        while at < bits as usize {
            match (bit(at), bit(at + 1)) {
                (false, _) => {
                    at += 1;
                    now.edge += 1;
                }
                (true, false) => {
                    sources.all.push(Predecessor {
                        state: now.taken - 1,
                        edge: now.edge,
                        choice: now.choice,
                    });
                    at += 2;
                    now.edge += 1;
                }
                (true, true) => {
                    now.choice = self.has_choices && bit(at + 2);
                    at += 2 + usize::from(self.has_choices);
                    now.taken += 1;
                    now.edge = 0;
                }
            }
        }
        Ok(sources)
    }
}

/// The predecessors of states in a row.
#[derive(Default)]
struct Sources {
    /// The number of the first of these states.
    first: u64,
    all: Vec<Predecessor>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside a list of all edges.
    #[test]
    fn each_state_has_the_edge_that_led_to_it() {
        for has_choices in [false, true] {
            let budget = Arc::new(Budget::new(1 << 24));
            let folder = Folder::new(std::env::temp_dir());
            let mut predecessors = PredecessorLog::new(has_choices, folder, budget);
            let mut expected = vec![None];
            for state in 0..30_000 {
                if state % 10_000 == 7_000 {
                    predecessors.spill().expect("there is room");
                }
                let choice = has_choices && state % 3 == 0;
                predecessors.begin_state(choice).expect("there is memory");
                for edge in 0..19 + 31 * state % 71 {
                    let to_new = (7 * state + 13 * edge) % 19 == 0;
                    predecessors.add_edge(to_new).expect("there is memory");
                    let predecessor = Predecessor {
                        state,
                        edge,
                        choice,
                    };
                    expected.extend(to_new.then_some(Some(predecessor)));
                }
            }
            assert!(expected.len() > 30_000 && predecessors.pages.len() > 5);
            for (state, &predecessor) in expected.iter().enumerate().skip(1) {
                if state % 101 == 0 {
                    let page = predecessors
                        .sources_around(state as u64)
                        .expect("the disk works");
                    let found = page.all.get(state - page.first as usize);
                    assert_eq!(found.copied(), predecessor);
                }
            }
            let last = expected.len() as u64 - 1;
            let path = predecessors.path_to(last).expect("the disk works");
            let states: Vec<u64> = path.iter().map(|predecessor| predecessor.state).collect();
            assert!(states.is_sorted() && states.starts_with(&[0]));
            let mut at = last;
            for step in path.iter().rev() {
                assert_eq!(Some(*step), expected[at as usize]);
                at = step.state;
            }
        }
    }
}
