//! Two automata side by side: which words they accept in common.

use super::automaton::{Automaton, Edge};
use super::lasso::Lasso;
use super::letters::Alphabet;
use crate::connected::components;
use std::collections::HashMap;

/// Whether some word is accepted by both.
pub fn meet(a: &Automaton, b: &Automaton) -> bool {
    Product::from(a, b, [(0, 0)]).accepting()[0]
}

/// Whether a word is accepted.
pub fn accepts(automaton: &Automaton, word: &Lasso) -> bool {
    meet(automaton, &of_word(word, automaton.alphabet))
}

/// The automaton that accepts one word.
fn of_word(word: &Lasso, alphabet: Alphabet) -> Automaton {
    let places = word.letters.iter().enumerate().map(|(position, letter)| {
        vec![Edge {
            letters: alphabet.letter(*letter),
            target: word.next(position),
            sets: 0,
        }]
    });
    Automaton {
        alphabet,
        places: places.collect(),
        sets: 0,
    }
}

/// Pairs of places, with the edges that both can take with some letter.
pub struct Product {
    /// The pairs met, those asked for first.
    pub pairs: Vec<(usize, usize)>,
    /// Of each pair, which others its edges lead to, and their acceptance sets.
    edges: Vec<Vec<(usize, u64)>>,
    all_sets: u64,
}

impl Product {
    /// All that lies behind some pairs.
    pub fn from(
        a: &Automaton,
        b: &Automaton,
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Product {
        let mut pairs: Vec<_> = pairs.into_iter().collect();
        let known = pairs
            .iter()
            .enumerate()
            .map(|(number, pair)| (*pair, number));
        let mut numbers: HashMap<_, _> = known.collect();
        let mut edges = Vec::new();
        while let Some((place_a, place_b)) = pairs.get(edges.len()).copied() {
            let mut row = Vec::new();
            for a in &a.places[place_a] {
                for b in b.places[place_b]
                    .iter()
                    .filter(|b| a.letters.meets(&b.letters))
                {
                    let next = (a.target, b.target);
                    let number = *numbers.entry(next).or_insert_with(|| {
                        pairs.push(next);
                        pairs.len() - 1
                    });
                    row.push((number, u64::from(a.sets) | u64::from(b.sets) << 32));
                }
            }
            edges.push(row);
        }
        Product {
            pairs,
            edges,
            all_sets: u64::from(a.all_sets()) | u64::from(b.all_sets()) << 32,
        }
    }

    /// Of each pair, whether both places accept some word in common.
    pub fn accepting(&self) -> Vec<bool> {
        let target = |pair: usize, index: usize| Some(self.edges[pair].get(index)?.0);
        let component = components(self.pairs.len(), target);
        let mut inner = vec![None; self.pairs.len()];
        for (pair, edges) in self.edges.iter().enumerate() {
            for (_, sets) in edges.iter().filter(|it| component[it.0] == component[pair]) {
                *inner[component[pair]].get_or_insert(0) |= sets;
            }
        }
        let all = Some(self.all_sets);
        let mut accepting: Vec<bool> = inner.into_iter().map(|sets| sets == all).collect();
        // Components are numbered from the end.
        let mut order: Vec<usize> = (0..self.pairs.len()).collect();
        order.sort_unstable_by_key(|pair| component[*pair]);
        for pair in order {
            let mut edges = self.edges[pair].iter();
            if edges.any(|(next, _)| accepting[component[*next]]) {
                accepting[component[pair]] = true;
            }
        }
        component.into_iter().map(|it| accepting[it]).collect()
    }

    /// Of each pair, whether an edge from the first one leads to it, or it is the first one.
    pub fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.pairs.len()];
        let mut left = vec![0];
        while let Some(pair) = left.pop() {
            if !std::mem::replace(&mut reached[pair], true) {
                left.extend(self.edges[pair].iter().map(|(next, _)| *next));
            }
        }
        reached
    }
}
