//! Going to a state by its words, for searches that do not go back along their path.

use super::State;
use crate::model::ModelInfo;

impl State {
    /// Goes to the state of these words, which a state of this model had, with these hidden
    /// variables. It cannot be undone: all marks are void.
    ///
    /// Time: a multiplication for each word, and a moment for each process, less of it where all
    /// are of the same proctypes as before.
    pub fn load(&mut self, words: &[u32], hidden: &[u32]) {
        self.forget();
        let is_as_long = words.len() == self.words.len();
        if !is_as_long {
            self.words.clear();
            self.grow(words.len() as u32);
        }
        self.words.copy_from_slice(words);
        let products = words.iter().zip(&self.coefficients);
        let products = products.map(|(&word, &factor)| factor.wrapping_mul(u64::from(word)));
        self.hash = products.fold(0, u64::wrapping_add);
        self.hidden.copy_from_slice(hidden);
        if !(is_as_long && self.is_named()) {
            self.name();
        }
    }

    /// Whether the names of the state before, which was as long, are those of this one: its
    /// processes are of the same proctypes, in the same order, and so begin where those began.
    #[inline(always)]
    fn is_named(&self) -> bool {
        let mut processes = self.processes.iter();
        processes.all(|it| self.proctype_at(it.base) == it.proctype)
    }

    fn name(&mut self) {
        self.processes.clear();
        self.queues.clear();
        let mut base = self.name_queues(self.info.channels, self.info.global_words);
        while (base as usize) < self.words.len() {
            base = self.name_process(base, self.proctype_at(base));
        }
    }

    /// Of the process that begins there.
    #[inline(always)]
    fn proctype_at(&self, base: u32) -> u16 {
        self.info.places[self.place_at(base).0 as usize].proctype
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
