//! A set of processes.

/// A set of pids, 0 to 254: four words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pids([u64; 4]);

impl Pids {
    /// No process.
    pub const NONE: Self = Self([0; 4]);
    /// Every process.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// Only this one.
    pub fn only(pid: u8) -> Self {
        let mut set = Self::NONE;
        set.insert(pid);
        set
    }

    /// Adds one.
    #[inline(always)]
    pub fn insert(&mut self, pid: u8) {
        self.0[usize::from(pid >> 6)] |= 1 << (pid & 63);
    }

    /// Whether it is in the set.
    #[inline(always)]
    pub fn contains(&self, pid: u8) -> bool {
        self.0[usize::from(pid >> 6)] >> (pid & 63) & 1 != 0
    }

    /// Adds all of another set.
    #[inline(always)]
    pub fn extend(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// The members that are not in `other`.
    #[inline(always)]
    pub fn without(&self, other: &Self) -> Self {
        let mut rest = *self;
        for (word, less) in rest.0.iter_mut().zip(other.0) {
            *word &= !less;
        }
        rest
    }

    /// No member.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }
}
