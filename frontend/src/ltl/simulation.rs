//! Simulation: places that can do whatever another can.
//!
//! Places that accept the same words could be one. To find them all is as hard as to compare
//! automata. A place `w` *simulates* `v` if it answers each edge of `v`, letter by letter, with an
//! edge of no fewer sets to a place that simulates the target. Then `w` accepts what `v` accepts;
//! places that simulate each other become one; and an edge goes where another edge of its place
//! does better (Etessami, Holzmann, 2000; Somenzi, Bloem, 2000).

use super::automaton::{Acceptance, Automaton, Edge, join_parallel, without_dominated};
use super::bisimulation;
use super::letters::Letters;

/// Beyond this many places pairs are too many.
const PLACES_MAX: usize = 500;

/// Trims an automaton and makes places one that simulate each other, until nothing changes.
///
/// Over propositions that are not expanded to letters it is trimmed only.
pub fn reduced(automaton: Automaton, acceptance: Acceptance) -> Automaton {
    let mut best = bisimulation::quotient(&acceptance.settle(automaton.trimmed()));
    while best.alphabet.is_expanded() && best.places.len() <= PLACES_MAX {
        let next = quotient(&best, &Simulation::of(&best)).trimmed();
        let next = acceptance.settle(next);
        if size(&next) >= size(&best) {
            break;
        }
        best = next;
    }
    best
}

/// What reductions make smaller.
pub fn size(automaton: &Automaton) -> (usize, usize) {
    (automaton.places.len(), automaton.edges())
}

/// The largest direct simulation.
pub struct Simulation {
    places: usize,
    /// At `v * places + w`: `w` simulates `v`.
    pairs: Vec<bool>,
}

impl Simulation {
    /// Starts with all pairs and drops those in which an edge has no answer, until all have.
    pub fn of(automaton: &Automaton) -> Simulation {
        let places = automaton.places.len();
        let mut simulation = Simulation {
            places,
            pairs: vec![true; places * places],
        };
        let mut changed = true;
        while changed {
            changed = false;
            for pair in 0..places * places {
                let (v, w) = (pair / places, pair % places);
                if v != w && simulation.pairs[pair] {
                    let (of_v, of_w) = (&automaton.places[v], &automaton.places[w]);
                    if !of_v.iter().all(|edge| simulation.answers(edge, of_w)) {
                        simulation.pairs[pair] = false;
                        changed = true;
                    }
                }
            }
        }
        simulation
    }

    /// Whether `w` simulates `v`.
    pub fn holds(&self, v: usize, w: usize) -> bool {
        self.pairs[v * self.places + w]
    }

    fn answers(&self, edge: &Edge, edges: &[Edge]) -> bool {
        let mut left: Option<Letters> = None;
        for answer in edges {
            if edge.sets & !answer.sets == 0 && self.holds(edge.target, answer.target) {
                if answer
                    .letters
                    .covers(left.as_ref().unwrap_or(&edge.letters))
                {
                    return true;
                }
                left.get_or_insert_with(|| edge.letters.clone())
                    .take(&answer.letters);
            }
        }
        edge.letters.is_empty()
    }

    /// The first place that simulates a place and is simulated by it.
    fn representative(&self, place: usize) -> usize {
        let mut places = 0..self.places;
        let equal = places.find(|other| self.holds(place, *other) && self.holds(*other, place));
        equal.expect("a place simulates itself")
    }
}

/// One place for those that simulate each other, without edges that others do better than.
fn quotient(automaton: &Automaton, simulation: &Simulation) -> Automaton {
    let places: Vec<usize> = (0..automaton.places.len()).collect();
    let class: Vec<usize> = places
        .iter()
        .map(|it| simulation.representative(*it))
        .collect();
    let mut smaller = automaton.clone();
    for (place, edges) in smaller.places.iter_mut().enumerate() {
        if class[place] == place {
            *edges = join_parallel(edges.iter().map(|edge| edge.to(class[edge.target])));
            // Of two classes at most one simulates the other.
            *edges = without_dominated(edges, |better, edge| {
                better != edge
                    && edge.sets & !better.sets == 0
                    && simulation.holds(edge.target, better.target)
            });
        }
    }
    let kept = places
        .iter()
        .map(|place| (class[*place] == *place).then_some(*place));
    smaller.renumbered(&kept.collect::<Vec<_>>())
}
