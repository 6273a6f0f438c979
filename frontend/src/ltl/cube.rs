//! Cubes: sets of letters in which some propositions are fixed.

use super::letters::{Alphabet, Letters};

/// The letters that agree with `value` on the propositions in `care`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    /// The propositions that are fixed, a bit each.
    pub care: u64,
    /// Which of them hold; zero elsewhere.
    pub value: u64,
}

impl Cube {
    /// Each letter.
    pub const ALL: Cube = Cube { care: 0, value: 0 };

    /// The letters in which one proposition holds, or does not.
    pub fn literal(proposition: u32, holds: bool) -> Cube {
        Cube {
            care: 1 << proposition,
            value: u64::from(holds) << proposition,
        }
    }

    /// Of a single literal, the opposite.
    pub fn negated(self) -> Cube {
        Cube {
            value: self.care & !self.value,
            ..self
        }
    }

    /// Whether a letter is in it.
    pub fn contains(self, letter: u64) -> bool {
        (letter ^ self.value) & self.care == 0
    }

    /// The letters in both, if there are any.
    pub fn meet(self, other: Cube) -> Option<Cube> {
        let differs = (self.value ^ other.value) & self.care & other.care;
        (differs == 0).then_some(Cube {
            care: self.care | other.care,
            value: self.value | other.value,
        })
    }

    fn covers(self, other: Cube) -> bool {
        self.care & !other.care == 0 && self.contains(other.value)
    }

    /// Without what is said of one proposition.
    fn freed(self, proposition: u32) -> Cube {
        let others = !(1 << proposition);
        Cube {
            care: self.care & others,
            value: self.value & others,
        }
    }
}

/// Adds a cube to a list in which none covers another. Two that differ in one proposition become
/// one: without that lists grow exponentially where the sets of letters are simple.
pub(super) fn join(cubes: &mut Vec<Cube>, mut cube: Cube) {
    let is_beside =
        |it: &Cube, cube: Cube| it.care == cube.care && (it.value ^ cube.value).is_power_of_two();
    while let Some(index) = cubes.iter().position(|it| is_beside(it, cube)) {
        let other = cubes.remove(index);
        cube = cube.freed((other.value ^ cube.value).trailing_zeros());
    }
    if !cubes.iter().any(|it| it.covers(cube)) {
        cubes.retain(|it| !cube.covers(*it));
        cubes.push(cube);
    }
}

/// Takes a cube away from each of a list: what is left of one differs from it in a first, a
/// second, .. of its propositions.
pub fn take(cubes: &mut Vec<Cube>, away: Cube) {
    let mut left = Vec::new();
    for mut cube in cubes.drain(..) {
        if cube.meet(away).is_none() {
            join(&mut left, cube);
            continue;
        }
        for proposition in bits(away.care & !cube.care) {
            let holds = away.value >> proposition & 1 == 1;
            let opposite = Cube::literal(proposition, !holds);
            let fixed = Cube::literal(proposition, holds);
            join(
                &mut left,
                cube.meet(opposite).expect("the proposition was free"),
            );
            cube = cube.meet(fixed).expect("the proposition was free");
        }
    }
    *cubes = left;
}

/// Few cubes for a set of bits: each letter that is not covered yet is widened to a cube that
/// cannot be larger, and cubes that turn out to lie in the others go.
pub(super) fn cover(letters: &Letters, alphabet: Alphabet) -> Vec<Cube> {
    let (mut cubes, mut left) = (Vec::new(), letters.clone());
    let every = (1 << alphabet.propositions()) - 1;
    while let Some(letter) = left.first() {
        let mut cube = Cube {
            care: every,
            value: letter,
        };
        for proposition in bits(every) {
            let wider = cube.freed(proposition);
            if letters.covers(&letters_of(wider, alphabet)) {
                cube = wider;
            }
        }
        left.take(&letters_of(cube, alphabet));
        cubes.push(cube);
    }
    for index in (0..cubes.len()).rev() {
        let mut others = alphabet.none();
        let rest = cubes
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        rest.for_each(|(_, cube)| others.join(&letters_of(*cube, alphabet)));
        if others.covers(&letters_of(cubes[index], alphabet)) {
            cubes.remove(index);
        }
    }
    cubes
}

fn letters_of(cube: Cube, alphabet: Alphabet) -> Letters {
    bits(cube.care).fold(alphabet.all(), |letters, proposition| {
        let holds = cube.value >> proposition & 1 == 1;
        letters.meet(&alphabet.literal(proposition, holds))
    })
}

/// The numbers of the bits that are set.
pub fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
