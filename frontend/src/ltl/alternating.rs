//! The very weak alternating automaton of a formula.
//!
//! A formula says what it asks of the first letter, and which formulas must hold behind it. Written
//! as an automaton whose places are formulas, a step leads from one place to a *set* of places, all
//! of which must accept what follows. It has no more places than the formula has parts, where an
//! automaton with one place at a time may need exponentially many. It is very weak: a step leads
//! back to the place itself, or to parts of its formula. Gastin and Oddoux, *Fast LTL to Büchi
//! automata translation*, 2001.
//!
//! Of two steps of which one asks for less behind the same letters, the other is never needed.
//! Taking its letters away leaves fewer steps in common, which makes what follows more
//! deterministic (Babiak, Křetínský, Řehák, Strejček, *LTL to Büchi automata translation: fast and
//! more deterministic*, 2012).

use super::letters::{Alphabet, Letters, join_at};
use super::normal::{Connective, FALSE, Fixpoint, Formulas, Id, Node, TRUE};
use super::{CUBES_MAX, EDGES_MAX, Refusal};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Formulas that must all hold, in order.
pub type Obligations = Vec<Id>;

/// A step: with these letters, to these places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The letters with which it can be taken.
    pub letters: Letters,
    /// What must hold behind the letter.
    pub next: Obligations,
}

/// The automaton, unfolded as far as it was looked at.
pub struct Alternating<'a> {
    /// Where its places are written.
    pub formulas: &'a Formulas,
    /// What its letters are.
    pub alphabet: Alphabet,
    steps: HashMap<Id, Rc<[Step]>>,
    fulfilments: HashMap<Id, Rc<[Step]>>,
}

