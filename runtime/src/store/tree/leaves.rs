//! The leaves of a tree: the bits of a state that are used, one after the other, in words of 32.
//!
//! A component of a state begins at a word, so most words are nearly empty: with a leaf for each
//! the tree would have three times as many nodes. Which bits are used is known of each kind of
//! process ([`Layout`]); what is written to the leaves ends itself, so two states whose leaves are
//! equal are equal. To write a whole state takes a nanosecond or two for each word. But a step
//! changes few words, so they are compared with those of the state before, and only the bits of
//! others are told.
//!
//! Words that are no state of the model, which do not occur if its tables are right, are leaves as
//! they are.

use std::sync::Arc;

use crate::encode::Layout;
use crate::store::differences::Differences;

/// Where the bits of a word lie.
#[derive(Clone, Copy)]
struct Field {
    /// The leaf in which they begin, and the next: their numbers, or [slots](Leaves::name_leaves).
    leaves: [u32; 2],
    shift: u8,
    width: u8,
    /// Of the first word of a process: which process it is by kind, and so the layout of the words
    /// behind it.
    proctype: Option<u16>,
}

/// The last state, and where its bits lie.
pub(super) struct Leaves {
    layout: Arc<Layout>,
    words: Vec<u32>,
    fields: Vec<Field>,
    bits: u32,
    is_packed: bool,
    /// Words in which the state compared last differs.
    differing: Differences,
}

impl Field {
    /// Tells which bits of which leaves change with these bits of the word.
    #[inline(always)]
    fn toggle(&self, bits: u32, changes: &mut impl FnMut(u32, u32)) {
        let bits = u64::from(bits) << (self.shift % 32);
        let [low, high] = [bits as u32, (bits >> 32) as u32];
        if low != 0 {
            changes(self.leaves[0], low);
        }
        if high != 0 {
            changes(self.leaves[1], high);
        }
    }
}

impl Leaves {
    pub(super) fn new(layout: Arc<Layout>) -> Self {
        Self {
            layout,
            words: Vec::new(),
            fields: Vec::new(),
            bits: 0,
            is_packed: false,
            differing: Differences::default(),
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

    /// Bits of the state.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// Whether only bits that are used were written.
    pub(super) fn is_packed(&self) -> bool {
        self.is_packed
    }

    /// Tells by their slots which leaves of a state differ from those of the last, and in which
    /// bits. False if its bits do not lie where those of the last do.
    #[inline(always)]
    pub(super) fn compare(&mut self, words: &[u32], mut changes: impl FnMut(u32, u32)) -> bool {
        let Self {
            layout,
            words: last,
            fields,
            is_packed,
            differing,
            ..
        } = self;
        if !*is_packed || words.len() != last.len() {
            return false;
        }
        // In registers.
        let (layout, last, fields) = (&**layout, &last[..], &fields[..last.len()]);
        for &at in differing.find(words, last) {
            let at = at as usize;
            let (word, field) = (words[at], &fields[at]);
            let is_other = |proctype| layout.proctype(word) != Some(proctype);
            if u64::from(word) >> (field.width % 64) != 0 || field.proctype.is_some_and(is_other) {
                return false;
            }
            field.toggle(word ^ last[at], &mut changes);
        }
        true
    }

    /// Goes on to the state that was compared.
    #[inline(always)]
    pub(super) fn go_on(&mut self, words: &[u32]) {
        for &at in self.differing.positions() {
            self.words[at as usize] = words[at as usize];
        }
    }

    /// From now on leaves are told by these slots.
    pub(super) fn name_leaves(&mut self, slots: &[u32]) {
        for leaf in self.fields.iter_mut().flat_map(|field| &mut field.leaves) {
            // Behind the last leaf there is none for the next word, and nothing goes there.
            *leaf = slots.get(*leaf as usize).copied().unwrap_or(0);
        }
    }

    /// Goes to any state, and replaces `leaves` by its leaves.
    pub(super) fn begin(&mut self, words: &[u32], leaves: &mut Vec<u32>) {
        self.is_packed = self.find_fields(words).is_some();
        self.words.clear();
        self.words.extend_from_slice(words);
        leaves.clear();
        if !self.is_packed {
            self.bits = 32 * words.len() as u32;
            leaves.extend_from_slice(words);
            return;
        }
        leaves.resize(self.bits.div_ceil(32) as usize, 0);
        for (&word, field) in words.iter().zip(&self.fields) {
            field.toggle(word, &mut |leaf, bits| leaves[leaf as usize] ^= bits);
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
                    leaves: [*bits / 32, *bits / 32 + 1],
                    shift: (*bits % 32) as u8,
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
