//! What can be tried at a place where an `unless` may be left: its escapes first, the outermost
//! before the others.
//!
//! An escape is not a branch of the statement that it interrupts: once one of its first statements
//! was executed, neither inner escapes nor the statement itself are tried. Hence the tiers.
//!
//! SPIN puts the first statements of an escape in front one by one, so that they come in reverse
//! order, and it takes them from the escape's place, where those of outer escapes may stand
//! already: when the place has the smaller number, inner and outer escapes become one tier. We do
//! the same, since the order shows in depths and the tiers in states.

use std::collections::HashSet;

use super::elements::{ElementId, Graph, Kind};

/// An element whose transition is tried at some place.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// The element.
    pub element: ElementId,
    /// The main part is last.
    pub tier: usize,
}

/// What is tried at each element, from what its main part `offers`.
pub fn candidates(graph: &Graph, offers: &[Vec<ElementId>]) -> Vec<Vec<Offer>> {
    // With each element the place of the escape through which it came in.
    let main = |offered: &Vec<ElementId>| offered.iter().map(|id| (*id, None)).collect();
    let mut lists: Vec<Vec<(ElementId, Option<ElementId>)>> = offers.iter().map(main).collect();
    let mut order: Vec<usize> = (0..offers.len()).collect();
    order.sort_by_key(|at| graph.elements[*at].number);
    for at in order {
        let mut known: HashSet<ElementId> = offers[at].iter().copied().collect();
        // What comes in front, the last one first.
        let mut front: Vec<(ElementId, Option<ElementId>)> = Vec::new();
        for interrupted in &offers[at] {
            let element = graph.get(*interrupted);
            if matches!(element.kind, Kind::Join) {
                continue; // Where it is a step, SPIN lets nothing interrupt it.
            }
            for escape in element.escapes.iter().rev() {
                let Some(first) = graph.escapes[escape.0].first else {
                    continue;
                };
                let place = graph.place_behind(first, element.chained);
                // Of the place itself, all that stands there is known.
                let new = lists[place.0].iter().filter(|(id, _)| known.insert(*id));
                front.extend(new.map(|(id, _)| (*id, Some(place))));
            }
        }
        lists[at].splice(0..0, front.into_iter().rev());
    }
    lists.iter().map(|list| in_tiers(list)).collect()
}

fn in_tiers(list: &[(ElementId, Option<ElementId>)]) -> Vec<Offer> {
    let mut tier = 0;
    let mut found = Vec::new();
    for (at, (element, place)) in list.iter().enumerate() {
        if at > 0 && list[at - 1].1 != *place {
            tier += 1;
        }
        found.push(Offer {
            element: *element,
            tier,
        });
    }
    found
}
