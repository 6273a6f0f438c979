//! Whether the automata of a formula accept what it says, after each step of the translation.

use super::claim;
use super::generate::word;
use crate::random::numbers::Numbers;
use frontend::ltl::automaton::{Acceptance, Automaton, Edge};
use frontend::ltl::coarsen::coarsened;
use frontend::ltl::degeneralize::degeneralized;
use frontend::ltl::formula::Formula;
use frontend::ltl::lasso::Lasso;
use frontend::ltl::letters::Alphabet;
use frontend::ltl::normal::Formulas;
use frontend::ltl::product::{accepts, meet};
use frontend::ltl::stutter::{self, Stutter};
use frontend::ltl::{Refusal, simulation, smallest, tgba, translate, weak};

/// Checks each step with this many words. In words what is wrong.
///
/// # Errors
///
/// A wrong word, or automata of a formula and its negation that have a word in common.
pub fn check(
    formula: &Formula,
    propositions: u32,
    words: usize,
    numbers: &mut Numbers,
) -> Result<(), String> {
    let refused = |refusal: Refusal| format!("{formula}: {refusal}");
    let steps = Steps::of(formula, propositions).map_err(refused)?;
    steps.compare().map_err(|it| format!("{formula}: {it}"))?;
    for _ in 0..words {
        let word = word(numbers, propositions);
        let expected = word.satisfies(formula);
        if let Some(name) = steps.wrong(&word, expected) {
            return Err(format!("{formula}: {name} on {word:?}, it is {expected}"));
        }
    }
    Ok(())
}

/// The automata of a formula and of its negation by name of the step.
struct Steps {
    positive: Vec<(&'static str, Automaton)>,
    negative: Vec<(&'static str, Automaton)>,
    stutter: Stutter,
}

impl Steps {
    fn of(formula: &Formula, propositions: u32) -> Result<Steps, Refusal> {
        let alphabet = Alphabet::new(propositions);
        let mut formulas = Formulas::default();
        let (yes, no) = formulas.normalize(formula);
        let built = tgba::build(&formulas, yes, alphabet)?;
        let opposite = tgba::build(&formulas, no, alphabet)?;
        let simulated = simulation::reduced(built.clone(), Acceptance::Edges);
        let complement = simulation::reduced(opposite.clone(), Acceptance::Edges);
        let by_edges = coarsened(simulated.clone(), &complement, Acceptance::Edges);
        let by_places = degeneralized(&simulated);
        let translation = translate(formula, alphabet)?;
        let mut positive = vec![
            ("smallest", smallest(formula, alphabet)?.automaton),
            (
                "coarsened as Büchi automaton",
                coarsened(by_places.clone(), &complement, Acceptance::Places),
            ),
            ("built", built),
            ("coarsened", by_edges),
            ("degeneralized", by_places),
            ("translated", translation.automaton),
            ("translated to a Büchi automaton", translation.buchi),
        ];
        let mut negative = vec![("negation built", opposite)];
        if let Some(weak) = weak::minimal(&simulated, &complement) {
            negative.push(("complement of the weak one", complement_of(&weak)));
            positive.push(("weak", weak));
        }
        positive.push(("simulated", simulated));
        negative.push(("negation simulated", complement));
        Ok(Steps {
            positive,
            negative,
            stutter: translation.stutter,
        })
    }

    /// Compares automata as a whole.
    fn compare(&self) -> Result<(), String> {
        for (name, automaton) in &self.positive {
            for (opposite, other) in &self.negative {
                if meet(automaton, other) {
                    return Err(format!("{name} and {opposite} have a word in common"));
                }
            }
            let is_buchi = name.ends_with("Büchi automaton") || *name == "degeneralized";
            if is_buchi && Acceptance::Places.settle(automaton.clone()) != *automaton {
                return Err(format!("{name} has sets on some edges of a place"));
            }
            let claims_normal = *name == "translated" && self.stutter == Stutter::Normal;
            if claims_normal && !stutter::is_normal(automaton) {
                return Err(format!("{name} is not in stuttering normal form"));
            }
        }
        Ok(())
    }

    /// The step that goes wrong with a word.
    fn wrong(&self, word: &Lasso, expected: bool) -> Option<&'static str> {
        let positive = self.positive.iter().map(|it| (it, expected));
        let negative = self.negative.iter().map(|it| (it, !expected));
        let mut all = positive.chain(negative);
        let wrong = all.find(|((_, automaton), expected)| accepts(automaton, word) != *expected);
        wrong.map(|((name, _), _)| *name)
    }
}

/// The automaton for the other words, of a deterministic one in which all cycles of a component
/// accept or none do.
fn complement_of(weak: &Automaton) -> Automaton {
    let sink = weak.places.len();
    let components = weak.components();
    let mut places = weak.places.clone();
    places.push(Vec::new());
    for (place, edges) in places.iter_mut().enumerate() {
        let mut missing = weak.alphabet.all();
        edges.iter().for_each(|edge| missing.take(&edge.letters));
        let accepts = place != sink && components.accepting[components.of[place]];
        edges.push(Edge {
            letters: missing,
            target: sink,
            sets: 0,
        });
        edges.retain(|edge| !edge.letters.is_empty());
        edges
            .iter_mut()
            .for_each(|edge| edge.sets = u32::from(!accepts));
    }
    Automaton {
        alphabet: weak.alphabet,
        places,
        sets: 1,
    }
}

/// Compares with the claim that SPIN makes of a formula. `None` if SPIN's could not be read.
///
/// # Errors
///
/// SPIN's claim and our automaton of the negation have a word in common, or the other way round.
pub fn compare_with_spin(formula: &Formula, propositions: u32) -> Option<Result<(), String>> {
    let alphabet = Alphabet::new(propositions);
    let theirs = claim::of_spin(formula, alphabet)?;
    let negated = formula.clone().negated();
    let negation_of_theirs = claim::of_spin(&negated, alphabet)?;
    let ours = translate(formula, alphabet).ok()?.automaton;
    let negation_of_ours = translate(&negated, alphabet).ok()?.automaton;
    Some(match () {
        () if meet(&theirs, &negation_of_ours) => Err(format!("{formula}: SPIN accepts more")),
        () if meet(&ours, &negation_of_theirs) => Err(format!("{formula}: we accept more")),
        () => Ok(()),
    })
}
