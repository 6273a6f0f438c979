//! The product of a system with a claim, as edges of states.
//!
//! The claim and the system take turns. An edge of the product is a step of the claim, which sees
//! the state, and then one of the system, an atomic sequence together with all its steps. The place
//! of the claim lies in the state vector, so a step of the claim is one more assignment: it is
//! taken behind a new state, before the cursor is opened that finds the edges of the system, and
//! taken back when they are done.
//!
//! Where the system is stuck behind a step of the claim, its state repeats for ever, and the claim
//! goes on alone. Then the state is stored with the place that the claim has come to, and the
//! system is stuck there once more. SPIN's verifier has the claim step twice there, at once, and
//! lets the state behind be left by the claim alone: whether it is left so is no part of the state,
//! but how it was first reached. A search that [counts as SPIN does](Product::new) does the same.
//! Both accept the same runs: a run of the claim on one letter can be cut into steps of one and
//! two. Cycles without progress are none of runs that end: there nothing follows.

use crate::claim::{Allowed, ClaimEdge, ClaimInfo, Letter};
use crate::model::{Model, TransitionId};
use crate::state::{Mark, State};
use crate::step::{Cursor, Edge, Everything, NO_PROCESS, Next, Selection, waits_for_timeout};
use crate::violation::{EdgeViolation, PathStep, found_in_claim, found_in_proposition};

/// The transition of an edge that the claim takes alone: none.
pub(super) const BY_CLAIM: TransitionId = TransitionId(u32::MAX);

/// How far the edges of a state of the product have been gone through, beside the cursor.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) letter: Letter,
    /// The log before the claim's step.
    before: Mark,
    /// Where the claim stood.
    pub(super) place: u16,
    /// Its last step: one more than the index of the edge, 0 before the first.
    first: u16,
    /// The same, of the step behind it that it takes alone.
    second: u16,
    /// The accepting sets of these steps.
    pub(super) sets: u32,
    /// The statements that they stand for.
    steps: u32,
    /// The most steps that were looked at behind the state without an edge.
    pub(super) behind: u32,
    mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// A step of the claim, then one of the system.
    Both,
    /// The system is stuck behind the claim's step: that is all.
    Stuck,
    /// The same, and the claim steps once more.
    Again,
    /// The state is left by the claim alone.
    Alone,
    /// No step is left.
    Ended,
}

/// Edges of the product.
pub(super) struct Product {
    pub(super) claim: &'static ClaimInfo,
    counts_as_spin: bool,
    /// What failed in the claim's own steps, until it is taken.
    pub(super) failed: Vec<EdgeViolation>,
}

impl Product {
    /// With a claim; `counts_as_spin` says how the claim steps where the system is stuck.
    pub(super) fn new(claim: &'static ClaimInfo, counts_as_spin: bool) -> Self {
        Self {
            claim,
            counts_as_spin,
            failed: Vec::new(),
        }
    }

