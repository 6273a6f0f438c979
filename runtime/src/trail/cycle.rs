//! Whether the last steps of a trail are a cycle that counts, by definition: from the states of
//! this cycle alone.

use std::collections::BTreeSet;

use crate::claim::{ClaimInfo, Fairness};
use crate::state::State;

/// The cycle so far.
pub(super) struct Cycle {
    /// The state where it begins.
    words: Vec<u32>,
    hidden: Vec<u32>,
    /// How many steps of the claim come before it.
    pub(super) turn: usize,
    fairness: Fairness,
    /// The accepting sets that it has met.
    sets: u32,
    /// The processes that have begun a step.
    begun: BTreeSet<u8>,
    /// The processes that were able to begin one, at each state between two steps of the claim.
    able: Vec<BTreeSet<u8>>,
}

impl Cycle {
    /// Begins in a state, behind this many steps of the claim.
    pub(super) fn new(state: &State, turn: usize, fairness: Fairness) -> Self {
        Self {
            words: state.words().to_vec(),
            hidden: state.hidden().to_vec(),
            turn,
            fairness,
            sets: 0,
            begun: BTreeSet::new(),
            able: Vec::new(),
        }
    }

    /// It is of interest who is able to begin a step.
    pub(super) fn asks_who_is_able(&self) -> bool {
        self.fairness != Fairness::Unfair
    }

    /// The claim steps; these processes are able to begin a step.
    pub(super) fn claim_steps(&mut self, sets: u32, able: BTreeSet<u8>) {
        self.sets |= sets;
        self.able.push(able);
    }

    /// A process steps.
    pub(super) fn process_steps(&mut self, pid: u8) {
        self.begun.insert(pid);
    }

    /// Whether it has come back to where it began, is accepted and fair.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn check(&self, state: &State, claim: &ClaimInfo) -> Result<(), String> {
        if self.able.is_empty() {
            return Err("its cycle has no step".to_string());
        }
        if (state.words(), state.hidden()) != (&self.words[..], &self.hidden[..]) {
            return Err("its cycle does not lead back to where it begins".to_string());
        }
        if claim.all_sets() & !self.sets != 0 {
            return Err(format!("{} does not accept its cycle", claim.name));
        }
        match self.starved() {
            Some(pid) => Err(format!("its cycle is not fair to process {pid}")),
            None => Ok(()),
        }
    }

    /// A process that fairness owes a step and that begins none.
    fn starved(&self) -> Option<u8> {
        let owed = match self.fairness {
            Fairness::Unfair => BTreeSet::new(),
            Fairness::Weak => {
                let able = self.able.iter().cloned();
                able.reduce(|all, able| &all & &able).unwrap_or_default()
            }
            Fairness::Strong => self.able.iter().flatten().copied().collect(),
        };
        owed.difference(&self.begun).next().copied()
    }
}
