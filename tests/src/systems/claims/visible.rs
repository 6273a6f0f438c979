//! Which transitions change where processes stand, as far as a claim looks at it: those that come
//! to a place or leave it, that begin an atomic sequence in which that happens, that start a
//! process there, or that draw others into their sequence.

use std::collections::BTreeSet;

use runtime::model::TransitionId;
use runtime::tags::{Tags, Verb};

use super::propositions::Proposition;
use crate::systems::plain::Machine;
use crate::systems::table::Statement;

/// The transitions that may change what one of these says of a place.
pub fn changed_by(
    machine: &Machine,
    tags: &[Tags],
    propositions: &[Proposition],
) -> Vec<TransitionId> {
    let places = propositions.iter().filter_map(|it| match it {
        Proposition::At(_, automaton, place) => Some(machine.flat.starts[*automaton] + place),
        _ => None,
    });
    let places: BTreeSet<usize> = places.collect();
    if places.is_empty() {
        return Vec::new();
    }
    let flat = &machine.flat;
    let mut changing = BTreeSet::new();
    for (number, transition) in flat.transitions.iter().enumerate() {
        let starts = match transition.statement {
            Some(Statement::Run(automaton)) => places.contains(&flat.starts[automaton]),
            _ => false,
        };
        let mut touches = tags[number].touches.iter();
        let draws_in = touches.any(|tag| tag.verb == Verb::SeeksReceiver);
        if starts || draws_in || places.contains(&transition.target) {
            changing.insert(number);
        }
    }
    for &place in &places {
        changing.extend(flat.places[place].tries.iter().map(|it| it.transition));
    }
    loop {
        let before = changing.len();
        for it in flat.places.iter().flat_map(|place| &place.tries) {
            let target = flat.transitions[it.transition].target;
            let mut next = flat.places[target].tries.iter();
            if it.atomic && next.any(|next| changing.contains(&next.transition)) {
                changing.insert(it.transition);
            }
        }
        if changing.len() == before {
            let numbers = changing.into_iter();
            return numbers.map(|it| TransitionId(it as u32)).collect();
        }
    }
}
