//! What depth-first searches stand on: the working state, the path to it, the store, the counters,
//! and what happens at each step whatever is left out.

use super::Context;
use super::cached::Cache;
use super::depth_first::Policy;
use super::guesses::Guesses;
use super::pace::Pace;
use super::room::edges_per_check;
use crate::limits::Stop;
use crate::memory::{Account, Charged};
use crate::model::{Model, TransitionId};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{At, Chains, Cursor, Edge, OnPath, Selection, Stack};
use crate::store::{Attached, Handle, Insertion, Store};
use crate::violation::PathStep;

/// A depth-first search at some state.
pub(super) struct Ground<'a, 'c, M: Model + ?Sized, S: Store + ?Sized> {
    pub(super) model: &'a M,
    pub(super) store: &'a mut S,
    pub(super) state: State,
    pub(super) stack: Stack,
    /// The stored states on the path.
    pub(super) path: Charged<Handle>,
    guesses: Guesses,
    /// `None` as long as nothing need be forgotten.
    pub(super) cache: Option<Box<Cache>>,
    pub(super) statistics: Statistics,
    pub(super) context: &'a mut Context<'c>,
    chains: Chains,
    pub(super) pace: Pace,
}

impl<'a, 'c, M: Model + ?Sized, S: Store + ?Sized> Ground<'a, 'c, M, S> {
    /// Before the first step; `state` is empty.
    pub(super) fn new(
        model: &'a M,
        store: &'a mut S,
        context: &'a mut Context<'c>,
        state: State,
    ) -> Self {
        let info = model.info();
        let mut statistics = Statistics::new(info.transitions.len());
        let cache = context.caching.as_ref().and_then(|caching| {
            context.recorder.expect_repeats();
            // A store without the memory for this many becomes a cache of fewer when it has used up
            // what there is.
            let states = caching.states?;
            store.evict()?.limit_states(states).ok()?;
            statistics.cache_states = states;
            let cache = Cache::new(info, caching, states, &context.budget);
            Some(Box::new(cache))
        });
        Self {
            stack: Stack::new(context.budget.clone(), Account::Stack),
            path: Charged::new(context.budget.clone(), Account::Stack),
            guesses: Guesses::new(),
            cache,
            chains: Chains::new(context.budget.clone()),
            statistics,
            pace: Pace::new(edges_per_check(&context.budget)),
            model,
            store,
            state: state.within(context.budget.clone()),
            context,
        }
    }

    /// Notes how the search has ended.
    pub(super) fn finish(mut self, result: Result<(), Stop>) -> Statistics {
        self.context.stopped = result.err();
        let stored = self.store.len() as u64;
        self.statistics.stored = stored;
        self.statistics.stored_peak = stored.max(self.statistics.stored_peak);
        self.statistics.lost_messages = self.state.lost_messages();
        self.context.endless_chains = self.chains.into_cuts();
        self.statistics
    }

