//! Letters, and the sets of them that stand on edges.
//!
//! A letter says of each proposition whether it holds: bit `i` for proposition `i`. Of the letters
//! of an edge automata need few things, and often: which two edges have in common, which one has
//! beside the other, whether any is left. Binary decision diagrams do that for any number of
//! propositions, but each operation goes through a table that all of them share. Formulas have few
//! propositions, so a set is simply a bit for each letter: one word for up to six propositions, 64
//! for twelve.
//!
//! Beyond twelve it is a list of cubes. There taking away is slow and equal sets may look
//! different, so what compares places letter by letter (simulation, determinisation) is left out.

use super::cube::{self, Cube};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Most propositions of which letters are written out.
pub const EXPANDED_MAX: u32 = 12;

/// Most propositions of a formula.
pub const PROPOSITIONS_MAX: u32 = 64;

/// The letters over some propositions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabet {
    propositions: u32,
}

impl Alphabet {
    /// Panics beyond [`PROPOSITIONS_MAX`].
    pub fn new(propositions: u32) -> Alphabet {
        assert!(propositions <= PROPOSITIONS_MAX);
        Alphabet { propositions }
    }

    /// How many.
    pub fn propositions(self) -> u32 {
        self.propositions
    }

    /// Whether sets have a bit for each letter.
    pub fn is_expanded(self) -> bool {
        self.propositions <= EXPANDED_MAX
    }

    /// No letter.
    pub fn none(self) -> Letters {
        match self.is_expanded() {
            true => Letters::Bits(self.words(|_| 0)),
            false => Letters::Cubes(Vec::new()),
        }
    }

    /// Each letter.
    pub fn all(self) -> Letters {
        match self.is_expanded() {
            true => Letters::Bits(self.words(|_| !0)),
            false => Letters::Cubes(vec![Cube::ALL]),
        }
    }

    /// The letters in which a proposition holds, or those in which it does not.
    pub fn literal(self, proposition: u32, holds: bool) -> Letters {
        /// Bit `l` of entry `i` is bit `i` of `l`.
        const WITHIN_A_WORD: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        assert!(proposition < self.propositions);
        if !self.is_expanded() {
            return Letters::Cubes(vec![Cube::literal(proposition, holds)]);
        }
        Letters::Bits(self.words(|index| {
            let word = match WITHIN_A_WORD.get(proposition as usize) {
                Some(word) => *word,
                None if index >> (proposition - 6) & 1 == 1 => !0,
                None => 0,
            };
            if holds { word } else { !word }
        }))
    }

    /// The set of one letter.
    pub fn letter(self, letter: u64) -> Letters {
        if !self.is_expanded() {
            let care = u64::MAX >> (64 - self.propositions);
            let value = letter & care;
            return Letters::Cubes(vec![Cube { care, value }]);
        }
        let (word, bit) = (letter >> 6, letter & 63);
        Letters::Bits(self.words(|index| u64::from(index == word) << bit))
    }

    /// Bits above the last letter stay zero.
    fn words(self, word: impl Fn(u64) -> u64) -> Box<[u64]> {
        let used = match self.propositions {
            0..6 => (1 << (1 << self.propositions)) - 1,
            _ => u64::MAX,
        };
        let count = 1 << self.propositions.saturating_sub(6);
        (0..count).map(|index| word(index) & used).collect()
    }
}

/// A set of letters. Sets that meet in an operation are over one alphabet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letters {
    /// A bit for each letter.
    Bits(Box<[u64]>),
    /// The letters of any of these cubes.
    Cubes(Vec<Cube>),
}

use Letters::{Bits, Cubes};

