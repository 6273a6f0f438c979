//! From formulas of linear temporal logic to automata.
//!
//! ```text
//! Formula ── normal, implication, simplify ── alternating ── tgba ── bisimulation, simulation
//!                                                                         │
//!      as places:  degeneralize ── coarsen ──┐        of the formula and of its negation
//!                                            │                            │
//! Translation ── stutter, classify ── the smallest of ── coarsen ── weak ─┘
//! ```
//!
//! The formula and its negation are translated side by side, for each decides what may be done with
//! the other: places become one as long as the two automata have no word in common. This room knows
//! numbered propositions, nothing of Promela. [`lasso`] says what a formula means without any
//! automaton. The note `docs/ltl.md` has the sizes.

pub mod alternating;
pub mod automaton;
pub mod bisimulation;
pub mod classify;
pub mod coarsen;
pub mod cube;
pub mod degeneralize;
pub mod formula;
mod implication;
pub mod lasso;
pub mod letters;
pub mod normal;
pub mod print;
pub mod product;
mod simplify;
pub mod simulation;
pub mod stutter;
pub mod tgba;
pub mod weak;

use automaton::{Acceptance, Automaton};
use classify::Component;
use coarsen::coarsened;
use degeneralize::degeneralized;
use formula::Formula;
use letters::{Alphabet, PROPOSITIONS_MAX};
use normal::Formulas;
use std::fmt::{self, Display, Formatter};
use stutter::Stutter;

/// Most acceptance sets: masks have 32 bits.
pub const SETS_MAX: u32 = 32;

/// Most edges of an automaton while it is built.
pub const EDGES_MAX: usize = 1 << 14;

/// Most cubes on an edge, where propositions are too many for letters.
pub const CUBES_MAX: usize = 1 << 9;

/// Most operators, propositions and constants of a formula: what goes through it does so by
/// recursion.
pub const SIZE_MAX: usize = 1000;

/// Why a formula has no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// More than [`PROPOSITIONS_MAX`] propositions.
    Propositions,
    /// More than [`SIZE_MAX`] operators, propositions and constants.
    Size,
    /// More than [`SETS_MAX`] untils that are waited for.
    Sets,
    /// More than [`EDGES_MAX`] edges.
    Edges,
    /// More than [`CUBES_MAX`] cubes on an edge.
    Cubes,
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Propositions => {
                write!(
                    f,
                    "the formula has more than {PROPOSITIONS_MAX} propositions"
                )
            }
            Refusal::Size => write!(f, "the formula has more than {SIZE_MAX} operators"),
            Refusal::Sets => {
                write!(f, "the formula needs more than {SETS_MAX} acceptance sets")
            }
            Refusal::Edges => {
                write!(
                    f,
                    "the automaton of the formula has more than {EDGES_MAX} edges"
                )
            }
            Refusal::Cubes => {
                write!(
                    f,
                    "an edge of the automaton has more than {CUBES_MAX} alternatives"
                )
            }
        }
    }
}

/// What became of a formula.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The automaton for a search, in stuttering normal form where it can be.
    pub automaton: Automaton,
    /// What lies behind each of its places.
    pub components: Vec<Component>,
    /// How much it cares for the repetition of letters.
    pub stutter: Stutter,
    /// A Büchi automaton for the same words: one set, on all edges of a place or on none.
    pub buchi: Automaton,
}

/// The automata of a formula.
///
/// # Errors
///
/// The formula, or what becomes of it, is larger than the bounds of this room.
pub fn translate(formula: &Formula, alphabet: Alphabet) -> Result<Translation, Refusal> {
    Ok(smallest(formula, alphabet)?.prepared(formula))
}

/// The smallest automata found for a formula.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// With sets on edges.
    pub automaton: Automaton,
    /// One set, on all edges of a place or on none.
    pub buchi: Automaton,
    /// For the words of which the formula is not true, if it is not too large.
    pub complement: Option<Automaton>,
}

impl Smallest {
    /// In stuttering normal form where it can be, and with what a search wants to know.
    pub fn prepared(self, formula: &Formula) -> Translation {
        let Smallest {
            mut automaton,
            buchi,
            complement,
        } = self;
        let mut stutter = Stutter::Variant;
        let complement = complement.as_ref();
        let is_invariant = |it| stutter::is_invariant(&automaton, it);
        if !formula.has_next() || complement.is_some_and(is_invariant) {
            stutter = Stutter::Invariant;
            if let Some(normal) = stutter::normalized(&automaton, complement) {
                (automaton, stutter) = (normal, Stutter::Normal);
            }
        }
        Translation {
            components: classify::kinds(&automaton),
            automaton,
            stutter,
            buchi,
        }
    }
}

/// The smallest automata found for a formula.
///
/// # Errors
///
/// As [`translate`].
pub fn smallest(formula: &Formula, alphabet: Alphabet) -> Result<Smallest, Refusal> {
    let (first, complement) = both_signs(formula, alphabet)?;
    let first = first?;
    let Ok(complement) = complement else {
        return Ok(Smallest {
            buchi: degeneralized(&first),
            automaton: first,
            complement: None,
        });
    };
    let by_places = coarsened(degeneralized(&first), &complement, Acceptance::Places);
    let by_edges = [&first, &by_places];
    let by_edges = by_edges.map(|it| coarsened(it.clone(), &complement, Acceptance::Edges));
    let weak = weak::minimal(&by_edges[0], &complement);
    let automaton = best(by_edges.into_iter().chain(weak.clone()));
    let again = coarsened(degeneralized(&automaton), &complement, Acceptance::Places);
    Ok(Smallest {
        buchi: Acceptance::Places.settle(best([by_places, again].into_iter().chain(weak))),
        automaton,
        complement: Some(complement),
    })
}

/// An automaton, or why there is none.
pub type Built = Result<Automaton, Refusal>;

/// The automata of a formula and of its negation, before each is compared with the other.
///
/// # Errors
///
/// The formula is too large to be looked at.
pub fn both_signs(formula: &Formula, alphabet: Alphabet) -> Result<(Built, Built), Refusal> {
    assert!(formula.propositions() <= alphabet.propositions());
    if formula.size() > SIZE_MAX {
        return Err(Refusal::Size);
    }
    let mut formulas = Formulas::default();
    let (yes, no) = formulas.normalize(formula);
    let built = |id| {
        let automaton = tgba::build(&formulas, id, alphabet)?;
        Ok(simulation::reduced(automaton, Acceptance::Edges))
    };
    Ok((built(yes), built(no)))
}

/// The one with the fewest places; of these a deterministic one; then the one with fewest edges.
fn best(automata: impl IntoIterator<Item = Automaton>) -> Automaton {
    let key = |it: &Automaton| (it.places.len(), !it.is_deterministic(), it.edges(), it.sets);
    automata.into_iter().min_by_key(key).expect("an automaton")
}

#[cfg(test)]
mod tests;
