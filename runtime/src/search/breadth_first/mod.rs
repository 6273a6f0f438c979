//! Breadth-first search: level by level, so that the way to whatever is found has as few steps as
//! possible.
//!
//! A step is an edge between stored states: a statement, a handshake, a `d_step`, or a whole atomic
//! sequence. A state is looked up when it is reached and put into a [queue](queue) if it is new;
//! its edges are executed when it is taken out. The same states are found as by a depth-first
//! search, and counted alike.
//!
//! *Ways.* [`origins`] keeps some bits for each edge, from which the numbers of the edges to any
//! state can be read, and [`way`] goes them once more.
//!
//! *The shortest first.* What fails on an edge of a state is one step further away than that the
//! state has no edges. So what failed on the edges of a level is held back until all states of the
//! level were seen, unless no one asks for end states.
//!
//! *Waiting for memory.* An insertion need not be answered before the next edge is executed. So the
//! successors of some states are collected, the store begins to load what it will need for each of
//! them, and then they are inserted. Only a reduction must know at once.
//!
//! *Reduction.* Processes that are chosen to go first are enough for a state if one of their edges
//! leads to a state that is still to be taken out of the queue: there, at the latest, it is decided
//! again what was put off. Were it always put off, the state that is taken last would have put it
//! off, too, and none was taken later.
//!
//! What is kept of a state beside the store: its bits, packed, while it is in the queue, and a bit
//! for each of its edges and three for itself in [`origins`]; with a reduction four bytes more in
//! the queue. When memory is refused, both lie on the disk but for a few [pages].
//!
//! *Forgetting.* A store may [overwrite](Store::overwritten) states. Anyone who is met again is
//! searched again; a state is first met on its own level, whatever was forgotten, since those
//! before it were.

mod expansion;
mod held;
mod locality;
mod origins;
mod pages;
mod queue;
mod successors;
mod waiting;
mod way;

use super::Context;
use super::pace::Pace;
use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory, OutOfMemoryCause};
use crate::model::Model;
use crate::reduce::First;
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::Edge;
use crate::store::{Attached, Handle, Insertion, Moving, Store};

pub(super) use expansion::{Expansion, Path, Visitor};
pub(super) use held::Held;
use locality::Profile;
pub(super) use origins::Origin;
use origins::Origins;
pub(super) use pages::WRITING;
use queue::Queue;
use successors::{Item, Successors};
use waiting::Waiting;
pub(super) use way::way;

pub use locality::{Distance, Locality, profiled};

/// Searches as many states that `model` can reach as `first` does not leave out. Nothing is
/// forgotten but what the store forgets of its own accord; how much it may, `context` says.
///
/// Time: as [`super::depth_first`], and to pack and unpack each state. Memory: the store, the
/// states of two levels, a bit for each edge and three for each state.
pub fn breadth_first<M: Model + ?Sized, S: Store + ?Sized>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    first: First,
) -> Statistics {
    Search::new(model, store, context, first, ()).finish().0
}

/// The clock is looked at once in this many edges, or more often.
const EDGES_PER_CHECK: u64 = 1 << 12;

/// A store that grows leaves to the queue what it needs when all else of it is on the disk: of a
/// few pages each, those that are read and written.
fn hold_back(budget: &Budget) {
    const PAGES: usize = 8;
    let bytes = PAGES * pages::page_words(budget) * size_of::<u32>();
    budget.hold_back(bytes as u64);
}

/// All of a search but the state that it stands at.
struct Search<'s, 'c, M: Model + ?Sized, S: Store + ?Sized, P> {
    model: &'s M,
    store: &'s mut S,
    context: &'s mut Context<'c>,
    first: First,
    statistics: Statistics,
    queue: Queue,
    /// Their handles, if a reduction asks and the store does not forget.
    waiting: Option<Waiting>,
    origins: Origins,
    profile: P,
    successors: Successors,
    /// The state that was taken, and its hidden variables.
    words: Vec<u32>,
    hidden: Vec<u32>,
    /// One of the edges of the state has led to a state in the queue.
    leads_on: bool,
    /// Steps from the initial state.
    level: u64,
    /// The number of the state.
    taken: u64,
    edges: u64,
    pace: Pace,
    held: Held,
}

