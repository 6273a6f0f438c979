//! Safety: formulas that a run violates after finitely many states, whatever follows.
//!
//! `[] p`, and `[] (q -> p W r)`, are violated by a prefix of a run. Searching their product for
//! cycles is not needed, then: only whether the claim comes to a place where all is decided. Yet
//! the product is still to be made, for a claim may have several edges to take.
//!
//! Most have none to choose from: in each state one edge can be taken at most, but for one that
//! violates the formula at once. Then the claim is one more variable of the model, which each step
//! brings up to date, with an assertion behind it; no step of its own is left. So any search will
//! do that finds all failed assertions. If the claim can take no edge, no run that goes on from
//! there violates it, and nothing behind the state is looked at. The verdicts are those of the
//! logic of monitors, LTL3 (Bauer, Leucker and Schallhart 2011).
//!
//! Where the model is stuck its last state repeats. So a claim is wanted that stays where the first
//! look at a state has brought it, however often it looks.

use super::{Allowed, ClaimInfo, ClaimKind, Component, Letter};
use crate::state::State;
use crate::statistics::SeenLetters;

/// Propositions of a claim of safety.
const PROPOSITIONS_MAX: usize = 12;

/// Its places.
const PLACES_MAX: usize = 64;

/// Places times letters, all of which are looked at.
const LOOKS_MAX: usize = 1 << 14;

/// A claim that a prefix of a run violates, and that has no choice.
#[derive(Clone, Copy, Debug)]
pub struct Safety {
    claim: &'static ClaimInfo,
    /// The places where it is violated, a bit each.
    violated: u64,
    is_invariant: bool,
}

/// What is known of a claim of safety when it has seen a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It depends on what follows.
    Inconclusive,
    /// No run that goes on from here violates it.
    Satisfied,
    /// It is violated, or it cannot look at the state.
    Violated,
}

/// Where a claim goes on a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Place(u16),
    Nowhere,
    Violated,
    /// There is a choice.
    Several,
}

impl Safety {
    /// The same claim, if it is one of safety.
    pub fn of(claim: &'static ClaimInfo) -> Option<Self> {
        let asks = claim.asks_accept || claim.asks_progress || claim.asks_timeout;
        let (count, places) = (claim.propositions.len(), claim.places.len());
        let is_small =
            count <= PROPOSITIONS_MAX && places <= PLACES_MAX && places << count <= LOOKS_MAX;
        if claim.kind != ClaimKind::Formula || asks || !is_small {
            return None;
        }
        let of_places = claim.places.iter().enumerate();
        let violated = of_places.map(|(place, at)| match at.component {
            Component::Terminal => Some(1 << place),
            Component::Rejecting => Some(0),
            Component::Weak | Component::General => None,
        });
        let violated: u64 = violated.sum::<Option<u64>>()?;
        let this = Self {
            claim,
            violated,
            is_invariant: false,
        };
        let letters = 0..1 << count;
        let has_no_choice = |place: u16| {
            letters.clone().all(|holds| match this.next(place, holds) {
                next @ Next::Place(target) => this.next(target, holds) == next,
                next => next != Next::Several,
            })
        };
        let mut places = (0..places as u16).filter(|it| !this.is_violated_at(*it));
        let waits = Next::Place(claim.start);
        let mut of_start = letters.clone().map(|holds| this.next(claim.start, holds));
        places.all(has_no_choice).then(|| Self {
            is_invariant: of_start.all(|next| next == waits || next == Next::Violated),
            ..this
        })
    }

    /// Which claim it is.
    pub fn claim(&self) -> &'static ClaimInfo {
        self.claim
    }

    /// It waits where it starts until a state violates it: what it says of a state is the same
    /// whatever it has seen before.
    #[inline(always)]
    pub fn is_invariant(&self) -> bool {
        self.is_invariant
    }

    fn is_violated_at(&self, place: u16) -> bool {
        self.violated >> place & 1 == 1
    }

    fn next(&self, place: u16, holds: u64) -> Next {
        let letter = Letter { holds, faulted: 0 };
        let edges = self.claim.at(place).edges.iter();
        let targets = edges.filter(|edge| letter.allows(edge) == Allowed::Yes);
        let mut targets = targets.map(|edge| edge.target);
        if targets.clone().any(|target| self.is_violated_at(target)) {
            return Next::Violated;
        }
        match targets.next() {
            None => Next::Nowhere,
            Some(first) if targets.all(|target| target == first) => Next::Place(first),
            Some(_) => Next::Several,
        }
    }

    /// The claim sees a state that the model has come to, and goes on to its next place; notes what
    /// it sees.
    #[inline]
    pub fn see(&self, state: &mut State, seen: &mut SeenLetters) -> Judgement {
        let letter = self.claim.letter(state);
        seen.note(letter.holds, letter.faulted);
        let standing = self.claim.standing(state);
        let mut next = None;
        for edge in self.claim.at(standing).edges {
            match letter.allows(edge) {
                Allowed::No => {}
                Allowed::Yes if !self.is_violated_at(edge.target) => next = Some(edge.target),
                Allowed::Yes | Allowed::Faulted(_) => return Judgement::Violated,
            }
        }
        let Some(next) = next else {
            return Judgement::Satisfied;
        };
        if next != standing {
            state.set(self.claim.place, i32::from(next));
        }
        Judgement::Inconclusive
    }

    /// The same for an invariant, which goes nowhere.
    #[inline]
    pub fn is_violated(&self, state: &mut State, seen: &mut SeenLetters) -> bool {
        let letter = self.claim.letter(state);
        seen.note(letter.holds, letter.faulted);
        let mut edges = self.claim.at(self.claim.start).edges.iter();
        edges.any(|edge| match letter.allows(edge) {
            Allowed::Yes => self.is_violated_at(edge.target),
            Allowed::No => false,
            Allowed::Faulted(_) => true,
        })
    }

    /// The proposition that the claim cannot look at in a state that violates it; `None`: the state
    /// itself is what must not be.
    pub fn faulted(&self, state: &mut State) -> Option<u32> {
        let letter = self.claim.letter(state);
        let mut edges = self.claim.at(self.claim.standing(state)).edges.iter();
        let allowed = edges.clone().filter(|it| letter.allows(it) == Allowed::Yes);
        let mut targets = allowed.map(|edge| edge.target);
        let is_violated = targets.any(|target| self.is_violated_at(target));
        let faulted = edges.find_map(|edge| match letter.allows(edge) {
            Allowed::Faulted(proposition) => Some(proposition),
            _ => None,
        });
        faulted.filter(|_| !is_violated)
    }

    /// The edge that the claim takes in a state: the one that violates it, if there is one.
    pub fn edge(&self, state: &mut State) -> Option<u16> {
        let letter = self.claim.letter(state);
        let edges = (0..).zip(self.claim.at(self.claim.standing(state)).edges);
        let allowed = edges.filter(|(_, edge)| letter.allows(edge) == Allowed::Yes);
        let chosen = allowed.min_by_key(|(_, edge)| !self.is_violated_at(edge.target));
        chosen.map(|(index, _)| index)
    }
}
