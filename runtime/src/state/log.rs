//! The undo log: a stack of words. A record is some payload words and, on top, a header: four bits
//! that say what was changed, and 28 bits of argument.

/// A length of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u32);

/// What a record is about, with the argument of its header and the payload below it.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// The word of the state at this index, and what it was: the only header that is below 2^28.
    Word,
    /// A message was inserted at a [`place_in`] a channel.
    Inserted,
    /// The message at a [`place_in`] a channel was removed; its words.
    Removed,
    /// A process was created.
    Spawned,
    /// The youngest process, of this many words, was deleted; its words and its proctype.
    Ended,
    /// The word of the hidden variables at this index, and what it was.
    Hidden,
}

const CHANGES: [Change; 6] = {
    use Change::{Ended, Hidden, Inserted, Removed, Spawned, Word};
    [Word, Inserted, Removed, Spawned, Ended, Hidden]
};

const ARGUMENT_BITS: u32 = 28;

/// A position in a channel, of 20 bits, as an argument.
#[inline(always)]
pub(super) fn place_in(channel: u8, position: u32) -> u32 {
    position << 8 | u32::from(channel)
}

/// What a record is, with its payload still on the log.
#[derive(Clone, Copy)]
pub(super) struct Header(u32);

impl Header {
    /// The index of the word of the state that was changed, if it was one; what it was is next on
    /// the log.
    #[inline(always)]
    pub(super) fn word(self) -> Option<u32> {
        (self.0 >> ARGUMENT_BITS == Change::Word as u32).then_some(self.0)
    }

    /// What was changed, and the argument.
    pub(super) fn parts(self) -> (Change, u32) {
        let argument = self.0 & ((1 << ARGUMENT_BITS) - 1);
        (CHANGES[(self.0 >> ARGUMENT_BITS) as usize], argument)
    }
}

/// Words reserved ahead at least.
const AHEAD: usize = 1 << 17;

#[derive(Debug, Default)]
pub(super) struct Log {
    words: Vec<u32>,
    /// Where the current step began: what lies below must not be touched.
    mark: u32,
}

impl Log {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.mark = 0;
    }

    #[inline(always)]
    pub(super) fn mark(&mut self) -> Mark {
        self.mark = self.words.len() as u32;
        Mark(self.mark)
    }

    pub(super) fn is_at(&self, mark: Mark) -> bool {
        self.words.len() as u32 == mark.0
    }

    /// Notes a word's old value, unless the top record of this step is already about that word.
    #[inline(always)]
    pub(super) fn word(&mut self, index: u32, old: u32) {
        if self.words.len() as u32 > self.mark && self.words.last() == Some(&index) {
            return;
        }
        if self.words.capacity() - self.words.len() < 2 {
            return self.word_in_more_room(index, old);
        }
        self.words.extend_from_slice(&[old, index]);
    }

    /// Apart, so that the function above ends with this call and has no registers to save.
    #[cold]
    #[inline(never)]
    fn word_in_more_room(&mut self, index: u32, old: u32) {
        self.words.extend_from_slice(&[old, index]);
    }

    /// Adds the header of a record whose payload was pushed.
    #[inline]
    pub(super) fn header(&mut self, change: Change, argument: u32) {
        self.words.push((change as u32) << ARGUMENT_BITS | argument);
    }

    /// Adds a payload word; its record's header must follow.
    #[inline(always)]
    pub(super) fn push(&mut self, word: u32) {
        self.words.push(word);
    }

    /// Takes a payload word of the record just popped.
    #[inline(always)]
    pub(super) fn take(&mut self) -> u32 {
        self.words.pop().expect("a record has its payload below it")
    }

    /// Takes the header of the last record above `mark`.
    #[inline(always)]
    pub(super) fn pop(&mut self, mark: Mark) -> Option<Header> {
        if self.words.len() as u32 <= mark.0 {
            // The next step begins here.
            self.mark = mark.0;
            return None;
        }
        Some(Header(self.take()))
    }

    /// Makes room ahead of time, so that running out of it is no crash: grows by an eighth when
    /// less than that is left. `false` when the system refuses, or when marks would not fit 32
    /// bits (16 GiB).
    pub(super) fn reserve(&mut self) -> bool {
        let length = self.words.len();
        let more = (length / 8).max(AHEAD);
        if length + more >= u32::MAX as usize {
            return false;
        }
        self.words.capacity() - length >= more / 2 || self.words.try_reserve_exact(more).is_ok()
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * size_of::<u32>()
    }
}
