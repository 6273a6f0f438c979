//! What a search has seen of the propositions of a claim.

/// Which letters a search has seen: which propositions held together in some state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeenLetters {
    /// The propositions that held in some state, a bit each.
    pub held: u64,
    /// Those that did not, in some state.
    pub failed: u64,
    /// The letters, a bit each: of claims with at most six propositions.
    pub letters: u64,
}

impl SeenLetters {
    /// A state was seen in which these propositions hold, and the values of those are not known.
    #[inline(always)]
    pub fn note(&mut self, holds: u64, faulted: u64) {
        self.held |= holds;
        self.failed |= !(holds | faulted);
        self.letters |= 1 << (holds % 64);
    }
}
