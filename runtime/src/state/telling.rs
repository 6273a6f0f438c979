//! A state with the values that the text of the model gives, for trails.
//!
//! So that states are one that differ in nothing that matters, an optimised analyzer sets a local
//! to 0 where its value cannot be read any more, and has no room for a variable that nothing reads.
//! A trail that shows this tells of effects that no statement has. So what is shown comes from a
//! state that *tells*: generated code sets a local back by [`State::reset`], which leaves such a
//! state alone, and makes assignments to variables that nothing reads only where
//! [`State::tells`]. No search has such a state: there a reset takes one instruction more than a
//! `set`, and the assignment a branch.

use super::{Field, State};

impl State {
    /// An empty state that tells.
    pub fn telling(mut self) -> Self {
        let told = self.info.told_words as usize;
        self.hidden.resize(self.hidden.len() + told, 0);
        self.kept_by_resets = u32::MAX;
        self
    }

    /// Whether it has the values that the text of the model gives.
    #[inline(always)]
    pub fn tells(&self) -> bool {
        self.kept_by_resets != 0
    }

    /// Sets a local to 0 that cannot be read any more, in a state that does not tell.
    #[inline(always)]
    pub fn reset(&mut self, field: impl Into<Field>) {
        let field = field.into();
        let kept = field.replace(u32::MAX, 0) | self.kept_by_resets;
        self.replace(field.word, kept, 0);
    }

    /// The same state, to be looked at, with its hidden variables.
    pub(crate) fn pictured(&self) -> Self {
        let mut state = Self::new(self.info);
        state.hidden.resize(self.hidden.len(), 0);
        state.load(&self.words, &self.hidden);
        state
    }
}