impl Letters {
    /// Whether no letter is in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Bits(words) => words.iter().all(|word| *word == 0),
            Cubes(cubes) => cubes.is_empty(),
        }
    }

    /// Whether a letter is in it.
    pub fn contains(&self, letter: u64) -> bool {
        match self {
            Bits(words) => words[(letter >> 6) as usize] >> (letter & 63) & 1 == 1,
            Cubes(cubes) => cubes.iter().any(|cube| cube.contains(letter)),
        }
    }

    /// Whether some letter is in both.
    pub fn meets(&self, other: &Letters) -> bool {
        match (self, other) {
            (Bits(a), Bits(b)) => a.iter().zip(b).any(|(a, b)| a & b != 0),
            (Cubes(a), Cubes(b)) => a.iter().any(|a| b.iter().any(|b| a.meet(*b).is_some())),
            _ => unreachable!("letters of two alphabets"),
        }
    }

    /// Whether each letter of the other is in it.
    pub fn covers(&self, other: &Letters) -> bool {
        match (self, other) {
            (Bits(a), Bits(b)) => a.iter().zip(b).all(|(a, b)| b & !a == 0),
            _ => other.without(self).is_empty(),
        }
    }

    /// The letters in both.
    pub fn meet(&self, other: &Letters) -> Letters {
        match (self, other) {
            (Bits(a), Bits(b)) => Bits(a.iter().zip(b).map(|(a, b)| a & b).collect()),
            (Cubes(a), Cubes(b)) => {
                let pairs = a.iter().flat_map(|a| b.iter().filter_map(|b| a.meet(*b)));
                let mut met = Vec::new();
                pairs.for_each(|cube| cube::join(&mut met, cube));
                Cubes(met)
            }
            _ => unreachable!("letters of two alphabets"),
        }
    }

    /// The letters that the other does not have.
    pub fn without(&self, other: &Letters) -> Letters {
        let mut left = self.clone();
        left.take(other);
        left
    }

    /// Takes away the letters of the other.
    pub fn take(&mut self, other: &Letters) {
        match (self, other) {
            (Bits(a), Bits(b)) => a.iter_mut().zip(b).for_each(|(a, b)| *a &= !b),
            (Cubes(a), Cubes(b)) => b.iter().for_each(|b| cube::take(a, *b)),
            _ => unreachable!("letters of two alphabets"),
        }
    }

    /// Adds the letters of the other.
    pub fn join(&mut self, other: &Letters) {
        match (self, other) {
            (Bits(a), Bits(b)) => a.iter_mut().zip(b).for_each(|(a, b)| *a |= b),
            (Cubes(a), Cubes(b)) => b.iter().for_each(|b| cube::join(a, *b)),
            _ => unreachable!("letters of two alphabets"),
        }
    }

    /// A letter of it, the least one where letters are written out.
    pub fn first(&self) -> Option<u64> {
        match self {
            Bits(words) => {
                let index = words.iter().position(|word| *word != 0)?;
                Some((index as u64) << 6 | u64::from(words[index].trailing_zeros()))
            }
            Cubes(cubes) => cubes.first().map(|cube| cube.value),
        }
    }

    /// How many parts it is written with.
    pub fn weight(&self) -> usize {
        match self {
            Bits(_) => 1,
            Cubes(cubes) => cubes.len(),
        }
    }

    /// Cubes that have these letters together: none lies in the others, and none can be larger.
    pub fn cubes(&self, alphabet: Alphabet) -> Vec<Cube> {
        match self {
            Bits(_) => cube::cover(self, alphabet),
            Cubes(cubes) => cubes.clone(),
        }
    }

    /// Cubes that have these letters together. Up to the bound no two have a letter in common: a
    /// claim that takes an edge for each cube takes one for each letter.
    pub fn disjoint_cubes(&self, alphabet: Alphabet) -> Vec<Cube> {
        let cubes = self.cubes(alphabet);
        let Bits(_) = self else { return cubes };
        let mut disjoint: Vec<Cube> = Vec::new();
        for cube in cubes {
            let mut parts = vec![cube];
            disjoint.iter().for_each(|it| cube::take(&mut parts, *it));
            disjoint.append(&mut parts);
        }
        disjoint
    }
}

/// Adds letters to those of a key.
pub fn join_at<Key: Ord>(rows: &mut BTreeMap<Key, Letters>, key: Key, letters: Letters) {
    match rows.entry(key) {
        Entry::Occupied(mut known) => known.get_mut().join(&letters),
        Entry::Vacant(vacant) => _ = vacant.insert(letters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a set of letters says of each letter is what its cubes say, on either side of the
    /// bound: the same operations on sets of bits and on lists of cubes.
    #[test]
    fn cubes_and_letters_agree() {
        let small = Alphabet::new(4);
        let large = Alphabet::new(EXPANDED_MAX + 1);
        let build = |alphabet: Alphabet| {
            let p = |index, holds| alphabet.literal(index, holds);
            let mut letters = p(0, true).meet(&p(1, false));
            letters.join(&p(2, true).meet(&p(3, true)));
            letters.take(&p(0, true).meet(&p(3, false)).meet(&p(2, false)));
            letters
        };
        let (bits, cubes) = (build(small), build(large));
        for letter in 0..16 {
            let (p0, p1) = (letter & 1 != 0, letter & 2 != 0);
            let (p2, p3) = (letter & 4 != 0, letter & 8 != 0);
            let expected = (p0 && !p1 || p2 && p3) && !(p0 && !p3 && !p2);
            assert_eq!(bits.contains(letter), expected, "{letter}");
            assert_eq!(cubes.contains(letter), expected, "{letter}");
            let covering = bits.cubes(small);
            assert_eq!(covering.iter().any(|it| it.contains(letter)), expected);
            let disjoint = bits.disjoint_cubes(small).into_iter();
            let count = disjoint.filter(|it| it.contains(letter)).count();
            assert_eq!(count, usize::from(expected), "{letter}");
        }
        assert!(cubes.covers(&large.letter(0b1100)) && !cubes.covers(&large.all()));
        assert!(bits.covers(&small.letter(0b1100)) && !bits.covers(&small.all()));
        assert!(!cubes.meets(&large.letter(0)) && cubes.meets(&large.literal(9, true)));
    }

    #[test]
    fn cubes_of_many_words() {
        let alphabet = Alphabet::new(EXPANDED_MAX);
        let mut letters = alphabet.literal(11, false);
        letters.join(&alphabet.literal(3, true));
        let cubes = letters.cubes(alphabet);
        assert_eq!(cubes, [Cube::literal(11, false), Cube::literal(3, true)]);
        let second = Cube::literal(3, true).meet(Cube::literal(11, true));
        let disjoint = [Cube::literal(11, false), second.expect("they agree")];
        assert_eq!(letters.disjoint_cubes(alphabet), disjoint);
        assert_eq!(alphabet.all().cubes(alphabet), [Cube::ALL]);
        assert_eq!(alphabet.none().cubes(alphabet), []);
        assert_eq!(alphabet.letter(77).first(), Some(77));
    }
}
