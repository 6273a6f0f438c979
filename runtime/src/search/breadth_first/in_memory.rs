//! A breadth-first search with its visited states in memory: a store, a queue, and where each state
//! came from.
//!
//! A state is looked up when it is reached, and waits if it is new. What is kept of it beside the
//! store: a bit for each of its edges and three for itself in [`PredecessorLog`], and while it
//! waits its handle, by which the store gives its words back. A store that would have to compute
//! them is not asked: then its bits, packed, wait in a [queue](super::queue), and its handle only
//! if a reduction asks for it. When memory is refused, log and queue lie on the disk but for a few
//! [pages].
//!
//! *Waiting for memory.* An insertion need not be answered before the next edge is executed. So the
//! successors of some states are collected, the store begins to load what it will need for each of
//! them, and then they are inserted. Only a reduction must know at once.
//!
//! *Forgetting.* A store may [overwrite](crate::store::StoreUsage::overwritten) states. One that
//! is met again is searched again; a state is first met on its own level, whatever was forgotten,
//! since those before it were.

use super::locality::Profile;
use super::predecessors::{Predecessor, PredecessorLog};
use super::queue::StateQueue;
use super::successors::Successors;
use super::waiting::WaitingHandles;
use super::{Visited, pages};
use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory, OutOfMemoryCause};
use crate::model::Model;
use crate::reduce::SetMethod;
use crate::search::{Context, Forgetting};
use crate::state::State;
use crate::statistics::Statistics;
use crate::store::{Attached, Handle, Insertion, Located, Remapping, Store, insert_or_grow};

/// Searches as many states that `model` can reach as `method` does not leave out. Nothing is
/// forgotten but what the store forgets of its own accord; how much it may, `context` says.
///
/// Time: as [`depth_first`](crate::search::depth_first), and to copy each state, or to pack and
/// unpack it. Memory: the store, the handles or the states of two levels, a bit for each edge and
/// three for each state.
pub fn breadth_first<M: Model + ?Sized, S: Store + ?Sized>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    method: SetMethod,
) -> Statistics {
    search(model, store, context, method, ()).0
}

/// The same, with a profile of its edges.
pub(super) fn search<M: Model + ?Sized, S: Store + ?Sized, P: Profile>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    method: SetMethod,
    profile: P,
) -> (Statistics, P) {
    if context.forgetting.is_some() {
        context.recorder.expect_repeats();
    } else {
        hold_back(&context.budget);
    }
    let visited = InMemory::new(model, store, context, method, profile);
    let (mut statistics, visited) = super::search(model, context, method, visited);
    statistics.stored = visited.store.len() as u64;
    statistics.stored_peak = statistics.stored;
    (statistics, visited.profile)
}

/// A store that grows leaves to the queue what it needs when all else of it is on the disk: of a
/// few pages each, those that are read and written.
fn hold_back(budget: &Budget) {
    const PAGES: usize = 8;
    let bytes = PAGES * pages::page_words(budget) * size_of::<u32>();
    budget.hold_back(bytes as u64);
}

struct InMemory<'s, S: Store + ?Sized, P> {
    store: &'s mut S,
    /// The states that wait, behind those of `in_store`.
    queue: StateQueue,
    /// The handles of those of `in_store`, and of all if a reduction asks. None if the store
    /// forgets.
    waiting: Option<WaitingHandles>,
    /// States that wait and are not in the queue, for the store keeps their words.
    in_store: u64,
    predecessors: PredecessorLog,
    profile: P,
    successors: Successors<Item>,
    reduces: bool,
    forgetting: Option<Forgetting>,
    /// The state that was taken, and its hidden variables.
    words: Vec<u32>,
    hidden: Vec<u32>,
    /// One of its edges has led to a state of the next level, which satisfies the proviso.
    proviso_holds: bool,
    /// Steps from the initial state to those that are submitted.
    depth: u64,
    /// States that were taken, and those of the level that were not.
    taken: u64,
    left: u64,
    counted: Counted,
}

/// What is written down until it is looked up.
#[derive(Clone, Copy)]
enum Item {
    /// Successors of the next state that was taken follow, whose edges were chosen so.
    Of { choice: bool },
    /// A state that an edge has led to: its words and its hidden variables follow.
    Successor {
        hash: u64,
        located: Located,
        words_len: u32,
    },
}

/// As [`Statistics`] has them.
#[derive(Default)]
struct Counted {
    visited: u64,
    matched: u64,
    depth: u64,
    queue_states_peak: u64,
    state_words: usize,
}

