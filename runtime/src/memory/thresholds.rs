//! From which size on stores and searches work as large ones do.

/// Sizes that decide how fast a store or a search works, never what it answers. Tests set them so
/// low that small searches come to what is beyond; they are the same in all builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// States from which on a store is taken to be larger than the caches of one core, so that a
    /// search gains from [`Store::prefetch`](crate::store::Store::prefetch).
    pub prefetch_states: usize,
    /// Handles that a table of keys lists at once.
    pub listed_handles: usize,
    /// States of a level from which on it is worth it for several threads to share them.
    pub worth_threads_states: usize,
    /// Words of what one thread sends to another, or writes to the disk, at once.
    pub batch_words: usize,
    /// States of which it is not known whether a persistent set is enough, at most, for each
    /// thread.
    pub suspended_states: usize,
}

impl Thresholds {
    /// Those of every analyzer.
    pub const SHIPPED: Self = Self {
        prefetch_states: 1 << 17,
        listed_handles: 1 << 20,
        worth_threads_states: 1 << 11,
        batch_words: 1 << 12,
        suspended_states: 1 << 12,
    };

    /// Beyond them is nearly every search of a test.
    pub const SMALL: Self = Self {
        prefetch_states: 1 << 6,
        listed_handles: 1 << 10,
        worth_threads_states: 1 << 2,
        batch_words: 1 << 5,
        suspended_states: 3,
    };
}
