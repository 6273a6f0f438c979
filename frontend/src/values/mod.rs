//! Bounds of the values that variables of a process have at each of its places.
//!
//! Whether `l[i]` can fail is seldom seen from the width of `i`, but often from a condition on the
//! way: `i < 3`, or the head of a `for`. So the bounds that hold behind a step are computed from
//! those before it, along all ways, until nothing changes. A loop that counts would change its
//! bounds with each round; after some rounds what still changes is given up, and the conditions on
//! the way then bound it again where they can. This is the interval analysis of Cousot and Cousot
//! (1977).
//!
//! Only scalars that an index or a divisor depends on are [followed], and only those that no other
//! process assigns. What one process is told by another, in a message or when it is started, is
//! bounded by all that is [sent].

mod followed;
mod sent;

use std::collections::BTreeSet;
use std::rc::Rc;

use sent::Sent;

use crate::ir::range::{Context, Known, Range, range};
use crate::ir::{
    Access, Action, BinaryOp, Candidate, Expr, GlobalId, Model, Pattern, PlaceId, ProctypeId,
    Relation, Step, UnaryOp, Var,
};

/// Changes of the bounds at a place before those that still change are given up. A ring counter of
/// fewer values is known exactly.
const CHANGES_MAX: usize = 32;

/// How often all places are bounded again by what leads there, once nothing changes: a loop within
/// a loop takes two.
const NARROWINGS: usize = 3;

/// Most places times the variables that are followed, of all proctypes. In a larger model only
/// widths are known.
const FACTS_MAX: usize = 1 << 18;

/// How often all processes are looked at before what is told in messages, and still changes, is
/// given up; and how often again before all messages are.
const ROUNDS: usize = 8;

/// What is known of the variables of a process.
#[derive(Clone, Debug)]
pub struct Values<'m> {
    id: ProctypeId,
    context: Context<'m>,
    followed: BTreeSet<Var>,
    /// Unless anything may be.
    sent: Option<Rc<Sent>>,
    /// By place; `None` where no process comes.
    at: Vec<Option<Known>>,
}

impl<'m> Values<'m> {
    /// Of each proctype of a model, each transition of which has one step. `owned` are, by
    /// proctype, globals that only one process ever uses, which is of that proctype.
    pub fn of(model: &'m Model, owned: &[BTreeSet<GlobalId>]) -> Vec<Self> {
        let (mut followed, mut told) = followed::by_proctype(model, owned);
        let places = model.proctypes.iter().map(|it| it.places.len());
        let facts = places.zip(&followed).map(|(places, it)| places * it.len());
        if facts.sum::<usize>() > FACTS_MAX {
            followed.fill(BTreeSet::new());
            told = false;
        }
        let of_all = |sent: Option<&Rc<Sent>>| -> Vec<Self> {
            let all = model.proctypes.iter().zip(&followed).enumerate();
            all.map(|(index, (proctype, followed))| Self {
                id: ProctypeId::from(index),
                context: Context::new(model, proctype),
                followed: followed.clone(),
                sent: sent.cloned(),
                at: vec![None; proctype.places.len()],
            })
            .map(Self::bounded)
            .collect()
        };
        let mut sent = told.then(|| Rc::new(Sent::before(model)));
        let mut round = 0;
        loop {
            let values = of_all(sent.as_ref());
            let Some(before) = &sent else {
                return values;
            };
            let Some(after) = before.grown(&values, round >= ROUNDS) else {
                return values;
            };
            sent = (round < 2 * ROUNDS).then(|| Rc::new(after));
            round += 1;
        }
    }

    fn bounded(mut self) -> Self {
        if self.followed.is_empty() {
            self.at.fill(Some(Known::new()));
        } else {
            self.widen();
            self.narrow();
        }
        self
    }

    /// What is known at a place; nothing where no process comes.
    pub fn at(&self, place: PlaceId) -> Known {
        self.at[place.index()].clone().unwrap_or_default()
    }

