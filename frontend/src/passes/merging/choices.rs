//! Merging over local choices.
//!
//! The head of a loop that counts, or a branch on what was received, asks only for what belongs to
//! the process, and so do the steps behind each answer. Others cannot notice when it is made, so
//! the place needs no state either. But a transition leads to one place. To make one for each way
//! on, each with its own condition, would have the condition of the first step evaluated for each,
//! and conditions behind assignments.
//!
//! There is a mechanism that does better: inside `atomic` a process goes on alone, and nothing is
//! stored. So what leads to a local choice gets the flag of a step that goes on, and the sequence
//! ends at the next place where others can notice something. If no way on is open the process is
//! blocked there, and the state is stored, as everywhere.
//!
//! Three things keep that from doing harm:
//!
//! - A sequence must end, or others would wait for ever. On each cycle of such places one is none,
//!   nor is one behind which too many ways lie.
//! - Only one of the ways on can be open, as their conditions tell. Otherwise each way through
//!   several choices would be followed by itself; as states, those that meet go on as one.
//! - The entrance to an `atomic` is no such place, as in [the module above](super).

use super::{Merger, cannot_block};
use crate::ir::range::Known;
use crate::ir::{
    Action, BinaryOp, Candidate, Deterministic, Expr, PlaceId, Proctype, Relation, Step,
    Transition, UnaryOp,
};

/// Ways on from a place that is passed, until others can move. What a step touches is looked for
/// along all of them, for each step that leads to one.
const WAYS_MAX: usize = 256;

/// Has each step that leads to a local choice go on there.
pub(super) fn run(proctype: &mut Proctype, merger: &Merger) {
    let places = (0..proctype.places.len()).map(PlaceId::from);
    let mut passed: Vec<bool> = places
        .map(|place| merger.is_local_choice(proctype, place))
        .collect();
    bound(proctype, &mut passed);
    for transition in &mut proctype.transitions {
        transition.atomic |= passed[transition.target.index()] && merger.goes_on_behind(transition);
    }
}

impl Merger<'_> {
    /// Whether all that can be done at a place is local, and at most one thing in each state.
    fn is_local_choice(&self, proctype: &Proctype, at: PlaceId) -> bool {
        if self.is_seen(proctype, at) || proctype.places[at.index()].candidates.is_empty() {
            return false;
        }
        let offered = proctype.offered(at);
        let conditions = offered.clone().map(|it| &it.steps[0].action);
        let mut offered = offered.enumerate();
        offered.all(|(position, it)| !it.atomic && self.is_own_way(at, position, it))
            && are_exclusive(&conditions.collect::<Vec<_>>())
    }

    /// Whether a transition only asks for and does what belongs to its process.
    fn is_own_way(&self, at: PlaceId, position: usize, transition: &Transition) -> bool {
        let (first, rest) = transition.steps.split_at(1);
        if !self.is_own(&first[0], &self.values.at(at)) {
            return false;
        }
        let mut known = self.values.behind(at, position).unwrap_or_default();
        rest.iter().all(|step| {
            let own = self.is_own(step, &known);
            known = self
                .values
                .passed(std::mem::take(&mut known), step)
                .unwrap_or_default();
            own
        })
    }

    /// Whether a step only asks for and does what belongs to its process.
    fn is_own(&self, step: &Step, known: &Known) -> bool {
        match &step.action {
            Action::Deterministic(inside) => {
                let known = self.values.passed(known.clone(), step).unwrap_or_default();
                comes_to_its_end(inside) && inside.steps().all(|it| self.is_own(it, &known))
            }
            Action::Condition(_) | Action::Else => self.is_local(step, known),
            action => cannot_block(action) && self.is_local(step, known),
        }
    }
}

/// Whether a `d_step` that has begun is certainly not blocked inside, which is a run-time error.
fn comes_to_its_end(inside: &Deterministic) -> bool {
    let mut nodes = (0..).zip(&inside.nodes);
    nodes.all(|(at, node)| match &node.branches[..] {
        [only] => {
            let goes_on = only.target.is_none_or(|target| target.index() > at);
            goes_on && (at == 0 || cannot_block(&only.step.action))
        }
        _ => false,
    })
}

