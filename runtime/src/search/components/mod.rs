//! Depth-first search for a run that a claim accepts: for a cycle of the product that meets every
//! accepting set, and is fair.
//!
//! The known way, a nested search, looks for each accepting state whether it can come back to
//! itself, once the first search has left it. It executes up to each edge twice, knows one
//! accepting set, and for fairness it searches a copy of the product for each process. Ours
//! follows the strongly connected components of the product as they are discovered, after Couvreur
//! (1999) in the form with a stack of live states (Gabow 2000; Gaiser and Schwoon 2009). States
//! whose component may still grow are *live*. A *root* stands for a part of the path's states that
//! are known to be strongly connected: which sets the edges inside of it meet, and for fairness
//! which processes were able in all of its states and which have moved. An edge back to a live
//! state makes one root of all roots above it. As soon as a root has all that is asked for, there
//! is a cycle, though its component may not be known to its end. Each edge is executed once,
//! fairness costs two sets of processes for a root, and a state whose component is finished will
//! never matter again.
//!
//! A place of the claim on none of its own accepted cycles is *rejecting*: a state there is on no
//! accepted cycle either, and has no root. Behind a *terminal* place every run is accepted: to come
//! there is the violation.

mod edges;
mod expansion;
mod known;
mod lasso;
mod processes;
mod product;
mod rounds;
mod shortest;
mod strong;
mod tell;

use super::depth_first::{Arrival, Policy, search};
use super::ground::Ground;
use super::{Asked, Context};
use crate::claim::{ClaimInfo, Component, Fairness};
use crate::limits::Stop;
use crate::memory::{Account, Charged};
use crate::model::Model;
use crate::reduce::{Pids, Reduction};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{Cursor, Edge, Next};
use crate::store::{Attached, Handle, Store};
use crate::violation::PathStep;

pub use shortest::{ShortestRun, shortest_run};

use known::Known;
use processes::Processes;
use product::{BY_CLAIM, Product, Turn};
use rounds::{LeavesOut, PathRounds};
use tell::steps;

/// Searches for a run that a claim accepts.
///
/// Time: an edge of the product costs about as much as one of the system, and each is executed
/// once. Memory: the store, 4 bytes a state and 4 more for each whose component is unfinished; 100
/// bytes for each level of the path, with fairness 200.
pub fn check_claim<M: Model + ?Sized, S: Store + ?Sized>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
    asked: Asked,
    reduction: Reduction,
) -> Statistics {
    let info = model.info();
    let Asked { claim, fairness } = asked;
    context.recorder.claim = Some((claim, fairness));
    let claim = &info.claims[claim];
    let product = Product::new(claim, reduction.is_none());
    let rounds = PathRounds::new(model, claim, fairness, reduction, context);
    let mut state = State::new(info);
    if rounds.is_some() {
        state = state.with_promises();
    }
    let is_strong = fairness == Fairness::Strong;
    match (fairness, rounds) {
        (Fairness::Unfair, None) => {
            let policy = Components::<(), _>::new(product, (), is_strong, context);
            search(model, store, context, state, policy)
        }
        (Fairness::Unfair, Some(rounds)) => {
            let policy = Components::<(), _>::new(product, rounds, is_strong, context);
            search(model, store, context, state, policy)
        }
        (Fairness::Weak | Fairness::Strong, None) => {
            let policy = Components::<Pids, _>::new(product, (), is_strong, context);
            search(model, store, context, state, policy)
        }
        (Fairness::Weak | Fairness::Strong, Some(rounds)) => {
            let policy = Components::<Pids, _>::new(product, rounds, is_strong, context);
            search(model, store, context, state, policy)
        }
    }
}

/// A state on the path.
struct Frame<P> {
    turn: Turn,
    /// It can lie on an accepted cycle.
    is_live: bool,
    /// The processes that are able to begin a step here, as far as is known.
    able: P,
}

/// What edges have met.
#[derive(Clone, Copy)]
struct Met<P> {
    /// Accepting sets, a bit each.
    sets: u32,
    /// Processes that have begun a step.
    moved: P,
}

impl<P: Processes> Met<P> {
    const NOTHING: Self = Self {
        sets: 0,
        moved: P::NONE,
    };

    #[inline(always)]
    fn join(&mut self, other: Self) {
        self.sets |= other.sets;
        self.moved.extend(other.moved);
    }
}

/// States that are known to be strongly connected.
#[derive(Clone, Copy)]
struct Root<P> {
    /// The position of the first of them among the live states.
    at: u32,
    /// There is an edge between two of them.
    cyclic: bool,
    /// What the edges between them have met.
    inside: Met<P>,
    /// What the edge into the first of them has met.
    entering: Met<P>,
    /// The processes that are able in all of them that are done.
    waiting: P,
}

