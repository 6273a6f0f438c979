//! Going to a state by its words, for searches that do not go back along their path.

use super::State;
use crate::model::ModelInfo;

impl State {
    /// Goes to the state of these words, which a state of this model had, with these hidden
    /// variables. It cannot be undone: all marks are void.
    ///
    /// Time: a multiplication for each word, and a moment for each process.
    pub fn load(&mut self, words: &[u32], hidden: &[u32]) {
        self.forget();
        self.words.clear();
        self.grow(words.len() as u32);
        self.words.copy_from_slice(words);
        let products = words.iter().zip(&self.coefficients);
        let products = products.map(|(&word, &factor)| factor.wrapping_mul(u64::from(word)));
        self.hash = products.fold(0, u64::wrapping_add);
        self.hidden.copy_from_slice(hidden);
        self.processes.clear();
        self.queues.clear();
        let mut base = self.name_queues(self.info.channels, self.info.global_words);
        while (base as usize) < words.len() {
            let place = self.place_at(base);
            let proctype = self.info.places[place.0 as usize].proctype;
            base = self.name_process(base, proctype);
        }
    }

    /// A state of these words, to be looked at: what its hidden variables were is not known.
    pub(crate) fn of_words(info: &'static ModelInfo, words: &[u32]) -> Self {
        let mut state = Self::new(info);
        state.load(words, &vec![0; info.hidden_words as usize]);
        state
    }

    /// The hidden variables, which are no part of [`State::words`].
    pub fn hidden(&self) -> &[u32] {
        &self.hidden
    }
}
