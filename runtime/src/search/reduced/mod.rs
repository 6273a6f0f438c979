//! Depth-first search that leaves edges out: process sets that go first, sleep sets, or both.
//!
//! At a new state the chooser names processes that no other can influence before they have moved.
//! Their edges are executed, those that are awake. If one of them led to a state that was not on
//! the stack at that moment, the state is done. Otherwise what was put off might be put off round a
//! cycle for ever (the *ignoring problem*), and the next set is tried, at last all other processes.
//! An edge is executed once at a state.
//!
//! An atomic sequence is one edge, from the state before it to any of the stored states at its
//! ends: sets are chosen and edges put to sleep at stored states only, and the sleep set handed on
//! at the start of a sequence holds for all its ends. A state in which only `timeout` helps is not
//! reduced, and hands on nothing.
//!
//! Counting is SPIN's. An edge that falls asleep is neither executed nor counted; a state opened
//! again because it is met with fewer edges asleep counts as matched.

mod chooser;
mod on_stack;
mod path;
mod rounds;
mod simulate;

use super::Context;
use super::walk::Walk;
use crate::limits::Stop;
use crate::memory::Charged;
use crate::model::{Model, TransitionId};
use crate::reduce::{Reduction, Sleep};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{Cursor, Edge, Everything, Next};
use crate::store::{Handle, Insertion, Store};

use on_stack::OnStack;
use path::{Awake, OnHandles};

pub(super) use chooser::Chooser;
pub(super) use path::{Opened, Stage};

/// Searches as many states of `model`, which must have conflict tags, as `reduction` does not leave
/// out.
///
/// Time: as [`super::depth_first`], and for each executed edge a look at every edge that sleeps
/// beside it. Memory: the store; a bit a state and, for stored sleep sets, 4 bytes; 50 to 100 bytes
/// for each level of the path.
pub fn reduced<M: Model + ?Sized, S: Store + ?Sized>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    reduction: Reduction,
) -> Statistics {
    if reduction.sleep.is_some() {
        search::<_, _, true>(model, store, context, reduction)
    } else {
        search::<_, _, false>(model, store, context, reduction)
    }
}

fn search<M: Model + ?Sized, S: Store + ?Sized, const SLEEPS: bool>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    reduction: Reduction,
) -> Statistics {
    let info = model.info();
    let budget = context.budget.clone();
    let sleep = |form| Sleep::new(info, form, &budget);
    let mut search = Reduced::<_, _, SLEEPS> {
        chooser: Chooser::new(info, reduction.first),
        sleep: reduction.sleep.map(sleep),
        opened: Opened::NONE,
        below: Charged::new(budget.clone()),
        on_stack: OnStack::new(budget.clone()),
        walk: Walk::new(model, store, context, State::new(info).with_promises()),
    };
    let result = search.run();
    search.walk.finish(result)
}

/// `SLEEPS`: there are sleep sets. Known when it is compiled, for otherwise local edges would cost
/// a third more where they gain nothing.
struct Reduced<'a, 'c, M: Model + ?Sized, S: Store + ?Sized, const SLEEPS: bool> {
    walk: Walk<'a, 'c, M, S>,
    chooser: Chooser,
    sleep: Option<Sleep>,
    /// The last stored state on the path.
    opened: Opened,
    /// Those below it.
    below: Charged<Opened>,
    on_stack: OnStack,
}

