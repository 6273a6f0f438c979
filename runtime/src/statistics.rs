//! What a search counts.

use crate::model::{ModelInfo, TransitionId};

/// Counters of one search, each counted as SPIN counts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Times a state was looked up and not found: without a cache, distinct states.
    pub visited: u64,
    /// States in the store when the search ended.
    pub stored: u64,
    /// States in the store when it held most.
    pub stored_peak: u64,
    /// Times a state was forgotten.
    pub replaced: u64,
    /// States looked up and found, and states at the depth bound.
    pub matched: u64,
    /// Times a stored state was opened again, for edges that slept before.
    pub reexplored: u64,
    /// Executed edges that led inside an atomic sequence.
    pub atomic_steps: u64,
    /// Messages lost in sends to full channels, each time the send was executed.
    pub lost_messages: u64,
    /// Longest path in steps; a handshake is two.
    pub depth: u64,
    /// Most stored states on the path at a time.
    pub stack_states_peak: u64,
    /// Longest state vector in words.
    pub state_words: usize,
    /// By transition: it was executed.
    pub reached: Vec<bool>,
}

impl Statistics {
    /// All zero.
    pub fn new(info: &ModelInfo) -> Self {
        Self {
            reached: vec![false; info.transitions.len()],
            ..Self::default()
        }
    }

    /// Edges between stored states, and one for the initial state.
    pub fn transitions(&self) -> u64 {
        self.visited + self.matched
    }

    #[inline(always)]
    pub(crate) fn reach(&mut self, transition: TransitionId) {
        self.reached[transition.0 as usize] = true;
    }
}
