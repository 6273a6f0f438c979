//! Which part of the budget is for what.
//!
//! ```text
//! 3/4   the newest states, with their table; 1 MiB less, or 1/8 where that is less
//! 1/8   the filter, from the moment on when states lie on the disk
//! 1/16  doubtful states, which may be on the disk
//! rest  blocks that are read and written, where each block lies, where states came from, and what an atomic sequence needs
//! ```

/// The sizes of the parts, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// The newest states with their table, at most.
    pub(super) window: u64,
    /// A chunk of them, a power of two.
    pub(super) chunk: u64,
    /// The filter.
    pub(super) filter: u64,
    /// States that may be on the disk.
    pub(super) doubtful: u64,
    /// What of the predecessor log stays in memory, at most.
    pub(super) log: u64,
    /// A block before it is compressed.
    pub(super) block: u64,
}

impl Sizes {
    pub(super) fn of(bytes: u64) -> Self {
        let power = |part: u64, least: u64, most: u64| {
            let part = part.clamp(least, most);
            1 << part.ilog2()
        };
        Self {
            window: bytes / 4 * 3 - (bytes / 8).min(1 << 20),
            chunk: power(bytes / 128, 4 << 10, 2 << 20),
            filter: bytes / 8,
            doubtful: bytes / 16,
            log: bytes / 64,
            block: power(bytes / 256, 512, 32 << 10),
        }
    }
}
