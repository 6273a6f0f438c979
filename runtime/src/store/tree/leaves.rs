//! The leaves of a tree: the bits of a state that are used, one after the other, in words of 32.
//!
//! A component of a state begins at a word, so most words are nearly empty: with a leaf for each the tree would have three times as many nodes. Which bits are used is known of each kind
//! of process ([`Layout`]); what is written to the leaves ends itself, so two states whose leaves are equal are equal. To write a whole state takes a nanosecond or two for each word. But a step
//! changes few words, so they are compared with those of the state before, and only the bits of others are written.
//!
//! Words that are no state of the model, which do not occur if its tables are right, are leaves as they are.

use std::sync::Arc;

use crate::encode::Layout;

/// Where the bits of a word lie.
#[derive(Clone, Copy)]
struct Field {
    start: u32,
    width: u8,
    /// Of the first word of a process: which process it is by kind, and so the layout of the words behind it.
    proctype: Option<u16>,
}

/// Words that are compared at once.
const COMPARED: usize = 8;

/// A bit for each of the first words that differ. Most do not, and which do cannot be predicted: so there is no branch.
#[inline(always)]
fn differences(words: &[u32], others: &[u32]) -> u32 {
    match (
        words.first_chunk::<COMPARED>(),
        others.first_chunk::<COMPARED>(),
    ) {
        (Some(words), Some(others)) => bits_of_differences(words, others),
        _ => bits_of_differences(words, others),
    }
}

#[inline(always)]
fn bits_of_differences(words: &[u32], others: &[u32]) -> u32 {
    let pairs = words.iter().zip(others).enumerate();
    pairs.fold(0, |bits, (at, (word, other))| {
        bits | u32::from(word != other) << at
    })
}

/// The leaves of the last state.
pub(super) struct Leaves {
    layout: Arc<Layout>,
    words: Vec<u32>,
    fields: Vec<Field>,
    /// With a zero behind the end.
    leaves: Vec<u32>,
    bits: u32,
    is_packed: bool,
}

impl Leaves {
    pub(super) fn new(layout: Arc<Layout>) -> Self {
        Self {
            layout,
            words: Vec::new(),
            fields: Vec::new(),
            leaves: vec![0],
            bits: 0,
            is_packed: false,
        }
    }

    /// Of the model's states.
    pub(super) fn layout(&self) -> Arc<Layout> {
        self.layout.clone()
    }

    /// Words of the last state.
    #[inline(always)]
    pub(super) fn words_len(&self) -> usize {
        self.words.len()
    }

    /// The leaves.
    pub(super) fn get(&self) -> &[u32] {
        &self.leaves[..self.bits.div_ceil(32) as usize]
    }

    /// Bits of the state.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// Whether only bits that are used were written.
    pub(super) fn is_packed(&self) -> bool {
        self.is_packed
    }

    /// Goes on to another state. If its bits lie where those of the state before do, tells which leaves have changed and to what, some of them perhaps twice, and gives true.
    #[inline]
    pub(super) fn go_to(&mut self, words: &[u32], mut changed: impl FnMut(usize, u32)) -> bool {
        if !self.is_packed || words.len() != self.words.len() {
            self.begin(words);
            return false;
        }
        for start in (0..words.len()).step_by(COMPARED) {
            let mut different = differences(&words[start..], &self.words[start..]);
            while different != 0 {
                let at = start + different.trailing_zeros() as usize;
                different &= different - 1;
                if !self.write(at, words[at], &mut changed) {
                    self.begin(words);
                    return false;
                }
            }
        }
        true
    }

    /// Writes the bits of a word, unless they do not fit.
    #[inline]
    fn write(&mut self, at: usize, word: u32, mut changed: impl FnMut(usize, u32)) -> bool {
        let field = self.fields[at];
        let is_other = |proctype| self.layout.proctype(word) != Some(proctype);
        if u64::from(word) >> field.width != 0 || field.proctype.is_some_and(is_other) {
            return false;
        }
        let (leaf, shift) = (field.start as usize / 32, field.start % 32);
        let difference = u64::from(word ^ self.words[at]) << shift;
        self.words[at] = word;
        if difference as u32 != 0 {
            self.leaves[leaf] ^= difference as u32;
            changed(leaf, self.leaves[leaf]);
        }
        if difference >> 32 != 0 {
            self.leaves[leaf + 1] ^= (difference >> 32) as u32;
            changed(leaf + 1, self.leaves[leaf + 1]);
        }
        true
    }

    /// Writes a whole state.
    #[cold]
    fn begin(&mut self, words: &[u32]) {
        self.is_packed = self.find_fields(words).is_some();
        if !self.is_packed {
            self.fields.clear();
            self.bits = 32 * words.len() as u32;
        }
        self.words.clear();
        self.leaves.clear();
        if self.is_packed {
            self.leaves.resize(self.bits as usize / 32 + 2, 0);
            self.words.resize(words.len(), 0);
            for (at, &word) in words.iter().enumerate() {
                let Field { start, .. } = self.fields[at];
                let bits = u64::from(word) << (start % 32);
                self.leaves[start as usize / 32] |= bits as u32;
                self.leaves[start as usize / 32 + 1] |= (bits >> 32) as u32;
                self.words[at] = word;
            }
        } else {
            self.leaves.extend_from_slice(words);
            self.leaves.push(0);
        }
    }

    /// Where the bits of these words lie; `None` if they are no state of the model.
    fn find_fields(&mut self, words: &[u32]) -> Option<()> {
        self.fields.clear();
        self.bits = 0;
        let Self {
            layout,
            fields,
            bits,
            ..
        } = self;
        let mut is_process = false;
        layout.components(words, |component, widths| {
            for (at, (&word, &width)) in component.iter().zip(widths).enumerate() {
                if u64::from(word) >> width != 0 {
                    return None;
                }
                let is_first = is_process && at == 0;
                fields.push(Field {
                    start: *bits,
                    width,
                    proctype: if is_first {
                        layout.proctype(word)
                    } else {
                        None
                    },
                });
                *bits += u32::from(width);
            }
            is_process = true;
            Some(())
        })
    }

    /// Replaces `words` by the state with these leaves.
    pub(super) fn read(&self, leaves: &[u32], is_packed: bool, words: &mut Vec<u32>) {
        if !is_packed {
            words.clear();
            words.extend_from_slice(leaves);
            return;
        }
        let mut at = 0;
        self.layout.read(words, |width| {
            let (leaf, shift) = (at as usize / 32, at % 32);
            at += width;
            let word = |leaf: usize| u64::from(leaves.get(leaf).copied().unwrap_or(0));
            let both = word(leaf + 1) << 32 | word(leaf);
            (both >> shift) as u32 & ((1_u64 << width) - 1) as u32
        });
    }
}
