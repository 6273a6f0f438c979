//! Places that cannot be told apart, edge by edge.

use super::automaton::{Automaton, join_parallel};
use std::collections::HashMap;

/// One place for those whose edges have the same letters and sets and lead to places that cannot be
/// told apart either.
///
/// Classes of places are split until their members agree (Moore, *Gedanken-experiments on
/// sequential machines*, 1956). For deterministic weak automata with normalized sets the result is
/// minimal; for others it is a cheap beginning.
pub fn quotient(automaton: &Automaton) -> Automaton {
    let mut class = vec![0; automaton.places.len()];
    let mut classes = 1;
    loop {
        let mut known = HashMap::new();
        let finer = automaton.places.iter().zip(&class).map(|(edges, own)| {
            let row = join_parallel(edges.iter().map(|edge| edge.to(class[edge.target])));
            let next = known.len();
            *known.entry((*own, row)).or_insert(next)
        });
        let finer: Vec<usize> = finer.collect();
        if known.len() == classes {
            let number: Vec<_> = class.into_iter().map(Some).collect();
            return automaton.renumbered(&number);
        }
        classes = known.len();
        class = finer;
    }
}
