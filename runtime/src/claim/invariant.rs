//! Invariants: formulas such as `[] p` that are violated as soon as a state is seen in which `p` is
//! false.
//!
//! The automaton of such a claim waits at one place as long as `p` holds. So the product has the
//! states of the system and no others, and whether the claim is violated is asked of each of them
//! alone. No product is needed, and no cycle: any search will do that finds all states which a
//! failed assertion might be about.

use super::{Allowed, ClaimInfo, ClaimKind, Component, Letter};
use crate::state::State;
use crate::statistics::SeenLetters;

/// Propositions whose letters are all looked at to see whether a claim is an invariant.
const PROPOSITIONS_MAX: usize = 12;

/// A claim that each state satisfies or violates for itself.
#[derive(Clone, Copy, Debug)]
pub struct Invariant {
    claim: &'static ClaimInfo,
}

impl Invariant {
    /// The same claim, if it is an invariant.
    pub fn of(claim: &'static ClaimInfo) -> Option<Self> {
        let asks = claim.asks_accept || claim.asks_progress || claim.asks_timeout;
        let count = claim.propositions.len();
        let is_candidate = claim.kind == ClaimKind::Formula && !asks && count <= PROPOSITIONS_MAX;
        if !is_candidate || claim.at(claim.start).component != Component::Rejecting {
            return None;
        }
        let this = Self { claim };
        let is_decided = |holds: u64| {
            let letter = Letter { holds, faulted: 0 };
            let mut steps = this.steps(letter);
            let ends = |target: u16| claim.at(target).component == Component::Terminal;
            let waits = steps.clone().any(|target| target == claim.start);
            let violates = steps.clone().any(ends);
            (waits || violates) && steps.all(|target| target == claim.start || ends(target))
        };
        (0..1 << count).all(is_decided).then_some(this)
    }

    /// Which claim it is.
    pub fn claim(&self) -> &'static ClaimInfo {
        self.claim
    }

    /// Where the claim may go from its start.
    fn steps(&self, letter: Letter) -> impl Iterator<Item = u16> + Clone {
        let edges = self.claim.at(self.claim.start).edges.iter();
        let allowed = edges.filter(move |edge| letter.allows(edge) == Allowed::Yes);
        allowed.map(|edge| edge.target)
    }

    /// Whether the state violates the claim, or the claim cannot look at it; notes what it sees.
    #[inline]
    pub fn is_violated(&self, state: &mut State, seen: &mut SeenLetters) -> bool {
        let letter = self.claim.letter(state);
        seen.note(letter.holds, letter.faulted);
        let start = self.claim.start;
        let mut edges = self.claim.at(start).edges.iter();
        edges.any(|edge| match letter.allows(edge) {
            Allowed::Yes => edge.target != start,
            Allowed::No => false,
            Allowed::Faulted(_) => true,
        })
    }

    /// The proposition that the claim cannot look at in a state that
    /// [violates](Self::is_violated) it; `None`: the state itself is what must not be.
    pub fn faulted(&self, state: &mut State) -> Option<u32> {
        let letter = self.claim.letter(state);
        let mut edges = self.claim.at(self.claim.start).edges.iter();
        let waits = self.steps(letter).all(|target| target == self.claim.start);
        let faulted = edges.find_map(|edge| match letter.allows(edge) {
            Allowed::Faulted(proposition) => Some(proposition),
            _ => None,
        });
        faulted.filter(|_| waits)
    }

    /// The edge that the claim takes in a state: the one that violates it, if there is one.
    pub fn edge(&self, state: &mut State) -> Option<u16> {
        let letter = self.claim.letter(state);
        let edges = (0..).zip(self.claim.at(self.claim.start).edges);
        let allowed = edges.filter(|(_, edge)| letter.allows(edge) == Allowed::Yes);
        let chosen = allowed.min_by_key(|(_, edge)| edge.target == self.claim.start);
        chosen.map(|(index, _)| index)
    }
}
