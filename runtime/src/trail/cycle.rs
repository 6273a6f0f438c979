//! Whether the last steps of a trail are a cycle that counts, by definition: from the states of
//! this cycle alone. And whom it starves, whether or not that matters to the search.

use std::collections::BTreeSet;

use crate::claim::{ClaimInfo, Fairness};
use crate::state::State;

/// The processes that begin no step of a cycle, though they could.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Starved {
    /// Those that are able to in each of its states: it is not weakly fair to them.
    pub weak: BTreeSet<u8>,
    /// Those that are able to in some of them: it is not strongly fair to them.
    pub strong: BTreeSet<u8>,
}

/// The cycle so far.
pub(super) struct Cycle {
    /// The state where it begins.
    words: Vec<u32>,
    /// Its hidden variables, if they decide.
    hidden: Option<Vec<u32>>,
    /// How many steps of the claim come before it.
    pub(super) turn: usize,
    fairness: Fairness,
    /// The accepting sets that it has met.
    sets: u32,
    /// The processes that have begun a step.
    begun: PidSet,
    /// The processes that were able to begin one, in all states between two steps of the claim and
    /// in some of them. `None`: there was none yet.
    able: Option<(PidSet, PidSet)>,
}

/// A set of processes: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PidSet([u128; 2]);

impl PidSet {
    pub(super) fn insert(&mut self, pid: u8) {
        self.0[usize::from(pid / 128)] |= 1 << (pid % 128);
    }

    fn zip(self, other: Self, bits: fn(u128, u128) -> u128) -> Self {
        let (Self([low, high]), Self([others_low, others_high])) = (self, other);
        Self([bits(low, others_low), bits(high, others_high)])
    }

    fn without(self, other: Self) -> BTreeSet<u8> {
        let Self(left) = self.zip(other, |one, another| one & !another);
        let has = |pid: &u8| left[usize::from(pid / 128)] >> (pid % 128) & 1 == 1;
        (0..=u8::MAX).filter(has).collect()
    }
}

impl Cycle {
    /// Begins in a state, behind this many steps of the claim. What no later step reads of hidden
    /// variables need not come back.
    pub(super) fn new(state: &State, decides: bool, turn: usize, fairness: Fairness) -> Self {
        Self {
            words: state.words().to_vec(),
            hidden: decides.then(|| state.hidden().to_vec()),
            turn,
            fairness,
            sets: 0,
            begun: PidSet::default(),
            able: None,
        }
    }

    /// The claim steps; these processes are able to begin a step.
    pub(super) fn claim_steps(&mut self, sets: u32, able: PidSet) {
        self.sets |= sets;
        self.able = Some(match self.able {
            None => (able, able),
            Some((always, sometimes)) => (
                always.zip(able, |one, another| one & another),
                sometimes.zip(able, |one, another| one | another),
            ),
        });
    }

    /// A process begins a step.
    pub(super) fn process_begins(&mut self, pid: u8) {
        self.begun.insert(pid);
    }

    /// Whether it has come back to where it began, is accepted and fair.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn check(&self, state: &State, claim: &ClaimInfo) -> Result<(), String> {
        if self.able.is_none() {
            return Err("its cycle has no step".to_string());
        }
        let same_hidden = self.hidden.as_ref().is_none_or(|it| it == state.hidden());
        if state.words() != self.words || !same_hidden {
            return Err("its cycle does not lead back to where it begins".to_string());
        }
        if claim.all_sets() & !self.sets != 0 {
            return Err(format!("{} does not accept its cycle", claim.name));
        }
        let starved = self.starved();
        let unfair = match self.fairness {
            Fairness::Unfair => None,
            Fairness::Weak => starved.weak.first(),
            Fairness::Strong => starved.strong.first(),
        };
        match unfair {
            Some(pid) => Err(format!("its cycle is not fair to process {pid}")),
            None => Ok(()),
        }
    }

    /// The processes that it starves.
    pub(super) fn starved(&self) -> Starved {
        let (always, sometimes) = self.able.unwrap_or_default();
        Starved {
            weak: always.without(self.begun),
            strong: sometimes.without(self.begun),
        }
    }
}
