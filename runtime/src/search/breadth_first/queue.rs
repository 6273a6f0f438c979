//! The states that are still to be taken, as they are: first in, first out.
//!
//! They lie packed ([`Stream`]) in blocks, which come when the last one is full and go when the first one is used up; one is kept for the next. So a queue takes
//! the bits of its states, and a block or two.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::encode::Stream;
use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};
use crate::model::ModelInfo;

/// Words of a block, unless a state is longer.
const BLOCK_WORDS: usize = 1 << 12;

/// States and their hidden variables.
pub(super) struct Queue {
    stream: Stream,
    blocks: VecDeque<Block>,
    /// A block that is used up.
    spare: Option<Block>,
    /// Words of the first block that are used up.
    taken: usize,
    len: u64,
    budget: Arc<Budget>,
}

struct Block {
    words: Box<[u32]>,
    len: usize,
}

impl Queue {
    pub(super) fn new(info: &ModelInfo, budget: Arc<Budget>) -> Self {
        Self {
            stream: Stream::new(info),
            blocks: VecDeque::new(),
            spare: None,
            taken: 0,
            len: 0,
            budget,
        }
    }

    /// States.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Appends a state.
    ///
    /// # Errors
    /// There is no memory for another block.
    pub(super) fn push(&mut self, words: &[u32], hidden: &[u32]) -> Result<(), OutOfMemory> {
        let room = self.stream.room(words.len());
        let is_room = |block: &Block| block.words.len() - block.len >= room;
        if !self.blocks.back().is_some_and(is_room) {
            let spare = self.spare.take().filter(|block| is_room(block));
            let block = spare.map_or_else(|| self.block(room), Ok)?;
            self.blocks.push_back(block);
        }
        let block = self.blocks.back_mut().expect("it was pushed");
        block.len += self
            .stream
            .write(words, hidden, &mut block.words[block.len..]);
        self.len += 1;
        Ok(())
    }

    fn block(&mut self, room: usize) -> Result<Block, OutOfMemory> {
        let words = room.max(BLOCK_WORDS);
        let bytes = size_of::<u32>() as u64 * words as u64;
        self.budget.charge(Account::Stack, bytes)?;
        let mut block = Vec::new();
        if block.try_reserve_exact(words).is_err() {
            self.budget.release(Account::Stack, bytes);
            let cause = OutOfMemoryCause::System;
            return Err(self.budget.refused(Account::Stack, bytes, cause));
        }
        block.resize(words, 0);
        Ok(Block {
            words: block.into(),
            len: 0,
        })
    }

    /// Takes the first state out, into `words` and `hidden`. There must be one.
    pub(super) fn pop(&mut self, words: &mut Vec<u32>, hidden: &mut Vec<u32>) {
        let first = self.blocks.front().expect("a state waits");
        let code = &first.words[self.taken..first.len];
        self.taken += self.stream.read(code, words, hidden);
        self.len -= 1;
        if self.taken == first.len {
            self.taken = 0;
            let used_up = self.blocks.pop_front();
            let before = std::mem::replace(&mut self.spare, used_up);
            before.inspect(|block| self.release(block));
            if let Some(spare) = &mut self.spare {
                spare.len = 0;
            }
        }
    }

    fn release(&self, block: &Block) {
        let bytes = size_of_val(&*block.words) as u64;
        self.budget.release(Account::Stack, bytes);
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        let blocks = self.blocks.iter().chain(&self.spare);
        blocks.for_each(|block| self.release(block));
    }
}
