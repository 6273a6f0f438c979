//! Strong fairness: of a finished component, the part in which a run can go round for ever though
//! no process that is able again and again is left behind.
//!
//! Weak fairness is decided by the component as a whole: the cycle through all of it is fair if any
//! is. Strong fairness is not. A process that is able somewhere in the component and moves nowhere
//! in it spoils the states where it is able: no fair run comes there again and again. These states
//! are taken away, what is left falls into smaller components, and each is looked at in the same
//! way (Emerson and Lei 1987; it is the emptiness of Streett automata). Each round takes away a
//! process, so there are at most as many as processes.

use std::collections::{BTreeMap, BTreeSet};

use super::lasso::{Fair, Step, Walker, Wanted, cycle};
use crate::connected::components;
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::Pids;
use crate::store::{Handle, Store};
use crate::violation::Lasso;

/// The edges of a component, without the names of their steps, by the positions of its states.
struct Graph {
    /// In the order of their handles.
    states: Vec<Handle>,
    edges: Vec<Vec<(usize, Step)>>,
}

/// States that a strongly fair run can go through for ever, and what the cycle must meet.
pub(super) struct Part {
    pub(super) states: BTreeSet<Handle>,
    pub(super) wanted: Wanted,
}

/// Looks for such a part of `states`, a whole component. Time: the edges of the component once, and
/// for each process once more at most. Memory: some 100 bytes for each of these edges, not charged
/// to the search.
///
/// # Errors
/// It takes too long.
pub(super) fn part<M: Model + ?Sized, S: Store + ?Sized, W: Fn(Handle) -> bool>(
    walker: &mut Walker<'_, M, S, W>,
    states: &[Handle],
    sets: u32,
) -> Result<Option<Part>, Stop> {
    let mut states = states.to_vec();
    states.sort_unstable();
    let mut edges = Vec::new();
    for state in &states {
        let steps = walker.steps_of(*state)?.into_iter().map(|mut step| {
            step.steps = Vec::new();
            let target = states.binary_search(&step.target);
            (target.expect("it is of the component"), step)
        });
        edges.push(steps.collect());
    }
    let all = vec![true; states.len()];
    Ok(part_of(&Graph { states, edges }, &all, sets))
}

/// A run from `first` on into such a part, and round in it.
///
/// # Errors
/// It takes too long.
pub(super) fn lasso<M: Model + ?Sized, S: Store + ?Sized, W: Fn(Handle) -> bool>(
    walker: &mut Walker<'_, M, S, W>,
    first: Handle,
    part: &Part,
) -> Result<Lasso, Stop> {
    let inside = |state| part.states.contains(&state);
    let (mut begin, mut lead) = (first, Vec::new());
    if !inside(first)
        && let Some(way) = walker.way(first, |step| inside(step.target), |_| true)?
    {
        begin = way.last().map_or(first, |step| step.target);
        lead.extend(way.into_iter().flat_map(|step| step.steps));
    }
    Ok((lead, cycle(walker, begin, part.wanted, inside)?))
}

fn part_of(graph: &Graph, inside: &[bool], sets: u32) -> Option<Part> {
    let stays = |at: usize, target: usize| inside[at] && inside[target];
    // What is outside leads nowhere: back to itself.
    let component = components(inside.len(), |at, index| {
        let (target, _) = graph.edges[at].get(index)?;
        Some(if stays(at, *target) { *target } else { at })
    });
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in (0..inside.len()).filter(|at| inside[*at]) {
        members.entry(component[at]).or_default().push(at);
    }
    members.into_values().find_map(|members| {
        let (mut met, mut moved, mut able) = (0, Pids::NONE, Pids::NONE);
        let mut is_cyclic = false;
        for at in &members {
            let is_inner =
                |target: usize| stays(*at, target) && component[*at] == component[target];
            for (_, step) in graph.edges[*at]
                .iter()
                .filter(|(target, _)| is_inner(*target))
            {
                is_cyclic = true;
                met |= step.sets;
                moved.extend(&step.moved);
                able.extend(&step.able);
            }
        }
        if !is_cyclic || met & sets != sets {
            return None;
        }
        let starved = able.without(&moved);
        if starved.is_empty() {
            let fair = Fair::Served(able);
            let wanted = Wanted { sets, fair };
            let states = members.iter().map(|at| graph.states[*at]).collect();
            return Some(Part { states, wanted });
        }
        let mut left = vec![false; inside.len()];
        for at in members {
            let mut steps = graph.edges[at].iter();
            left[at] = !steps.any(|(_, step)| step.able.meets(&starved));
        }
        part_of(graph, &left, sets)
    })
}
