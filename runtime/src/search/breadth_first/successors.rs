//! The states that edges have led to and that are not looked up yet, so that what looking for them
//! needs can be brought near.

/// This many wait at most: enough for memory to answer, and few enough to lie in the nearest cache.
const MOST: usize = 64;

/// What is to be looked up, each with words of its own, in the order in which it was reached.
pub(in crate::search) struct Successors<T> {
    /// With where its words end.
    items: Vec<(T, usize)>,
    words: Vec<u32>,
}

impl<T: Copy> Successors<T> {
    pub(in crate::search) fn new() -> Self {
        Self {
            items: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Where the words of the next one are appended, before it is [pushed](Self::push).
    #[inline(always)]
    pub(in crate::search) fn words(&mut self) -> &mut Vec<u32> {
        &mut self.words
    }

    /// Adds `item`, with the words that were appended since the one before.
    #[inline(always)]
    pub(in crate::search) fn push(&mut self, item: T) {
        self.items.push((item, self.words.len()));
    }

    /// No more should be added.
    #[inline(always)]
    pub(in crate::search) fn are_many(&self) -> bool {
        self.items.len() >= MOST
    }

    /// All, with their words.
    #[inline(always)]
    pub(in crate::search) fn iter(&self) -> impl Iterator<Item = (T, &[u32])> {
        let mut start = 0;
        self.items.iter().map(move |&(item, end)| {
            let words = &self.words[start..end];
            start = end;
            (item, words)
        })
    }

    /// Forgets all.
    pub(in crate::search) fn clear(&mut self) {
        self.items.clear();
        self.words.clear();
    }
}
