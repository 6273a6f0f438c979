//! Formulas that cannot tell how long a letter lasts, and automata that do not care either.
//!
//! Partial-order reduction leaves out edges of the model that propositions do not see. A word that
//! is left differs from one that is missing in how often letters repeat, so the formula must not
//! tell such words apart. That the formula does not is not enough: the search follows the automaton
//! place by place, and one that accepts both words by different places may have left the right one
//! already (Siegel, *What's wrong with on-the-fly partial order reduction*, 2019). An automaton in
//! *stuttering normal form* can follow both words:
//!
//! 1. behind an edge with a letter, the letter can be repeated without leaving the place;
//! 2. two edges with the same letter can be taken at once, and belong to no fewer sets together.
//!
//! Most automata are in this form, once sets on edges that are taken finitely often are settled.
//! Others are made so: a letter that may repeat is given a loop, if that adds no word, else the
//! place a copy for each letter with which it is entered (Michaud, Duret-Lutz, *Practical
//! stutter-invariance checks for ω-regular languages*, 2015); and pairs of edges get shortcuts.

use super::automaton::{Automaton, Edge, join_parallel, without_dominated};
use super::letters::Letters;
use super::product;
use std::collections::HashMap;

/// Most copies of places for one letter each.
const COPIES_MAX: usize = 2000;

/// How much an automaton cares for the repetition of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stutter {
    /// Some word is accepted, and not with a letter repeated or left out; or it is not known.
    Variant,
    /// What is accepted does not depend on repetition.
    Invariant,
    /// It is in stuttering normal form, too.
    Normal,
}

/// Whether words of one automaton, and of the one for the other words, stay apart when letters are
/// repeated.
pub fn is_invariant(automaton: &Automaton, complement: &Automaton) -> bool {
    let longer = [automaton, complement].map(|it| with_repetition(it, COPIES_MAX));
    matches!(&longer, [Some(a), Some(b)] if !product::meet(a, b))
}

/// The automaton in stuttering normal form, if it does not take more than twice its places. What it
/// accepts must not depend on repetition; `complement`, if it is known, accepts the other words.
pub fn normalized(automaton: &Automaton, complement: Option<&Automaton>) -> Option<Automaton> {
    let settled = with_sets_between_components(automaton.clone());
    if is_normal(&settled) {
        return Some(settled);
    }
    let looped = match complement {
        Some(complement) => with_loops(settled, complement),
        None => settled,
    };
    let copied = with_repetition(&looped, looped.places.len())?;
    let normal = with_shortcuts(with_sets_between_components(copied))?;
    is_normal(&normal).then_some(normal)
}

/// Whether both conditions of the normal form hold.
pub fn is_normal(automaton: &Automaton) -> bool {
    let places = &automaton.places;
    let loops: Vec<Letters> = (0..places.len())
        .map(|place| loops(automaton, place))
        .collect();
    let mut edges = places.iter().flatten();
    edges.all(|edge| loops[edge.target].covers(&edge.letters))
        && places
            .iter()
            .all(|edges| shortcuts(automaton, edges).next().is_none())
}

/// Edges that are taken finitely often belong to all sets, so that they hinder no shortcut.
pub fn with_sets_between_components(mut automaton: Automaton) -> Automaton {
    let components = automaton.components();
    let all = automaton.all_sets();
    for (place, edges) in automaton.places.iter_mut().enumerate() {
        for edge in edges.iter_mut() {
            if components.of[place] != components.of[edge.target] {
                edge.sets = all;
            }
        }
        *edges = joined(std::mem::take(edges));
    }
    automaton
}

/// The letters with which a place is not left.
fn loops(automaton: &Automaton, place: usize) -> Letters {
    let mut letters = automaton.alphabet.none();
    let own = automaton.places[place].iter();
    own.filter(|edge| edge.target == place)
        .for_each(|edge| letters.join(&edge.letters));
    letters
}

