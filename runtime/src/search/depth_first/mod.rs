//! Depth-first search over the one loop: what all kinds of it share.
//!
//! A state is looked up when it is reached, unless it is inside an atomic sequence; then only its
//! process goes on, and if that cannot, the state is looked up after all, at the same depth. Steps
//! inside an atomic sequence and both halves of a handshake count for the depth, also the first
//! half of one that no one completes. What a new state's edges are, and what is done at a stored
//! one, is a [`Policy`]'s: [plain](plain) search leaves nothing out, [`reduced`](super::reduced)
//! does.

mod plain;

pub use plain::depth_first;

use super::Context;
use super::ground::Ground;
use crate::claim::{Judgement, Safety};
use crate::limits::Stop;
use crate::model::{Model, TransitionId};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{At, Cursor, Edge, EveryKept, Follow, Next, OnPath, Visit, explore};
use crate::store::{Attached, Handle, Insertion, Store};
use crate::violation::PathStep;

/// How a state was reached.
#[derive(Clone, Copy)]
pub(super) struct Arrival<'e> {
    /// The cursor at the state before, an exclusive one at the end of an atomic sequence; `None`
    /// for the initial state.
    pub(super) from: Option<&'e Cursor>,
    /// The last transition; `None` for the initial state, and where a sequence is blocked.
    pub(super) by: Option<TransitionId>,
}

impl Arrival<'_> {
    /// At the initial state.
    pub(super) const NOWHERE: Self = Self {
        from: None,
        by: None,
    };

    /// The cursor of the last edge, unless a sequence is blocked behind it.
    pub(super) fn last(self) -> Option<Cursor> {
        self.by.and(self.from).copied()
    }

    /// Nothing can happen but a `timeout` where it was left.
    pub(super) fn in_timeout(self) -> bool {
        self.from.is_some_and(Cursor::in_timeout)
    }

    /// By an atomic sequence.
    pub(super) fn in_sequence(self) -> bool {
        self.from.is_some_and(Cursor::is_exclusive)
    }
}

/// What a kind of depth-first search does at each event.
pub(super) trait Policy<M: Model + ?Sized, S: Store + ?Sized> {
    /// What it knows of states by handle.
    fn attached(&mut self) -> &mut dyn Attached;

    /// The initial state was built: what must be in it beside.
    #[inline(always)]
    fn initialize(&mut self, _: &mut State) {}

    /// Executes the next wanted edge.
    #[inline(always)]
    fn next(&mut self, ground: &mut Ground<'_, '_, M, S>, cursor: &mut Cursor) -> Next {
        cursor.next_selected(ground.model, &mut ground.state, &EveryKept)
    }

    /// An edge was executed; before it is counted and reported.
    #[inline(always)]
    fn taken(&mut self, _: &Cursor, _: Edge) {}

    /// The edge leads inside an atomic sequence.
    #[inline(always)]
    fn begin_sequence(&mut self, _: &State, _: &Cursor) -> Result<(), Stop> {
        Ok(())
    }

    /// The state is new, and the last on the path from now on: gives the cursor at its first wanted
    /// edge.
    fn enter(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Cursor, Stop>;

    /// The state is stored. A cursor opens it once more.
    fn seen(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Option<Cursor>, Stop>;

    /// No wanted edge is left: whether more are wanted now.
    fn expand_further(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        cursor: &mut Cursor,
    ) -> Result<bool, Stop>;

    /// All edges of the last state on the path are done: it leaves the path.
    fn leave(&mut self, ground: &mut Ground<'_, '_, M, S>) -> Result<(), Stop>;

    /// The last edge of `cursor` is done, with all that lay behind it.
    #[inline(always)]
    fn back(&mut self, _: &Cursor) -> Result<(), Stop> {
        Ok(())
    }

    /// What `edge`, the last that was taken, adds to the depth.
    #[inline(always)]
    fn steps(&self, edge: Edge) -> u32 {
        edge.steps()
    }

    /// The same of the last edge of `cursor`, which is at hand again.
    #[inline(always)]
    fn steps_back(&self, cursor: &Cursor) -> u32 {
        cursor.steps()
    }

    /// How much deeper something was looked at behind a state than the edges say: between its
    /// halves a handshake is one step deeper.
    #[inline(always)]
    fn steps_behind(&self, cursor: &Cursor) -> u64 {
        u64::from(cursor.has_offered())
    }

    /// The path, and the last edge of `last`.
    fn path<'p>(
        &'p self,
        stack: &'p [Cursor],
        last: Option<Cursor>,
    ) -> impl Iterator<Item = PathStep> + Clone + 'p {
        stack.iter().copied().chain(last).map(PathStep::System)
    }
}

/// A depth-first search at some state.
struct DepthFirst<'a, 'c, M: Model + ?Sized, S: Store + ?Sized, P> {
    ground: Ground<'a, 'c, M, S>,
    policy: P,
    max_depth: u64,
}

/// Searches with a policy; `state` is empty.
pub(super) fn search<M, S, P>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    state: State,
    policy: P,
) -> Statistics
where
    M: Model + ?Sized,
    S: Store + ?Sized,
    P: Policy<M, S>,
{
    let mut search = DepthFirst {
        max_depth: context.max_depth.unwrap_or(u64::MAX),
        ground: Ground::new(model, store, context, state),
        policy,
    };
    let result = search.run();
    search.ground.finish(result)
}

impl<M: Model + ?Sized, S: Store + ?Sized, P: Policy<M, S>> DepthFirst<'_, '_, M, S, P> {
    fn run(&mut self) -> Result<(), Stop> {
        self.ground.initialize()?;
        self.policy.initialize(&mut self.ground.state);
        match self.look_up(Arrival::NOWHERE)? {
            Follow::Down(cursor) => explore(self, cursor).map(|_| ()),
            Follow::Back | Follow::End => Ok(()),
        }
    }

