//! Strong fairness: of a finished component, the part in which a run can go round for ever though
//! no process that is able again and again is left behind.
//!
//! Weak fairness is decided by the component as a whole: the cycle through all of it is fair if any
//! is. Strong fairness is not. A process that is able somewhere in the component and moves nowhere
//! in it spoils the states where it is able: no fair run comes there again and again. These states
//! are taken away, what is left falls into smaller components, and each is looked at in the same
//! way (Emerson and Lei 1987; it is the emptiness of Streett automata). Each round takes away a
//! process, so there are at most as many as processes.

use std::collections::BTreeMap;

use super::edges::{Edge, Edges, Taken};
use super::lasso::{Fair, Wanted, cycle};
use crate::connected::components;
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::Pids;
use crate::store::Store;

/// States that a strongly fair run can go through for ever, and what the cycle must meet.
pub(super) struct Part {
    /// By state of the component.
    is_inside: Vec<bool>,
    wanted: Wanted,
}

/// Looks for such a part of a component. Time: its edges once, and for each process once more at
/// most.
///
/// # Errors
/// It takes too long.
pub(super) fn part<M: Model + ?Sized, S: Store + ?Sized>(
    edges: &mut Edges<'_, M, S>,
    sets: u32,
) -> Result<Option<Part>, Stop> {
    for state in 0..edges.states() {
        edges.find(state as u32)?;
    }
    let all = vec![true; edges.states()];
    Ok(part_of(edges, &all, sets))
}

/// A run from state 0 on into such a part, and round in it.
///
/// # Errors
/// It takes too long.
pub(super) fn lasso<M: Model + ?Sized, S: Store + ?Sized>(
    edges: &mut Edges<'_, M, S>,
    part: &Part,
) -> Result<(Vec<Taken>, Vec<Taken>), Stop> {
    let is_inside = |state: u32| part.is_inside[state as usize];
    let (mut begin, mut lead) = (0, Vec::new());
    if !is_inside(begin)
        && let Some(way) = edges.way(begin, |edge, _| is_inside(edge.target), |_| true)?
    {
        begin = way.last().map_or(begin, |last| edges.edge(*last).target);
        lead = way;
    }
    Ok((lead, cycle(edges, begin, part.wanted, is_inside)?))
}

fn part_of<M: Model + ?Sized, S: Store + ?Sized>(
    edges: &Edges<'_, M, S>,
    is_inside: &[bool],
    sets: u32,
) -> Option<Part> {
    let stays = |at: usize, edge: &Edge| is_inside[at] && is_inside[edge.target as usize];
    // What is outside leads nowhere: back to itself.
    let component = components(is_inside.len(), |at, index| {
        let edge = edges.of(at as u32).get(index)?;
        Some(if stays(at, edge) {
            edge.target as usize
        } else {
            at
        })
    });
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in (0..is_inside.len()).filter(|at| is_inside[*at]) {
        members.entry(component[at]).or_default().push(at);
    }
    members.into_values().find_map(|members| {
        let (mut met, mut moved, mut able) = (0, Pids::NONE, Pids::NONE);
        let mut is_cyclic = false;
        for at in &members {
            let inner = edges.of(*at as u32).iter().filter(|edge| {
                stays(*at, edge) && component[*at] == component[edge.target as usize]
            });
            for edge in inner {
                is_cyclic = true;
                met |= edge.sets;
                edge.moved.iter().for_each(|pid| moved.insert(*pid));
                able.extend(edges.able(*at as u32));
            }
        }
        if !is_cyclic || met & sets != sets {
            return None;
        }
        let mut left = vec![false; is_inside.len()];
        let starved = able.without(&moved);
        if starved.is_empty() {
            members.iter().for_each(|at| left[*at] = true);
            let fair = Fair::Served(able);
            let wanted = Wanted { sets, fair };
            return Some(Part {
                is_inside: left,
                wanted,
            });
        }
        for at in members {
            left[at] = !edges.able(at as u32).meets(&starved);
        }
        part_of(edges, &left, sets)
    })
}
