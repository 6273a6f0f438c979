//! Transition-based generalised Büchi automata: what formulas become, and what all steps behind
//! the alternating automaton work on.
//!
//! A run is accepting if it takes edges of each acceptance set again and again. Sets on edges
//! instead of places, and many instead of one, let one place do for what would otherwise be several
//! (Giannakopoulou and Lerda, *From states to transitions*, 2002).

use super::cube::bits;
use super::letters::{Alphabet, Letters, join_at};
use crate::connected::components;
use std::collections::BTreeMap;

/// An edge of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The letters with which it can be taken.
    pub letters: Letters,
    /// Where it leads.
    pub target: usize,
    /// The acceptance sets it belongs to, a bit each.
    pub sets: u32,
}

impl Edge {
    /// The same edge to another place.
    pub fn to(&self, target: usize) -> Edge {
        Edge {
            target,
            ..self.clone()
        }
    }
}

/// Edges of one place, those to one target with the same sets made one; in order of their targets.
pub fn join_parallel(edges: impl IntoIterator<Item = Edge>) -> Vec<Edge> {
    let mut joined = BTreeMap::new();
    for edge in edges {
        join_at(&mut joined, (edge.target, edge.sets), edge.letters);
    }
    let edges = joined.into_iter().map(|((target, sets), letters)| Edge {
        letters,
        target,
        sets,
    });
    edges.collect()
}

/// Edges of one place, without the letters with which another edge does better. Of two edges at
/// most one does better than the other.
pub fn without_dominated(edges: &[Edge], does_better: impl Fn(&Edge, &Edge) -> bool) -> Vec<Edge> {
    let left = edges.iter().map(|edge| {
        let mut left = edge.clone();
        let better = edges.iter().filter(|it| does_better(it, edge));
        better.for_each(|it| left.letters.take(&it.letters));
        left
    });
    left.filter(|edge| !edge.letters.is_empty()).collect()
}

/// An automaton. It starts at place 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// What its letters are.
    pub alphabet: Alphabet,
    /// The edges that leave each place; never without any place.
    pub places: Vec<Vec<Edge>>,
    /// How many acceptance sets it has; with none each infinite run is accepting.
    pub sets: u32,
}

/// Where acceptance sets stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// On edges.
    Edges,
    /// On all edges of a place or on none: places are accepting, as those of a Büchi automaton.
    Places,
}

impl Acceptance {
    /// The automaton with sets where they may stand. It accepts no fewer words.
    pub fn settle(self, mut automaton: Automaton) -> Automaton {
        if self == Acceptance::Places {
            for edges in &mut automaton.places {
                let sets = edges.iter().fold(0, |sets, edge| sets | edge.sets);
                edges.iter_mut().for_each(|edge| edge.sets = sets);
            }
        }
        automaton
    }
}

/// The strongly connected components of an automaton.
#[derive(Clone, Debug)]
pub struct Components {
    /// The component of each place; edges lead to the same one or to one with a smaller number.
    pub of: Vec<usize>,
    /// The acceptance sets of edges inside of each component; `None` where there are no edges.
    pub inner: Vec<Option<u32>>,
    /// Whether a run that stays in it for ever can be accepting, for each component.
    pub accepting: Vec<bool>,
}

impl Components {
    /// Whether both places are in one component, and it is an accepting one.
    pub fn share_accepting(&self, from: usize, to: usize) -> bool {
        self.of[from] == self.of[to] && self.accepting[self.of[from]]
    }
}

impl Automaton {
    /// The automaton that accepts nothing.
    pub fn nothing(alphabet: Alphabet) -> Automaton {
        Automaton {
            alphabet,
            places: vec![Vec::new()],
            sets: 0,
        }
    }

    /// A bit for each acceptance set.
    pub fn all_sets(&self) -> u32 {
        u32::MAX.checked_shr(32 - self.sets).unwrap_or(0)
    }

    /// How many edges it has.
    pub fn edges(&self) -> usize {
        self.places.iter().map(Vec::len).sum()
    }

    /// Whether each word has at most one run.
    pub fn is_deterministic(&self) -> bool {
        self.places.iter().all(|edges| {
            let mut pairs = edges.iter().enumerate();
            pairs.all(|(index, edge)| {
                !edges[..index]
                    .iter()
                    .any(|it| it.letters.meets(&edge.letters))
            })
        })
    }

