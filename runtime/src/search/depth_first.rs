//! Plain depth-first search for failed assertions, invalid end states and run-time errors.
//!
//! Visits and counts exactly as SPIN without reduction: a state is looked up when it is reached, unless it is inside an atomic
//! sequence; then only its process goes on, and if that cannot, the state is looked up after all, at the same depth. Steps inside an atomic
//! sequence and both halves of a handshake count for the depth, also the first half of one that nobody completes.
//!
//! In a large store each look-up waits for memory, and one cannot begin before the one before it has decided what comes next. So all edges of a
//! new state are executed once before, only to start their slots on the way to the cache. Measured with dining philosophers on a machine with
//! 2 MiB of second-level cache a core, transitions for each CPU second against the search without it, medians of interleaved pairs: six
//! philosophers (1.8 million states) 1.12, seven (cut off at 200 MB of store) 1.07. Tried as well and not better: prefetching the records
//! behind the slots; looking all edges up at once and keeping only the unknown ones (38 %) for the descent.

use super::Context;
use super::chain::Chains;
use super::expand::{Cursor, Edge, Everything, Next};
use super::stack::Stack;
use crate::limits::Stop;
use crate::model::Model;
use crate::state::State;
use crate::statistics::Statistics;
use crate::store::{Insertion, Store};

/// Clock, interrupt and log are looked at once in this many edges.
const EDGES_PER_CHECK: u64 = 1 << 12;

/// States from which on the store is taken to be larger than the caches near the processor.
pub(super) const LOOK_AHEAD_FROM: u64 = 1 << 16;

/// Searches every state that `model` can reach.
///
/// Time: one call of [`Model::execute`] for each candidate of each process of each state, one insertion for each edge. Memory: the store,
/// and 20 to 40 bytes for each level of the path.
pub fn depth_first<M: Model + ?Sized, S: Store>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
) -> Statistics {
    let mut search = DepthFirst {
        state: State::new(model.info()),
        stack: Stack::new(context.budget.clone()),
        chains: Chains::new(context.budget.clone()),
        statistics: Statistics::new(model.info()),
        model,
        store,
        context,
    };
    search.context.stopped = search.run().err();
    search.statistics.lost_messages = search.state.lost_messages();
    search.context.endless_chains = search.chains.into_cuts();
    search.statistics
}

struct DepthFirst<'a, 'c, M: Model + ?Sized, S: Store> {
    model: &'a M,
    store: &'a mut S,
    state: State,
    stack: Stack,
    chains: Chains,
    statistics: Statistics,
    context: &'a mut Context<'c>,
}

impl<M: Model + ?Sized, S: Store> DepthFirst<'_, '_, M, S> {
    fn run(&mut self) -> Result<(), Stop> {
        if self.model.initialize(&mut self.state).is_err() {
            return self.context.recorder.on_start(&mut self.state);
        }
        self.insert()?;
        let max_depth = self.context.max_depth.unwrap_or(u64::MAX);
        let mut depth = 0;
        let mut edges = 0;
        // States on the path that are stored: all but those inside atomic sequences.
        let mut stored_on_path = 1;
        let mut cursor = self.open(stored_on_path);
        loop {
            match cursor.next(self.model, &mut self.state) {
                Next::Edge(edge) => {
                    edges += 1;
                    if edges % EDGES_PER_CHECK == 0 {
                        self.check(depth)?;
                    }
                    self.statistics.reach(edge.transition);
                    if let Some(partner) = edge.partner {
                        self.statistics.reach(partner);
                    }
                    if edge.faulted || self.state.has_failed() {
                        self.violated(edge, &cursor)?;
                        if edge.faulted {
                            cursor.retract(&mut self.state);
                            continue;
                        }
                    }
                    let reached = depth + u64::from(edge.steps());
                    self.statistics.atomic_steps += u64::from(edge.atomic);
                    if reached >= max_depth {
                        self.statistics.matched += 1;
                        self.context.depth_bound_met = true;
                        cursor.retract(&mut self.state);
                        continue;
                    }
                    let next = if edge.atomic {
                        self.enter_atomic(cursor, edge.last)?
                    } else if self.insert()? {
                        stored_on_path += 1;
                        self.stack.push(cursor)?;
                        Some(self.open(stored_on_path))
                    } else {
                        None
                    };
                    let Some(next) = next else {
                        cursor.retract(&mut self.state);
                        continue;
                    };
                    cursor = next;
                    depth = reached;
                    self.statistics.depth = self.statistics.depth.max(depth);
                    continue;
                }
                Next::Interrupted => {
                    self.count_offers(&cursor, depth);
                    self.chains
                        .leave(self.stack.len(), &self.state, cursor.pid());
                    if self.insert()? {
                        stored_on_path += 1;
                        cursor = self.open(stored_on_path);
                        continue;
                    }
                }
                Next::Exhausted if cursor.is_exclusive() => {
                    self.chains
                        .leave(self.stack.len(), &self.state, cursor.pid());
                }
                Next::Exhausted => {
                    if !cursor.has_moved() {
                        self.ended()?;
                    }
                    stored_on_path -= 1;
                }
            }
            self.count_offers(&cursor, depth);
            match self.stack.pop() {
                Some(below) => cursor = below,
                None => return Ok(()),
            }
            cursor.retract(&mut self.state);
            depth -= u64::from(cursor.steps());
        }
    }