struct Components<P, R> {
    product: Product,
    /// What is left out.
    rounds: R,
    frames: Charged<Frame<P>>,
    roots: Charged<Root<P>>,
    known: Known,
    /// The claim has made the edge at hand alone.
    alone: bool,
    /// What the edge at hand adds to the depth.
    steps: u32,
    /// A violation was told.
    found: bool,
    /// Only strongly fair runs count.
    is_strong: bool,
    /// The sets that a cycle must meet.
    all_sets: u32,
}

impl<P: Processes, R: LeavesOut> Components<P, R> {
    fn new(product: Product, rounds: R, is_strong: bool, context: &Context<'_>) -> Self {
        let budget = &context.budget;
        Self {
            all_sets: product.claim.all_sets(),
            product,
            rounds,
            frames: Charged::new(budget.clone(), Account::Stack),
            roots: Charged::new(budget.clone(), Account::Stack),
            known: Known::new(budget),
            alone: false,
            steps: 0,
            found: false,
            is_strong,
        }
    }

    fn claim(&self) -> &'static ClaimInfo {
        self.product.claim
    }

    /// What the edge has met that has just led to some state.
    #[inline(always)]
    fn met<M: Model + ?Sized, S: Store + ?Sized>(
        &self,
        ground: &Ground<'_, '_, M, S>,
        arrival: Arrival<'_>,
    ) -> Met<P> {
        let (Some(frame), Some(from)) = (self.frames.last(), arrival.from) else {
            return Met::NOTHING;
        };
        let mut moved = P::NONE;
        if P::MATTER && !self.alone {
            // Who goes on in a sequence that another process has begun begins nothing.
            let mut below = ground.stack.iter().rev();
            let begun = match from.is_exclusive() {
                true => below.find(|it| !it.is_exclusive()),
                false => Some(from),
            };
            moved.insert(begun.unwrap_or(from).pid());
        }
        Met {
            sets: frame.turn.sets,
            moved,
        }
    }

    /// Whether a run can go round in the part of a root for ever, and is accepted.
    #[inline(always)]
    fn is_accepted(&self, root: &Root<P>) -> bool {
        root.cyclic
            && root.inside.sets & self.all_sets == self.all_sets
            && root.waiting.are_among(root.inside.moved)
    }

    /// Looks whether the last root has all that is asked for. Strong fairness asks for finished
    /// components.
    #[inline(always)]
    fn look<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
    ) -> Result<(), Stop> {
        match self.roots.last() {
            _ if P::MATTER && self.is_strong => Ok(()),
            Some(root) if !self.found && self.is_accepted(root) => self.tell_cycle(ground),
            _ => Ok(()),
        }
    }

    /// All edges of the last state on the path are done, a live one; of some processes it is known
    /// that they are able there.
    #[inline(always)]
    fn close<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        mut able: P,
        ground: &mut Ground<'_, '_, M, S>,
    ) -> Result<(), Stop> {
        if !P::MATTER {
            return Ok(());
        }
        let top = self.roots.last_mut().expect("a live state has a root");
        if let Some(rounds) = self.rounds.get() {
            let perhaps = top.waiting.but(able);
            let more = rounds.able(&perhaps, ground.model, &mut ground.state);
            more.iter().for_each(|pid| able.insert(pid));
        }
        top.waiting.retain(able);
        if !self.is_strong {
            return self.look(ground);
        }
        let is_finished = ground.path.last() == Some(&self.known.at(top.at));
        match is_finished && !self.found {
            true => self.look_strongly(ground),
            false => Ok(()),
        }
    }
}

