//! Depth-first search that leaves edges out: process sets that go first, sleep sets, or both.
//!
//! At a new state the chooser names processes that no other can influence before they have moved. Their edges are executed, those that are awake. If one of them
//! led to a state that was not on the stack at that moment, the state is done. Otherwise what was put off might be put off round a cycle for ever (the *ignoring
//! problem*), and the next set is tried, at last all other processes. An edge is executed once at a state.
//!
//! An atomic sequence is one edge, from the state before it to any of the stored states at its ends: sets are chosen and edges put to sleep at stored states
//! only, and the sleep set handed on at the start of a sequence holds for all its ends. A state in which only `timeout` helps is not reduced, and hands on nothing.
//!
//! Counting is SPIN's. An edge that falls asleep is neither executed nor counted; a state opened again because it is met with fewer edges asleep counts as matched.

mod chooser;
mod path;
mod simulate;

use super::Context;
use super::chain::Chains;
use super::charged::Charged;
use super::depth_first::LOOK_AHEAD_FROM;
use super::expand::{Cursor, Edge, Everything, Next, tells_apart};
use super::stack::Stack;
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::{Reduction, Sleep, SleepSets};
use crate::state::State;
use crate::statistics::Statistics;
use crate::store::{Flags, Handle, Insertion, Store};

use chooser::Chooser;
use path::{Awake, Opened, Stage, Tried};

/// Clock, interrupt and log are looked at once in this many edges.
const EDGES_PER_CHECK: u64 = 1 << 12;

/// Searches as many states of `model`, which must have conflict tags, as `reduction` does not leave out.
///
/// Time: as [`super::depth_first`], and for each executed edge a look at every edge that sleeps beside it. Memory: the store; a bit a state and, for stored
/// sleep sets, 4 bytes; 50 to 100 bytes for each level of the path.
pub fn reduced<M: Model + ?Sized, S: Store>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    reduction: Reduction,
) -> Statistics {
    let info = model.info();
    let budget = context.budget.clone();
    let sleep = |form| Sleep::new(info, form, &budget);
    let mut search = Reduced {
        state: State::new(info).with_promises(),
        stack: Stack::new(budget.clone()),
        chains: Chains::new(budget.clone()),
        statistics: Statistics::new(info),
        chooser: Chooser::new(info, reduction.first),
        sleep: reduction.sleep.map(sleep),
        form: reduction.sleep,
        opened: Charged::new(budget.clone()),
        on_stack: Flags::new(budget.clone()),
        model,
        store,
        context,
    };
    search.context.stopped = search.run().err();
    search.statistics.lost_messages = search.state.lost_messages();
    search.context.endless_chains = search.chains.into_cuts();
    search.statistics
}

struct Reduced<'a, 'c, M: Model + ?Sized, S: Store> {
    model: &'a M,
    store: &'a mut S,
    state: State,
    stack: Stack,
    chains: Chains,
    statistics: Statistics,
    context: &'a mut Context<'c>,
    chooser: Chooser,
    sleep: Option<Sleep>,
    form: Option<SleepSets>,
    /// The stored states on the path.
    opened: Charged<Opened>,
    on_stack: Flags,
}

impl<M: Model + ?Sized, S: Store> Reduced<'_, '_, M, S> {
    fn run(&mut self) -> Result<(), Stop> {
        if self.model.initialize(&mut self.state).is_err() {
            return self.context.recorder.on_start(&mut self.state);
        }
        let max_depth = self.context.max_depth.unwrap_or(u64::MAX);
        let mut depth = 0;
        let mut edges = 0;
        let Some(mut cursor) = self.arrive(None)? else {
            return Ok(());
        };
        loop {
            match self.next(&mut cursor) {
                Next::Edge(edge) => {
                    edges += 1;
                    if edges % EDGES_PER_CHECK == 0 {
                        self.check(depth)?;
                    }
                    self.begin(&cursor, &edge);
                    if edge.faulted || self.state.has_failed() {
                        self.violated(edge, &cursor)?;
                    }
                    let reached = depth + u64::from(edge.steps());
                    let next = if edge.faulted {
                        None
                    } else if reached >= max_depth {
                        self.statistics.atomic_steps += u64::from(edge.atomic);
                        self.statistics.matched += 1;
                        self.context.depth_bound_met = true;
                        None
                    } else {
                        self.statistics.atomic_steps += u64::from(edge.atomic);
                        self.enter(cursor, &edge)?
                    };
                    match next {
                        Some(next) => {
                            cursor = next;
                            depth = reached;
                            self.statistics.depth = self.statistics.depth.max(depth);
                        }
                        None => self.retract(&cursor)?,
                    }
                    continue;
                }
                Next::Interrupted => {
                    self.count_offers(&cursor, depth);
                    self.chains
                        .leave(self.stack.len(), &self.state, cursor.pid());
                    if let Some(next) = self.arrive(Some(&cursor))? {
                        cursor = next;
                        continue;
                    }
                }
                Next::Exhausted if cursor.is_exclusive() => {
                    self.chains
                        .leave(self.stack.len(), &self.state, cursor.pid());
                }
                Next::Exhausted => {
                    if self.widen(&mut cursor) {
                        continue;
                    }
                    if !cursor.has_moved() {
                        self.ended()?;
                    }
                    self.close()?;
                }
            }
            self.count_offers(&cursor, depth);
            match self.stack.pop() {
                Some(below) => cursor = below,
                None => return Ok(()),
            }
            self.retract(&cursor)?;
            depth -= u64::from(cursor.steps());
        }
    }

