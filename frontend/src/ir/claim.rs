//! Never claims and formulas: an automaton that looks at each state of a run.
//!
//! Whatever it was written as, a claim becomes places and edges over *propositions*. An edge can be
//! taken in a state whose propositions have the values that it asks for: a conjunction of literals,
//! a *cube* of two masks. All that a never claim may write is such a cube. A condition is one
//! literal; an `else` negates the literals of its siblings; an atomic sequence is one edge, with
//! the literals of its conditions together. So searches compare two words, and know no statement.

use super::Source;
use super::automaton::Step;
use super::expression::Expr;
use super::ids::PlaceId;

/// Most propositions of a claim: masks of them are words of 64 bits.
pub const PROPOSITIONS_MAX: usize = 64;

/// Most edges of a place of a claim: a search counts through them in 16 bits.
pub const CLAIM_EDGES_MAX: usize = u16::MAX as usize;

/// A never claim or formula: runs that it accepts are what must not happen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    /// Its name, unique in the model.
    pub name: String,
    /// The keyword and the name.
    pub source: Source,
    /// What it looks at, each of them once, as conditions without side effects.
    pub propositions: Vec<Proposition>,
    /// What its edges do beside looking: assertions, prints, assignments.
    pub actions: Vec<Step>,
    /// Control locations.
    pub places: Vec<ClaimPlace>,
    /// Where it starts.
    pub start: PlaceId,
    /// Sets of accepting edges: a run is accepted if it takes edges of each of them again and
    /// again.
    pub sets: u32,
}

/// A condition on a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposition {
    /// It holds when this is not zero.
    pub value: Expr,
    /// Where it is written for the first time.
    pub source: Source,
}

/// A control location of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimPlace {
    /// The statement that leaves it.
    pub source: Source,
    /// Its labels, in order.
    pub labels: Vec<String>,
    /// To come here is an error: an `end` label, or the closing brace.
    pub end: bool,
    /// In the order in which they are tried.
    pub edges: Vec<ClaimEdge>,
}

/// A step of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimEdge {
    /// Its statement; of an atomic sequence the first one.
    pub source: Source,
    /// When it can be taken.
    pub guard: Cube,
    /// What it does, by index into [`Claim::actions`].
    pub actions: Vec<u32>,
    /// How many statements it stands for: more than one in an atomic sequence.
    pub steps: u32,
    /// The place it leads to.
    pub target: PlaceId,
    /// The accepting sets that it belongs to, a bit each.
    pub sets: u32,
}

/// A conjunction of literals over propositions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    /// The propositions that matter, a bit each.
    pub care: u64,
    /// Those of them that must hold.
    pub value: u64,
}

impl Cube {
    /// Holds in every state.
    pub const TRUE: Cube = Cube { care: 0, value: 0 };

    /// A proposition, or its negation.
    pub fn literal(proposition: usize, holds: bool) -> Cube {
        let care = 1 << proposition;
        let value = if holds { care } else { 0 };
        Cube { care, value }
    }

    /// Whether it holds where exactly these propositions do.
    pub fn holds(self, letter: u64) -> bool {
        letter & self.care == self.value
    }

    /// Both together; `None` if they contradict each other.
    pub fn and(self, other: Cube) -> Option<Cube> {
        let agree = (self.value ^ other.value) & self.care & other.care == 0;
        agree.then_some(Cube {
            care: self.care | other.care,
            value: self.value | other.value,
        })
    }

    /// This one without the other: cubes of which no two hold together.
    pub fn without(self, other: Cube) -> Vec<Cube> {
        if self.and(other).is_none() {
            return vec![self];
        }
        let mut rest = self;
        let mut cubes = Vec::new();
        let mut new = other.care & !self.care;
        while new != 0 {
            let at = new.trailing_zeros() as usize;
            new &= new - 1;
            let holds = other.value >> at & 1 == 1;
            cubes.extend(rest.and(Cube::literal(at, !holds)));
            rest = rest.and(Cube::literal(at, holds)).unwrap_or(rest);
        }
        cubes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_without_another_is_what_only_the_first_has() {
        let cubes = (0..9u64).map(|code| {
            let digits = [code % 3, code / 3];
            let literals = digits.iter().enumerate().filter(|(_, digit)| **digit > 0);
            let literals = literals.map(|(at, digit)| Cube::literal(at, *digit == 1));
            literals.fold(Cube::TRUE, |all, one| {
                all.and(one).expect("two propositions")
            })
        });
        let cubes: Vec<Cube> = cubes.collect();
        for one in &cubes {
            for other in &cubes {
                let rest = one.without(*other);
                for letter in 0..4 {
                    let holding = rest.iter().filter(|cube| cube.holds(letter)).count();
                    let wanted = one.holds(letter) && !other.holds(letter);
                    assert_eq!(holding, usize::from(wanted), "{one:?} {other:?} {letter}");
                }
            }
        }
    }
}
