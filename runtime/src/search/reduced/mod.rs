//! Depth-first search that leaves edges out: persistent sets, sleep sets, or both.
//!
//! At a new state a persistent set is computed: processes that no other can influence before they
//! have moved. Their edges are executed, those that are awake. If one of them led to a state that
//! was not on the stack at that moment, the state is done: that is the *proviso*. Otherwise what
//! was put off might be put off round a cycle for ever (the *ignoring problem*), and the next set
//! is tried, at last all other processes (*full expansion*). An edge is executed once at a state.
//!
//! An atomic sequence is one edge, from the state before it to any of the stored states at its
//! ends: sets are chosen and edges put to sleep at stored states only, and the sleep set handed on
//! at the start of a sequence holds for all its ends. A state in which only `timeout` helps is not
//! reduced, and hands on nothing.
//!
//! Counting is SPIN's. An edge that falls asleep is neither executed nor counted; a state opened
//! again because it is met with fewer edges asleep counts as matched.

mod on_stack;
mod ordered;
mod path;
mod simulate;

use super::Context;
use super::depth_first::{Arrival, Policy, search};
use super::ground::Ground;
use crate::limits::Stop;
use crate::memory::{Account, Charged};
use crate::model::{Model, ModelInfo};
use crate::reduce::{Opened, Reduction, Rounds, Sleep};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{Cursor, Edge, EveryKept, Next};
use crate::store::{Attached, Handle, Store};

use on_stack::OnStack;
pub use ordered::in_edge_order;
use path::{Awake, OnHandles};

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
    let info = model.info();
    let state = State::new(info).with_promises();
    if reduction.sleep.is_some() {
        let policy = Reduced::<true>::new(info, reduction, context);
        search(model, store, context, state, policy)
    } else {
        let policy = Reduced::<false>::new(info, reduction, context);
        search(model, store, context, state, policy)
    }
}

/// Persistent sets, sleep sets if `SLEEPS`, or both. That is known when it is compiled, for
/// otherwise local edges would cost a third more where they gain nothing.
struct Reduced<const SLEEPS: bool> {
    rounds: Rounds,
    known: OnHandles,
    /// The last stored state on the path.
    opened: Opened,
    /// Those below it.
    below: Charged<Opened>,
}

impl<const SLEEPS: bool> Reduced<SLEEPS> {
    fn new(info: &'static ModelInfo, reduction: Reduction, context: &Context<'_>) -> Self {
        let budget = &context.budget;
        Self {
            rounds: Rounds::new(info, reduction),
            known: OnHandles {
                on_stack: OnStack::new(budget.clone()),
                sleep: reduction.sleep.map(|form| Sleep::new(info, form, budget)),
            },
            opened: Opened::NONE,
            below: Charged::new(budget.clone(), Account::Stack),
        }
    }

    /// The sleep sets, if there are any.
    #[inline(always)]
    fn sleep(&mut self) -> Option<&mut Sleep> {
        self.known.sleep.as_mut().filter(|_| SLEEPS)
    }

    /// Those of an edge of `cursor`, if it has a name among the sleepers: it is of a stored state.
    #[inline(always)]
    fn sleep_at(&mut self, cursor: &Cursor) -> Option<&mut Sleep> {
        self.sleep().filter(|_| !cursor.is_exclusive())
    }

    /// Has the store load what it will need for the processes that are tried now.
    #[inline(always)]
    fn guess<M: Model + ?Sized, S: Store + ?Sized>(&self, ground: &mut Ground<'_, '_, M, S>) {
        let set = self.opened.set;
        if SLEEPS && let Some(sleep) = &self.known.sleep {
            ground.guess(set, &Awake::of(&self.opened, sleep));
        } else {
            ground.guess(set, &EveryKept);
        }
    }

    #[inline(always)]
    fn push(&mut self, opened: Opened) -> Result<(), Stop> {
        self.below.push(self.opened)?;
        self.opened = opened;
        Ok(())
    }

    /// Starts another expansion of a stored state, for the edges that sleep no more.
    #[cold]
    fn reopen<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
        on_stack: bool,
    ) -> Result<Cursor, Stop> {
        ground.statistics.reexplored += 1;
        if !on_stack {
            ground.recall(handle);
            ground.enter(handle, arrival.by)?;
        }
        let (opened, cursor) = self.rounds.reopen(&mut ground.state, on_stack);
        self.push(opened)?;
        Ok(cursor)
    }
}

