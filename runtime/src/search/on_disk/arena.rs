//! The newest states, in the order in which they were found.
//!
//! ```text
//! chunk    unused word │ entry │ entry │ …
//! entry    words of the code: 31 bits, known: 1 │ code │ hidden variables
//! ```
//!
//! The offset of an entry is the number of its first word, counted from the first chunk there ever
//! was, in 32 bits: so it comes again after 16 GiB, and the chunks at one time are fewer. It is
//! never 0. The first chunks go when there is no room, and are used again.

use std::collections::VecDeque;
use std::sync::Arc;

use super::pages::Pages;
use crate::memory::{Budget, OutOfMemory};

/// The number of the first word of an entry.
pub(super) type Offset = u32;

/// The state lies on the disk, too.
pub(super) const KNOWN: u32 = 1 << 31;

/// Entries, first in, first out.
pub(super) struct Arena {
    chunks: VecDeque<Chunk>,
    /// Chunks that are used up.
    spare: Vec<Pages>,
    /// Words of a chunk, unless a state is longer: a power of two.
    chunk_words: u32,
    /// Number of the first word of the first chunk.
    base: Offset,
    /// Words behind the code.
    hidden_words: usize,
    bytes: u64,
    budget: Arc<Budget>,
}

struct Chunk {
    pages: Pages,
    /// Words in use.
    len: usize,
}

/// An entry.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    /// The code of the state.
    pub(super) code: &'a [u32],
    /// The same, and its hidden variables behind it.
    pub(super) both: &'a [u32],
    pub(super) is_known: bool,
}

impl Arena {
    pub(super) fn new(chunk_bytes: u64, hidden_words: usize, budget: Arc<Budget>) -> Self {
        Self {
            chunks: VecDeque::new(),
            spare: Vec::new(),
            chunk_words: (chunk_bytes / 4) as u32,
            base: 0,
            hidden_words,
            bytes: 0,
            budget,
        }
    }

    /// Bytes of all chunks.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Chunks with entries.
    pub(super) fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Appends an entry, the code and the hidden variables of which are `both`. `None`: there is no
    /// room, and more than `limit_bytes` would be needed for some.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        both: &[u32],
        limit_bytes: u64,
    ) -> Result<Option<Offset>, OutOfMemory> {
        // Behind a state that is longer than a chunk there may be words left, which have no
        // numbers.
        let room = |chunk: &Chunk| {
            chunk.len < self.chunk_words as usize
                && chunk.pages.of::<u32>().len() - chunk.len > both.len()
        };
        let is_room = self.chunks.back().is_some_and(room);
        if !is_room && !self.open(1 + both.len(), limit_bytes)? {
            return Ok(None);
        }
        let last = self.chunks.len() - 1;
        let chunk = &mut self.chunks[last];
        let entry = &mut chunk.pages.of_mut::<u32>()[chunk.len..][..1 + both.len()];
        entry[0] = (both.len() - self.hidden_words) as u32;
        entry[1..].copy_from_slice(both);
        let number = (last as u32).wrapping_mul(self.chunk_words) + chunk.len as u32;
        chunk.len += 1 + both.len();
        Ok(Some(self.base.wrapping_add(number)))
    }

    /// Begins a chunk.
    #[cold]
    fn open(&mut self, words: usize, limit_bytes: u64) -> Result<bool, OutOfMemory> {
        let most = (u32::MAX / self.chunk_words) as usize;
        let bytes = 4 * u64::from(self.chunk_words).max(1 + words as u64);
        let has_room = |pages: &Pages| pages.bytes() >= bytes;
        let pages = match self.spare.iter().position(has_room) {
            _ if self.chunks.len() == most => return Ok(false),
            Some(spare) => self.spare.swap_remove(spare),
            None if self.bytes + bytes > limit_bytes && !self.chunks.is_empty() => {
                return Ok(false);
            }
            None => match Pages::new(bytes, &self.budget) {
                Err(_) if !self.chunks.is_empty() => return Ok(false),
                made => {
                    let pages = made?;
                    self.bytes += pages.bytes();
                    pages
                }
            },
        };
        self.chunks.push_back(Chunk { pages, len: 1 });
        Ok(true)
    }

    #[inline(always)]
    fn at(&self, offset: Offset) -> (usize, usize) {
        let words = offset.wrapping_sub(self.base);
        let chunk = words / self.chunk_words;
        (chunk as usize, (words % self.chunk_words) as usize)
    }

    /// The entry at `offset`.
    #[inline(always)]
    pub(super) fn entry(&self, offset: Offset) -> Entry<'_> {
        let (chunk, first) = self.at(offset);
        let words = &self.chunks[chunk].pages.of::<u32>()[first..];
        let (code, both) = self.split(words);
        Entry {
            code,
            both,
            is_known: words[0] & KNOWN != 0,
        }
    }

    #[inline(always)]
    fn split<'a>(&self, words: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        let len = (words[0] & !KNOWN) as usize;
        (&words[1..][..len], &words[1..][..len + self.hidden_words])
    }

    /// Whether the entry at `offset` has this code. Codes say themselves where they end, so no code
    /// begins with another.
    #[inline(always)]
    pub(super) fn is(&self, offset: Offset, code: &[u32]) -> bool {
        let (chunk, first) = self.at(offset);
        let words = &self.chunks[chunk].pages.of::<u32>()[first + 1..];
        words.get(..code.len()) == Some(code)
    }

    /// Starts to bring the entry at `offset` near.
    #[inline(always)]
    pub(super) fn prefetch(&self, offset: Offset) {
        let (chunk, first) = self.at(offset);
        if let Some(chunk) = self.chunks.get(chunk) {
            let words = chunk.pages.of::<u32>();
            crate::store::prefetch(words.as_ptr().wrapping_add(first).cast());
        }
    }

    /// Notes that the state at `offset` lies on the disk.
    pub(super) fn mark_known(&mut self, offset: Offset) {
        let (chunk, first) = self.at(offset);
        self.chunks[chunk].pages.of_mut::<u32>()[first] |= KNOWN;
    }

    /// Whether the entry at `offset` is in one of the first `chunks` chunks.
    #[inline(always)]
    pub(super) fn is_in_first(&self, chunks: usize, offset: Offset) -> bool {
        self.at(offset).0 < chunks
    }

    /// Gives the first `chunks` chunks up.
    pub(super) fn drop_first(&mut self, chunks: usize) {
        for Chunk { pages, .. } in self.chunks.drain(..chunks) {
            // Longer ones were for a long state.
            match pages.bytes() <= 4 * u64::from(self.chunk_words).max(1024) {
                true => self.spare.push(pages),
                false => self.bytes -= pages.bytes(),
            }
        }
        let words = (chunks as u32).wrapping_mul(self.chunk_words);
        self.base = self.base.wrapping_add(words);
    }

    /// Gives a chunk that is not in use back; false if there is none.
    pub(super) fn give_back(&mut self) -> bool {
        let pages = self.spare.pop();
        self.bytes -= pages.as_ref().map_or(0, Pages::bytes);
        pages.is_some()
    }
}

