//! The undo log: a stack of words. A record is some payload words and, on top, a header of two kind
//! bits and 30 bits of argument.

/// A length of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u32);

/// One change that is not that of a word of the state.
pub(super) enum LogRecord {
    /// A message was appended to channel `id`.
    Appended { id: u8 },
    /// The message at `position` was removed from channel `id`; its words are next on the log.
    Removed { id: u8, position: u32 },
    /// A process was created.
    Spawned,
    /// The youngest process was deleted; its `words` words and its proctype are next on the log.
    Ended { words: u32 },
    /// The word at `index` of the hidden variables was what is next on the log.
    Hidden { index: u32 },
    /// A message was inserted into channel `id`.
    Inserted { id: u8, position: u32 },
}

/// What a record is, with its payload still on the log.
#[derive(Clone, Copy)]
pub(super) struct Header(u32);

impl Header {
    /// The index of the word of the state that was changed, if it was one; what it was is next on
    /// the log.
    #[inline(always)]
    pub(super) fn word(self) -> Option<u32> {
        (self.0 >> ARGUMENT_BITS == WORD).then_some(self.0)
    }

    /// What was changed if it was no word.
    pub(super) fn record(self) -> LogRecord {
        let argument = self.0 & ARGUMENT;
        match self.0 >> ARGUMENT_BITS {
            APPENDED => LogRecord::Appended { id: argument as u8 },
            REMOVED => LogRecord::Removed {
                id: argument as u8,
                position: argument >> 8,
            },
            _ => Self::rare(argument),
        }
    }

    fn rare(argument: u32) -> LogRecord {
        let what = argument >> RARE_ARGUMENT_BITS;
        let argument = argument & RARE_ARGUMENT;
        match what {
            SPAWNED => LogRecord::Spawned,
            ENDED => LogRecord::Ended { words: argument },
            HIDDEN => LogRecord::Hidden { index: argument },
            _ => LogRecord::Inserted {
                id: argument as u8,
                position: argument >> 8,
            },
        }
    }
}

const ARGUMENT_BITS: u32 = 30;
const ARGUMENT: u32 = (1 << ARGUMENT_BITS) - 1;
const WORD: u32 = 0;
const APPENDED: u32 = 1;
const REMOVED: u32 = 2;
/// What is rare; two bits of the argument say what.
const RARE: u32 = 3;
const RARE_ARGUMENT_BITS: u32 = 28;
const RARE_ARGUMENT: u32 = (1 << RARE_ARGUMENT_BITS) - 1;
const SPAWNED: u32 = 0;
const ENDED: u32 = 1;
const HIDDEN: u32 = 2;
const INSERTED: u32 = 3;

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

    #[inline]
    pub(super) fn appended(&mut self, id: u8) {
        self.words.push(APPENDED << ARGUMENT_BITS | u32::from(id));
    }

    #[inline]
    pub(super) fn removed(&mut self, id: u8, position: u32) {
        self.words
            .push(REMOVED << ARGUMENT_BITS | position << 8 | u32::from(id));
    }

    pub(super) fn inserted(&mut self, id: u8, position: u32) {
        self.rare(INSERTED, position << 8 | u32::from(id));
    }

    pub(super) fn spawned(&mut self) {
        self.rare(SPAWNED, 0);
    }

    /// To be called after the process's words and its proctype were pushed.
    pub(super) fn ended(&mut self, words: u32) {
        self.rare(ENDED, words);
    }

    /// Notes the old value of a word of the hidden variables.
    pub(super) fn hidden(&mut self, index: u32, old: u32) {
        self.words.push(old);
        self.rare(HIDDEN, index);
    }

    fn rare(&mut self, what: u32, argument: u32) {
        self.words
            .push(RARE << ARGUMENT_BITS | what << RARE_ARGUMENT_BITS | argument);
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

    /// Grows by an eighth when less than that is left; `false` when that is impossible.
    pub(super) fn reserve(&mut self) -> bool {
        let length = self.words.len();
        let more = (length / 8).max(AHEAD);
        if length + more >= u32::MAX as usize {
            return false;
        }
        self.words.capacity() - length >= more / 2 || self.words.try_reserve_exact(more).is_ok()
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.len() * size_of::<u32>()
    }
}
