//! Which variables expressions and steps read, and whether they can fail.

use std::collections::BTreeSet;

use crate::ir::{Access, Action, Expr, LocalId, Model, Pattern, Step, Var};

/// By proctype, the locals that other processes read (`P:x`). The model stays as it is.
pub fn locals_read_by_others(model: &mut Model) -> Vec<BTreeSet<LocalId>> {
    let mut found = vec![BTreeSet::new(); model.proctypes.len()];
    model.visit_expressions(&mut |e| {
        if let Expr::Remote(proctype, _, access) = e
            && let Var::Local(local) = access.var
        {
            found[proctype.index()].insert(local);
        }
    });
    found
}

/// Visits each read of a variable in an expression, indices included.
pub fn reads_of(e: &Expr, visit: &mut dyn FnMut(Var)) {
    e.walk(&mut |part| read_by(part, visit));
}

/// Visits each read in the indices of an access.
pub fn reads_of_indices(access: &Access, visit: &mut dyn FnMut(Var)) {
    access.walk_subscripts(&mut |part| read_by(part, visit));
}

/// What an expression reads by itself, beside its parts. A remote variable is one of another
/// process.
pub fn read_by(e: &Expr, visit: &mut dyn FnMut(Var)) {
    if let Some(access) = e.read() {
        visit(access.var);
    }
    if let Expr::Poll { arguments, .. } = e {
        for pattern in arguments {
            if let Pattern::Store(access) = pattern {
                reads_of_indices(access, visit);
            }
        }
    }
}

/// Visits each read of a step; what is printed counts when `printing`.
pub fn reads_of_step(step: &Step, printing: bool, visit: &mut dyn FnMut(Var)) {
    match &step.action {
        Action::Print { arguments, .. } if printing => {
            arguments.iter().for_each(|e| reads_of(e, visit));
        }
        Action::Deterministic(inside) => inside
            .steps()
            .for_each(|step| reads_of_step(step, printing, visit)),
        _ => {}
    }
    if let Some(channel) = step.action.channel() {
        visit(channel.var);
    }
    step.action.walk(&mut |part| read_by(part, visit));
}