impl<'s, S: Store + ?Sized, P: Profile> InMemory<'s, S, P> {
    fn new<M: Model + ?Sized>(
        model: &M,
        store: &'s mut S,
        context: &Context<'_>,
        method: SetMethod,
        profile: P,
    ) -> Self {
        let (folder, budget) = (&context.folder, &context.budget);
        let reduces = method != SetMethod::Full;
        let keeps = store.usage().overwritten.is_none();
        Self {
            queue: StateQueue::new(model.info(), folder.clone(), budget.clone()),
            waiting: keeps.then(|| WaitingHandles::new(reduces, budget.clone())),
            in_store: 0,
            predecessors: PredecessorLog::new(reduces, folder.clone(), budget.clone()),
            profile,
            successors: Successors::new(),
            reduces,
            forgetting: context.forgetting,
            words: Vec::new(),
            hidden: Vec::new(),
            proviso_holds: false,
            depth: 0,
            taken: 0,
            left: 0,
            counted: Counted::default(),
            store,
        }
    }

    /// Looks up what was collected, in the order in which it was.
    fn insert_successors(&mut self) -> Result<(), Stop> {
        let mut successors = std::mem::replace(&mut self.successors, Successors::new());
        let mut are_located = true;
        for (item, words) in successors.iter() {
            match item {
                Item::Of { choice } => {
                    while let Err(refused) = self.predecessors.begin_state(choice) {
                        self.spill(refused)?;
                    }
                    self.profile.begin_state(self.depth - 1)?;
                }
                Item::Successor {
                    hash,
                    located,
                    words_len,
                } => {
                    let (words, hidden) = words.split_at(words_len as usize);
                    let located = match are_located {
                        true => located,
                        false => Located::UNKNOWN,
                    };
                    let answer = match self.store.insert_at(located, hash, words) {
                        Insertion::Full => {
                            are_located = false;
                            self.insert_into_full(hash, words)?
                        }
                        answer => answer,
                    };
                    let is_new = self.put(answer, words, hidden)?;
                    self.profile.edge(answer)?;
                    while let Err(refused) = self.predecessors.add_edge(is_new) {
                        self.spill(refused)?;
                    }
                    if is_new {
                        self.counted.depth = self.depth;
                    }
                }
            }
        }
        successors.clear();
        self.successors = successors;
        Ok(())
    }

    #[cold]
    fn insert_into_full(&mut self, hash: u64, words: &[u32]) -> Result<Insertion, Stop> {
        loop {
            match self.make_room(words.len()) {
                Err(Stop::Memory(refused)) => self.spill(refused)?,
                Err(stop) => return Err(stop),
                Ok(()) => match self.store.insert(hash, words) {
                    Insertion::Full => {}
                    answer => return Ok(answer),
                },
            }
        }
    }

    fn make_room(&mut self, words_len: usize) -> Result<(), Stop> {
        let store = &mut *self.store;
        let mut grow = |path: &mut [Handle], attached: &mut dyn Attached| {
            store.grow(words_len, Some(&mut Remapping { path, attached }))
        };
        match &mut self.waiting {
            Some(waiting) => waiting.follow(&mut self.profile, grow),
            None => grow(&mut [], &mut self.profile),
        }
    }

    fn take_from_queue(&mut self) -> Result<(), Stop> {
        loop {
            match self.queue.pop(&mut self.words, &mut self.hidden) {
                Err(Stop::Memory(refused)) => self.spill(refused)?,
                popped => return popped,
            }
        }
    }

    /// Memory was refused: puts on the disk what can be there, if that is anything.
    #[cold]
    fn spill(&mut self, refused: OutOfMemory) -> Result<(), Stop> {
        if refused.cause != OutOfMemoryCause::Budget {
            return Err(refused.into());
        }
        match self.queue.spill()? + self.predecessors.spill()? {
            0 => Err(refused.into()),
            _ => Ok(()),
        }
    }

    /// A new state waits: in the store, if that keeps its words, otherwise in the queue. Behind one
    /// that waits in the queue all do.
    #[inline(always)]
    fn wait(&mut self, handle: Handle, words: &[u32], hidden: &[u32]) -> Result<(), Stop> {
        let in_store = self.store.keeps_plain() && hidden.is_empty() && self.queue.len() == 0;
        if let Some(waiting) = &mut self.waiting
            && (in_store || self.reduces)
        {
            match waiting.push(handle) {
                Ok(()) if in_store => {
                    self.in_store += 1;
                    return Ok(());
                }
                Err(refused) if self.reduces => return Err(refused.into()),
                Ok(()) | Err(_) => {}
            }
        }
        while let Err(refused) = self.queue.push(words, hidden) {
            self.spill(refused)?;
        }
        Ok(())
    }

