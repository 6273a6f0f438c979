//! Which edges depend on each other in a state.
//!
//! Asked for every pair of an executed edge and a sleeping one, millions of times. Comparing lists
//! of tags each time would cost more than the edge. So each pair of transitions is classified once,
//! when it is first asked about: never dependent, always, or, where channels or indices are only
//! known in a state, perhaps. Only for the last kind the tags are compared again, with the elements
//! that the processes at hand compute.
//!
//! A process of a `D_proctype` that has two edges in a state is an error of that state. It is seen
//! when the second of them is executed behind the first, so neither may sleep there: where one of
//! its transitions takes part, edges depend on each other.

use std::sync::Arc;

use crate::memory::{Account, Budget, Charge};
use crate::model::{ModelInfo, TransitionId};
use crate::state::State;
use crate::step::Move;
use crate::tags::{Element, Tag, Tags, When};

/// The relation for sleep sets: both edges are enabled in the state at hand.
pub struct Dependency {
    tags: &'static [Tags],
    /// By transition: whether it is one of a `D_proctype`.
    chosen: Vec<bool>,
    /// By transition: two bits for each other one; none as long as the row was not needed, or the
    /// budget has no memory for it.
    rows: Vec<Option<Box<[u64]>>>,
    charge: Charge,
}

const NEVER: u64 = 0;
const PERHAPS: u64 = 1;
const ALWAYS: u64 = 2;
/// Pairs in a word.
const PAIRS: usize = 32;

impl Dependency {
    /// For a model with tags. Memory: at most a quarter of a byte for each pair of transitions;
    /// what the budget does not have is computed each time.
    pub fn new(info: &'static ModelInfo, budget: Arc<Budget>) -> Self {
        let mut chosen = vec![false; info.transitions.len()];
        for place in info.places {
            if place.candidates.iter().any(|it| it.deterministic) {
                let candidates = place.candidates.iter();
                candidates.for_each(|it| chosen[it.transition.0 as usize] = true);
            }
        }
        Self {
            tags: info.tags,
            chosen,
            rows: vec![None; info.tags.len()],
            charge: Charge::none(budget, Account::Tables),
        }
    }

    /// Whether two edges that are enabled in one state depend on each other there. `state` is that
    /// state, or the one behind either edge. What an edge computes from locals that it assigns
    /// itself can be asked for in the first only, so it is taken to be any; and no edge assigns
    /// what an independent one computes from.
    #[inline]
    pub fn dependent(&mut self, state: &State, a: &Move, b: &Move) -> bool {
        let meet = |pid| b.pid == pid || b.partner.is_some_and(|(other, _)| other == pid);
        if meet(a.pid) || a.partner.is_some_and(|(pid, _)| meet(pid)) {
            return true;
        }
        let (a, b) = (a.halves(), b.halves());
        let mut pairs = a.flat_map(|x| b.clone().map(move |y| (x, y)));
        pairs.any(|(x, y)| self.transitions(state, x, y))
    }

    #[inline]
    fn transitions(
        &mut self,
        state: &State,
        (p, t): (u8, TransitionId),
        (q, u): (u8, TransitionId),
    ) -> bool {
        let (i, j) = (t.0 as usize, u.0 as usize);
        if self.rows[i].is_none() {
            self.make_row(i);
        }
        let class = match &self.rows[i] {
            Some(row) => row[j / PAIRS] >> (j % PAIRS * 2) & 3,
            None => self.classify(i, j),
        };
        match class {
            NEVER => false,
            PERHAPS => conflict_in(state, p, &self.tags[i], q, &self.tags[j]),
            _ => true,
        }
    }

    #[cold]
    fn make_row(&mut self, i: usize) {
        let words = self.tags.len().div_ceil(PAIRS);
        let bytes = (words * size_of::<u64>()) as u64;
        if self.charge.add(bytes).is_ok() {
            let mut row = vec![0; words];
            for j in 0..self.tags.len() {
                row[j / PAIRS] |= self.classify(i, j) << (j % PAIRS * 2);
            }
            self.rows[i] = Some(row.into_boxed_slice());
        }
    }

    fn classify(&self, i: usize, j: usize) -> u64 {
        match self.chosen[i] || self.chosen[j] {
            true => ALWAYS,
            false => classify(&self.tags[i], &self.tags[j]),
        }
    }
}

fn classify(a: &Tags, b: &Tags) -> u64 {
    if a.everything || b.everything {
        return ALWAYS;
    }
    let mut class = NEVER;
    for (x, y) in conflicts(a, b) {
        let elements = match (x.element, y.element) {
            (Element::At(_), Element::At(_)) => false,
            _ => has_element(x, a) && has_element(y, b),
        };
        if !(elements || has_condition(x, a) || has_condition(y, b)) {
            return ALWAYS;
        }
        class = PERHAPS;
    }
    class
}

/// Whether the element of a tag is known in some state or all, also behind the transition.
fn has_element(tag: &Tag, of: &Tags) -> bool {
    match tag.element {
        Element::Any => false,
        Element::At(_) => true,
        Element::Local { locals, .. } | Element::Of { locals, .. } => {
            locals & of.all_assigned() == 0
        }
    }
}

/// Whether it can be asked, also behind the transition, if the object is touched at all.
fn has_condition(tag: &Tag, of: &Tags) -> bool {
    tag.only_if
        .is_some_and(|it| it.locals & of.all_assigned() == 0)
}

fn conflicts<'t>(a: &'t Tags, b: &'t Tags) -> impl Iterator<Item = (&'t Tag, &'t Tag)> {
    let pairs = a
        .touches
        .iter()
        .flat_map(|x| b.touches.iter().map(move |y| (x, y)));
    pairs.filter(|(x, y)| x.may_conflict(y, When::BothEnabled))
}

/// Whether a pair that may conflict does, with the elements that processes `p` and `q` compute.
fn conflict_in(state: &State, p: u8, a: &Tags, q: u8, b: &Tags) -> bool {
    let live = state.process_count();
    if u32::from(p) >= live || u32::from(q) >= live {
        return true;
    }
    let (own, other) = (state.process(p), state.process(q));
    let applies =
        |tag: &Tag, of: &Tags, process| !has_condition(tag, of) || tag.applies(state, process);
    let known = |tag: &Tag, of: &Tags, process| match has_element(tag, of) {
        true => tag.element.known(state, process),
        false => None,
    };
    let mut pairs = conflicts(a, b).filter(|(x, y)| applies(x, a, own) && applies(y, b, other));
    pairs.any(|(x, y)| match (known(x, a, own), known(y, b, other)) {
        (Some(i), Some(j)) => i == j,
        _ => true,
    })
}
