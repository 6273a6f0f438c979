//! What is known of a run by the place where it stands.
//!
//! A search that looks for accepting cycles need not look for them everywhere: a place on no
//! accepting cycle is left for good when it is left, and behind others all is decided (Černá and
//! Pelánek, *Relating hierarchy of temporal properties to model checking*, 2003).

use super::automaton::{Automaton, Edge};

/// The kind of the component of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// No cycle in it is accepting.
    Rejecting,
    /// Each cycle in it is accepting.
    Weak,
    /// Weak, and no letter leads out of it or nowhere: all that follows is accepted.
    Terminal,
    /// Some cycles are accepting, some are not.
    General,
}

/// The kind of the component of each place.
pub fn kinds(automaton: &Automaton) -> Vec<Component> {
    let components = automaton.components();
    let good = all_cycles_accept(automaton);
    let (mut weak, mut terminal) = (components.accepting.clone(), components.accepting.clone());
    for (place, edges) in automaton.places.iter().enumerate() {
        let own = components.of[place];
        let mut staying = automaton.alphabet.none();
        let inner = edges
            .iter()
            .filter(|edge| components.of[edge.target] == own);
        inner.for_each(|edge| staying.join(&edge.letters));
        weak[own] &= good[place];
        terminal[own] &= staying.covers(&automaton.alphabet.all());
    }
    let kinds = components
        .of
        .iter()
        .map(|own| match (weak[*own], terminal[*own]) {
            (true, true) => Component::Terminal,
            (true, false) => Component::Weak,
            (false, _) if components.accepting[*own] => Component::General,
            (false, _) => Component::Rejecting,
        });
    kinds.collect()
}

/// Of each place, whether all cycles through it are accepting.
pub fn all_cycles_accept(automaton: &Automaton) -> Vec<bool> {
    let mut all = vec![true; automaton.places.len()];
    for set in 0..automaton.sets {
        let misses = |_: usize, edge: &Edge| edge.sets >> set & 1 == 0;
        for (place, sets) in cycles(automaton, misses).into_iter().enumerate() {
            all[place] &= sets.is_none();
        }
    }
    all
}

/// Of each place, the sets of edges on cycles through it that keep to some edges; `None` if there
/// is no such cycle.
pub fn cycles(automaton: &Automaton, keeps: impl Fn(usize, &Edge) -> bool) -> Vec<Option<u32>> {
    let mut kept = automaton.clone();
    for (place, edges) in kept.places.iter_mut().enumerate() {
        edges.retain(|edge| keeps(place, edge));
    }
    let components = kept.components();
    let own = components
        .of
        .iter()
        .map(|component| components.inner[*component]);
    own.collect()
}
