//! Runs of zero bytes, counted.
//!
//! A state is mostly zeros with some small numbers between them, and runs of anything else are
//! rare. So a count stands for zeros only, and shares its byte with the count of the bytes that
//! follow as they are:
//!
//! ```text
//! zeros 7–4 │ others 3–0 │ the others, a byte each │ …
//! ```
//!
//! A zero that stands alone is one of the others: a count would be as long. Bytes without zeros
//! cost a 14th more.

use std::cell::RefCell;

use super::Encoder;
use super::bits::BitReader;
use super::layout::Layout;
use crate::model::ModelInfo;

/// Most bytes of a kind that a count stands for.
const RUN_MAX: usize = 15;

/// Zeros behind the bytes of a state, so that eight can be looked at anywhere: a run of zeros may
/// go beyond the end by [`RUN_MAX`].
const BEHIND: usize = 2 * RUN_MAX + 2;

/// Leaves out bytes that are not used, and counts zeros.
pub struct RunLength {
    layout: Layout,
    /// Room for the bytes of a state, and for their runs.
    room: RefCell<[Vec<u8>; 2]>,
}

impl RunLength {
    /// For the states of a model.
    pub fn new(info: &ModelInfo) -> Self {
        Self {
            layout: Layout::new(info, 8),
            room: RefCell::default(),
        }
    }
}

impl Encoder for RunLength {
    fn encode(&self, words: &[u32], code: &mut [u32]) -> Option<usize> {
        let [bytes, runs] = &mut *self.room.borrow_mut();
        bytes.clear();
        bytes.resize(4 * words.len() + BEHIND, 0);
        runs.resize(5 * words.len() + BEHIND, 0);
        let mut len = 0;
        self.layout.write(words, |word, width| {
            // What is written too much is zero, and the next word goes there.
            bytes[len..len + 4].copy_from_slice(&word.to_le_bytes());
            len += width as usize / 8;
            Some(())
        })?;
        let len = write_runs(bytes, len, runs);
        let used = runs[..len].iter().rposition(|&byte| byte != 0);
        let code = code.get_mut(..used.map_or(1, |last| last / 4 + 1))?;
        for (word, group) in code.iter_mut().zip(runs.as_chunks().0) {
            *word = u32::from_le_bytes(*group);
        }
        Some(code.len())
    }

    fn decode(&self, code: &[u32], words: &mut Vec<u32>) {
        let mut reader = BitReader::new(code);
        let (mut zeros, mut others) = (0, 0);
        self.layout.read_bytes(words, || {
            if zeros == 0 && others == 0 {
                let counts = reader.take(8);
                (zeros, others) = (counts >> 4, counts & 15);
            }
            if zeros > 0 || others == 0 {
                zeros = zeros.saturating_sub(1);
                return 0;
            }
            others -= 1;
            reader.take(8) as u8
        });
    }
}

/// Writes the runs of the first `len` of `bytes`, which [`BEHIND`] zeros follow, and returns the
/// length of what it wrote, up to a multiple of four with zeros.
#[inline(always)]
fn write_runs(bytes: &[u8], len: usize, runs: &mut [u8]) -> usize {
    let (mut at, mut end) = (0, 0);
    while at < len {
        let zeros = zeros_at(bytes, at);
        at += zeros;
        if at >= len {
            break;
        }
        let others = others_at(bytes, at);
        runs[end] = (zeros << 4 | others) as u8;
        // All that may be, whose end is written over: quicker than to look how many there are.
        let behind = &bytes[at..at + RUN_MAX + 1];
        runs[end + 1..end + 2 + RUN_MAX].copy_from_slice(behind);
        at += others;
        end += 1 + others;
    }
    runs[end..end + 4].fill(0);
    end
}

/// Zeros from `at` on, [`RUN_MAX`] at most.
#[inline(always)]
fn zeros_at(bytes: &[u8], at: usize) -> usize {
    match first_byte(eight_at(bytes, at)) {
        8 => (8 + first_byte(eight_at(bytes, at + 8))).min(RUN_MAX),
        zeros => zeros,
    }
}

/// Bytes from `at` on before two zeros, [`RUN_MAX`] at most: whether the last of eight is followed
/// by a zero is seen from the next eight.
#[inline(always)]
fn others_at(bytes: &[u8], at: usize) -> usize {
    match first_byte(two_zeros(eight_at(bytes, at))) {
        8 => 7 + first_byte(two_zeros(eight_at(bytes, at + 7))).min(7),
        others => others,
    }
}

#[inline(always)]
fn eight_at(bytes: &[u8], at: usize) -> u64 {
    let eight = bytes[at..].first_chunk().expect("zeros behind the end");
    u64::from_le_bytes(*eight)
}

/// Which byte is the first that is not zero; 8 if all are.
#[inline(always)]
fn first_byte(eight: u64) -> usize {
    eight.trailing_zeros() as usize / 8
}

/// Has the highest bit of each byte that is zero and followed by a zero.
#[inline(always)]
fn two_zeros(eight: u64) -> u64 {
    const LOW: u64 = u64::MAX / 255 * 0x7f;
    let zeros = !(((eight & LOW) + LOW) | eight | LOW);
    zeros & (zeros >> 8)
}