impl<M: Model + ?Sized, S: Store + ?Sized, const SLEEPS: bool> Policy<M, S> for Reduced<SLEEPS> {
    fn attached(&mut self) -> &mut dyn Attached {
        &mut self.known
    }

    #[inline(always)]
    fn next(&mut self, ground: &mut Ground<'_, '_, M, S>, cursor: &mut Cursor) -> Next {
        let (model, state) = (ground.model, &mut ground.state);
        if SLEEPS
            && let Some(sleep) = &self.known.sleep
            && !cursor.is_exclusive()
        {
            return cursor.next_selected(model, state, &Awake::of(&self.opened, sleep));
        }
        cursor.next_selected(model, state, &EveryKept)
    }

    #[inline(always)]
    fn taken(&mut self, cursor: &Cursor, edge: Edge) {
        if let Some(sleep) = self.sleep_at(cursor) {
            sleep.begin(&cursor.last_move(&edge));
        }
    }

    #[inline(always)]
    fn begin_sequence(&mut self, state: &State, cursor: &Cursor) -> Result<(), Stop> {
        if let Some(sleep) = self.sleep_at(cursor) {
            sleep.hand_on(state, cursor.in_timeout())?;
        }
        Ok(())
    }

    #[inline(always)]
    fn enter(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Cursor, Stop> {
        self.opened.proviso_holds = true;
        if let Some(sleep) = self.sleep() {
            let (timeout, in_sequence) = (arrival.in_timeout(), arrival.in_sequence());
            sleep.open(&ground.state, handle, timeout, in_sequence)?;
            if sleep.has_stack_rule() {
                self.apply_stack_rule(ground)?;
            }
        }
        ground.enter(handle, arrival.by)?;
        let after = (&self.opened, arrival.from);
        let (opened, cursor) = self
            .rounds
            .open_after(after, ground.model, &mut ground.state);
        self.push(opened)?;
        self.guess(ground);
        Ok(cursor)
    }

    /// It is opened again if some of its edges sleep no more.
    #[inline(always)]
    fn seen(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Option<Cursor>, Stop> {
        if !SLEEPS && !self.opened.needs_proviso() {
            ground.meet(handle, arrival.by);
            return Ok(None);
        }
        self.known.on_stack.mark(&ground.path)?;
        let on_stack = self.known.on_stack.contains(handle);
        self.opened.proviso_holds |= !on_stack;
        let Some(sleep) = self.sleep() else {
            ground.meet(handle, arrival.by);
            return Ok(None);
        };
        if on_stack {
            sleep.note_into_stack();
        }
        let (timeout, in_sequence) = (arrival.in_timeout(), arrival.in_sequence());
        if !sleep.reopen(&ground.state, handle, timeout, in_sequence)? {
            ground.meet(handle, arrival.by);
            return Ok(None);
        }
        self.reopen(ground, handle, arrival, on_stack).map(Some)
    }

    #[inline(always)]
    fn expand_further(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        cursor: &mut Cursor,
    ) -> Result<bool, Stop> {
        if self.opened.next_process(cursor) {
            return Ok(true);
        }
        let asks = self.rounds.asks();
        let (model, state) = (ground.model, &mut ground.state);
        let goes_on = self
            .rounds
            .next_round(&mut self.opened, model, state, cursor, asks);
        if goes_on && !cursor.in_timeout() {
            self.guess(ground);
        }
        Ok(goes_on)
    }

    #[inline(always)]
    fn leave(&mut self, ground: &mut Ground<'_, '_, M, S>) -> Result<(), Stop> {
        let closed = self.opened;
        self.opened = self.below.pop().expect("a state is open");
        if !closed.stays_on_stack() {
            let left = ground.leave()?;
            self.known.on_stack.leave(left, ground.path.len())?;
        }
        if let Some(sleep) = self.sleep() {
            sleep.close();
        }
        Ok(())
    }

    #[inline(always)]
    fn back(&mut self, cursor: &Cursor) -> Result<(), Stop> {
        match self.sleep_at(cursor) {
            Some(sleep) => Ok(sleep.finish()?),
            None => Ok(()),
        }
    }
}
