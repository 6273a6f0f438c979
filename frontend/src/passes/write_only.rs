//! Globals that nothing ever reads are taken out of the state: they cannot decide anything. What is printed does not count
//! as read, what is received into does (the variable then says which message it was, and SPIN keeps it).
//!
//! Their assignments stay as steps that do nothing, or only check their index, so that places and depth are the same.

use std::collections::BTreeSet;

use super::footprint::{can_fail, reads_of, reads_of_indices, reads_of_step};
use crate::ir::{Action, BinaryOp, Expr, GlobalId, Model, Step, Subscript, Type, Var, Variable};

/// Hides write-only globals.
pub fn run(model: &mut Model) {
    let unused = unused(model);
    for id in &unused {
        model.globals[id.index()].hidden = true;
    }
    for proctype in &mut model.proctypes {
        // A step without effect is free in a `D_proctype`; an assignment that went away is not.
        let instead = if proctype.deterministic {
            Action::Assert(Expr::Const(1))
        } else {
            Action::Skip
        };
        let transitions = proctype.transitions.iter_mut();
        for step in transitions.flat_map(|transition| &mut transition.steps) {
            drop_write(step, &unused, &instead);
        }
    }
}

/// Globals that nothing ever reads but to compute themselves.
pub fn unused(model: &Model) -> BTreeSet<GlobalId> {
    let plain = |(index, variable): (usize, &Variable)| {
        (variable.ty != Type::Chan).then(|| GlobalId::from(index))
    };
    let mut unused: BTreeSet<GlobalId> =
        model.globals.iter().enumerate().filter_map(plain).collect();
    loop {
        let used = used_globals(model, &unused);
        let known = unused.len();
        unused.retain(|id| !used.contains(id));
        if unused.len() == known {
            return unused;
        }
    }
}

/// Globals that matter when those in `unused` do not: what is read only to compute an unused one (`w++`) is unused too.
fn used_globals(model: &Model, unused: &BTreeSet<GlobalId>) -> BTreeSet<GlobalId> {
    let mut used = BTreeSet::new();
    let mut visit = |var: Var| {
        if let Var::Global(id) = var {
            used.insert(id);
        }
    };
    let events = model.trace.iter().flat_map(|trace| &trace.places);
    for event in events.flat_map(|place| &place.events) {
        reads_of_indices(&event.channel, &mut visit);
        event
            .fields
            .iter()
            .flatten()
            .for_each(|e| reads_of(e, &mut visit));
    }
    for proctype in &model.proctypes {
        proctype
            .provided
            .iter()
            .for_each(|e| reads_of(e, &mut visit));
        for (access, value) in &proctype.creation {
            visit(access.var);
            reads_of(value, &mut visit);
        }
        for promise in proctype.unproven() {
            visit(promise.channel.var);
        }
        for step in proctype
            .transitions
            .iter()
            .flat_map(|transition| &transition.steps)
            .flat_map(basic_steps)
        {
            match &step.action {
                Action::Assign(access, value) if is_in(unused, access.var) && !can_fail(value) => {
                    reads_of_indices(access, &mut visit);
                    continue;
                }
                _ if !can_do_without(step) => {
                    let assigned = step.action.assigned();
                    assigned.iter().for_each(|access| visit(access.var));
                }
                _ => {}
            }
            reads_of_step(step, false, &mut visit);
        }
    }
    used
}

/// A step, or what stands inside a `d_step`.
fn basic_steps(step: &Step) -> Vec<&Step> {
    match &step.action {
        Action::Deterministic(inside) => inside.steps().collect(),
        _ => vec![step],
    }
}

fn is_in(set: &BTreeSet<GlobalId>, var: Var) -> bool {
    matches!(var, Var::Global(id) if set.contains(&id))
}

/// Whether a step can be executed without a place for what it writes.
fn can_do_without(step: &Step) -> bool {
    match &step.action {
        Action::Assign(..) => true,
        Action::Run {
            result: Some((access, value)),
            ..
        } => access.subscripts.is_empty() && !can_fail(value),
        _ => false,
    }
}

fn drop_write(step: &mut Step, unused: &BTreeSet<GlobalId>, instead: &Action) {
    let is_unused = |var: Var| is_in(unused, var);
    match &mut step.action {
        Action::Deterministic(inside) => {
            for branch in inside.nodes.iter_mut().flat_map(|node| &mut node.branches) {
                drop_write(&mut branch.step, unused, instead);
            }
        }
        Action::Assign(access, value) if is_unused(access.var) => {
            let constant = |subscript: &Subscript| matches!(subscript.index, Expr::Const(_));
            let checks_index = !access.subscripts.iter().all(constant);
            match (checks_index, can_fail(value)) {
                (false, false) => step.action = instead.clone(),
                // A value that can fail is still computed: `(value || 1)` is true whatever it is.
                (false, true) => {
                    let value = std::mem::replace(value, Expr::Const(0));
                    let computed = Expr::Binary(BinaryOp::Or, value.into(), Expr::Const(1).into());
                    step.action = Action::Assert(computed);
                }
                (true, false) => *value = Expr::Const(0),
                (true, true) => {}
            }
        }
        Action::Run { result, .. }
            if result
                .as_ref()
                .is_some_and(|(access, _)| is_unused(access.var)) =>
        {
            *result = None
        }
        _ => {}
    }
}