    /// Opens a state in which the claim stands at a place, reached alone or not; gives the cursor
    /// at its first edge.
    #[inline(always)]
    pub(super) fn open<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        standing: u16,
        alone: bool,
    ) -> (Turn, Cursor) {
        let claim = self.claim;
        let waits = claim.asks_timeout && waits_for_timeout(model, state);
        state.set_timeout(waits);
        let before = state.mark();
        let mut turn = Turn {
            letter: claim.letter(state),
            before,
            place: standing,
            first: 0,
            second: 0,
            sets: 0,
            steps: 0,
            behind: 0,
            mode: match alone && self.counts_as_spin {
                true => Mode::Alone,
                false => Mode::Both,
            },
        };
        let mut cursor = Cursor::open(state);
        if turn.mode == Mode::Alone {
            turn.behind = u32::from(offers(model, state));
        } else {
            self.step(&mut turn, state, &mut cursor);
        }
        (turn, cursor)
    }

    /// Executes the next edge of this round, of those selected.
    #[inline(always)]
    pub(super) fn next<M: Model + ?Sized, C: Selection>(
        &mut self,
        turn: &mut Turn,
        model: &M,
        state: &mut State,
        cursor: &mut Cursor,
        selection: &C,
    ) -> Next {
        if turn.mode == Mode::Both || cursor.is_exclusive() {
            return cursor.next_selected(model, state, selection);
        }
        // An edge that a call gave back would be copied on its way, and with it all others.
        match self.step_alone(turn, state) {
            true => Next::Edge(Edge {
                transition: BY_CLAIM,
                partner: None,
                last: NO_PROCESS,
                atomic: false,
                faulted: false,
            }),
            false => Next::Exhausted,
        }
    }

    /// The claim's next step where the system is stuck; false if there is none.
    #[cold]
    #[inline(never)]
    fn step_alone(&mut self, turn: &mut Turn, state: &mut State) -> bool {
        match turn.mode {
            Mode::Both | Mode::Ended => return false,
            Mode::Stuck if turn.second > 0 => return false,
            Mode::Stuck => turn.second = 1,
            Mode::Again | Mode::Alone => {
                let standing = self.claim.standing(state);
                let next = self.take(turn.letter, standing, turn.second, state);
                let Some((next, edge)) = next else {
                    return false;
                };
                turn.second = next;
                let (sets, steps) = match turn.mode {
                    Mode::Again => self.of_first(turn),
                    _ => (0, 0),
                };
                turn.sets = sets | edge.sets;
                turn.steps = steps + edge.steps;
            }
        }
        true
    }

    /// The sets and statements of the claim's last step.
    fn of_first(&self, turn: &Turn) -> (u32, u32) {
        let edge = &self.claim.at(turn.place).edges[usize::from(turn.first) - 1];
        (edge.sets, edge.steps)
    }

    /// No edge is left of this round: goes on to `timeout`, to the claim alone, to the claim's next
    /// step. False if there is nothing left.
    #[inline(always)]
    pub(super) fn expand_further(
        &mut self,
        turn: &mut Turn,
        state: &mut State,
        cursor: &mut Cursor,
    ) -> bool {
        if turn.mode == Mode::Both {
            if cursor.begin_timeout(state) {
                return true;
            }
            let offered = u32::from(cursor.has_offered());
            turn.behind = turn.behind.max(turn.steps + offered);
            if !cursor.has_moved() && self.claim.follows_ends() {
                turn.second = 0;
                turn.mode = match self.counts_as_spin {
                    true => Mode::Again,
                    false => Mode::Stuck,
                };
                return true;
            }
        }
        match turn.mode {
            Mode::Alone | Mode::Ended => false,
            Mode::Both | Mode::Stuck | Mode::Again => self.step(turn, state, cursor),
        }
    }

    /// The claim's next step, if it has one: then every process may move.
    #[inline(always)]
    fn step(&mut self, turn: &mut Turn, state: &mut State, cursor: &mut Cursor) -> bool {
        state.undo_to(turn.before);
        let Some((next, edge)) = self.take(turn.letter, turn.place, turn.first, state) else {
            turn.mode = Mode::Ended;
            return false;
        };
        turn.first = next;
        turn.mode = Mode::Both;
        (turn.sets, turn.steps) = (edge.sets, edge.steps);
        *cursor = Cursor::open(state);
        true
    }

    /// Takes the next of the edges of `place` behind the first `done` that can be taken; gives the
    /// number of those done then, and the edge.
    #[inline(always)]
    fn take(
        &mut self,
        letter: Letter,
        place: u16,
        done: u16,
        state: &mut State,
    ) -> Option<(u16, &'static ClaimEdge)> {
        let claim = self.claim;
        let edges = &claim.at(place).edges[usize::from(done)..];
        for (index, edge) in (done..).zip(edges) {
            match letter.allows(edge) {
                Allowed::No => continue,
                Allowed::Faulted(proposition) => {
                    let found = found_in_proposition(claim, proposition, state);
                    self.failed.extend(found);
                }
                Allowed::Yes if edge.does.is_none() => {
                    state.set(claim.place, i32::from(edge.target));
                    return Some((index + 1, edge));
                }
                Allowed::Yes => {
                    let mark = state.mark();
                    let taken = claim.take(state, edge);
                    self.failed.extend(found_in_claim(state, &edge.source));
                    match taken {
                        Ok(()) => return Some((index + 1, edge)),
                        Err(_) => state.undo_to(mark),
                    }
                }
            }
        }
        None
    }
}

impl Turn {
    /// Behind a step of the claim it is the system's turn.
    #[inline(always)]
    pub(super) fn is_of_both(&self) -> bool {
        self.mode == Mode::Both
    }

    /// The system is stuck behind a step of the claim, which is about to step once more: no state
    /// is stored in between.
    #[inline(always)]
    pub(super) fn steps_again(&self) -> bool {
        self.mode == Mode::Again && self.second == 0
    }

    /// What the last edge adds to the depth.
    #[inline(always)]
    pub(super) fn steps(&self, cursor: &Cursor) -> u32 {
        match self.mode {
            Mode::Both => self.steps + cursor.steps(),
            _ => self.steps,
        }
    }

    /// The claim's step before the one that it tries now, where the system is stuck and no state is
    /// stored in between.
    pub(super) fn begun(&self, claim: &'static ClaimInfo) -> Option<PathStep> {
        let first = (self.mode == Mode::Again).then(|| claim_step(claim, self.place, self.first));
        first.flatten().map(|(_, step)| step)
    }

    /// The steps of the last edge: those of the claim, and then that of the cursor.
    pub(super) fn path(
        &self,
        claim: &'static ClaimInfo,
        cursor: Cursor,
    ) -> impl Iterator<Item = PathStep> + Clone + use<> {
        let step = |place, done| claim_step(claim, place, done);
        let (first, second) = match self.mode {
            Mode::Alone => (step(self.place, self.second), None),
            Mode::Again => {
                let first = step(self.place, self.first);
                (first, first.and_then(|(place, _)| step(place, self.second)))
            }
            Mode::Both | Mode::Stuck | Mode::Ended => (step(self.place, self.first), None),
        };
        let claims = first.into_iter().chain(second).map(|(_, step)| step);
        let moves = self.mode == Mode::Both;
        claims.chain(moves.then_some(PathStep::System(cursor)))
    }
}

/// The last of the `done` edges of a place of the claim, and where it leads.
fn claim_step(claim: &'static ClaimInfo, place: u16, done: u16) -> Option<(u16, PathStep)> {
    let edge = done.checked_sub(1)?;
    let taken = &claim.at(place).edges[usize::from(edge)];
    let steps = taken.steps;
    Some((taken.target, PathStep::Claim { edge, steps }))
}

/// The system is stuck, but some process could begin a handshake, which SPIN counts as a step.
#[cold]
fn offers<M: Model + ?Sized>(model: &M, state: &mut State) -> bool {
    let mut cursor = Cursor::open(state);
    let found = cursor.next_selected(model, state, &Everything);
    debug_assert_eq!(found, Next::Exhausted, "the system is stuck");
    cursor.has_offered()
}