impl<'s, 'c, M: Model + ?Sized, S: Store + ?Sized, P: Profile> Search<'s, 'c, M, S, P> {
    fn new(
        model: &'s M,
        store: &'s mut S,
        context: &'s mut Context<'c>,
        first: First,
        profile: P,
    ) -> Self {
        let (info, budget) = (model.info(), &context.budget);
        let reduces = first != First::All;
        let mut statistics = Statistics::new(info);
        if let Some(forgetting) = context.forgetting {
            statistics.cache_states = u64::from(forgetting.slots);
            context.recorder.expect_repeats(budget.clone());
        }
        let keeps = store.overwritten().is_none();
        Self {
            statistics,
            queue: Queue::new(info, context.folder.clone(), budget.clone()),
            waiting: (reduces && keeps).then(|| Waiting::new(budget.clone())),
            origins: Origins::new(reduces, context.folder.clone(), budget.clone()),
            profile,
            successors: Successors::default(),
            words: Vec::new(),
            hidden: Vec::new(),
            leads_on: false,
            level: 0,
            taken: 0,
            edges: 0,
            pace: Pace::new(EDGES_PER_CHECK),
            held: Held::default(),
            model,
            store,
            context,
            first,
        }
    }

    /// Searches; gives what was counted, and what the profile was told.
    fn finish(mut self) -> (Statistics, P) {
        let mut expansion = Expansion::new(self.model, self.first, self.context.budget.clone());
        if self.context.forgetting.is_none() {
            hold_back(&self.context.budget);
        }
        let mut result = self.run(&mut expansion);
        if result == Err(Stop::Errors) {
            // What was executed counts.
            result = self.insert_successors().and(result);
        }
        let told = self.tell();
        self.count_overwritten();
        let mut statistics = self.statistics;
        statistics.stored = self.store.len() as u64;
        statistics.stored_peak = statistics.stored;
        statistics.lost_messages = expansion.state.lost_messages();
        self.context.stopped = told.and(result).err();
        self.context.endless_chains = expansion.into_cuts();
        (statistics, self.profile)
    }

    fn run(&mut self, expansion: &mut Expansion<'_, M>) -> Result<(), Stop> {
        let state = &mut expansion.state;
        if self.model.initialize(state).is_err() {
            return self.context.recorder.on_start(state);
        }
        // It comes from nowhere.
        let words = state.words();
        self.store.begin_level(0);
        let answer = self.store.insert_or_grow(state.hash(), words)?;
        self.put(answer, words, state.hidden())?;
        self.profile.begin(answer)?;
        while self.queue.len() > 0 {
            self.store.begin_level(self.level + 1);
            for _ in 0..self.queue.len() {
                self.expand(expansion)?;
                self.taken += 1;
            }
            self.insert_successors()?;
            self.tell()?;
            self.level += 1;
        }
        Ok(())
    }

    /// Takes the first state out of the queue and goes through its edges.
    fn expand(&mut self, expansion: &mut Expansion<'_, M>) -> Result<(), Stop> {
        loop {
            match self.queue.pop(&mut self.words, &mut self.hidden) {
                Err(Stop::Memory(refused)) => self.spill(refused)?,
                popped => break popped?,
            }
        }
        expansion.state.load(&self.words, &self.hidden);
        if let Some(waiting) = &mut self.waiting {
            let handle = waiting.pop()?.expect("as many as in the queue");
            self.store.leave(handle);
        }
        let choice = expansion.choice();
        self.successors.begin_state(choice);
        self.leads_on = false;
        if expansion.run(choice, self)? == Some(false) {
            self.end(&expansion.state)?;
        }
        // A reduction asks of the next state where its own edges have led.
        match P::IS_STRICT || self.first != First::All || self.successors.are_many() {
            true => self.insert_successors(),
            false => Ok(()),
        }
    }