    /// The path.
    #[inline(always)]
    pub(super) fn on_path(&mut self) -> OnPath<'_, M> {
        OnPath {
            model: self.model,
            stack: &mut self.stack,
            chains: &mut self.chains,
            state: &mut self.state,
        }
    }

    /// Builds the initial state.
    pub(super) fn initialize(&mut self) -> Result<(), Stop> {
        match self.model.initialize(&mut self.state) {
            Ok(()) => Ok(()),
            Err(_) => self.context.recorder.on_start(&mut self.state),
        }
    }

    /// `edge` was executed by `cursor`, from a state with hash `before`: notes it and reports what
    /// failed on it.
    #[inline(always)]
    pub(super) fn note<P: Policy<M, S>>(
        &mut self,
        edge: Edge,
        cursor: &Cursor,
        before: u64,
        policy: &P,
    ) -> Result<(), Stop> {
        if self.store.gains_from_prefetch() {
            let (below, after) = (self.stack.len(), self.state.hash());
            self.guesses.note(cursor, below, &edge, before, after);
        }
        edge.note_reached(&mut self.statistics.reached);
        if edge.faulted || self.state.has_failed() {
            self.violated(edge, cursor, policy)?;
        }
        Ok(())
    }

    /// The working state is to be expanded by a set of processes: guesses where that leads.
    #[inline(always)]
    pub(super) fn guess<C: Selection>(&mut self, set: u64, selection: &C) {
        if self.store.gains_from_prefetch() {
            self.guesses
                .prefetch(&self.state, self.store, set, selection);
        }
    }

    /// Something was looked at this deep.
    #[inline(always)]
    pub(super) fn count_depth(&mut self, depth: u64) {
        self.statistics.depth = self.statistics.depth.max(depth);
    }

    /// Looks the working state up, and counts it; [`Ground::insert_into_full`] if the store is
    /// full.
    #[inline(always)]
    pub(super) fn insert(&mut self) -> Insertion {
        let (hash, words) = (self.state.hash(), self.state.words());
        let answer = self.store.insert(hash, words);
        match answer {
            Insertion::Fresh(_) => {
                self.statistics.visited += 1;
                let words = self.state.words().len();
                self.statistics.state_words = self.statistics.state_words.max(words);
            }
            Insertion::Seen(_) => self.statistics.matched += 1,
            Insertion::Full => {}
        }
        answer
    }

    /// A state was stored, or is opened again that was not on the path: it is the last on the path
    /// now.
    #[inline(always)]
    pub(super) fn enter(&mut self, handle: Handle, by: Option<TransitionId>) -> Result<(), Stop> {
        self.push(handle)?;
        let Some(cache) = &mut self.cache else {
            return Ok(());
        };
        let (hash, depth) = (self.state.hash(), (self.path.len() - 1) as u32);
        let (arrival, edges) = (cache.arrival(by), self.statistics.transitions());
        let entered = cache.replacement.enter(handle, hash, depth, arrival, edges);
        Ok(entered?)
    }

    /// The last state on the path leaves it.
    #[inline(always)]
    pub(super) fn leave(&mut self) -> Result<Handle, Stop> {
        let handle = self.pop();
        if let Some(cache) = &mut self.cache {
            let edges = self.statistics.transitions();
            cache.replacement.leave(handle, edges)?;
        }
        Ok(handle)
    }

    /// Puts a state on the path without a word to the cache, which must not forget it.
    #[inline(always)]
    pub(super) fn push(&mut self, handle: Handle) -> Result<(), Stop> {
        self.path.push(handle)?;
        let on_path = self.path.len() as u64;
        let peak = &mut self.statistics.stack_states_peak;
        *peak = on_path.max(*peak);
        Ok(())
    }

    /// The last state leaves the path, without a word to the cache.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Handle {
        let handle = self.path.pop().expect("a state is on the path");
        self.store.leave(handle);
        handle
    }

    /// A state that the cache has not heard of may be forgotten from now on.
    #[inline(always)]
    pub(super) fn release(&mut self, handle: Handle) -> Result<(), Stop> {
        match &mut self.cache {
            Some(cache) => cache.release(handle, self.store, &self.statistics),
            None => Ok(()),
        }
    }

    /// A stored state was met, and is not put on the path for that.
    #[inline(always)]
    pub(super) fn meet(&mut self, handle: Handle, by: Option<TransitionId>) {
        if let Some(cache) = &mut self.cache {
            cache.replacement.meet(handle, cache.arrival(by));
        }
    }

    /// A stored state that is not on the path is put there again; [`Ground::enter`] follows.
    #[cold]
    pub(super) fn recall(&mut self, handle: Handle) {
        if let Some(cache) = &mut self.cache {
            cache.replacement.recall(handle);
        }
    }

    /// Looks at clock, interrupt and memory.
    #[cold]
    pub(super) fn check(&mut self, at: At, attached: &mut dyn Attached) -> Result<(), Stop> {
        if self.pace.is_full_round(at.edges) {
            self.check_budget(attached)?;
        }
        self.state.charge_log()?;
        let now = self.context.look(&self.statistics, at.depth)?;
        self.pace.note(now);
        Ok(())
    }

    /// The edge just taken has a failed assertion or a run-time error.
    #[cold]
    fn violated<P: Policy<M, S>>(
        &mut self,
        edge: Edge,
        cursor: &Cursor,
        policy: &P,
    ) -> Result<(), Stop> {
        let path = policy.path(&self.stack, Some(*cursor));
        let recorder = &mut self.context.recorder;
        recorder.on_edge(&mut self.state, edge, path)
    }

    /// No process can move.
    #[cold]
    pub(super) fn end(&mut self) -> Result<(), Stop> {
        let path = self.stack.iter().copied().map(PathStep::System);
        self.context.recorder.on_end(&self.state, || Ok(path))
    }
}