/// Of each cycle of places that are passed, one is passed no more, and so is one from which there
/// are more than [`WAYS_MAX`] ways on.
fn bound(proctype: &Proctype, passed: &mut [bool]) {
    let target = |candidate: &Candidate| {
        let transition = &proctype.transitions[candidate.transition.index()];
        transition.target.index()
    };
    let mut reached = vec![Reached::Not; passed.len()];
    let mut ways = vec![0; passed.len()];
    for start in 0..passed.len() {
        if !passed[start] || reached[start] != Reached::Not {
            continue;
        }
        reached[start] = Reached::OnPath;
        let mut path = vec![(start, 0)];
        while let Some((at, next)) = path.last_mut() {
            let candidates = &proctype.places[*at].candidates;
            let Some(candidate) = candidates.get(*next) else {
                let behind = candidates.iter().map(|it| ways[target(it)]);
                let all = candidates.len() + behind.sum::<usize>();
                passed[*at] &= all <= WAYS_MAX;
                ways[*at] = if passed[*at] { all } else { 0 };
                reached[*at] = Reached::Left;
                path.pop();
                continue;
            };
            *next += 1;
            let target = target(candidate);
            match reached[target] {
                Reached::Not if passed[target] => {
                    reached[target] = Reached::OnPath;
                    path.push((target, 0));
                }
                Reached::OnPath => passed[target] = false,
                Reached::Not | Reached::Left => {}
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    Not,
    OnPath,
    Left,
}

/// Comparisons of conditions for a place; one that would take more stays a state. Of thousands of
/// options there are millions of pairs.
const COMPARISONS_MAX: usize = 4_096;

/// Whether at most one of these steps can be made in a state. An `else` looks at those before it.
fn are_exclusive(steps: &[&Action]) -> bool {
    let mut room = COMPARISONS_MAX;
    let mut exclude = |before: &Action, step: &Action| match (before, step) {
        (_, Action::Else) => true,
        (Action::Condition(one), Action::Condition(other)) => excludes(one, other, &mut room),
        _ => false,
    };
    let mut later = (0..).zip(steps);
    later.all(|(at, step)| steps[..at].iter().all(|before| exclude(before, step)))
}

/// Whether both cannot be true in one state; false when there is no `room` for another comparison.
fn excludes(one: &Expr, other: &Expr, room: &mut usize) -> bool {
    use BinaryOp::{And, Or};
    if *room == 0 {
        return false;
    }
    *room -= 1;
    match (one, other) {
        (Expr::Unary(UnaryOp::Not, it), same) | (same, Expr::Unary(UnaryOp::Not, it))
            if **it == *same =>
        {
            true
        }
        (Expr::Binary(And, left, right), it) | (it, Expr::Binary(And, left, right)) => {
            excludes(left, it, room) || excludes(right, it, room)
        }
        (Expr::Binary(Or, left, right), it) | (it, Expr::Binary(Or, left, right)) => {
            excludes(left, it, room) && excludes(right, it, room)
        }
        _ => Comparison::of(one).excludes(&Comparison::of(other)),
    }
}

/// How a value stands to another one, if an expression is true.
struct Comparison<'e> {
    value: &'e Expr,
    is: Relation,
    to: Bound<'e>,
}

#[derive(PartialEq)]
enum Bound<'e> {
    Number(i64),
    Value(&'e Expr),
}

impl<'e> Comparison<'e> {
    fn of(e: &'e Expr) -> Self {
        if let Expr::Unary(UnaryOp::Not, it) = e {
            let it = Self::of(it);
            let is = it.is.negated();
            return Self { is, ..it };
        }
        let (value, is, to) = e.as_comparison();
        // `x < 3` is `x <= 2`.
        let (is, to) = match (is, to.constant().map(i64::from)) {
            (is, Some(number)) if is.less && !is.equal && !is.greater => {
                (Relation { equal: true, ..is }, Bound::Number(number - 1))
            }
            (is, Some(number)) if is.greater && !is.equal && !is.less => {
                (Relation { equal: true, ..is }, Bound::Number(number + 1))
            }
            (is, Some(number)) => (is, Bound::Number(number)),
            (is, None) => (is, Bound::Value(to)),
        };
        Self { value, is, to }
    }

    /// Whether both cannot be true at once.
    fn excludes(&self, other: &Self) -> bool {
        if self.value != other.value {
            return false;
        }
        let (is, other_is) = (self.is, other.is);
        match (&self.to, &other.to) {
            (Bound::Number(to), Bound::Number(other_to)) if to < other_to => {
                !(is.greater || other_is.less)
            }
            (Bound::Number(to), Bound::Number(other_to)) if to > other_to => {
                !(is.less || other_is.greater)
            }
            (to, other_to) => {
                let less = is.less && other_is.less;
                let equal = is.equal && other_is.equal;
                let greater = is.greater && other_is.greater;
                to == other_to && !(less || equal || greater)
            }
        }
    }
}