    /// A state was looked up: if it is new it waits from now on.
    #[inline(always)]
    fn put(&mut self, answer: Insertion, words: &[u32], hidden: &[u32]) -> Result<bool, Stop> {
        let counted = &mut self.counted;
        match answer {
            Insertion::Fresh(handle) => {
                counted.visited += 1;
                counted.state_words = counted.state_words.max(words.len());
                self.proviso_holds = true;
                self.wait(handle, words, hidden)?;
                let peak = &mut self.counted.queue_states_peak;
                *peak = (*peak).max(self.in_store + self.queue.len());
                Ok(true)
            }
            Insertion::Seen(handle) => {
                counted.matched += 1;
                let is_later = |waiting: &WaitingHandles| waiting.is_of_next_level(handle);
                self.proviso_holds |= self.waiting.as_ref().is_some_and(is_later);
                Ok(false)
            }
            Insertion::Full => unreachable!("room was made"),
        }
    }
}

impl<S: Store + ?Sized, P: Profile> Visited for InMemory<'_, S, P> {
    fn begin(&mut self, state: &State) -> Result<(), Stop> {
        self.store.begin_level(self.depth);
        let answer = insert_or_grow(self.store, state.hash(), state.words())?;
        self.put(answer, state.words(), state.hidden())?;
        self.profile.begin(answer)?;
        Ok(())
    }

    fn begin_level(&mut self) -> Result<u64, Stop> {
        self.insert_successors()?;
        if let Some(waiting) = &mut self.waiting {
            waiting.begin_level()?;
        }
        self.depth += 1;
        self.store.begin_level(self.depth);
        self.left = self.in_store + self.queue.len();
        Ok(self.left)
    }

    #[inline(always)]
    fn take(&mut self, state: &mut State, choice: bool) -> Result<Option<u64>, Stop> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let in_store = self.in_store > 0;
        if let Some(waiting) = &mut self.waiting
            && (in_store || self.reduces)
        {
            let handle = waiting.pop().expect("as many as wait");
            if in_store {
                self.in_store -= 1;
                self.store.get(handle, &mut self.words);
            }
            self.store.leave(handle);
        }
        if !in_store {
            self.take_from_queue()?;
        }
        state.load(&self.words, &self.hidden);
        self.successors.push(Item::Of { choice });
        self.proviso_holds = false;
        self.taken += 1;
        Ok(Some(self.taken - 1))
    }

    fn words(&self) -> &[u32] {
        &self.words
    }

    #[inline(always)]
    fn submit(&mut self, state: &State) -> Result<(), Stop> {
        let (hash, words) = (state.hash(), state.words());
        let located = match self.store.gains_from_locate() {
            true => self.store.locate(hash, words),
            false => Located::UNKNOWN,
        };
        let all = self.successors.words();
        all.extend_from_slice(words);
        all.extend_from_slice(state.hidden());
        self.successors.push(Item::Successor {
            hash,
            located,
            words_len: words.len() as u32,
        });
        match self.successors.are_many() {
            true => self.insert_successors(),
            false => Ok(()),
        }
    }

    fn proviso_holds(&mut self) -> Result<bool, Stop> {
        self.insert_successors()?;
        Ok(self.proviso_holds)
    }

    /// A reduction asks of the next state where its own edges have led.
    #[inline(always)]
    fn end_state(&mut self) -> Result<(), Stop> {
        match P::IS_STRICT || self.reduces || self.successors.are_many() {
            true => self.insert_successors(),
            false => Ok(()),
        }
    }

    fn path_to(&mut self, number: u64) -> Result<Vec<Predecessor>, Stop> {
        self.predecessors.path_to(number)
    }

    /// Ends a search whose store forgets too much.
    fn check(&mut self) -> Result<(), Stop> {
        let forgetting = self.forgetting.as_ref();
        forgetting.map_or(Ok(()), |it| it.check(&*self.store, self.counted.visited))
    }

    fn count(&mut self, statistics: &mut Statistics) {
        let counted = &mut self.counted;
        statistics.visited = counted.visited;
        statistics.matched += std::mem::take(&mut counted.matched);
        statistics.depth = counted.depth;
        statistics.queue_states_peak = counted.queue_states_peak;
        statistics.state_words = counted.state_words;
        statistics.replaced = self.store.usage().overwritten.unwrap_or(0);
        statistics.cache_states = self.forgetting.map_or(0, |it| u64::from(it.slots));
    }
}