/// A position that goes from entry to entry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EntryCursor {
    /// Of those that the arena has now.
    chunk: usize,
    /// Word of the chunk; 0: none was taken.
    word: usize,
}

impl EntryCursor {
    /// The next entry, if there is one in the first `chunks` chunks.
    #[inline(always)]
    pub(super) fn next<'a>(&mut self, arena: &'a Arena, chunks: usize) -> Option<Entry<'a>> {
        loop {
            if self.chunk >= chunks {
                return None;
            }
            let chunk = arena.chunks.get(self.chunk)?;
            let word = self.word.max(1);
            if word < chunk.len {
                let words = &chunk.pages.of::<u32>()[word..];
                let (code, both) = arena.split(words);
                self.word = word + 1 + both.len();
                return Some(Entry {
                    code,
                    both,
                    is_known: words[0] & KNOWN != 0,
                });
            }
            // More may come into the last one.
            if self.chunk + 1 == arena.chunks.len() {
                return None;
            }
            *self = Self {
                chunk: self.chunk + 1,
                word: 0,
            };
        }
    }

    /// The first `chunks` chunks are about to be given up, and all entries there were taken.
    pub(super) fn drop_first(&mut self, chunks: usize) {
        match self.chunk.checked_sub(chunks) {
            Some(chunk) => self.chunk = chunk,
            None => *self = Self::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Behind a state that is longer than a chunk there may be words left: each state lies where
    /// its offset says all the same.
    #[test]
    fn states_longer_than_a_chunk() {
        const CHUNK_WORDS: u32 = 1024;
        for long in [
            CHUNK_WORDS - 2,
            CHUNK_WORDS - 1,
            CHUNK_WORDS,
            1500,
            2046,
            2047,
        ] {
            let budget = Arc::new(Budget::new(1 << 20));
            let mut arena = Arena::new(4 * u64::from(CHUNK_WORDS), 0, budget);
            let lens = [3, long, 3, 600, long, 5, 5];
            let codes = lens.iter().zip(1..);
            let codes: Vec<Vec<u32>> = codes
                .map(|(&len, number)| (0..len).map(|i| number * 10_000 + i).collect())
                .collect();
            let push =
                |code: &Vec<u32>| arena.push(code, u64::MAX).unwrap().expect("there is room");
            let offsets: Vec<Offset> = codes.iter().map(push).collect();
            for (code, offset) in codes.iter().zip(offsets) {
                assert!(arena.is(offset, code), "{long}");
                assert_eq!(arena.entry(offset).code, code, "{long}");
            }
        }
    }
}