    /// Looks the working state up; goes down from it if it is new, or wanted again.
    #[inline(always)]
    fn look_up(&mut self, arrival: Arrival<'_>) -> Result<Follow, Stop> {
        let Self { ground, policy, .. } = self;
        if let Some(safety) = ground.model.safety()
            && !safety.is_invariant()
            && !see(*safety, ground, policy, arrival)?
        {
            return Ok(Follow::Back);
        }
        let answer = match self.ground.insert() {
            Insertion::Full => self.ground.insert_into_full(self.policy.attached())?,
            answer => answer,
        };
        let Self { ground, policy, .. } = self;
        let opened = match answer {
            Insertion::Fresh(handle) => {
                // What an invariant says of a state that is met again is the same.
                if let Some(safety) = ground.model.safety()
                    && safety.is_invariant()
                    && safety.is_violated(&mut ground.state, &mut ground.statistics.seen)
                {
                    violated(ground, policy, arrival)?;
                }
                Some(policy.enter(ground, handle, arrival)?)
            }
            Insertion::Seen(handle) => policy.seen(ground, handle, arrival)?,
            Insertion::Full => unreachable!("room was made"),
        };
        let Some(cursor) = opened else {
            return Ok(Follow::Back);
        };
        if let (Some(from), Some(_)) = (arrival.from, arrival.by) {
            ground.stack.push(*from)?;
        }
        Ok(Follow::Down(cursor))
    }
}

/// A claim of safety sees the working state: false if no run that goes on from here violates it.
#[inline(never)]
fn see<M: Model + ?Sized, S: Store + ?Sized, P: Policy<M, S>>(
    safety: Safety,
    ground: &mut Ground<'_, '_, M, S>,
    policy: &P,
    arrival: Arrival<'_>,
) -> Result<bool, Stop> {
    match safety.see(&mut ground.state, &mut ground.statistics.seen) {
        Judgement::Inconclusive => Ok(true),
        Judgement::Satisfied => Ok(false),
        Judgement::Violated => violated(ground, policy, arrival).map(|()| false),
    }
}

/// The working state violates a claim of safety.
///
/// # Errors
/// Always: one such state is enough.
#[cold]
#[inline(never)]
fn violated<M: Model + ?Sized, S: Store + ?Sized, P: Policy<M, S>>(
    ground: &mut Ground<'_, '_, M, S>,
    policy: &P,
    arrival: Arrival<'_>,
) -> Result<(), Stop> {
    let path = policy.path(&ground.stack, arrival.last());
    let recorder = &mut ground.context.recorder;
    recorder.on_state(&mut ground.state, path)
}

impl<M: Model + ?Sized, S: Store + ?Sized, P: Policy<M, S>> Visit for DepthFirst<'_, '_, M, S, P> {
    type Model = M;

    #[inline(always)]
    fn on_path(&mut self) -> OnPath<'_, M> {
        self.ground.on_path()
    }

    #[inline(always)]
    fn next(&mut self, cursor: &mut Cursor) -> Next {
        self.policy.next(&mut self.ground, cursor)
    }

    #[inline(always)]
    fn taken(&mut self, cursor: &Cursor, edge: Edge, at: At) -> Result<bool, Stop> {
        if self.ground.pace.is_due(at.edges) {
            self.ground.check(at, self.policy.attached())?;
        }
        self.policy.taken(cursor, edge);
        let Self { ground, policy, .. } = self;
        ground.note(edge, cursor, at.before, policy)?;
        if edge.faulted {
            return Ok(false);
        }
        self.ground.statistics.atomic_steps += u64::from(edge.atomic);
        if at.depth + u64::from(self.policy.steps(edge)) >= self.max_depth {
            self.ground.statistics.matched += 1;
            self.ground.context.depth_bound_met = true;
            return Ok(false);
        }
        Ok(true)
    }

    #[inline(always)]
    fn begin_sequence(&mut self, cursor: &Cursor) -> Result<(), Stop> {
        self.policy.begin_sequence(&self.ground.state, cursor)
    }

    #[inline(always)]
    fn end_sequence(&mut self, cursor: &Cursor, at: At) {
        if cursor.has_offered() {
            self.ground.count_depth(at.depth + 1);
        }
    }

    #[inline(always)]
    fn arrive(&mut self, from: &Cursor, edge: Option<Edge>) -> Result<Follow, Stop> {
        self.look_up(Arrival {
            from: Some(from),
            by: edge.map(|edge| edge.transition),
        })
    }

    #[inline(always)]
    fn steps(&self, edge: Edge) -> u32 {
        self.policy.steps(edge)
    }

    #[inline(always)]
    fn steps_back(&self, cursor: &Cursor) -> u32 {
        self.policy.steps_back(cursor)
    }

    #[inline(always)]
    fn down(&mut self, at: At) {
        self.ground.count_depth(at.depth);
    }

    #[inline(always)]
    fn expand_further(&mut self, cursor: &mut Cursor) -> Result<bool, Stop> {
        self.policy.expand_further(&mut self.ground, cursor)
    }

    #[inline(always)]
    fn leave(&mut self, cursor: &Cursor, at: At) -> Result<(), Stop> {
        if !cursor.has_moved() {
            self.ground.end()?;
        }
        let behind = self.policy.steps_behind(cursor);
        self.policy.leave(&mut self.ground)?;
        if behind > 0 {
            self.ground.count_depth(at.depth + behind);
        }
        Ok(())
    }

    #[inline(always)]
    fn back(&mut self, cursor: &Cursor) -> Result<(), Stop> {
        self.policy.back(cursor)
    }
}