    #[inline(always)]
    fn next(&mut self, cursor: &mut Cursor) -> Next {
        let (model, state) = (self.model, &mut self.state);
        let few = tells_apart(state);
        if cursor.is_exclusive() || (few && self.sleep.is_none()) {
            return cursor.next_selected(model, state, &Everything);
        }
        let opened = self.opened.last().expect("a state is open");
        match &self.sleep {
            None => cursor.next_selected(model, state, &Tried::of(opened)),
            Some(sleep) => cursor.next_selected(model, state, &Awake::of(opened, sleep, few)),
        }
    }

    /// When all processes are to be tried, starts the slots of their successors on the way to the cache.
    #[inline(always)]
    fn look_ahead(&mut self, opened: &Opened, cursor: &mut Cursor) {
        let (model, state) = (self.model, &mut self.state);
        let few = tells_apart(state);
        if self.statistics.stored <= LOOK_AHEAD_FROM || !few {
            return;
        }
        match &self.sleep {
            None => cursor.look_ahead(model, state, self.store, &Everything),
            Some(sleep) => {
                cursor.look_ahead(model, state, self.store, &Awake::of(opened, sleep, few));
            }
        }
    }

    /// An edge was executed, from a stored state or inside an atomic sequence.
    #[inline(always)]
    fn begin(&mut self, cursor: &Cursor, edge: &Edge) {
        self.statistics.reach(edge.transition);
        if let Some(partner) = edge.partner {
            self.statistics.reach(partner);
        }
        if let Some(sleep) = &mut self.sleep
            && !cursor.is_exclusive()
        {
            sleep.begin(&cursor.last_move(edge));
        }
    }

    /// Goes to where the edge leads, unless that needs no look.
    #[inline(always)]
    fn enter(&mut self, cursor: Cursor, edge: &Edge) -> Result<Option<Cursor>, Stop> {
        if !edge.atomic {
            let next = self.arrive(Some(&cursor))?;
            if next.is_some() {
                self.stack.push(cursor)?;
            }
            return Ok(next);
        }
        if let Some(sleep) = &mut self.sleep
            && !cursor.is_exclusive()
        {
            sleep.hand_on(&self.state, cursor.in_timeout())?;
        }
        self.stack.push(cursor)?;
        if self
            .chains
            .enter(self.stack.frames(), &self.state, edge.last)?
        {
            self.stack.pop();
            return Ok(None);
        }
        Ok(Some(Cursor::exclusive(&mut self.state, edge.last)))
    }

    /// Takes the last edge back; from a stored state it is done now.
    #[inline(always)]
    fn retract(&mut self, cursor: &Cursor) -> Result<(), Stop> {
        cursor.retract(&mut self.state);
        if let Some(sleep) = &mut self.sleep
            && !cursor.is_exclusive()
        {
            sleep.finish()?;
        }
        Ok(())
    }

    /// Looks the working state up, reached by the last edge of `from`; opens it if it is new, or if some of its edges sleep no more.
    #[inline(always)]
    fn arrive(&mut self, from: Option<&Cursor>) -> Result<Option<Cursor>, Stop> {
        let timeout = from.is_some_and(Cursor::in_timeout);
        let in_chain = from.is_some_and(Cursor::is_exclusive);
        match self.insert()? {
            Insertion::Fresh(handle) => {
                self.leads_on();
                if let Some(sleep) = &mut self.sleep {
                    sleep.open(&self.state, handle, timeout, in_chain)?;
                }
                if self.form == Some(SleepSets::Paper1995) {
                    self.apply_stack_rule()?;
                }
                self.open(handle).map(Some)
            }
            Insertion::Seen(handle) => {
                let choosing = |opened: &Opened| opened.stage == Stage::Chosen && !opened.leads_on;
                if self.sleep.is_none() && !self.opened.last().is_some_and(choosing) {
                    return Ok(None);
                }
                let on_stack = self.on_stack.get(handle);
                if !on_stack {
                    self.leads_on();
                }
                let Some(sleep) = &mut self.sleep else {
                    return Ok(None);
                };
                if on_stack {
                    sleep.note_into_stack();
                }
                if !sleep.reopen(&self.state, handle, timeout, in_chain)? {
                    return Ok(None);
                }
                self.reopen(handle, on_stack).map(Some)
            }
            Insertion::Full => unreachable!("room was made"),
        }
    }

