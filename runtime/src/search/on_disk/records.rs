//! A block of codes, as it is before it is compressed.
//!
//! ```text
//! number of codes │ words of each, or 0 │ if 0: words of each one, all in a row │ the codes        words of 4 bytes, the lowest byte first
//! ```
//!
//! Fingerprints are not written: to compute one anew takes less time than to read it.

use super::Fingerprint;

/// Codes on their way into a block.
#[derive(Default)]
pub(super) struct Packing {
    lens: Vec<u32>,
    codes: Vec<u32>,
    bytes: Vec<u8>,
}

/// The words of a block that was read.
#[derive(Default)]
pub(super) struct Records {
    words: Vec<u32>,
    count: usize,
    /// Words of each code; 0: `ends` has where each ends.
    len: usize,
    ends: Vec<usize>,
    first: usize,
}

impl Packing {
    pub(super) fn push(&mut self, code: &[u32]) {
        self.lens.push(code.len() as u32);
        self.codes.extend_from_slice(code);
    }

    /// Bytes so far, roughly.
    pub(super) fn len_bytes(&self) -> u64 {
        4 * self.codes.len() as u64
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lens.is_empty()
    }

    /// The block of all codes, which are forgotten.
    pub(super) fn finish(&mut self) -> &[u8] {
        let first = self.lens.first().copied().unwrap_or(0);
        let is_same = self.lens.iter().all(|&len| len == first);
        let head = [self.lens.len() as u32, if is_same { first } else { 0 }];
        let lens = if is_same { &[] } else { &*self.lens };
        let words = head.iter().chain(lens).chain(&self.codes);
        self.bytes.clear();
        self.bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        self.lens.clear();
        self.codes.clear();
        &self.bytes
    }
}

impl Records {
    /// Takes a block apart.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        words_of(bytes, &mut self.words);
        self.count = self.words[0] as usize;
        self.len = self.words[1] as usize;
        self.first = 2;
        self.ends.clear();
        if self.len == 0 {
            self.first += self.count;
            let mut end = 0;
            let lens = self.words[2..self.first].iter();
            self.ends.extend(lens.map(|&len| {
                end += len as usize;
                end
            }));
        }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// A code by its number.
    #[inline(always)]
    pub(super) fn code(&self, number: usize) -> &[u32] {
        let codes = &self.words[self.first..];
        if self.len > 0 {
            return &codes[number * self.len..][..self.len];
        }
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &codes[start..self.ends[number]]
    }

    /// The number of the first code from `from` on of which the fingerprint is `wanted` at least.
    /// Time: as the logarithm of how far away it is.
    pub(super) fn seek(&self, from: usize, wanted: u64, fingerprint: Fingerprint) -> usize {
        let is_before = |number: usize| fingerprint(self.code(number)) < wanted;
        let (mut low, mut high, mut step) = (from, from, 1);
        while high < self.count && is_before(high) {
            low = high + 1;
            high += step;
            step *= 2;
        }
        high = high.min(self.count);
        while low < high {
            let middle = low.midpoint(high);
            match is_before(middle) {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }
}

/// Replaces `words` by those of `bytes`.
pub(super) fn words_of(bytes: &[u8], words: &mut Vec<u32>) {
    words.clear();
    let chunks = bytes.as_chunks().0.iter();
    words.extend(chunks.map(|&chunk| u32::from_le_bytes(chunk)));
}
