//! Static Huffman codes of bytes (Huffman 1952; Holzmann, Godefroid and Pirottin 1992, section 6).
//!
//! A code has 12 bits at most, so that one look at a table of 4,096 entries decodes a byte. Codes
//! are canonical: numbered in the order of their lengths, then of the bytes. The byte 0 gets the
//! shortest code, all zeros, whatever its frequency: so zeros behind the end of a code are decoded
//! as zeros.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bits::{BitReader, BitWriter};
use super::layout::Layout;
use super::{Encoder, Frequencies};
use crate::model::ModelInfo;

/// Bits of the longest code.
const LONGEST: u32 = 12;

/// Leaves out bytes that are not used, and writes frequent ones in few bits.
pub struct Huffman {
    layout: Layout,
    /// By byte.
    codes: [Code; 256],
    /// By two bytes, the first lowest: the codes of both. Twice as fast as one at a time.
    pairs: Box<[Code]>,
    /// By the next [`LONGEST`] bits: the byte and the length of its code.
    bytes: Box<[(u8, u8)]>,
}

/// The code of a byte, or of two: its first bit lowest, its length in the highest byte.
#[derive(Clone, Copy, Default)]
struct Code(u32);

impl Code {
    fn new(bits: u32, len: u32) -> Self {
        Self(len << 24 | bits)
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self.0 & 0x00ff_ffff
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0 >> 24
    }
}

impl Huffman {
    /// For the states of a model, with the codes that are best if bytes are as frequent as that.
    pub fn new(info: &ModelInfo, frequencies: &Frequencies) -> Self {
        let codes = codes(lengths(&frequencies.0));
        let mut bytes = vec![(0, 0); 1 << LONGEST];
        for (byte, code) in codes.iter().enumerate() {
            let followed = (code.bits() as usize..1 << LONGEST).step_by(1 << code.len());
            followed.for_each(|bits| bytes[bits] = (byte as u8, code.len() as u8));
        }
        let pair = |both: usize| {
            let (first, second) = (codes[both % 256], codes[both / 256]);
            let bits = first.bits() | second.bits() << first.len();
            Code::new(bits, first.len() + second.len())
        };
        Self {
            layout: Layout::new(info, 8),
            codes,
            pairs: (0..1 << 16).map(pair).collect(),
            bytes: bytes.into(),
        }
    }
}

impl Encoder for Huffman {
    fn encode(&self, words: &[u32], code: &mut [u32]) -> Option<usize> {
        let mut writer = BitWriter::new(code);
        let zero_len = self.codes[0].len();
        self.layout.write(words, |word, width| {
            if word == 0 {
                // The shortest of 256 codes has at most 8 bits.
                return writer.push(0, width / 8 * zero_len);
            }
            let mut left = (word, width);
            if width >= 16 {
                let both = self.pairs[(word & 0xffff) as usize];
                writer.push(both.bits(), both.len())?;
                left = (word >> 16, width - 16);
            }
            let code = match left {
                (_, 0) => return Some(()),
                (byte, 8) => self.codes[(byte & 0xff) as usize],
                (both, _) => self.pairs[both as usize],
            };
            writer.push(code.bits(), code.len())
        })?;
        writer.finish()
    }

    fn decode(&self, code: &[u32], words: &mut Vec<u32>) {
        let mut reader = BitReader::new(code);
        self.layout.read_bytes(words, || {
            let (byte, len) = self.bytes[reader.peek(LONGEST) as usize];
            reader.skip(u32::from(len));
            byte
        });
    }
}

/// The lengths of the codes of all bytes, [`LONGEST`] at most, the shortest that of byte 0.
fn lengths(counts: &[u64; 256]) -> [u8; 256] {
    let mut weights = counts.map(|count| count.max(1));
    // So that it costs little to give it the shortest code where another byte is more frequent.
    weights[0] = weights.into_iter().max().unwrap_or(1);
    let mut lengths = unbounded_lengths(&weights);
    while lengths.iter().any(|&len| u32::from(len) > LONGEST) {
        // The flatter the frequencies, the shorter the longest code: not the best of such codes,
        // but within a hundredth of it.
        weights = weights.map(|weight| weight.div_ceil(2));
        lengths = unbounded_lengths(&weights);
    }
    let shortest = (0..256).min_by_key(|&byte| lengths[byte]).unwrap_or(0);
    lengths.swap(0, shortest);
    lengths
}