    /// Its components.
    pub fn components(&self) -> Components {
        let target = |place: usize, index: usize| Some(self.places[place].get(index)?.target);
        let of = components(self.places.len(), target);
        let mut inner = vec![None; of.iter().max().map_or(0, |last| last + 1)];
        for (place, edges) in self.places.iter().enumerate() {
            for edge in edges.iter().filter(|edge| of[edge.target] == of[place]) {
                *inner[of[place]].get_or_insert(0) |= edge.sets;
            }
        }
        let all = Some(self.all_sets());
        let accepting = inner.iter().map(|sets| *sets == all).collect();
        Components {
            of,
            inner,
            accepting,
        }
    }

    /// Its places in a new order: `number[place]` is the new number, `None` for one that goes.
    /// Places of one number become one, with the edges of all; those not reached from the start go.
    /// Parallel edges become one.
    pub fn renumbered(&self, number: &[Option<usize>]) -> Automaton {
        let classes = number.iter().flatten().max().map_or(0, |last| last + 1);
        let mut members = vec![Vec::new(); classes];
        for (place, class) in number.iter().enumerate() {
            if let Some(class) = class {
                members[*class].push(place);
            }
        }
        let Some(start) = number[0] else {
            return Automaton::nothing(self.alphabet);
        };
        let mut order = vec![start];
        let mut position = vec![None; classes];
        position[start] = Some(0);
        let mut places = Vec::new();
        while let Some(class) = order.get(places.len()) {
            let edges = members[*class]
                .iter()
                .flat_map(|place| &self.places[*place]);
            let edges: Vec<Edge> = edges
                .filter_map(|edge| {
                    let class = number[edge.target]?;
                    let target = *position[class].get_or_insert_with(|| {
                        order.push(class);
                        order.len() - 1
                    });
                    Some(edge.to(target))
                })
                .collect();
            places.push(join_parallel(edges));
        }
        Automaton {
            alphabet: self.alphabet,
            places,
            sets: self.sets,
        }
    }

    /// Without the places from which nothing is accepted, and with sets only where they matter: on
    /// edges inside of accepting components.
    pub fn trimmed(mut self) -> Automaton {
        let components = self.components();
        // Components are numbered from the end, so one pass is enough.
        let mut places: Vec<usize> = (0..self.places.len()).collect();
        places.sort_by_key(|place| components.of[*place]);
        let mut useful = components.accepting.clone();
        for place in places {
            let mut edges = self.places[place].iter();
            if edges.any(|edge| useful[components.of[edge.target]]) {
                useful[components.of[place]] = true;
            }
        }
        for (place, edges) in self.places.iter_mut().enumerate() {
            for edge in edges {
                if !components.share_accepting(place, edge.target) {
                    edge.sets = 0;
                }
            }
        }
        let kept = components.of.iter().enumerate();
        let number: Vec<_> = kept
            .map(|(place, component)| useful[*component].then_some(place))
            .collect();
        self.renumbered(&number).with_fewer_sets()
    }

    /// Without acceptance sets that another one implies, in each accepting component.
    fn with_fewer_sets(mut self) -> Automaton {
        let components = self.components();
        let all = self.all_sets();
        // implied[i]: the sets that have each edge of set i.
        let mut implied = vec![all; self.sets as usize];
        for (place, edges) in self.places.iter().enumerate() {
            let inner = |edge: &&Edge| components.share_accepting(place, edge.target);
            for edge in edges.iter().filter(inner) {
                for (set, implied) in implied.iter_mut().enumerate() {
                    if edge.sets >> set & 1 == 1 {
                        *implied &= edge.sets;
                    }
                }
            }
        }
        let mut kept = all;
        for set in 0..self.sets {
            let others = kept & !(1 << set);
            if bits(others.into()).any(|other| implied[other as usize] >> set & 1 == 1) {
                kept = others;
            }
        }
        if kept == all {
            return self;
        }
        for edge in self.places.iter_mut().flatten() {
            let left = bits(kept.into()).enumerate();
            edge.sets = left.fold(0, |sets, (new, old)| sets | (edge.sets >> old & 1) << new);
        }
        self.sets = kept.count_ones();
        let number: Vec<_> = (0..self.places.len()).map(Some).collect();
        self.renumbered(&number)
    }
}