impl<M, S, P, R> Policy<M, S> for Components<P, R>
where
    M: Model + ?Sized,
    S: Store + ?Sized,
    P: Processes,
    R: LeavesOut,
{
    fn attached(&mut self) -> &mut dyn Attached {
        &mut self.known
    }

    fn initialize(&mut self, state: &mut State) {
        self.claim().start(state);
    }

    #[inline(always)]
    fn next(&mut self, ground: &mut Ground<'_, '_, M, S>, cursor: &mut Cursor) -> Next {
        let frame = self.frames.last_mut().expect("a state is open");
        let (model, state) = (ground.model, &mut ground.state);
        self.product
            .next(&mut frame.turn, model, state, cursor, &R::WANTED)
    }

    #[inline(always)]
    fn taken(&mut self, cursor: &Cursor, edge: Edge) {
        if cursor.is_exclusive() {
            self.steps = cursor.steps();
            return;
        }
        let frame = self.frames.last_mut().expect("a state is open");
        self.alone = edge.transition == BY_CLAIM;
        self.steps = frame.turn.steps(cursor);
        if let Some(rounds) = self.rounds.get_mut()
            && !self.alone
        {
            rounds.taken(edge);
        }
        if P::MATTER && !self.alone {
            frame.able.insert(cursor.pid());
        }
    }

    #[inline(always)]
    fn enter(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Cursor, Stop> {
        self.tell_failed(ground, Arrival::NOWHERE)?;
        ground.push(handle)?;
        let entering = self.met(ground, arrival);
        let alone = std::mem::take(&mut self.alone);
        let standing = self.claim().standing(&ground.state);
        let place = self.claim().at(standing);
        let is_live = place.component != Component::Rejecting;
        if is_live {
            let at = self.known.open(handle)?;
            self.roots.push(Root {
                at,
                cyclic: false,
                inside: Met::NOTHING,
                entering,
                waiting: P::ALL,
            })?;
        } else {
            self.known.open_dead(handle)?;
        }
        let (model, state) = (ground.model, &mut ground.state);
        let (turn, mut cursor) = self.product.open(model, state, standing, alone);
        let letter = turn.letter;
        ground.statistics.seen.note(letter.holds, letter.faulted);
        if let Some(rounds) = self.rounds.get_mut() {
            rounds.open(&turn, &mut cursor, model, state)?;
        }
        self.frames.push(Frame {
            turn,
            is_live,
            able: P::NONE,
        })?;
        if place.end || place.component == Component::Terminal {
            self.tell_end(standing, ground, arrival.last())?;
        }
        self.tell_failed(ground, arrival)?;
        Ok(cursor)
    }

    #[inline(always)]
    fn seen(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        handle: Handle,
        arrival: Arrival<'_>,
    ) -> Result<Option<Cursor>, Stop> {
        self.tell_failed(ground, Arrival::NOWHERE)?;
        let number = self.known.number(handle);
        if number.is_released() {
            ground.meet(handle, arrival.by);
        }
        if let Some(rounds) = self.rounds.get_mut() {
            rounds.meet(number.is_on_path());
        }
        let frame = self.frames.last().expect("an edge begins somewhere");
        let Some(position) = number.position().filter(|_| frame.is_live) else {
            self.alone = false;
            return Ok(None);
        };
        let mut met = self.met(ground, arrival);
        self.alone = false;
        let mut waiting = P::ALL;
        while let Some(top) = self.roots.last()
            && top.at > position
        {
            met.join(top.inside);
            met.join(top.entering);
            waiting.retain(top.waiting);
            self.roots.pop();
        }
        let top = self.roots.last_mut().expect("a live state has a root");
        top.inside.join(met);
        top.waiting.retain(waiting);
        top.cyclic = true;
        self.look(ground)?;
        Ok(None)
    }

    #[inline(always)]
    fn expand_further(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        cursor: &mut Cursor,
    ) -> Result<bool, Stop> {
        self.tell_failed(ground, Arrival::NOWHERE)?;
        let frame = self.frames.last_mut().expect("a state is open");
        let (turn, state) = (&mut frame.turn, &mut ground.state);
        if let Some(rounds) = self.rounds.get_mut()
            && turn.is_of_both()
            && rounds.next_round(ground.model, state, cursor)
        {
            return Ok(true);
        }
        let more = self.product.expand_further(turn, state, cursor);
        let again = turn.steps_again();
        if let Some(rounds) = self.rounds.get_mut()
            && more
            && turn.is_of_both()
        {
            rounds.open_again(state, cursor);
        }
        if again {
            let standing = self.claim().standing(&ground.state);
            if self.claim().at(standing).end {
                self.tell_end(standing, ground, Some(*cursor))?;
            }
        }
        self.tell_failed(ground, Arrival::NOWHERE)?;
        Ok(more)
    }

    #[inline(always)]
    fn leave(&mut self, ground: &mut Ground<'_, '_, M, S>) -> Result<(), Stop> {
        let frame = self.frames.last().expect("a state is open");
        let (able, is_live) = (frame.able, frame.is_live);
        if is_live {
            self.close(able, ground)?;
        }
        self.frames.pop();
        if let Some(rounds) = self.rounds.get_mut() {
            rounds.leave();
        }
        let left = ground.pop();
        self.known.leave(left);
        if !is_live {
            return ground.release(left);
        }
        if let Some(top) = self.roots.last()
            && self.known.at(top.at) == left
        {
            self.known.finish(top.at, |handle| ground.release(handle))?;
            self.roots.pop();
        }
        Ok(())
    }

    #[inline(always)]
    fn steps(&self, _: Edge) -> u32 {
        self.steps
    }

    #[inline(always)]
    fn steps_back(&self, cursor: &Cursor) -> u32 {
        match self.frames.last() {
            Some(frame) if !cursor.is_exclusive() => frame.turn.steps(cursor),
            _ => cursor.steps(),
        }
    }

    #[inline(always)]
    fn steps_behind(&self, _: &Cursor) -> u64 {
        self.frames
            .last()
            .map_or(0, |frame| frame.turn.behind.into())
    }

    fn path<'p>(
        &'p self,
        stack: &'p [Cursor],
        last: Option<Cursor>,
    ) -> impl Iterator<Item = PathStep> + Clone + 'p {
        steps(&self.frames, self.claim(), stack, last)
    }
}
