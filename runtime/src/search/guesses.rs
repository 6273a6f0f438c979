//! The hashes of a state's successors, guessed before they are executed.
//!
//! In a large store each look-up waits for memory, and in a depth-first search none can begin
//! before the one before it has decided what comes next. If the store knew the successors of a new
//! state at once, it could load what it needs for all of them at the same time. The naive way is to
//! execute all edges twice: that doubles the work, and searches of less than four million states
//! took longer with it.
//!
//! But a hash is a sum over the words of a state. A step adds the same to it wherever it does the
//! same to the same words, whatever the rest of the state is. So what each transition of each
//! process added last is kept, and what the processes of a new state could do is added to its hash.
//! A wrong guess, like that of a transition that is blocked, loads something in vain, and does no
//! more harm. This many of the states that were looked up in full searches had been guessed: dining
//! philosophers 99.9 %, a filter lock 99.3, a ring of processes 99.1, a leader election 93, a file
//! transfer 90, go-back-n 87, an alternating bit protocol with many values 78: where queues shift,
//! a step does not always do the same.

use crate::mix::GOLDEN;
use crate::model::TransitionId;
use crate::state::State;
use crate::step::{Cursor, Decision, Edge, Selection};
use crate::store::Store;

/// What steps have added to the hash.
pub(super) struct Guesses {
    /// By process and transition, 0 for unknown. Few of a model share a place, and then one of them
    /// is guessed wrongly.
    added: Box<[u64; PLACES]>,
    step: Step,
}

/// How the last stored state was left whose successor is not known yet: an atomic sequence is one
/// step.
#[derive(Default)]
struct Step {
    /// Index into [`Guesses::added`].
    place: usize,
    /// The hash of that state.
    before: u64,
    /// Frames below it. When the search has come back to an atomic sequence from states behind it,
    /// the step is one of theirs.
    below: usize,
}

/// A quarter of a first-level cache.
const PLACES: usize = 1 << 10;

/// The processes of a set of bits; the last stands for all from there on.
#[inline(always)]
fn is_in(set: u64, pid: u8) -> bool {
    set >> pid.min(63) & 1 == 1
}

impl Guesses {
    pub(super) fn new() -> Self {
        Self {
            added: Box::new([0; PLACES]),
            step: Step::default(),
        }
    }

    #[inline(always)]
    fn place(pid: u8, transition: TransitionId) -> usize {
        let step = u64::from(transition.0) << 8 | u64::from(pid);
        (step.wrapping_mul(GOLDEN) >> (u64::BITS - PLACES.ilog2())) as usize
    }

    /// `cursor`, with this many frames below it, has executed `edge` in a state with hash `before`,
    /// and come to one with hash `after`.
    #[inline(always)]
    pub(super) fn note(
        &mut self,
        cursor: &Cursor,
        below: usize,
        edge: &Edge,
        before: u64,
        after: u64,
    ) {
        if !cursor.is_exclusive() {
            self.step = Step {
                place: Self::place(cursor.pid(), edge.transition),
                before,
                below,
            };
        }
        if !edge.atomic && self.step.below <= below {
            self.added[self.step.place] = after.wrapping_sub(self.step.before);
        }
    }

    /// Has the store load what it will need for the successors of a state, by steps of a set of
    /// processes, the highest first: it is the first to be tried.
    #[inline(always)]
    pub(super) fn prefetch<S: Store + ?Sized, C: Selection>(
        &self,
        state: &State,
        store: &mut S,
        set: u64,
        selection: &C,
    ) {
        let places = state.info().places;
        for (pid, place) in state.places().enumerate().rev() {
            let pid = pid as u8;
            if !is_in(set, pid) {
                continue;
            }
            for candidate in places[place.0 as usize].candidates {
                let transition = candidate.transition;
                let added = self.added[Self::place(pid, transition)];
                let is_wanted =
                    !C::CHOOSES || selection.transition(pid, transition) == Decision::Execute;
                if added != 0 && is_wanted {
                    store.prefetch(state.hash().wrapping_add(added));
                }
            }
        }
    }
}
