//! `n = _nr_pr; run A(); run B(); n == _nr_pr`: a process counts, starts others, and waits for
//! them.
//!
//! What the reduction knows is `_nr_pr == 1` (`tags/anonymous.rs`): that all younger processes have
//! ended. With a variable it would have to take the guard for one that asks about any number. But
//! where the process counts it is *alone*: none is younger, and older ones cannot end before it. So
//! `_nr_pr` is its own number and one, and stays so in the variable. Both become that constant
//! here, which changes no value; the variable may then be one that is never read.
//!
//! Where the process is alone follows from the places that it comes by: it is at the start if it is
//! the last one then, and behind a guard that says so; it is not behind a `run`. Only a process
//! that exists once is looked at, and only if no other one of the start has a `run`.

use std::collections::BTreeSet;

use crate::ir::{
    Access, Action, BinaryOp, Expr, Model, PlaceId, Proctype, ProctypeId, Step, Type, Var, visit,
};

/// Puts constants where a process counts and waits.
pub fn run(model: &mut Model) {
    let initial = model.initial.clone();
    for (pid, &id) in initial.iter().enumerate() {
        let is_started = model
            .proctypes
            .iter()
            .any(|it| starts(it, |other| other == id));
        let others = || initial.iter().enumerate().filter(|&(at, _)| at != pid);
        let is_only = others().all(|(_, &other)| other != id);
        let others_start = others().any(|(_, it)| starts(&model.proctypes[it.index()], |_| true));
        if is_started || !is_only || others_start || !counts(&model.proctypes[id.index()]) {
            continue;
        }
        let count = pid as i32 + 1;
        let scalars = scalars(model, id);
        let is_last = pid + 1 == initial.len();
        let proctype = &mut model.proctypes[id.index()];
        let mut at_start = Known {
            is_alone: true,
            counts: BTreeSet::new(),
        };
        let rules = Rules { count, scalars };
        // Before the next process of the start is made.
        for (access, value) in &mut proctype.creation {
            rules.assign(access, value, &mut at_start);
        }
        at_start.is_alone = is_last;
        rules.rewrite(proctype, at_start);
    }
}

/// Whether a process may start such a one.
fn starts(proctype: &Proctype, such: impl Fn(ProctypeId) -> bool) -> bool {
    let mut steps = proctype.steps();
    steps.any(|it| matches!(it.action, Action::Run { proctype, .. } if such(proctype)))
}

/// Whether it counts processes into a variable.
fn counts(proctype: &Proctype) -> bool {
    let is_count = |it: &Step| matches!(it.action, Action::Assign(_, Expr::ProcessCount));
    let mut created = proctype.creation.iter();
    created.any(|it| it.1 == Expr::ProcessCount) || proctype.steps().any(is_count)
}

/// Variables that have room for the number, and that only this proctype assigns.
fn scalars(model: &Model, id: ProctypeId) -> BTreeSet<Var> {
    let is_wide = |ty| matches!(ty, Type::Byte | Type::Pid | Type::Short | Type::Int);
    let others = model.proctypes.iter().enumerate();
    let others = others.filter(|&(at, _)| at != id.index());
    let assigned = others.flat_map(|(_, it)| it.steps().flat_map(|it| it.action.assigned()));
    let assigned = assigned.chain(visit::assigned_by_claims(model));
    let assigned: BTreeSet<Var> = assigned.map(|it| it.var).collect();
    let globals = model.globals.iter().enumerate();
    let globals = globals.map(|(at, it)| (Var::Global(at.into()), it));
    let locals = model.proctypes[id.index()].locals.iter().enumerate();
    let locals = locals.map(|(at, it)| (Var::Local(at.into()), it));
    let fits = globals
        .filter(|(var, _)| !assigned.contains(var))
        .chain(locals)
        .filter(|(_, it)| is_wide(it.ty) && it.dimensions.is_empty());
    fits.map(|(var, _)| var).collect()
}

/// What is certain where a process stands.
#[derive(Clone, PartialEq)]
struct Known {
    /// No younger process lives.
    is_alone: bool,
    /// Variables that hold the number of processes when it is alone.
    counts: BTreeSet<Var>,
}

struct Rules {
    /// The number of processes when it is alone.
    count: i32,
    scalars: BTreeSet<Var>,
}

impl Rules {
    /// Puts the constants in.
    fn rewrite(&self, proctype: &mut Proctype, at_start: Known) {
        let known = self.known(proctype, at_start);
        let offered_at = proctype.offered_at();
        for (transition, places) in proctype.transitions.iter_mut().zip(offered_at) {
            let Some(mut known) = common(places.iter().filter_map(|at| known[at.index()].as_ref()))
            else {
                continue;
            };
            for step in &mut transition.steps {
                self.pass(&mut step.action, &mut known);
            }
        }
    }

    /// What is certain at each place that the process can come to.
    fn known(&self, proctype: &Proctype, at_start: Known) -> Vec<Option<Known>> {
        let mut known = vec![None; proctype.places.len()];
        let start = proctype.start;
        known[start.index()] = Some(at_start);
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            let before = known[at.index()].clone().expect("it was come to");
            for transition in proctype.offered(at) {
                let mut behind = before.clone();
                for step in &transition.steps {
                    self.pass(&mut step.action.clone(), &mut behind);
                }
                let target: PlaceId = transition.target;
                let there = &mut known[target.index()];
                let met = common([Some(&behind), there.as_ref()].into_iter().flatten());
                if *there != met {
                    *there = met;
                    open.push(target);
                }
            }
        }
        known
    }

    /// Goes over a step, in which constants are put.
    fn pass(&self, action: &mut Action, known: &mut Known) {
        match action {
            Action::Condition(value) => {
                known.is_alone |= self.says_alone(value, known);
            }
            Action::Assign(access, value) => self.assign(access, value, known),
            _ => {
                for access in action.assigned() {
                    known.counts.remove(&access.var);
                }
                known.is_alone &= !matches!(action, Action::Run { .. });
            }
        }
    }

    fn assign(&self, access: &Access, value: &mut Expr, known: &mut Known) {
        if *value == Expr::ProcessCount && known.is_alone {
            *value = Expr::Const(self.count);
        }
        let is_scalar = access.subscripts.is_empty() && self.scalars.contains(&access.var);
        let holds = is_scalar && *value == Expr::Const(self.count);
        match holds {
            true => known.counts.insert(access.var),
            false => known.counts.remove(&access.var),
        };
    }

    /// Whether a guard holds only where the process is alone; a variable that holds the number and
    /// is compared with `_nr_pr` in it becomes a constant.
    fn says_alone(&self, value: &mut Expr, known: &Known) -> bool {
        let Expr::Binary(op, left, right) = value else {
            return false;
        };
        if *op == BinaryOp::And {
            let says = [left, right].map(|it| self.says_alone(it, known));
            return says.contains(&true);
        }
        if let (Expr::ProcessCount, side) | (side, Expr::ProcessCount) = (&mut **left, &mut **right)
            && let Expr::Load(it) = side
            && it.subscripts.is_empty()
            && known.counts.contains(&it.var)
        {
            *side = Expr::Const(self.count);
        }
        value.bounds_processes(self.count)
    }
}

/// What is certain by all of these; `None` if there are none.
fn common<'k>(all: impl IntoIterator<Item = &'k Known>) -> Option<Known> {
    all.into_iter().cloned().reduce(|mut known, other| {
        known.is_alone &= other.is_alone;
        known.counts.retain(|it| other.counts.contains(it));
        known
    })
}
