//! The minimal weak deterministic automaton, for formulas that have one.
//!
//! To determinise a Büchi automaton one needs trees of sets of places, and the result is neither
//! small nor minimal. But most claims are safety, guarantee, or Boolean combinations of these:
//! *obligations*, whose words are accepted by a deterministic automaton in which all cycles of a
//! component accept, or none do. For them sets of places are enough, and there is one smallest
//! automaton, found as for finite words (Löding, *Efficient minimization of deterministic weak
//! ω-automata*, 2001; Dax, Eisinger, Klaedtke, *Mechanizing the powerset construction for
//! restricted classes of ω-automata*, 2007).
//!
//! Whether a formula is an obligation need not be known before: the automaton is built as if it
//! were, and compared with those of the formula and of its negation.

use super::automaton::{Automaton, Components, Edge};
use super::bisimulation;
use super::lasso::Lasso;
use super::letters::{Letters, join_at};
use super::product::{accepts, meet};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Most sets of places; there could be exponentially many.
const PLACES_MAX: usize = 400;

/// The minimal weak deterministic automaton for what `automaton` accepts and `complement` does
/// not. `None` if there is none, or it would be found through too many places.
pub fn minimal(automaton: &Automaton, complement: &Automaton) -> Option<Automaton> {
    if !automaton.alphabet.is_expanded() {
        return None;
    }
    let subsets = subsets(automaton)?;
    let components = subsets.components();
    let accepting = accepting_components(&subsets, &components, automaton);
    let weak = marked(&subsets, |place| accepting[components.of[place]]);
    let opposite = marked(&subsets, |place| !accepting[components.of[place]]);
    if meet(&weak, complement) || meet(&opposite, automaton) {
        return None;
    }
    let colours = colours(&subsets, &components, &accepting);
    let is_accepting = |place: usize| colours[components.of[place]].is_multiple_of(2);
    let weak = marked(&subsets, is_accepting);
    Some(bisimulation::quotient(&weak).trimmed())
}

/// The automaton with one set, on all edges of some places.
fn marked(automaton: &Automaton, is_accepting: impl Fn(usize) -> bool) -> Automaton {
    let mut marked = automaton.clone();
    marked.sets = 1;
    for (place, edges) in marked.places.iter_mut().enumerate() {
        edges
            .iter_mut()
            .for_each(|edge| edge.sets = u32::from(is_accepting(place)));
    }
    marked
}

/// The sets of places in which runs can be behind each word.
fn subsets(automaton: &Automaton) -> Option<Automaton> {
    let start = BTreeSet::from([0]);
    let mut number = HashMap::from([(start.clone(), 0)]);
    let mut order = vec![start];
    let mut places = Vec::new();
    while let Some(set) = order.get(places.len()) {
        let edges: Vec<&Edge> = set.iter().flat_map(|it| &automaton.places[*it]).collect();
        let mut row = Vec::new();
        for (next, letters) in parted(automaton.alphabet.all(), &edges) {
            let target = *number.entry(next).or_insert_with_key(|next| {
                order.push(next.clone());
                order.len() - 1
            });
            row.push(Edge {
                letters,
                target,
                sets: 0,
            });
        }
        places.push(row);
        if order.len() > PLACES_MAX {
            return None;
        }
    }
    Some(Automaton {
        alphabet: automaton.alphabet,
        places,
        sets: 0,
    })
}

/// All letters, parted by the set of places to which they lead.
fn parted(all: Letters, edges: &[&Edge]) -> BTreeMap<BTreeSet<usize>, Letters> {
    let mut parts = BTreeMap::from([(BTreeSet::new(), all)]);
    for edge in edges {
        let mut finer: BTreeMap<BTreeSet<usize>, Letters> = BTreeMap::new();
        for (targets, letters) in parts {
            let mut more = targets.clone();
            more.insert(edge.target);
            let halves = [
                (more, letters.meet(&edge.letters)),
                (targets, letters.without(&edge.letters)),
            ];
            for (targets, letters) in halves
                .into_iter()
                .filter(|(_, letters)| !letters.is_empty())
            {
                join_at(&mut finer, targets, letters);
            }
        }
        parts = finer;
    }
    parts
}

/// Whether words that stay in a component for ever are accepted. If the language is an obligation
/// one word tells of all; what has no cycle counts as accepting none.
fn accepting_components(
    subsets: &Automaton,
    components: &Components,
    automaton: &Automaton,
) -> Vec<bool> {
    let stems = stems(subsets);
    let mut accepting = vec![false; components.accepting.len()];
    let mut asked = vec![false; components.accepting.len()];
    for (place, stem) in stems.iter().enumerate() {
        let component = components.of[place];
        // Without sets a component is accepting if it has a cycle.
        if components.accepting[component] && !asked[component] {
            asked[component] = true;
            let mut letters = stem.clone();
            letters.extend(cycle(subsets, components, place));
            let turn = stem.len();
            accepting[component] = accepts(automaton, &Lasso { letters, turn });
        }
    }
    accepting
}

/// A word that leads to each place.
fn stems(automaton: &Automaton) -> Vec<Vec<u64>> {
    let mut stems = vec![None; automaton.places.len()];
    stems[0] = Some(Vec::new());
    let mut order = vec![0];
    let mut done = 0;
    while let Some(place) = order.get(done).copied() {
        done += 1;
        for edge in &automaton.places[place] {
            if stems[edge.target].is_none() {
                let mut stem: Vec<u64> = stems[place].clone().expect("a place with a stem");
                stem.extend(edge.letters.first());
                stems[edge.target] = Some(stem);
                order.push(edge.target);
            }
        }
    }
    stems
        .into_iter()
        .map(|stem| stem.expect("each place is reached"))
        .collect()
}

/// A word that leads from a place back to it, inside of its component.
fn cycle(automaton: &Automaton, components: &Components, start: usize) -> Vec<u64> {
    let mut words = HashMap::from([(start, Vec::new())]);
    let mut order = vec![start];
    let mut done = 0;
    while let Some(place) = order.get(done).copied() {
        done += 1;
        for edge in &automaton.places[place] {
            let mut word: Vec<u64> = words[&place].clone();
            word.extend(edge.letters.first());
            if edge.target == start {
                return word;
            }
            if components.of[edge.target] == components.of[start] {
                words.entry(edge.target).or_insert_with(|| {
                    order.push(edge.target);
                    word
                });
            }
        }
    }
    unreachable!("a component with a cycle")
}

/// A number for each component, even for accepting ones, such that places of equal languages get
/// equal numbers: the largest that does not exceed those behind it. A component without a cycle
/// takes the number of what lies behind it.
fn colours(subsets: &Automaton, components: &Components, accepting: &[bool]) -> Vec<usize> {
    let count = accepting.len();
    // Even, and enough for going down once for each component.
    let mut colours = vec![2 * count + 2; count];
    let mut places: Vec<usize> = (0..subsets.places.len()).collect();
    places.sort_by_key(|place| components.of[*place]);
    for members in places.chunk_by(|a, b| components.of[*a] == components.of[*b]) {
        let own = components.of[members[0]];
        let edges = members.iter().flat_map(|place| &subsets.places[*place]);
        let behind = edges
            .map(|edge| components.of[edge.target])
            .filter(|it| *it != own);
        let least = behind.map(|it| colours[it]).min().unwrap_or(2 * count + 2);
        let has_cycle = components.accepting[own];
        let fits = least.is_multiple_of(2) == accepting[own];
        colours[own] = if has_cycle && !fits { least - 1 } else { least };
    }
    colours
}
