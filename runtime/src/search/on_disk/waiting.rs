//! States that wait for their turn and were written to the disk: first in, first out.
//!
//! ```text
//! words of the code: 31 bits, known: 1 │ if not known: the code │ hidden variables
//! ```
//!
//! Each time that states are written they get a file of their own, which goes when the last of them
//! was taken.

use std::collections::VecDeque;
use std::sync::Arc;

use super::arena::{Entry, KNOWN};
use super::records::words_of;
use crate::disk::{Block, BlockFile, Folder};
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge};
use crate::monitor::Task;

/// Entries, in order.
pub(super) struct WaitingFile {
    files: VecDeque<(BlockFile, VecDeque<Block>)>,
    /// The block that is read, and the next word there.
    words: Vec<u32>,
    at: usize,
    /// The block that is read, or written.
    bytes: Vec<u8>,
    folder: Folder,
    block_bytes: u64,
    hidden_words: usize,
    has_buffers: bool,
    charge: Charge,
}

impl WaitingFile {
    pub(super) fn new(
        block_bytes: u64,
        hidden_words: usize,
        folder: Folder,
        budget: Arc<Budget>,
    ) -> Self {
        Self {
            files: VecDeque::new(),
            words: Vec::new(),
            at: 0,
            bytes: Vec::new(),
            folder,
            block_bytes,
            hidden_words,
            has_buffers: false,
            charge: Charge::none(budget, Account::Stack),
        }
    }

    /// Appends the entries of `next`. Each is a step of `task`.
    pub(super) fn append<'a>(
        &mut self,
        task: &mut Task,
        mut next: impl FnMut() -> Option<Entry<'a>>,
    ) -> Result<(), Stop> {
        let mut entry = next();
        if entry.is_none() {
            return Ok(());
        }
        if !self.has_buffers {
            // Of the file that is written: a block, and as it is on the disk; the same of the one
            // that is read, and its words.
            self.charge.add(5 * self.block_bytes)?;
            self.has_buffers = true;
        }
        let mut file = self.folder.create()?;
        let mut blocks = VecDeque::new();
        let mut bytes = Vec::new();
        while let Some(next_entry) = entry {
            task.advance(1)?;
            let known = [next_entry.code.len() as u32 | KNOWN];
            let waits = [next_entry.code.len() as u32];
            let (head, words): (_, &[u32]) = match next_entry.is_known {
                true => (known, &[]),
                false => (waits, next_entry.both),
            };
            let words = head.iter().chain(words);
            bytes.extend(words.flat_map(|word| word.to_le_bytes()));
            entry = next();
            if bytes.len() as u64 >= self.block_bytes || entry.is_none() {
                self.charge.add(size_of::<Block>() as u64)?;
                blocks.push_back(file.append(&bytes)?);
                bytes.clear();
            }
        }
        file.rest();
        self.files.push_back((file, blocks));
        Ok(())
    }

    /// Takes the first entry: `None` if there is none, and else whether it waits; then its code and
    /// hidden variables are in `both`.
    pub(super) fn take(&mut self, both: &mut Vec<u32>) -> Result<Option<bool>, Stop> {
        if self.at == self.words.len() && !self.load()? {
            return Ok(None);
        }
        let head = self.words[self.at];
        self.at += 1;
        if head & KNOWN != 0 {
            return Ok(Some(false));
        }
        let words = &self.words[self.at..][..head as usize + self.hidden_words];
        both.clear();
        both.extend_from_slice(words);
        self.at += words.len();
        Ok(Some(true))
    }

    /// Reads the next block, if there is one.
    fn load(&mut self) -> Result<bool, Stop> {
        let Some((file, blocks)) = self.files.front_mut() else {
            return Ok(false);
        };
        let block = blocks.pop_front().expect("a file has blocks");
        file.read(block, &mut self.bytes)?;
        words_of(&self.bytes, &mut self.words);
        self.at = 0;
        self.charge.give_back(size_of::<Block>() as u64);
        if blocks.is_empty() {
            self.files.pop_front();
        }
        Ok(true)
    }
}