/// With the loops that the first condition asks for, where they add no word.
fn with_loops(automaton: Automaton, complement: &Automaton) -> Automaton {
    let mut best = automaton;
    for place in 0..best.places.len() {
        let mut letters = best.alphabet.none();
        let entering = best
            .places
            .iter()
            .flatten()
            .filter(|edge| edge.target == place);
        entering.for_each(|edge| letters.join(&edge.letters));
        letters.take(&loops(&best, place));
        if letters.is_empty() {
            continue;
        }
        let mut candidate = best.clone();
        candidate.places[place].push(Edge {
            letters,
            target: place,
            sets: 0,
        });
        if !product::meet(&candidate, complement) {
            best = candidate;
        }
    }
    best
}

/// With letters repeated at will: a place that is entered with a letter on which it does not stay
/// has a copy that does, for this letter only. `None` if there are more copies than allowed.
fn with_repetition(automaton: &Automaton, copies: usize) -> Option<Automaton> {
    let mut longer = automaton.clone();
    let stays: Vec<Letters> = (0..automaton.places.len())
        .map(|place| loops(automaton, place))
        .collect();
    let mut number: HashMap<(usize, u64), usize> = HashMap::new();
    let mut place = 0;
    while place < longer.places.len() {
        let mut row = Vec::new();
        for edge in std::mem::take(&mut longer.places[place]) {
            if edge.target >= automaton.places.len() {
                row.push(edge);
                continue;
            }
            let mut missing = edge.letters.without(&stays[edge.target]);
            let rest = edge.letters.without(&missing);
            while let Some(letter) = missing.first() {
                let letters = automaton.alphabet.letter(letter);
                missing.take(&letters);
                let target = *number.entry((edge.target, letter)).or_insert_with(|| {
                    let mut copy = automaton.places[edge.target].clone();
                    copy.push(Edge {
                        letters: letters.clone(),
                        target: longer.places.len(),
                        sets: 0,
                    });
                    longer.places.push(copy);
                    longer.places.len() - 1
                });
                if number.len() > copies {
                    return None;
                }
                row.push(Edge {
                    letters,
                    target,
                    ..edge
                });
            }
            if !rest.is_empty() {
                row.push(Edge {
                    letters: rest,
                    ..edge
                });
            }
        }
        longer.places[place] = row;
        place += 1;
    }
    Some(longer)
}

/// With the edges that the second condition asks for. `None` if they are too many.
fn with_shortcuts(mut automaton: Automaton) -> Option<Automaton> {
    let mut changed = true;
    while changed {
        changed = false;
        for place in 0..automaton.places.len() {
            let more: Vec<Edge> = shortcuts(&automaton, &automaton.places[place]).collect();
            if !more.is_empty() {
                let edges = &mut automaton.places[place];
                edges.extend(more);
                *edges = joined(std::mem::take(edges));
                changed = true;
            }
        }
        if automaton.edges() > super::EDGES_MAX {
            return None;
        }
    }
    let kept: Vec<_> = (0..automaton.places.len()).map(Some).collect();
    Some(automaton.renumbered(&kept))
}

/// Edges that do at once what two with the same letter do, as far as no edge does so yet.
fn shortcuts<'a>(
    automaton: &'a Automaton,
    edges: &'a [Edge],
) -> impl Iterator<Item = Edge> + use<'a> {
    let behind = |first: &'a Edge| {
        automaton.places[first.target]
            .iter()
            .map(move |it| (first, it))
    };
    let pairs = edges.iter().flat_map(behind);
    // Most pairs have no letter in common, and there can be very many.
    let pairs = pairs.filter(|(first, second)| first.letters.meets(&second.letters));
    pairs.filter_map(move |(first, second)| {
        let (target, sets) = (second.target, first.sets | second.sets);
        let mut letters = first.letters.meet(&second.letters);
        let does_as_much = |it: &&Edge| it.target == target && sets & !it.sets == 0;
        let others = edges.iter().filter(does_as_much);
        others.for_each(|it| letters.take(&it.letters));
        (!letters.is_empty()).then_some(Edge {
            letters,
            target,
            sets,
        })
    })
}

/// Parallel edges made one, without letters that a parallel edge of more sets has.
fn joined(edges: Vec<Edge>) -> Vec<Edge> {
    without_dominated(&join_parallel(edges), |better, edge| {
        better.target == edge.target && better != edge && edge.sets & !better.sets == 0
    })
}
