//! Which words of two states differ.
//!
//! A state has dozens of words and a step changes two or three. So eight are compared at once, and
//! where they differ, the positions of those that do are written without a branch: which they are
//! cannot be predicted, and a wrong guess costs more than all comparisons.

/// The positions of words that differ.
#[derive(Default)]
pub(super) struct Differences {
    /// Room for those of the longest states so far.
    positions: Vec<u32>,
}

/// Words that are compared at once.
const EIGHT: usize = 8;

impl Differences {
    /// Finds those of two states of one length, in order.
    #[inline(always)]
    pub(super) fn find(&mut self, words: &[u32], others: &[u32]) -> &[u32] {
        let positions = &mut self.positions;
        if positions.len() < words.len() {
            positions.resize(words.len(), 0);
        }
        let mut count = 0;
        let mut note = |start: usize, words: &[u32], others: &[u32]| {
            for (at, (word, other)) in words.iter().zip(others).enumerate() {
                positions[count] = (start + at) as u32;
                count += usize::from(word != other);
            }
        };
        let (eights, rest) = words.as_chunks::<EIGHT>();
        let (other_eights, other_rest) = others.as_chunks::<EIGHT>();
        for (at, (eight, others)) in eights.iter().zip(other_eights).enumerate() {
            if eight != others {
                note(EIGHT * at, eight, others);
            }
        }
        note(EIGHT * eights.len(), rest, other_rest);
        &self.positions[..count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_difference_is_found_once() {
        let mut differences = Differences::default();
        for len in 0..100 {
            let words: Vec<u32> = (0..len).collect();
            for modulus in 1..40 {
                let mut others = words.clone();
                let expected: Vec<u32> = (0..len).filter(|at| at * at % modulus == 2).collect();
                expected.iter().for_each(|&at| others[at as usize] += 1);
                assert_eq!(differences.find(&words, &others), expected, "{len} words");
            }
        }
    }
}
