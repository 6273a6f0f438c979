//! The states that are still to be taken, as they are: first in, first out.
//!
//! They lie packed ([`Stream`]) in [pages](PageQueue), which come when the last one is full and go
//! when the first one is used up; one is kept for the next. So a queue takes the bits of its
//! states, and a page or two, and when memory is short, little but these two.

use std::sync::Arc;

use super::pages::{Page, PageQueue, page_words};
use crate::disk::Folder;
use crate::encode::Stream;
use crate::limits::Stop;
use crate::memory::{Account, Budget, OutOfMemory};
use crate::model::ModelInfo;

/// States and their hidden variables.
pub(super) struct StateQueue {
    stream: Stream,
    /// Of a page, unless a state is longer.
    page_words: usize,
    /// The page that states are taken from, and the words that are used up.
    first: Option<Page>,
    taken: usize,
    between: PageQueue,
    /// The page that states are put into.
    last: Option<Page>,
    len: u64,
}

impl StateQueue {
    pub(super) fn new(info: &ModelInfo, folder: Folder, budget: Arc<Budget>) -> Self {
        Self {
            stream: Stream::new(info),
            page_words: page_words(&budget),
            first: None,
            taken: 0,
            between: PageQueue::new(folder, Account::Stack, budget),
            last: None,
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
        let room = self.stream.room(words.len());
        let is_room = |page: &Page| page.words.len() - page.len >= room;
        if !self.last.as_ref().is_some_and(is_room) {
            let blank = self.between.blank(room.max(self.page_words))?;
            if let Some(full) = self.last.replace(blank) {
                self.between.append(full);
            }
        }
        let page = self.last.as_mut().expect("it was put there");
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
        let page = match &self.first {
            Some(page) => page,
            None => {
                let between = self.between.take_first()?;
                let page = between.or_else(|| self.last.take());
                self.first.insert(page.expect("a state waits"))
            }
        };
        let code = &page.words[self.taken..page.len];
        self.taken += self.stream.read(code, words, hidden);
        self.len -= 1;
        if self.taken == page.len {
            self.taken = 0;
            let used_up = self.first.take().expect("it was there");
            self.between.give_back(used_up);
        }
        Ok(())
    }

    /// Puts on the disk what can be there; gives the bytes of memory that it took.
    pub(super) fn spill(&mut self) -> Result<u64, Stop> {
        self.between.spill()
    }
}
