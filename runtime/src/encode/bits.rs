//! Bits in a slice of words, from the lowest of the first word on.

/// Appends bits.
pub(crate) struct BitWriter<'c> {
    code: &'c mut [u32],
    /// Words that are complete, some of them perhaps zeros for which there was no room.
    len: usize,
    /// The bits behind them, fewer than 32.
    pending: u64,
    pending_bits: u32,
}

impl<'c> BitWriter<'c> {
    pub(crate) fn new(code: &'c mut [u32]) -> Self {
        Self {
            code,
            len: 0,
            pending: 0,
            pending_bits: 0,
        }
    }

    /// Appends the lowest `count` bits of `bits`, 32 at most; the others are zero. `None` if there
    /// is no room.
    #[inline(always)]
    pub(crate) fn push(&mut self, bits: u32, count: u32) -> Option<()> {
        self.pending |= u64::from(bits) << self.pending_bits;
        self.pending_bits += count;
        if self.pending_bits >= 32 {
            self.put(self.pending as u32)?;
            self.pending >>= 32;
            self.pending_bits -= 32;
        }
        Some(())
    }

    #[inline(always)]
    fn put(&mut self, word: u32) -> Option<()> {
        match self.code.get_mut(self.len) {
            Some(place) => *place = word,
            None if word == 0 => {}
            None => return None,
        }
        self.len += 1;
        Some(())
    }

    /// Writes what is pending. Words of the code.
    pub(crate) fn flush(&mut self) -> Option<usize> {
        if self.pending_bits > 0 || self.len == 0 {
            self.put(self.pending as u32)?;
            self.pending_bits = 0;
        }
        Some(self.len)
    }

    /// Words of the code, without zeros at its end but one word at least.
    pub(crate) fn finish(mut self) -> Option<usize> {
        self.flush()?;
        let room = self.code.len();
        let code = &self.code[..self.len.min(room)];
        let last = code.iter().rposition(|&word| word != 0);
        let len = last.map_or(1, |last| last + 1);
        (len <= room).then_some(len)
    }
}

/// Takes bits; behind the end they are zero.
pub(crate) struct BitReader<'c> {
    /// The words of which nothing was taken.
    rest: &'c [u32],
    /// Words that were taken from it.
    taken: usize,
    /// The next bits, zeros behind them.
    near: u64,
    near_bits: u32,
}

impl<'c> BitReader<'c> {
    pub(crate) fn new(code: &'c [u32]) -> Self {
        Self {
            rest: code,
            taken: 0,
            near: 0,
            near_bits: 0,
        }
    }

    /// Words of which something was taken.
    pub(crate) fn words(&self) -> usize {
        self.taken - (self.near_bits / 32) as usize
    }

    /// The next `count` bits, 32 at most, which are still to be taken.
    #[inline(always)]
    pub(crate) fn peek(&mut self, count: u32) -> u32 {
        if self.near_bits < count {
            if let Some((&word, rest)) = self.rest.split_first() {
                self.near |= u64::from(word) << self.near_bits;
                self.rest = rest;
            }
            self.taken += 1;
            self.near_bits += 32;
        }
        (self.near & ((1 << count) - 1)) as u32
    }

    /// Leaves `count` bits behind that were looked at.
    #[inline(always)]
    pub(crate) fn skip(&mut self, count: u32) {
        self.near >>= count;
        self.near_bits -= count;
    }

    /// The next `count` bits, 32 at most.
    #[inline(always)]
    pub(crate) fn take(&mut self, count: u32) -> u32 {
        let bits = self.peek(count);
        self.skip(count);
        bits
    }
}