impl<'a> Alternating<'a> {
    /// The automaton for formulas over an alphabet.
    pub fn new(formulas: &'a Formulas, alphabet: Alphabet) -> Alternating<'a> {
        Alternating {
            formulas,
            alphabet,
            steps: HashMap::new(),
            fulfilments: HashMap::new(),
        }
    }

    /// The sets of places of which one must accept, for a formula to hold: its disjunctive normal
    /// form above temporal operators.
    pub fn initial(&self, formula: Id) -> Result<Vec<Obligations>, Refusal> {
        let sets = match self.formulas.node(formula) {
            Node::Constant(false) => Vec::new(),
            Node::Constant(true) => vec![Vec::new()],
            Node::Many(Connective::Or, parts) => {
                let mut sets = Vec::new();
                for part in &*parts {
                    sets.extend(self.initial(*part)?);
                }
                sets
            }
            Node::Many(Connective::And, parts) => {
                let mut sets = vec![Vec::new()];
                for part in &*parts {
                    let more = self.initial(*part)?;
                    let pairs = sets.iter().flat_map(|a| more.iter().map(|b| union(a, b)));
                    sets = pairs.take(EDGES_MAX + 1).collect();
                }
                sets
            }
            _ => vec![vec![formula]],
        };
        within(sets)
    }

    /// The steps that leave a place.
    pub fn steps(&mut self, formula: Id) -> Result<Rc<[Step]>, Refusal> {
        if let Some(known) = self.steps.get(&formula) {
            return Ok(known.clone());
        }
        let all = |next| Step {
            letters: self.alphabet.all(),
            next,
        };
        let found = match self.formulas.node(formula) {
            FALSE_NODE => Vec::new(),
            Node::Constant(_) => vec![all(Vec::new())],
            Node::Literal(proposition, holds) => vec![Step {
                letters: self.alphabet.literal(proposition, holds),
                next: Vec::new(),
            }],
            Node::Next(later) => self.initial(later)?.into_iter().map(all).collect(),
            Node::Many(Connective::Or, parts) => {
                let mut either = Vec::new();
                for part in &*parts {
                    either.extend_from_slice(&self.steps(*part)?);
                }
                reduced(either)
            }
            Node::Many(Connective::And, parts) => {
                let mut both = vec![all(Vec::new())];
                for part in &*parts {
                    both = product(&both, &self.steps(*part)?)?;
                }
                both
            }
            Node::Two(fixpoint, a, b) => {
                let again = all(vec![formula]);
                let (a, b) = (self.steps(a)?, self.steps(b)?);
                match fixpoint {
                    Fixpoint::Until => {
                        let mut either = product(&a, &[again])?;
                        either.extend_from_slice(&b);
                        reduced(either)
                    }
                    Fixpoint::Release => {
                        let mut freed = a.to_vec();
                        freed.push(again);
                        product(&b, &freed)?
                    }
                }
            }
        };
        let found: Rc<[Step]> = within(found)?.into();
        self.steps.insert(formula, found.clone());
        Ok(found)
    }

    /// The steps of `a U b` that fulfil it: `b` holds.
    pub fn fulfilments(&mut self, until: Id) -> Result<Rc<[Step]>, Refusal> {
        if let Some(known) = self.fulfilments.get(&until) {
            return Ok(known.clone());
        }
        let steps = self.steps(until)?;
        let left = steps.iter().filter(|step| !step.next.contains(&until));
        let mut found: Vec<Step> = left.cloned().collect();
        if let Node::Two(Fixpoint::Until, _, b) = self.formulas.node(until) {
            found.extend_from_slice(&self.steps(b)?);
        }
        let found: Rc<[Step]> = found.into();
        self.fulfilments.insert(until, found.clone());
        Ok(found)
    }
}

const FALSE_NODE: Node = Node::Constant(false);

/// Both of two obligations.
pub fn union(a: &[Id], b: &[Id]) -> Obligations {
    let mut both = [a, b].concat();
    both.sort_unstable();
    both.dedup();
    // `true` asks for nothing.
    both.retain(|it| *it != TRUE);
    debug_assert!(!both.contains(&FALSE));
    both
}

/// Whether the first asks for nothing that the second does not ask for.
pub fn is_subset(a: &[Id], b: &[Id]) -> bool {
    let mut rest = b.iter();
    a.iter().all(|it| rest.any(|other| other == it))
}

/// Steps of two places at once.
fn product(a: &[Step], b: &[Step]) -> Result<Vec<Step>, Refusal> {
    let mut both = Vec::new();
    for (one, other) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
        let letters = bounded(one.letters.meet(&other.letters))?;
        if !letters.is_empty() {
            let next = union(&one.next, &other.next);
            both.push(Step { letters, next });
        }
        if both.len() > EDGES_MAX {
            return Err(Refusal::Edges);
        }
    }
    Ok(reduced(both))
}

/// One step for each set of places, without the letters for which another asks for less.
fn reduced(steps: Vec<Step>) -> Vec<Step> {
    let mut joined: BTreeMap<Obligations, Letters> = BTreeMap::new();
    for step in steps {
        join_at(&mut joined, step.next, step.letters);
    }
    let mut steps: Vec<Step> = joined
        .into_iter()
        .map(|(next, letters)| Step { letters, next })
        .collect();
    steps.sort_by_key(|step| step.next.len());
    let mut kept: Vec<Step> = Vec::new();
    for mut step in steps {
        for other in kept.iter().filter(|it| is_subset(&it.next, &step.next)) {
            step.letters.take(&other.letters);
        }
        if !step.letters.is_empty() {
            kept.push(step);
        }
    }
    kept
}

fn within<T>(found: Vec<T>) -> Result<Vec<T>, Refusal> {
    match found.len() > EDGES_MAX {
        true => Err(Refusal::Edges),
        false => Ok(found),
    }
}

/// Letters, if they can still be worked with.
///
/// # Errors
///
/// It has too many cubes.
pub fn bounded(letters: Letters) -> Result<Letters, Refusal> {
    match letters.weight() > CUBES_MAX {
        true => Err(Refusal::Cubes),
        false => Ok(letters),
    }
}