    /// Starts the expansion of a new state, one of `stored_on_path`.
    #[inline(always)]
    fn open(&mut self, stored_on_path: u64) -> Cursor {
        let peak = &mut self.statistics.stack_states_peak;
        *peak = stored_on_path.max(*peak);
        let mut cursor = Cursor::open(&mut self.state);
        if self.statistics.stored > LOOK_AHEAD_FROM {
            cursor.look_ahead(self.model, &mut self.state, self.store, &Everything);
        }
        cursor
    }

    /// Between its halves a handshake is one step deeper.
    #[inline(always)]
    fn count_offers(&mut self, cursor: &Cursor, depth: u64) {
        if cursor.has_offered() {
            self.statistics.depth = self.statistics.depth.max(depth + 1);
        }
    }

    /// Goes to a state inside an atomic sequence of `pid`, unless it is where an endless one repeats itself.
    #[inline(always)]
    fn enter_atomic(&mut self, below: Cursor, pid: u8) -> Result<Option<Cursor>, Stop> {
        self.stack.push(below)?;
        if self.chains.enter(self.stack.frames(), &self.state, pid)? {
            self.stack.pop();
            return Ok(None);
        }
        Ok(Some(Cursor::exclusive(&mut self.state, pid)))
    }

    /// Looks the working state up; `true` when it is new.
    #[inline(always)]
    fn insert(&mut self) -> Result<bool, Stop> {
        loop {
            match self.store.insert(self.state.hash(), self.state.words()) {
                Insertion::Fresh(_) => {
                    self.statistics.stored += 1;
                    let words = self.state.words().len();
                    self.statistics.state_words = self.statistics.state_words.max(words);
                    return Ok(true);
                }
                Insertion::Seen(_) => {
                    self.statistics.matched += 1;
                    return Ok(false);
                }
                Insertion::Full => self.store.make_room(self.state.words().len())?,
            }
        }
    }

    #[cold]
    fn check(&mut self, depth: u64) -> Result<(), Stop> {
        self.stack.charge_log(&mut self.state)?;
        let context = &mut *self.context;
        context
            .monitor
            .check(&self.statistics, depth, &context.budget)
    }

    /// The edge just taken has a failed assertion or a run-time error.
    #[cold]
    fn violated(&mut self, edge: Edge, cursor: &Cursor) -> Result<(), Stop> {
        let path = self.stack.frames().iter().chain([cursor]);
        self.context.recorder.on_edge(&mut self.state, edge, path)
    }

    /// No process can move.
    #[cold]
    fn ended(&mut self) -> Result<(), Stop> {
        self.context
            .recorder
            .on_end(&self.state, self.stack.frames().iter())
    }
}