    /// What is known behind the first step of a candidate of a place, given by its position;
    /// `None` if that cannot be made there.
    pub fn behind(&self, place: PlaceId, position: usize) -> Option<Known> {
        let mut known = self.at[place.index()].clone()?;
        let proctype = self.context.proctype;
        let candidates = &proctype.places[place.index()].candidates;
        let step = |at: &Candidate| &proctype.transitions[at.transition.index()].steps[0];
        let (before, rest) = candidates.split_at(position);
        let step_here = step(&rest[0]);
        if matches!(step_here.action, Action::Else) {
            for other in before {
                if let Action::Condition(value) = &step(other).action {
                    known = self.assumed(known, value, false)?;
                }
            }
        }
        self.passed(known, step_here)
    }

    /// What is known behind a step; `None` if it cannot be made.
    pub fn passed(&self, mut known: Known, step: &Step) -> Option<Known> {
        match &step.action {
            Action::Condition(value) => return self.assumed(known, value, true),
            Action::Assign(access, value)
            | Action::Run {
                result: Some((access, value)),
                ..
            } => {
                let value = self.range(&known, value);
                self.set(&mut known, access.var, value);
            }
            Action::Receive {
                channel, arguments, ..
            } => {
                for (field, argument) in arguments.iter().enumerate() {
                    if let Pattern::Store(access) = argument {
                        let values = self.received(channel, field)?;
                        self.set(&mut known, access.var, values);
                    }
                }
            }
            // What a failed assertion says does not hold, and a search may go on behind it.
            action => {
                for access in action.assigned() {
                    known.remove(&access.var);
                }
            }
        }
        Some(known)
    }

    /// Visits what is known before each step that can be made, and the step; inside of a `d_step`,
    /// what is known in all of it.
    fn visit_steps(&self, visit: &mut dyn FnMut(&Known, &Step)) {
        for (at, known) in self.at.iter().enumerate() {
            let Some(known) = known else { continue };
            let offered = self.context.proctype.offered(PlaceId::from(at));
            for step in offered.flat_map(|it| &it.steps) {
                visit(known, step);
                if let Action::Deterministic(inside) = &step.action
                    && let Some(known) = self.passed(known.clone(), step)
                {
                    inside.steps().for_each(|it| visit(&known, it));
                }
            }
        }
    }

