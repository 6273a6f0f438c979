//! The states that are still to be taken, as they are: first in, first out.
//!
//! They lie packed ([`Stream`]) in a [`WordQueue`], the pages of which come when the last one is
//! full and go when the first one is used up; one is kept for the next. So a queue takes the bits
//! of its states, and a page or two, and when memory is short, little but these two.

use std::sync::Arc;

use super::pages::WordQueue;
use crate::disk::Folder;
use crate::encode::Stream;
use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory};
use crate::model::ModelInfo;

/// States and their hidden variables.
pub(super) struct StateQueue {
    stream: Stream,
    packed: WordQueue,
    len: u64,
}

impl StateQueue {
    pub(super) fn new(info: &ModelInfo, folder: Folder, budget: Arc<Budget>) -> Self {
        Self {
            stream: Stream::new(info),
            packed: WordQueue::new(folder, budget),
            len: 0,
        }
    }

    /// States.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Appends a state.
    ///
    /// # Errors
    /// There is no memory for another page; the queue is as before.
    pub(super) fn push(&mut self, words: &[u32], hidden: &[u32]) -> Result<(), OutOfMemory> {
        let page = self.packed.last(self.stream.room(words.len()))?;
        let code = &mut page.words[page.len..];
        page.len += self.stream.write(words, hidden, code);
        self.len += 1;
        Ok(())
    }

    /// Takes the first state out, into `words` and `hidden`. There must be one.
    ///
    /// # Errors
    /// It is on the disk, which fails, or there is no memory for its page; then the queue is as
    /// before.
    pub(super) fn pop(&mut self, words: &mut Vec<u32>, hidden: &mut Vec<u32>) -> Result<(), Stop> {
        let code = self.packed.first()?;
        let used = self.stream.read(code, words, hidden);
        self.packed.remove(used);
        self.len -= 1;
        Ok(())
    }

    /// As [`WordQueue::spill`].
    pub(super) fn spill(&mut self) -> Result<u64, Stop> {
        self.packed.spill()
    }
}
