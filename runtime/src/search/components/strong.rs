//! Strong fairness: of a finished component, the part in which a run can go round for ever though
//! no process that is able again and again is left behind.
//!
//! Weak fairness is decided by the component as a whole: the cycle through all of it is fair if any
//! is. Strong fairness is not. A process that is able somewhere in the component and moves nowhere
//! in it spoils the states where it is able: no fair run comes there again and again. These states
//! are taken away, what is left falls into smaller components, and each is looked at in the same
//! way (Emerson and Lei 1987; it is the emptiness of Streett automata). Each round looks at all
//! that is left, however many components that is, and takes a process away from each: so there are
//! at most as many rounds as processes.

use super::edges::{Edges, Taken};
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

/// What a round takes for a state while it looks for components, and for what it found of them.
const ROUND_BYTES: usize = 50 + size_of::<Inner>();

/// Looks for such a part of a component. Time: its edges once, and for each process once more at
/// most. Memory: that of the edges and some 120 bytes a state, charged to the budget.
///
/// # Errors
/// It takes too long, or too much memory.
pub(super) fn part<M: Model + ?Sized, S: Store + ?Sized>(
    edges: &mut Edges<'_, M, S>,
    sets: u32,
) -> Result<Option<Part>, Stop> {
    for state in 0..edges.states() {
        edges.find(state as u32)?;
    }
    let mut is_inside = vec![true; edges.states()];
    let _charge = edges.charge(edges.states() * ROUND_BYTES)?;
    loop {
        let round = Round::new(edges, &is_inside, sets);
        if let Some(part) = round.part(&is_inside) {
            return Ok(Some(part));
        }
        match round.left(edges, &is_inside) {
            left if left.contains(&true) => is_inside = left,
            _ => return Ok(None),
        }
    }
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

/// The components of what is inside.
struct Round {
    sets: u32,
    /// By state.
    component: Vec<usize>,
    inner: Vec<Inner>,
}

/// What the edges within a component have.
#[derive(Clone, Default)]
struct Inner {
    is_cyclic: bool,
    sets: u32,
    moved: Pids,
    able: Pids,
}

impl Round {
    fn new<M: Model + ?Sized, S: Store + ?Sized>(
        edges: &Edges<'_, M, S>,
        is_inside: &[bool],
        sets: u32,
    ) -> Self {
        // What is outside leads nowhere: back to itself.
        let component = components(is_inside.len(), |at, index| {
            let target = edges.of(at as u32).get(index)?.target as usize;
            let stays = is_inside[at] && is_inside[target];
            Some(if stays { target } else { at })
        });
        let count = component.iter().max().map_or(0, |last| last + 1);
        let mut inner = vec![Inner::default(); count];
        for at in (0..is_inside.len()).filter(|at| is_inside[*at]) {
            let inner = &mut inner[component[at]];
            for edge in edges.of(at as u32) {
                let target = edge.target as usize;
                if is_inside[target] && component[target] == component[at] {
                    inner.is_cyclic = true;
                    inner.sets |= edge.sets;
                    edge.moved.iter().for_each(|pid| inner.moved.insert(*pid));
                    inner.able.extend(edges.able(at as u32));
                }
            }
        }
        Self {
            sets,
            component,
            inner,
        }
    }

    fn is_accepted(&self, inner: &Inner) -> bool {
        inner.is_cyclic && inner.sets & self.sets == self.sets
    }

    /// A component that leaves no one behind.
    fn part(&self, is_inside: &[bool]) -> Option<Part> {
        let is_fair = |it: &Inner| self.is_accepted(it) && it.starved().is_empty();
        let found = self.inner.iter().position(is_fair)?;
        let states = self.component.iter().zip(is_inside);
        Some(Part {
            is_inside: states.map(|(of, inside)| *of == found && *inside).collect(),
            wanted: Wanted {
                sets: self.sets,
                fair: Fair::Served(self.inner[found].able),
            },
        })
    }

    /// The states of the others in which no one is able that is left behind.
    fn left<M: Model + ?Sized, S: Store + ?Sized>(
        &self,
        edges: &Edges<'_, M, S>,
        is_inside: &[bool],
    ) -> Vec<bool> {
        let stays = |(at, inside): (usize, &bool)| {
            let inner = &self.inner[self.component[at]];
            let able = edges.able(at as u32);
            *inside && self.is_accepted(inner) && !able.meets(&inner.starved())
        };
        is_inside.iter().enumerate().map(stays).collect()
    }
}

impl Inner {
    /// Who is able in it and moves nowhere.
    fn starved(&self) -> Pids {
        self.able.without(&self.moved)
    }
}
