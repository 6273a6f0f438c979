//! A set of processes.

/// A set of pids, 0 to 254: four words, or fewer where the pids are known to be small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pids<const WORDS: usize = 4>([u64; WORDS]);

impl<const WORDS: usize> Default for Pids<WORDS> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const WORDS: usize> Pids<WORDS> {
    /// No process.
    pub const NONE: Self = Self([0; WORDS]);

    /// Every process that there can be.
    pub const ALL: Self = Self([u64::MAX; WORDS]);

    /// Only this one.
    pub fn only(pid: u8) -> Self {
        let mut set = Self::NONE;
        set.insert(pid);
        set
    }

    /// The set as bits, if it has no member from 64 on.
    #[inline(always)]
    pub fn below_64(&self) -> Option<u64> {
        let above = self.0[1..].iter().fold(0, |all, word| all | word);
        (above == 0).then_some(self.0[0])
    }

    /// Adds one.
    #[inline(always)]
    pub fn insert(&mut self, pid: u8) {
        self.0[usize::from(pid >> 6)] |= 1 << (pid & 63);
    }

    /// Takes one out.
    #[inline(always)]
    pub fn remove(&mut self, pid: u8) {
        self.0[usize::from(pid >> 6)] &= !(1 << (pid & 63));
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

    /// The members that are in `other`, too.
    #[inline(always)]
    pub fn common(&self, other: &Self) -> Self {
        let mut common = *self;
        for (word, others) in common.0.iter_mut().zip(other.0) {
            *word &= others;
        }
        common
    }

    /// No member.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Those below a count: all processes that are alive.
    pub fn below(count: u32) -> Self {
        Self(std::array::from_fn(|index| {
            match count.saturating_sub(index as u32 * 64) {
                0 => 0,
                rest => u64::MAX >> 64u32.saturating_sub(rest),
            }
        }))
    }

    /// The same set in another number of words; only its pids below 64 if that is one.
    #[inline(always)]
    pub fn resized<const OTHER: usize>(&self) -> Pids<OTHER> {
        let word = |index| self.0.get(index).copied().unwrap_or(0);
        Pids(std::array::from_fn(word))
    }

    /// The members of both.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        let mut both = *self;
        both.extend(other);
        both
    }

    /// Whether they have a member in common.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        !self.common(other).is_empty()
    }

    /// How many members.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The member with the highest pid.
    #[inline(always)]
    pub fn highest(&self) -> Option<u8> {
        let mut index = WORDS - 1;
        while self.0[index] == 0 {
            index = index.checked_sub(1)?;
        }
        Some(index as u8 * 64 + self.0[index].ilog2() as u8)
    }

    /// The members, the lowest pid first.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<WORDS> {
        Members {
            left: self.0,
            index: 0,
        }
    }
}

/// The members of a set. Adapters of the library are not always inlined here, which costs a search
/// eight per cent.
struct Members<const WORDS: usize> {
    left: [u64; WORDS],
    /// Of the word that is looked at.
    index: usize,
}

impl<const WORDS: usize> Iterator for Members<WORDS> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        loop {
            let word = self.left.get_mut(self.index)?;
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(self.index as u8 * 64 + bit);
            }
            self.index += 1;
        }
    }
}

impl From<u64> for Pids {
    /// A bit for each of the pids 0 to 63.
    fn from(bits: u64) -> Self {
        Self([bits, 0, 0, 0])
    }
}
