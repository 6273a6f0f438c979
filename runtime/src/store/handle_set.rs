//! A set of handles: a bit for each.

use super::Handle;

/// Handles below a bound. Memory: an eighth of a byte for each, not charged: for a moment only.
pub struct HandleSet {
    words: Vec<u64>,
}

impl HandleSet {
    /// The empty set of handles below `bound`.
    pub fn new(bound: usize) -> Self {
        Self {
            words: vec![0; bound.div_ceil(64)],
        }
    }

    /// The set of these, all below `bound`.
    pub fn of(bound: usize, handles: impl IntoIterator<Item = Handle>) -> Self {
        let mut set = Self::new(bound);
        handles.into_iter().for_each(|handle| set.insert(handle));
        set
    }

    /// Adds one.
    pub fn insert(&mut self, handle: Handle) {
        self.words[handle.index() / 64] |= 1 << (handle.index() % 64);
    }

    /// Whether it is in the set.
    pub fn contains(&self, handle: Handle) -> bool {
        self.words[handle.index() / 64] >> (handle.index() % 64) & 1 != 0
    }

    /// The members, in order.
    pub fn iter(&self) -> impl Iterator<Item = Handle> {
        self.iter_from(0)
    }

    /// The members from `start` on, a multiple of 64, in order.
    pub fn iter_from(&self, start: usize) -> impl Iterator<Item = Handle> {
        debug_assert!(start.is_multiple_of(64));
        let words = self.words.iter().enumerate().skip(start / 64);
        words.flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(Handle((64 * index) as u32 + bit))
            })
        })
    }
}