    /// Looks up what was collected, in the order in which it was.
    fn insert_successors(&mut self) -> Result<(), Stop> {
        let mut successors = std::mem::take(&mut self.successors);
        let (items, mut rest) = successors.parts();
        for item in items {
            match item {
                Item::Of { choice } => {
                    while let Err(refused) = self.origins.begin_state(*choice) {
                        self.spill(refused)?;
                    }
                    self.profile.begin_state(self.level)?;
                }
                Item::Successor(successor) => {
                    let (words, hidden);
                    (words, rest) = rest.split_at(successor.words);
                    (hidden, rest) = rest.split_at(self.hidden.len());
                    let hash = successor.hash;
                    let answer = match self.store.insert(hash, words) {
                        Insertion::Full => self.insert_into_full(hash, words)?,
                        answer => answer,
                    };
                    let is_new = self.put(answer, words, hidden)?;
                    self.profile.edge(answer)?;
                    while let Err(refused) = self.origins.add_edge(is_new) {
                        self.spill(refused)?;
                    }
                    if is_new {
                        self.statistics.depth = self.level + 1;
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
            store.make_room(words_len, Some(&mut Moving { path, attached }))
        };
        match &mut self.waiting {
            Some(waiting) => waiting.follow(&mut self.profile, grow),
            None => grow(&mut [], &mut self.profile),
        }
    }

    /// Memory was refused: puts on the disk what can be there, if that is anything.
    #[cold]
    fn spill(&mut self, refused: OutOfMemory) -> Result<(), Stop> {
        if refused.cause != OutOfMemoryCause::Budget {
            return Err(refused.into());
        }
        match self.queue.spill()? + self.origins.spill()? {
            0 => Err(refused.into()),
            _ => Ok(()),
        }
    }

    /// A state was looked up: if it is new it is put into the queue.
    #[inline(always)]
    fn put(&mut self, answer: Insertion, words: &[u32], hidden: &[u32]) -> Result<bool, Stop> {
        let counted = &mut self.statistics;
        match answer {
            Insertion::Fresh(handle) => {
                counted.visited += 1;
                counted.state_words = counted.state_words.max(words.len());
                self.leads_on = true;
                while let Err(refused) = self.queue.push(words, hidden) {
                    self.spill(refused)?;
                }
                let counted = &mut self.statistics;
                counted.queue_states_peak = counted.queue_states_peak.max(self.queue.len());
                if let Some(waiting) = &mut self.waiting {
                    waiting.push(handle)?;
                }
                Ok(true)
            }
            Insertion::Seen(handle) => {
                counted.matched += 1;
                let waits = |waiting: &Waiting| waiting.contains(handle);
                self.leads_on |= self.waiting.as_ref().is_some_and(waits);
                Ok(false)
            }
            Insertion::Full => unreachable!("room was made"),
        }
    }

    /// No process can move in the state.
    #[cold]
    fn end(&mut self, state: &State) -> Result<(), Stop> {
        let (model, first, taken) = (self.model, self.first, self.taken);
        let origins = &mut self.origins;
        let budget = &*self.context.budget;
        self.context.recorder.on_end_by(state, || {
            let origins = origins.path_to(taken)?;
            Ok(way(model, first, &origins, budget)?.into_iter())
        })
    }

    /// Adds what failed on edges of this level to the violations, as far as they are asked for.
    fn tell(&mut self) -> Result<(), Stop> {
        let budget = &*self.context.budget;
        let to = |state| {
            way(
                self.model,
                self.first,
                &self.origins.path_to(state)?,
                budget,
            )
        };
        self.held.tell(&mut self.context.recorder, to)
    }

    /// Looks at clock, interrupt and what was forgotten.
    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        if self.pace.is_full_round(self.edges) {
            self.check_forgetting()?;
        }
        let now = self.context.look(&self.statistics, self.level)?;
        self.pace.note(now);
        Ok(())
    }

    /// Ends a search whose store forgets too much.
    fn check_forgetting(&mut self) -> Result<(), Stop> {
        self.count_overwritten();
        let Some(forgetting) = &self.context.forgetting else {
            return Ok(());
        };
        let counted = &self.statistics;
        let visited = counted.visited as f64;
        if counted.replaced as f64 > forgetting.collision_limit * visited {
            return Err(Stop::CollisionRate);
        }
        let slots = f64::from(forgetting.slots);
        match forgetting.work_limit {
            Some(factor) if visited >= factor * slots => Err(Stop::WorkLimit),
            _ => Ok(()),
        }
    }

    fn count_overwritten(&mut self) {
        self.statistics.replaced = self.store.overwritten().unwrap_or(0);
    }
}

impl<M: Model + ?Sized, S: Store + ?Sized, P: Profile> Visitor for Search<'_, '_, M, S, P> {
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
            self.statistics.matched += 1;
            self.context.depth_bound_met = true;
            return Ok(true);
        }
        self.successors.add(self.store, state);
        match self.successors.are_many() {
            true => self.insert_successors().map(|()| true),
            false => Ok(true),
        }
    }

    fn leads_on(&mut self) -> Result<bool, Stop> {
        self.insert_successors()?;
        Ok(self.leads_on)
    }
}