    fn knowing<'k>(&self, known: &'k Known) -> Context<'k>
    where
        'm: 'k,
    {
        Context {
            known,
            ..self.context
        }
    }

    /// The values of a field of the messages of a channel; `None` if none is sent.
    fn received(&self, channel: &Access, field: usize) -> Option<Range> {
        match &self.sent {
            Some(sent) => sent.received(self.id, channel.var, field),
            None => Some(Range::ALL),
        }
    }

    /// The values that an expression can have; an arm of a condition is evaluated where it holds.
    /// Conditions within conditions would take time that doubles with each.
    fn range(&self, known: &Known, value: &Expr) -> Range {
        if let Expr::Conditional(condition, then, otherwise) = value {
            let arm = |truth, arm| {
                let known = self.assumed(known.clone(), condition, truth)?;
                Some(self.range(&known, arm))
            };
            match (arm(true, then), arm(false, otherwise)) {
                (Some(then), Some(otherwise)) => return then.hull(otherwise),
                (Some(only), None) | (None, Some(only)) => return only,
                (None, None) => {}
            }
        }
        range(self.knowing(known), value)
    }

    fn set(&self, known: &mut Known, var: Var, values: Range) {
        if !self.followed.contains(&var) {
            return;
        }
        let width = self.context.width(var);
        let values = values.stored(width);
        match values == Range::of_width(width) {
            true => known.remove(&var),
            false => known.insert(var, values),
        };
    }

    /// What is known when a process begins; `None` if none does.
    fn at_start(&self) -> Option<Known> {
        let Context {
            model, proctype, ..
        } = self.context;
        let mut known = Known::new();
        for var in &self.followed {
            let initial = match (var, &self.sent) {
                (Var::Local(id), sent) if id.index() < proctype.parameters => match sent {
                    Some(sent) => sent.parameter(self.id, *id)?,
                    None => Range::ALL,
                },
                (Var::Local(_), _) => Range::only(0),
                (Var::Global(id), _) => {
                    Range::only(i64::from(model.globals[id.index()].initial[0]))
                }
            };
            self.set(&mut known, *var, initial);
        }
        for (access, value) in &proctype.creation {
            let value = self.range(&known, value);
            self.set(&mut known, access.var, value);
        }
        Some(known)
    }

    /// Bounds that hold from one step to the next.
    fn widen(&mut self) {
        let start = self.context.proctype.start;
        self.at[start.index()] = self.at_start();
        let mut changes = vec![0; self.at.len()];
        let mut open = BTreeSet::from([start]);
        while let Some(place) = open.pop_first() {
            for (position, step) in self.context.proctype.offered(place).enumerate() {
                let Some(behind) = self.behind(place, position) else {
                    continue;
                };
                let target = step.target.index();
                let after = match &self.at[target] {
                    None => behind,
                    Some(before) => {
                        let mut after = hull(before, &behind);
                        if after == *before {
                            continue;
                        }
                        if changes[target] >= CHANGES_MAX {
                            after.retain(|var, values| before.get(var) == Some(values));
                        }
                        after
                    }
                };
                changes[target] += 1;
                self.at[target] = Some(after);
                open.insert(step.target);
            }
        }
    }

    /// Has at each place what is known behind the steps that lead there. As that holds whenever a
    /// process comes there, it may be done in any order, any number of times.
    fn narrow(&mut self) {
        let proctype = self.context.proctype;
        let mut before = vec![Vec::new(); self.at.len()];
        for place in (0..self.at.len()).map(PlaceId::from) {
            for (position, step) in proctype.offered(place).enumerate() {
                before[step.target.index()].push((place, position));
            }
        }
        for _ in 0..NARROWINGS {
            for (at, before) in before.iter().enumerate() {
                let is_start = at == proctype.start.index();
                let start = is_start.then(|| self.at_start()).flatten();
                let behind = before
                    .iter()
                    .map(|(place, position)| self.behind(*place, *position));
                self.at[at] = behind.fold(start, either);
            }
        }
    }

    /// What is known where a value is true, or false; `None` if it cannot be.
    fn assumed(&self, known: Known, value: &Expr, truth: bool) -> Option<Known> {
        use BinaryOp as Op;
        match value {
            Expr::Const(value) => ((*value != 0) == truth).then_some(known),
            Expr::Unary(UnaryOp::Not, operand) => self.assumed(known, operand, !truth),
            Expr::Binary(op @ (Op::And | Op::Or), left, right) => {
                if (*op == Op::And) == truth {
                    let known = self.assumed(known, left, truth)?;
                    return self.assumed(known, right, truth);
                }
                let left = self.assumed(known.clone(), left, truth);
                either(left, self.assumed(known, right, truth))
            }
            _ => {
                let (left, relation, right) = value.as_comparison();
                let relation = if truth { relation } else { relation.negated() };
                let context = self.knowing(&known);
                let (of_left, of_right) = (range(context, left), range(context, right));
                let known = self.compared(known, left, relation, of_right)?;
                self.compared(known, right, relation.mirrored(), of_left)
            }
        }
    }

    /// What is known where a value, if it is that of a variable, stands so to another one.
    fn compared(&self, mut known: Known, value: &Expr, is: Relation, to: Range) -> Option<Known> {
        let Expr::Load(Access { var, subscripts }) = value else {
            return Some(known);
        };
        if !subscripts.is_empty() || !self.followed.contains(var) {
            return Some(known);
        }
        let Range { mut low, mut high } = range(self.knowing(&known), value);
        let apart = i64::from(!is.equal);
        if !is.greater {
            high = high.min(to.high - apart);
        }
        if !is.less {
            low = low.max(to.low + apart);
        }
        if is == Relation::DIFFERENT && to.low == to.high {
            low += i64::from(low == to.low);
            high -= i64::from(high == to.high);
        }
        if low > high {
            return None;
        }
        self.set(&mut known, *var, Range { low, high });
        Some(known)
    }
}

/// What is known where a process comes from either.
fn either(one: Option<Known>, other: Option<Known>) -> Option<Known> {
    match (&one, &other) {
        (Some(one), Some(other)) => Some(hull(one, other)),
        _ => one.or(other),
    }
}

fn hull(one: &Known, other: &Known) -> Known {
    let both = one.iter().filter_map(|(var, values)| {
        let hull = values.hull(*other.get(var)?);
        Some((*var, hull))
    });
    both.collect()
}
