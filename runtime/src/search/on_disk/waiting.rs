//! States that wait for their turn and were written to the disk: first in, first out.
//!
//! ```text
//! words of the code: 31 bits, known: 1 │ if not known: the code │ hidden variables
//! ```

use std::sync::Arc;

use super::arena::{Entry, KNOWN};
use crate::disk::Folder;
use crate::limits::Stop;
use crate::memory::Budget;
use crate::monitor::Task;
use crate::search::breadth_first::WordQueue;

/// Entries, in order; all but those of the first page and the last one are on the disk.
pub(super) struct WaitingFile {
    entries: WordQueue,
    hidden_words: usize,
}

impl WaitingFile {
    pub(super) fn new(hidden_words: usize, folder: Folder, budget: Arc<Budget>) -> Self {
        Self {
            entries: WordQueue::new(folder, budget),
            hidden_words,
        }
    }

    /// Appends the entries of `next`. Each is a step of `task`.
    pub(super) fn append<'a>(
        &mut self,
        task: &mut Task,
        mut next: impl FnMut() -> Option<Entry<'a>>,
    ) -> Result<(), Stop> {
        while let Some(entry) = next() {
            task.advance(1)?;
            let len = entry.code.len() as u32;
            let (head, words): (_, &[u32]) = match entry.is_known {
                true => (len | KNOWN, &[]),
                false => (len, entry.both),
            };
            let page = self.entries.last(1 + words.len())?;
            let begins_page = page.len == 0;
            page.words[page.len] = head;
            page.words[page.len + 1..][..words.len()].copy_from_slice(words);
            page.len += 1 + words.len();
            if begins_page {
                self.entries.spill()?;
            }
        }
        Ok(())
    }

    /// Takes the first entry: `None` if there is none, and else whether it waits; then its code and
    /// hidden variables are in `both`.
    pub(super) fn take(&mut self, both: &mut Vec<u32>) -> Result<Option<bool>, Stop> {
        let Some((&head, words)) = self.entries.first()?.split_first() else {
            return Ok(None);
        };
        let waits = head & KNOWN == 0;
        let len = if waits {
            head as usize + self.hidden_words
        } else {
            0
        };
        both.clear();
        both.extend_from_slice(&words[..len]);
        self.entries.remove(1 + len);
        Ok(Some(waits))
    }
}
