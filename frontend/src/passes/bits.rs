//! Sets of small numbers, a bit for each.

/// A set of numbers below a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// No number below `bound`.
    pub fn none(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    /// The bound, rounded up to whole words.
    pub fn bound(&self) -> usize {
        self.0.len() * 64
    }

    /// Puts a number in. It is below the bound.
    pub fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Takes a number out. It is below the bound.
    pub fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    /// Takes all numbers out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Whether a number is in. It is below the bound.
    pub fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Adds the numbers of a set with the same bound; tells whether there were new ones.
    pub fn add(&mut self, other: &Self) -> bool {
        let mut changes = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changes |= other & !*word != 0;
            *word |= other;
        }
        changes
    }

    /// Keeps what a set with the same bound has, too; tells whether that is less than before.
    pub fn keep_common(&mut self, other: &Self) -> bool {
        let mut changes = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changes |= *word & !other != 0;
            *word &= other;
        }
        changes
    }

    /// Takes the numbers of a set with the same bound out.
    pub fn subtract(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, word)| {
            let without_lowest = |rest: &u64| Some(rest & rest.checked_sub(1)?);
            let bits = std::iter::successors(Some(*word), without_lowest);
            let bits = bits.take_while(|rest| *rest != 0);
            bits.map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[usize]) -> Bits {
        let mut bits = Bits::none(130);
        numbers.iter().for_each(|at| bits.insert(*at));
        bits
    }

    #[test]
    fn sets_of_bits_are_sets() {
        let mut bits = set(&[0, 63, 64, 129]);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 63, 64, 129]);
        bits.remove(63);
        assert!(!bits.contains(63) && bits.contains(64));
        assert!(bits.add(&set(&[1, 64])) && !bits.add(&set(&[1, 64])));
        assert_eq!(bits, set(&[0, 1, 64, 129]));
        assert!(!bits.keep_common(&set(&[0, 1, 64, 100, 129])));
        assert!(bits.keep_common(&set(&[1, 129])));
        assert_eq!(bits, set(&[1, 129]));
        bits.subtract(&set(&[1, 2]));
        assert_eq!(bits, set(&[129]));
        bits.clear();
        assert_eq!(bits.iter().count(), 0);
    }
}