impl<'a, 'c, M: Model + ?Sized, S: Store + ?Sized, const SLEEPS: bool>
    Reduced<'a, 'c, M, S, SLEEPS>
{
    fn run(&mut self) -> Result<(), Stop> {
        self.walk.initialize()?;
        let max_depth = self.walk.context.max_depth.unwrap_or(u64::MAX);
        let mut depth = 0;
        let mut edges = 0;
        let Some(mut cursor) = self.arrive(None, None)? else {
            return Ok(());
        };
        loop {
            let before = self.walk.state.hash();
            match self.next(&mut cursor) {
                Next::Edge(edge) => {
                    edges += 1;
                    if self.walk.is_time_to_check(edges) {
                        self.check(edges, depth)?;
                    }
                    self.begin(&cursor, &edge);
                    self.walk.note(edge, &cursor, before)?;
                    let reached = depth + u64::from(edge.steps());
                    match self.follow(&cursor, &edge, reached >= max_depth)? {
                        Some(next) => {
                            cursor = next;
                            depth = reached;
                            let statistics = &mut self.walk.statistics;
                            statistics.depth = statistics.depth.max(depth);
                        }
                        None => self.retract(&cursor)?,
                    }
                    continue;
                }
                Next::Interrupted => {
                    self.walk.count_offers(&cursor, depth);
                    self.walk.leave_atomic(&cursor);
                    if let Some(next) = self.arrive(Some(&cursor), None)? {
                        cursor = next;
                        continue;
                    }
                }
                Next::Exhausted if cursor.is_exclusive() => self.walk.leave_atomic(&cursor),
                Next::Exhausted => {
                    if self.opened.next_process(&mut cursor) || self.widen(&mut cursor) {
                        continue;
                    }
                    if !cursor.has_moved() {
                        self.walk.end()?;
                    }
                    self.close()?;
                }
            }
            self.walk.count_offers(&cursor, depth);
            match self.walk.stack.pop() {
                Some(below) => cursor = below,
                None => return Ok(()),
            }
            self.retract(&cursor)?;
            depth -= u64::from(cursor.steps());
        }
    }

    #[cold]
    fn check(&mut self, edges: u64, depth: u64) -> Result<(), Stop> {
        let (walk, mut attached) = self.attached();
        walk.check(edges, depth, &mut attached)
    }

    fn attached(&mut self) -> (&mut Walk<'a, 'c, M, S>, OnHandles<'_>) {
        let attached = OnHandles {
            on_stack: &mut self.on_stack,
            sleep: &mut self.sleep,
        };
        (&mut self.walk, attached)
    }

    #[inline(always)]
    fn next(&mut self, cursor: &mut Cursor) -> Next {
        let (model, state) = (self.walk.model, &mut self.walk.state);
        if SLEEPS
            && let Some(sleep) = &self.sleep
            && !cursor.is_exclusive()
        {
            return cursor.next_selected(model, state, &Awake::of(&self.opened, sleep));
        }
        cursor.next_selected(model, state, &Everything)
    }

    /// Has the store load what it will need for the processes that are tried now.
    #[inline(always)]
    fn guess(&mut self) {
        let set = self.opened.set;
        if SLEEPS && let Some(sleep) = &self.sleep {
            self.walk.guess(set, &Awake::of(&self.opened, sleep));
        } else {
            self.walk.guess(set, &Everything);
        }
    }

    /// An edge was executed; one from a stored state has a name among the sleepers.
    #[inline(always)]
    fn begin(&mut self, cursor: &Cursor, edge: &Edge) {
        if SLEEPS
            && let Some(sleep) = &mut self.sleep
            && !cursor.is_exclusive()
        {
            sleep.begin(&cursor.last_move(edge));
        }
    }

    /// Goes to where the edge leads, unless that needs no look.
    #[inline(always)]
    fn follow(
        &mut self,
        cursor: &Cursor,
        edge: &Edge,
        at_bound: bool,
    ) -> Result<Option<Cursor>, Stop> {
        if edge.faulted {
            return Ok(None);
        }
        self.walk.statistics.atomic_steps += u64::from(edge.atomic);
        if at_bound {
            self.walk.leave_out();
            return Ok(None);
        }
        if !edge.atomic {
            let next = self.arrive(Some(cursor), Some(edge.transition))?;
            if next.is_some() {
                self.walk.stack.push(*cursor)?;
            }
            return Ok(next);
        }
        if SLEEPS
            && let Some(sleep) = &mut self.sleep
            && !cursor.is_exclusive()
        {
            sleep.hand_on(&self.walk.state, cursor.in_timeout())?;
        }
        self.walk.enter_atomic(*cursor, edge.last)
    }

    /// Takes the last edge back; from a stored state it is done now.
    #[inline(always)]
    fn retract(&mut self, cursor: &Cursor) -> Result<(), Stop> {
        cursor.retract(&mut self.walk.state);
        if SLEEPS
            && let Some(sleep) = &mut self.sleep
            && !cursor.is_exclusive()
        {
            sleep.finish()?;
        }
        Ok(())
    }

    /// Looks the working state up, reached by the last edge of `from`, transition `by`; opens it if
    /// it is new, or if some of its edges sleep no more.
    #[inline(always)]
    fn arrive(
        &mut self,
        from: Option<&Cursor>,
        by: Option<TransitionId>,
    ) -> Result<Option<Cursor>, Stop> {
        let timeout = from.is_some_and(Cursor::in_timeout);
        let in_chain = from.is_some_and(Cursor::is_exclusive);
        let answer = match self.walk.insert() {
            Insertion::Full => self.insert_into_full()?,
            answer => answer,
        };
        match answer {
            Insertion::Fresh(handle) => {
                self.opened.leads_on = true;
                if SLEEPS && let Some(sleep) = &mut self.sleep {
                    sleep.open(&self.walk.state, handle, timeout, in_chain)?;
                    if sleep.has_stack_rule() {
                        self.apply_stack_rule()?;
                    }
                }
                self.open(from, handle, by).map(Some)
            }
            Insertion::Seen(handle) => {
                let asks = self.opened.stage == Stage::Chosen && !self.opened.leads_on;
                if !SLEEPS && !asks {
                    return self.walk.meet(handle, by).map(|()| None);
                }
                self.on_stack.mark(&self.walk.path)?;
                let on_stack = self.on_stack.contains(handle);
                self.opened.leads_on |= !on_stack;
                let Some(sleep) = self.sleep.as_mut().filter(|_| SLEEPS) else {
                    return self.walk.meet(handle, by).map(|()| None);
                };
                if on_stack {
                    sleep.note_into_stack();
                }
                if !sleep.reopen(&self.walk.state, handle, timeout, in_chain)? {
                    return self.walk.meet(handle, by).map(|()| None);
                }
                self.reopen(handle, by, on_stack).map(Some)
            }
            Insertion::Full => unreachable!("room was made"),
        }
    }

    #[cold]
    fn insert_into_full(&mut self) -> Result<Insertion, Stop> {
        let (walk, mut attached) = self.attached();
        walk.insert_into_full(&mut attached)
    }

    /// Starts the expansion of a new state.
    #[inline(always)]
    fn open(
        &mut self,
        from: Option<&Cursor>,
        handle: Handle,
        by: Option<TransitionId>,
    ) -> Result<Cursor, Stop> {
        self.walk.enter(handle, by)?;
        let walk = &mut self.walk;
        let local = self.chooser.local_after(&self.opened, from, &walk.state);
        let known = (local, self.opened.stuck);
        let asks = self.chooser.asks();
        let opened = Opened::new(&mut self.chooser, walk.model, &mut walk.state, known, asks);
        let cursor = self.push(opened)?;
        self.guess();
        Ok(cursor)
    }

    /// Starts another expansion of a stored state, for the edges that sleep no more.
    #[cold]
    fn reopen(
        &mut self,
        handle: Handle,
        by: Option<TransitionId>,
        on_stack: bool,
    ) -> Result<Cursor, Stop> {
        self.walk.statistics.reexplored += 1;
        if !on_stack {
            self.walk.recall(handle);
            self.walk.enter(handle, by)?;
        }
        self.push(Opened {
            set: u64::MAX,
            done: 0,
            local: self.chooser.local(&self.walk.state),
            stuck: 0,
            processes: self.walk.state.process_count() as u8,
            stage: Stage::Reopened,
            leads_on: false,
            stays_on_stack: on_stack,
        })
    }

    #[inline(always)]
    fn push(&mut self, opened: Opened) -> Result<Cursor, Stop> {
        self.below.push(self.opened)?;
        self.opened = opened;
        let mut cursor = Cursor::open(&mut self.walk.state);
        opened.begin_round(&mut cursor, &self.walk.state);
        Ok(cursor)
    }

    /// See [`Opened::widen`].
    #[inline(always)]
    fn widen(&mut self, cursor: &mut Cursor) -> bool {
        let (walk, asks) = (&mut self.walk, self.chooser.asks());
        let (model, state) = (walk.model, &mut walk.state);
        let goes_on = self
            .opened
            .widen(&mut self.chooser, model, state, cursor, asks);
        if goes_on && !cursor.in_timeout() {
            self.guess();
        }
        goes_on
    }

    /// Leaves the last state on the path.
    #[inline(always)]
    fn close(&mut self) -> Result<(), Stop> {
        let closed = self.opened;
        self.opened = self.below.pop().expect("a state is open");
        if !closed.stays_on_stack {
            let left = self.walk.leave()?;
            self.on_stack.leave(left, self.walk.path.len())?;
        }
        if SLEEPS && let Some(sleep) = &mut self.sleep {
            sleep.close();
        }
        Ok(())
    }
}
