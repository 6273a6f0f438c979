//! From the alternating automaton to one that stands at one place at a time.
//!
//! A place is a set of formulas that must all hold; its edges are the steps of all of them
//! together. That alone would accept words on which `a U b` waits for `b` for ever. The textbook
//! way remembers in the places which untils were fulfilled since the last time all were, and has a
//! copy of each place for each answer. Here an edge says by itself which untils it does not put
//! off, one acceptance set for each (Gastin and Oddoux, 2001).
//!
//! An edge with the letters α to the set e puts `u` off if u ∈ e, unless some step of `u` would
//! fulfil it here as well: one with letters that contain α, to places that e contains.

use super::alternating::{Alternating, Obligations, bounded, is_subset, union};
use super::automaton::{Automaton, Edge};
use super::letters::{Alphabet, Letters, join_at};
use super::normal::{Connective, FALSE, Fixpoint, Formulas, Id, Node, TRUE};
use super::{EDGES_MAX, Refusal, SETS_MAX};
use std::collections::{BTreeMap, HashMap};

/// The automaton of a formula.
///
/// # Errors
///
/// It would be larger than the bounds of this room.
pub fn build(formulas: &Formulas, formula: Id, alphabet: Alphabet) -> Result<Automaton, Refusal> {
    Construction::new(formulas, formula, alphabet)?.run(formula)
}

struct Construction<'a> {
    alternating: Alternating<'a>,
    /// The untils, in the order of their acceptance sets.
    untils: Vec<Id>,
}

/// Edges of a place in the making: by what must hold behind the letter, and by acceptance sets.
type Edges = BTreeMap<(Obligations, u32), Letters>;

impl<'a> Construction<'a> {
    fn new(formulas: &'a Formulas, formula: Id, alphabet: Alphabet) -> Result<Self, Refusal> {
        let untils = untils_below(formulas, formula);
        match untils.len() > SETS_MAX as usize {
            true => Err(Refusal::Sets),
            false => Ok(Construction {
                alternating: Alternating::new(formulas, alphabet),
                untils,
            }),
        }
    }

    fn run(mut self, formula: Id) -> Result<Automaton, Refusal> {
        let initial = self.alternating.initial(formula)?;
        let alphabet = self.alternating.alphabet;
        // The start is a place of its own, unless there is only one set to begin with. None of its
        // names can be met again: `FALSE` is in no set.
        let start = match &initial[..] {
            [one] => self.folded(one),
            _ => vec![FALSE],
        };
        let mut number = HashMap::from([(start.clone(), 0)]);
        let mut order = vec![start];
        let (mut places, mut count) = (Vec::new(), 0);
        while let Some(place) = order.get(places.len()) {
            let sets = match &place[..] {
                [FALSE] => initial.clone(),
                _ => vec![place.clone()],
            };
            let mut edges = Vec::new();
            for ((next, sets), letters) in self.edges(&sets)? {
                let next = self.folded(&next);
                let target = *number.entry(next).or_insert_with_key(|next| {
                    order.push(next.clone());
                    order.len() - 1
                });
                edges.push(Edge {
                    letters,
                    target,
                    sets,
                });
            }
            count += edges.len();
            if count > EDGES_MAX {
                return Err(Refusal::Edges);
            }
            places.push(edges);
        }
        Ok(Automaton {
            alphabet,
            places,
            sets: self.untils.len() as u32,
        })
    }

    /// The edges with which one of several sets of formulas is met.
    fn edges(&mut self, sets: &[Obligations]) -> Result<Edges, Refusal> {
        let mut edges = Edges::new();
        for set in sets {
            for (next, letters) in self.steps_of_all(set)? {
                for (sets, letters) in self.marked(&next, letters)? {
                    join_at(&mut edges, (next.clone(), sets), letters);
                }
            }
        }
        Ok(without_dominated(edges))
    }

    /// The steps of all formulas of a set together.
    fn steps_of_all(&mut self, set: &[Id]) -> Result<BTreeMap<Obligations, Letters>, Refusal> {
        let mut together = BTreeMap::from([(Vec::new(), self.alternating.alphabet.all())]);
        for formula in set {
            let steps = self.alternating.steps(*formula)?;
            let mut both = BTreeMap::new();
            for (next, letters) in &together {
                for step in &*steps {
                    let letters = bounded(letters.meet(&step.letters))?;
                    if !letters.is_empty() {
                        join_at(&mut both, union(next, &step.next), letters);
                    }
                }
                if both.len() > EDGES_MAX {
                    return Err(Refusal::Edges);
                }
            }
            together = both;
        }
        Ok(together)
    }

    /// The letters of an edge, parted by the acceptance sets that it belongs to with them.
    fn marked(&mut self, next: &[Id], letters: Letters) -> Result<Vec<(u32, Letters)>, Refusal> {
        let mut parts = vec![(0, letters)];
        for index in 0..self.untils.len() {
            let (until, set) = (self.untils[index], 1 << index);
            if next.binary_search(&until).is_err() {
                parts.iter_mut().for_each(|(sets, _)| *sets |= set);
                continue;
            }
            let mut fulfilled = self.alternating.alphabet.none();
            for step in &*self.alternating.fulfilments(until)? {
                if is_subset(&step.next, next) {
                    fulfilled.join(&step.letters);
                }
            }
            let halves = parts.into_iter().flat_map(|(sets, letters)| {
                let kept = (sets | set, letters.meet(&fulfilled));
                [kept, (sets, letters.without(&fulfilled))]
            });
            parts = halves.filter(|(_, letters)| !letters.is_empty()).collect();
        }
        Ok(parts)
    }

    /// Without what a formula `[] a` in the set asks for on its own: `a`, and its parts.
    ///
    /// Only once edges are marked: an until that is no longer in a set looks fulfilled. And only
    /// this: leaving out whatever others imply is wrong, since implied untils wait, too.
    fn folded(&self, set: &[Id]) -> Obligations {
        let formulas = self.alternating.formulas;
        let implied = |formula: &Id| {
            set.iter().any(|other| match formulas.node(*other) {
                Node::Two(Fixpoint::Release, FALSE, always) if other != formula => {
                    let parts = match formulas.node(always) {
                        Node::Many(Connective::And, parts) => parts.contains(formula),
                        _ => false,
                    };
                    parts || always == *formula
                }
                _ => false,
            })
        };
        set.iter().copied().filter(|it| !implied(it)).collect()
    }
}

/// Without the letters for which another edge asks for less and belongs to no fewer sets.
fn without_dominated(edges: Edges) -> Edges {
    let mut edges: Vec<_> = edges.into_iter().collect();
    edges.sort_by_key(|((next, sets), _)| (next.len(), sets.count_zeros()));
    let mut kept: Vec<((Obligations, u32), Letters)> = Vec::new();
    for ((next, sets), mut letters) in edges {
        for ((other, its), taken) in &kept {
            if sets & !its == 0 && is_subset(other, &next) {
                letters.take(taken);
            }
        }
        if !letters.is_empty() {
            kept.push(((next, sets), letters));
        }
    }
    kept.into_iter().collect()
}

fn untils_below(formulas: &Formulas, formula: Id) -> Vec<Id> {
    let (mut left, mut seen) = (vec![formula], std::collections::BTreeSet::from([TRUE]));
    while let Some(formula) = left.pop() {
        if seen.insert(formula) {
            left.extend(super::normal::parts(&formulas.node(formula)));
        }
    }
    let is_until = |it: &Id| matches!(formulas.node(*it), Node::Two(Fixpoint::Until, ..));
    seen.into_iter().filter(is_until).collect()
}