    /// The edge being executed has led to a state that is not on the stack.
    #[inline(always)]
    fn leads_on(&mut self) {
        if let Some(opened) = self.opened.last_mut() {
            opened.leads_on = true;
        }
    }

    /// Starts the expansion of a new state.
    #[inline(always)]
    fn open(&mut self, handle: Handle) -> Result<Cursor, Stop> {
        let (set, stage) = match self.chooser.next(self.model, &mut self.state, 0) {
            Some(set) => (set, Stage::Chosen),
            None => (u64::MAX, Stage::All),
        };
        let opened = Opened {
            handle,
            set,
            done: 0,
            stage,
            leads_on: false,
            stays_on_stack: false,
        };
        let mut cursor = self.push(opened)?;
        if stage == Stage::All {
            self.look_ahead(&opened, &mut cursor);
        }
        Ok(cursor)
    }

    /// Starts another expansion of a stored state, for the edges that sleep no more.
    #[cold]
    fn reopen(&mut self, handle: Handle, on_stack: bool) -> Result<Cursor, Stop> {
        self.statistics.reexplored += 1;
        self.push(Opened {
            handle,
            set: u64::MAX,
            done: 0,
            stage: Stage::Reopened,
            leads_on: false,
            stays_on_stack: on_stack,
        })
    }

    #[inline(always)]
    fn push(&mut self, opened: Opened) -> Result<Cursor, Stop> {
        self.on_stack.set(opened.handle, true)?;
        self.opened.push(opened)?;
        let peak = &mut self.statistics.stack_states_peak;
        *peak = (*peak).max(self.opened.len() as u64);
        let mut cursor = Cursor::open(&mut self.state);
        cursor.keep_to(opened.set, &self.state);
        Ok(cursor)
    }

    /// When the processes tried so far have not led on: goes on to the next ones, to all others, and at last to the round of `timeout`.
    #[inline(always)]
    fn widen(&mut self, cursor: &mut Cursor) -> bool {
        let opened = self.opened.last_mut().expect("a state is open");
        match opened.stage {
            Stage::Chosen if opened.leads_on => false,
            Stage::Chosen => {
                opened.done |= opened.set;
                let next = self.chooser.next(self.model, &mut self.state, opened.done);
                opened.set = next.unwrap_or(u64::MAX) & !opened.done;
                cursor.rewind(&self.state);
                cursor.keep_to(opened.set, &self.state);
                if next.is_none() {
                    opened.stage = Stage::All;
                    let opened = *opened;
                    self.look_ahead(&opened, cursor);
                }
                true
            }
            Stage::All => {
                opened.set = u64::MAX;
                cursor.begin_timeout(&self.state)
            }
            Stage::Reopened => false,
        }
    }

    /// Leaves the last state on the path.
    #[inline(always)]
    fn close(&mut self) -> Result<(), Stop> {
        if let Some(opened) = self.opened.pop()
            && !opened.stays_on_stack
        {
            self.on_stack.set(opened.handle, false)?;
        }
        if let Some(sleep) = &mut self.sleep {
            sleep.close();
        }
        Ok(())
    }

    /// Between its halves a handshake is one step deeper.
    #[inline(always)]
    fn count_offers(&mut self, cursor: &Cursor, depth: u64) {
        if cursor.has_offered() {
            self.statistics.depth = self.statistics.depth.max(depth + 1);
        }
    }

    /// Looks the working state up.
    #[inline(always)]
    fn insert(&mut self) -> Result<Insertion, Stop> {
        loop {
            let answer = self.store.insert(self.state.hash(), self.state.words());
            match answer {
                Insertion::Fresh(_) => {
                    self.statistics.stored += 1;
                    let words = self.state.words().len();
                    self.statistics.state_words = self.statistics.state_words.max(words);
                }
                Insertion::Seen(_) => self.statistics.matched += 1,
                Insertion::Full => {
                    self.store.make_room(self.state.words().len())?;
                    continue;
                }
            }
            return Ok(answer);
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
