//! What a search counts.

mod seen;
mod warning;

pub use seen::SeenLetters;
pub use warning::warning;

/// Counters of one search, each counted as SPIN counts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Times a state was looked up and not found: without a cache, distinct states.
    pub visited: u64,
    /// States in the store when the search ended.
    pub stored: u64,
    /// States in the store when it held most.
    pub stored_peak: u64,
    /// Times a state was forgotten to make room for one.
    pub replaced: u64,
    /// What was counted when the first state was forgotten.
    pub when_full: Option<WhenFull>,
    /// Times that memory was used up, and the search went on with as many states as there was room
    /// for.
    pub shrunk: u64,
    /// States that the cache can hold, the last time that this changed.
    pub cache_states: u64,
    /// States looked up and found, and states at the depth bound.
    pub matched: u64,
    /// Times a stored state was opened again, for edges that slept before.
    pub reexplored: u64,
    /// Executed edges that led inside an atomic sequence.
    pub atomic_steps: u64,
    /// Messages lost in sends to full channels, each time the send was executed.
    pub lost_messages: u64,
    /// Longest path in steps; a handshake is two. Breadth-first: of the shortest paths to all
    /// states the longest, in edges between stored states.
    pub depth: u64,
    /// Most stored states on the path at a time.
    pub stack_states_peak: u64,
    /// Most states in the queue at a time.
    pub queue_states_peak: u64,
    /// Longest state vector in words.
    pub state_words: usize,
    /// By transition: it was executed.
    pub reached: Vec<bool>,
    /// What the claim has seen, if one was looked at.
    pub seen: SeenLetters,
}

/// Counters of the full search that a cached one begins as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhenFull {
    /// As [`Statistics::visited`].
    pub visited: u64,
    /// As [`Statistics::matched`].
    pub matched: u64,
}

impl Statistics {
    /// All zero, of a model with this many transitions.
    pub fn new(transitions: usize) -> Self {
        Self {
            reached: vec![false; transitions],
            ..Self::default()
        }
    }

    /// Adds what another search has counted, or another thread of the same one. How much each kept
    /// is not added up, but the most that one did.
    pub fn add(&mut self, other: &Self) {
        self.visited += other.visited;
        self.stored += other.stored;
        self.stored_peak = self.stored_peak.max(other.stored_peak);
        self.matched += other.matched;
        self.atomic_steps += other.atomic_steps;
        self.lost_messages += other.lost_messages;
        self.depth = self.depth.max(other.depth);
        self.stack_states_peak = self.stack_states_peak.max(other.stack_states_peak);
        self.state_words = self.state_words.max(other.state_words);
        for (all, one) in self.reached.iter_mut().zip(&other.reached) {
            *all |= one;
        }
    }

    /// A state is about to be forgotten.
    pub fn note_full(&mut self) {
        self.when_full.get_or_insert(WhenFull {
            visited: self.visited,
            matched: self.matched,
        });
    }

    /// Edges between stored states, and one for the initial state.
    pub fn transitions(&self) -> u64 {
        self.visited + self.matched
    }
}