/// The depths of the leaves in Huffman's tree.
fn unbounded_lengths(weights: &[u64; 256]) -> [u8; 256] {
    // Bytes, then inner nodes in the order in which they are made.
    let nodes = weights.iter().copied().zip(0..).map(Reverse);
    let mut lightest: BinaryHeap<Reverse<(u64, usize)>> = nodes.collect();
    let mut parents = [0; 511];
    for parent in 256..511 {
        let mut weight = 0;
        for Reverse((of_child, child)) in [lightest.pop(), lightest.pop()].into_iter().flatten() {
            weight += of_child;
            parents[child] = parent;
        }
        lightest.push(Reverse((weight, parent)));
    }
    let mut depths = [0; 511];
    for node in (256..510).rev().chain(0..256) {
        depths[node] = depths[parents[node]] + 1;
    }
    std::array::from_fn(|byte| depths[byte])
}

/// The canonical codes of these lengths.
fn codes(lengths: [u8; 256]) -> [Code; 256] {
    let mut bytes: Vec<usize> = (0..256).collect();
    bytes.sort_by_key(|&byte| lengths[byte]);
    let mut codes = [Code::default(); 256];
    // The next code, its first bit highest of `LONGEST`.
    let mut next = 0_u16;
    for byte in bytes {
        let len = lengths[byte];
        let bits = next.reverse_bits() >> (16 - LONGEST);
        codes[byte] = Code::new(u32::from(bits), u32::from(len));
        next += 1 << (LONGEST - u32::from(len));
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits that the codes of these lengths take.
    fn cost(counts: &[u64; 256], lengths: [u8; 256]) -> u64 {
        let costs = counts.iter().zip(lengths);
        costs.map(|(count, len)| count * u64::from(len)).sum()
    }

    /// Counts of several kinds: falling fast and slowly, equal, one only, and with a byte that is
    /// more frequent than 0.
    fn samples() -> Vec<[u64; 256]> {
        let mut none_but_one = [0; 256];
        none_but_one[7] = 1_000_000;
        let fibonacci = |byte: usize| (0..byte.min(60)).fold((1, 1), |(a, b), _| (b, a + b)).0;
        vec![
            [5; 256],
            none_but_one,
            std::array::from_fn(|byte| 1_000_000 >> byte.min(40)),
            std::array::from_fn(|byte| 1_000 / (byte as u64 + 1)),
            std::array::from_fn(fibonacci),
        ]
    }

    #[test]
    fn codes_are_prefix_free_and_use_all_bits() {
        for counts in samples() {
            let lengths = lengths(&counts);
            let room = lengths
                .iter()
                .map(|&len| 1_u32 << (LONGEST - u32::from(len)));
            assert_eq!(room.sum::<u32>(), 1 << LONGEST);
            let codes = codes(lengths);
            assert_eq!(codes[0].bits(), 0);
            for (byte, code) in codes.iter().enumerate() {
                let begun = |it: &Code| it.bits() & ((1 << code.len()) - 1) == code.bits();
                let begins = |it: &Code| it.len() >= code.len() && begun(it);
                assert_eq!(codes.iter().filter(|it| begins(it)).count(), 1, "{byte}");
            }
        }
    }

    /// By the entropy: no code of whole bits is below it, and Huffman's is a bit a byte above at
    /// most.
    #[test]
    fn codes_are_as_short_as_can_be() {
        for counts in samples() {
            let total: u64 = counts.iter().sum();
            let share = |&count: &u64| count as f64 / total as f64;
            let bits = counts.iter().filter(|&&count| count > 0);
            let entropy: f64 = bits.map(|count| -share(count) * share(count).log2()).sum();
            let mean = cost(&counts, unbounded_lengths(&counts)) as f64 / total as f64;
            assert!(
                (entropy..=entropy + 1.0).contains(&mean),
                "{mean} {entropy}"
            );
            let bounded = cost(&counts, lengths(&counts)) as f64 / total as f64;
            assert!(bounded <= mean + 1.1, "{bounded} {mean}");
        }
    }
}
