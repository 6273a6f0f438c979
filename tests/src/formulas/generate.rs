//! Formulas and words made by chance.

use crate::random::numbers::Numbers;
use frontend::ltl::formula::{Binary, Formula, Unary};
use frontend::ltl::lasso::Lasso;

/// Most letters of a word.
const LETTERS_MAX: usize = 6;

/// The formula with this number, and the numbers that go on from it.
pub fn formula(seed: u64, index: u64) -> (Formula, Numbers) {
    let mut numbers = Numbers::of(seed, index);
    let propositions = numbers.between(1, 4) as u32;
    let size = numbers.between(2, 12);
    (of_size(&mut numbers, propositions, size), numbers)
}

/// A formula of this many operators and propositions, or one more.
pub(crate) fn of_size(numbers: &mut Numbers, propositions: u32, size: usize) -> Formula {
    use Binary::{And, Equivalent, Implies, Or, Release, Until, WeakUntil};
    use Unary::{Always, Eventually, Next, Not};
    match size {
        0 | 1 if numbers.chance(3) => Formula::Constant(numbers.chance(50)),
        0 | 1 => Formula::Proposition(numbers.below(propositions as usize) as u32),
        _ if size == 2 || numbers.chance(40) => {
            let operator = *numbers.pick(&[Not, Next, Always, Eventually, Always, Eventually]);
            Formula::unary(operator, of_size(numbers, propositions, size - 1))
        }
        _ => {
            let operators = [
                And, Or, And, Or, Implies, Equivalent, Until, Until, WeakUntil, Release,
            ];
            let left = numbers.between(1, size - 2);
            Formula::binary(
                *numbers.pick(&operators),
                of_size(numbers, propositions, left),
                of_size(numbers, propositions, size - 1 - left),
            )
        }
    }
}

/// A word, in half of all cases one whose letters differ in few propositions.
pub fn word(numbers: &mut Numbers, propositions: u32) -> Lasso {
    let length = numbers.between(1, LETTERS_MAX);
    let mut letters: Vec<u64> = (0..length)
        .map(|_| numbers.below(1 << propositions.min(32)) as u64)
        .collect();
    if numbers.chance(50) {
        let (first, varies) = (letters[0], letters[length - 1]);
        letters
            .iter_mut()
            .for_each(|it| *it = first & varies | *it & !varies);
    }
    Lasso {
        letters,
        turn: numbers.below(length),
    }
}
