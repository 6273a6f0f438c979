//! Sets of handles: a bit for each, or a list.

use std::ops::Range;

use super::{Handle, Store};

/// Handles in a range. Memory: an eighth of a byte for each, not charged: for a moment only.
pub struct HandleSet {
    /// A multiple of 64.
    start: usize,
    words: Vec<u64>,
}

impl HandleSet {
    /// The empty set of handles below `bound`.
    pub fn new(bound: usize) -> Self {
        Self::of(bound, [])
    }

    /// The set of these, all below `bound`.
    pub fn of(bound: usize, handles: impl IntoIterator<Item = Handle>) -> Self {
        Self::of_range(0..bound, handles)
    }

    /// The set of these, all in a range that begins at a multiple of 64.
    pub(super) fn of_range(range: Range<usize>, handles: impl IntoIterator<Item = Handle>) -> Self {
        debug_assert!(range.start.is_multiple_of(64));
        let mut set = Self {
            start: range.start,
            words: vec![0; range.len().div_ceil(64)],
        };
        for handle in handles {
            set.insert(handle);
        }
        set
    }

    /// Adds one; whether it was not there.
    pub fn insert(&mut self, handle: Handle) -> bool {
        let is_new = !self.contains(handle);
        let index = handle.index() - self.start;
        self.words[index / 64] |= 1 << (index % 64);
        is_new
    }

    /// Whether it is in the set.
    pub fn contains(&self, handle: Handle) -> bool {
        let index = handle.index() - self.start;
        self.words[index / 64] >> (index % 64) & 1 != 0
    }

    /// The members, in order.
    pub fn iter(&self) -> impl Iterator<Item = Handle> {
        self.iter_from(self.start)
    }

    /// Behind all handles that it could hold.
    fn end(&self) -> usize {
        self.start + 64 * self.words.len()
    }

    /// The members from `start` on, a multiple of 64, in order.
    pub fn iter_from(&self, start: usize) -> impl Iterator<Item = Handle> {
        debug_assert!(start.is_multiple_of(64));
        let words = self.words.iter().enumerate();
        let words = words.skip((start - self.start) / 64);
        words.flat_map(|(index, &word)| members(self.start + 64 * index, word))
    }

    fn into_members(self) -> impl Iterator<Item = Handle> {
        let words = self.words.into_iter().enumerate();
        words.flat_map(move |(index, word)| members(self.start + 64 * index, word))
    }
}

fn members(start: usize, word: u64) -> impl Iterator<Item = Handle> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(Handle(start as u32 + bit))
    })
}

/// The handles of all states of a store, in order. Memory: that of what [`Store::handles_from`]
/// gives at a time.
pub fn handles<S: Store + ?Sized>(store: &S) -> impl Iterator<Item = Handle> {
    let mut start = 0;
    let parts = std::iter::from_fn(move || {
        let part = (start < store.usage().handle_bound).then(|| store.handles_from(start))?;
        start = part.end();
        Some(part)
    });
    parts.flat_map(HandleSet::into_members)
}

/// In order. Memory: 4 bytes each.
pub fn in_order(handles: &[Handle]) -> Vec<Handle> {
    let mut handles = handles.to_vec();
    handles.sort_unstable();
    handles
}

/// Of handles in order all that are not among `others`, which are in order, too.
pub fn all_but(
    handles: impl Iterator<Item = Handle>,
    others: &[Handle],
) -> impl Iterator<Item = Handle> {
    let mut others = others.iter().copied().peekable();
    handles.filter(move |&handle| {
        while others.next_if(|&it| it < handle).is_some() {}
        others.peek() != Some(&handle)
    })
}
