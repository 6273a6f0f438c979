//! A set of small numbers: places, or transitions.

/// A bit for each number below a bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)].into_boxed_slice())
    }

    /// The empty set of numbers below the same bound.
    pub fn emptied(&self) -> Self {
        Self(vec![0; self.0.len()].into_boxed_slice())
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Adds a number; whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let word = &mut self.0[number as usize / 64];
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    #[inline(always)]
    pub fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Takes out what is in another set.
    pub fn remove(&mut self, other: &Self) {
        for (word, less) in self.0.iter_mut().zip(&other.0) {
            *word &= !less;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The members, the smallest first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let words = self.0.iter().zip(0..);
        words.flat_map(|(&word, index)| {
            let bits = (0..64u32).filter(move |bit| word >> bit & 1 != 0);
            bits.map(move |bit| index * 64 + bit)
        })
    }
}
