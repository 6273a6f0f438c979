//! A block of codes, as it is before it is compressed.
//!
//! ```text
//! number of codes │ words of each one, all in a row │ the codes        words of 4 bytes, the lowest byte first
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
    /// Where each code ends in the words.
    ends: Vec<usize>,
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
        let count = [self.lens.len() as u32];
        let words = count.iter().chain(&self.lens).chain(&self.codes);
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
        self.words.clear();
        let words = bytes.as_chunks().0.iter();
        self.words
            .extend(words.map(|&word| u32::from_le_bytes(word)));
        let count = self.words[0] as usize;
        let mut end = 1 + count;
        self.ends.clear();
        self.ends.extend(self.words[1..end].iter().map(|&len| {
            end += len as usize;
            end
        }));
    }

    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// A code by its number.
    #[inline(always)]
    pub(super) fn code(&self, number: usize) -> &[u32] {
        let before = number.checked_sub(1);
        let start = before.map_or(1 + self.count(), |before| self.ends[before]);
        &self.words[start..self.ends[number]]
    }

    /// The number of the first code from `from` on of which the fingerprint is `wanted` at least.
    /// Time: as the logarithm of how far away it is.
    pub(super) fn seek(&self, from: usize, wanted: u64, fingerprint: Fingerprint) -> usize {
        let is_before = |number: usize| fingerprint(self.code(number)) < wanted;
        let (mut low, mut high, mut step) = (from, from, 1);
        while high < self.count() && is_before(high) {
            low = high + 1;
            high += step;
            step *= 2;
        }
        high = high.min(self.count());
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
