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
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::Pids;
use crate::store::{Handle, Store};
use crate::violation::Lasso;

/// The edges of a component, without the names of their steps.
type Graph = BTreeMap<Handle, Vec<Step>>;

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
    let mut graph = Graph::new();
    for state in states {
        let mut steps = walker.steps_of(*state)?;
        steps.iter_mut().for_each(|step| step.steps = Vec::new());
        graph.insert(*state, steps);
    }
    Ok(part_of(&graph, states.iter().copied().collect(), sets))
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

fn part_of(graph: &Graph, states: BTreeSet<Handle>, sets: u32) -> Option<Part> {
    components(graph, &states).into_iter().find_map(|states| {
        let inside = |step: &&Step| states.contains(&step.target);
        let steps = states.iter().flat_map(|state| &graph[state]);
        let (mut met, mut moved, mut able) = (0, Pids::NONE, Pids::NONE);
        let mut is_cyclic = false;
        for step in steps.filter(inside) {
            is_cyclic = true;
            met |= step.sets;
            moved.extend(&step.moved);
            able.extend(&step.able);
        }
        if !is_cyclic || met & sets != sets {
            return None;
        }
        let starved = able.without(&moved);
        if starved.is_empty() {
            let fair = Fair::Served(able);
            let wanted = Wanted { sets, fair };
            return Some(Part { states, wanted });
        }
        let spoilt = |state: &Handle| graph[state].iter().any(|step| step.able.meets(&starved));
        let left = states.iter().filter(|state| !spoilt(state)).copied();
        part_of(graph, left.collect(), sets)
    })
}

/// The strongly connected components of a part of the graph (Tarjan 1972), with a stack of its own.
fn components(graph: &Graph, states: &BTreeSet<Handle>) -> Vec<BTreeSet<Handle>> {
    let mut found = Vec::new();
    // Of those that are met: a number in the order of discovery, and the least that can be reached.
    let mut low: BTreeMap<Handle, (usize, usize)> = BTreeMap::new();
    let (mut live, mut is_live) = (Vec::new(), BTreeSet::new());
    for root in states {
        let mut path = vec![(*root, 0)];
        if low.contains_key(root) {
            continue;
        }
        while let Some((at, next)) = path.last_mut() {
            let at = *at;
            if *next == 0 {
                let number = low.len();
                low.insert(at, (number, number));
                live.push(at);
                is_live.insert(at);
            }
            let step = graph[&at].get(*next);
            *next += 1;
            if let Some(step) = step {
                match low.get(&step.target) {
                    _ if !states.contains(&step.target) => {}
                    None => path.push((step.target, 0)),
                    Some((number, _)) if is_live.contains(&step.target) => {
                        let number = *number;
                        reach(&mut low, at, number);
                    }
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            let (number, least) = low[&at];
            if let Some((below, _)) = path.last() {
                reach(&mut low, *below, least);
            }
            if least == number {
                let first = live.iter().rposition(|it| *it == at).unwrap_or(0);
                let component: BTreeSet<Handle> = live.drain(first..).collect();
                is_live.retain(|it| !component.contains(it));
                found.push(component);
            }
        }
    }
    found
}

fn reach(low: &mut BTreeMap<Handle, (usize, usize)>, state: Handle, number: usize) {
    if let Some((_, least)) = low.get_mut(&state) {
        *least = number.min(*least);
    }
}
