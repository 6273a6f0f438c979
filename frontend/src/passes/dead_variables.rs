//! Dead variables: a local whose value cannot be read any more is set to zero, so that states that differ in it only are one.
//!
//! The usual backward analysis over the places of a proctype: a variable is live at a place when some way on reads it before
//! it is written as a whole. Writing one element of an array leaves the array as live as it was.

use std::collections::BTreeSet;

use super::footprint::{can_fail, locals_read_by_others, reads_of, reads_of_step};
use crate::ir::{Access, Action, Expr, LocalId, Model, Proctype, Transition, Var};

type Locals = BTreeSet<LocalId>;

/// Fills in [`Transition::resets`], and leaves out values at creation that are never read.
pub fn run(model: &mut Model) {
    let mut dead_parameters = Vec::new();
    let read_by_others = locals_read_by_others(model);
    for (id, proctype) in model.proctypes.iter_mut().enumerate() {
        let mut pinned = pinned(proctype);
        let others = read_by_others.iter();
        pinned.extend(others.filter_map(|(owner, local)| (owner.index() == id).then_some(*local)));
        let live = live_at_places(proctype, &pinned);
        set_resets(proctype, &live);
        let at_start = &live[proctype.start.index()];
        drop_creation(proctype, at_start);
        let mut needed = at_start.clone();
        for (_, value) in &proctype.creation {
            reads_of(value, &mut |var| keep_local(&mut needed, var));
        }
        let parameters = (0..proctype.parameters).map(LocalId::from);
        dead_parameters.push(
            parameters
                .map(|parameter| !needed.contains(&parameter))
                .collect::<Vec<bool>>(),
        );
    }
    let transitions = model
        .proctypes
        .iter_mut()
        .flat_map(|proctype| &mut proctype.transitions);
    for step in transitions.flat_map(|transition| &mut transition.steps) {
        if let Action::Run {
            proctype,
            arguments,
            ..
        } = &mut step.action
        {
            for (argument, dead) in arguments.iter_mut().zip(&dead_parameters[proctype.index()]) {
                if *dead && !can_fail(argument) {
                    *argument = Expr::Const(0);
                }
            }
        }
    }
}

fn keep_local(set: &mut Locals, var: Var) {
    if let Var::Local(id) = var {
        set.insert(id);
    }
}

/// Locals that are looked at from outside of the statements: channels of promises that must be watched, and names of the process's own channels. As the
/// channel lives as long as the process, keeping its name tells no two states apart, and at the end it says which channel ends, too.
fn pinned(proctype: &Proctype) -> Locals {
    let mut pinned = proctype.names_of_own_channels();
    for promise in proctype.unproven() {
        keep_local(&mut pinned, promise.channel.var);
    }
    pinned
}

fn live_at_places(proctype: &Proctype, pinned: &Locals) -> Vec<Locals> {
    let mut live = vec![pinned.clone(); proctype.places.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..live.len()).rev() {
            for candidate in &proctype.places[at].candidates {
                let transition = &proctype.transitions[candidate.transition.index()];
                let after = &live[transition.target.index()];
                let before = live_before(transition, after, pinned);
                let known = live[at].len();
                live[at].extend(before);
                changed |= live[at].len() > known;
            }
        }
    }
    live
}

fn live_before(transition: &Transition, after: &Locals, pinned: &Locals) -> Locals {
    let mut live = after.clone();
    for step in transition.steps.iter().rev() {
        match &step.action {
            Action::End => live.clear(),
            Action::Assign(access, value) if is_lost(access, value, &live) => continue,
            _ => {}
        }
        // What stands inside a `d_step` may not be executed.
        if !matches!(step.action, Action::Deterministic(_)) {
            for access in step.action.assigned() {
                if let (Var::Local(id), true) = (access.var, access.subscripts.is_empty()) {
                    live.remove(&id);
                }
            }
        }
        reads_of_step(step, true, &mut |var| keep_local(&mut live, var));
    }
    live.extend(pinned);
    live
}

/// Whether an assignment is to a dead local and cannot fail: then what it reads does not matter either (`i++`).
fn is_lost(access: &Access, value: &Expr, live: &Locals) -> bool {
    let constant = access
        .subscripts
        .iter()
        .all(|subscript| matches!(subscript.index, Expr::Const(_)));
    matches!(access.var, Var::Local(id) if !live.contains(&id)) && constant && !can_fail(value)
}

fn set_resets(proctype: &mut Proctype, live: &[Locals]) {
    let mut before: Vec<Locals> = vec![Locals::new(); proctype.transitions.len()];
    for (place, live) in proctype.places.iter().zip(live) {
        for candidate in &place.candidates {
            before[candidate.transition.index()].extend(live);
        }
    }
    for (transition, mut known) in proctype.transitions.iter_mut().zip(before) {
        if transition
            .steps
            .iter()
            .any(|step| matches!(step.action, Action::End))
        {
            continue;
        }
        for step in &transition.steps {
            for access in step.action.assigned() {
                keep_local(&mut known, access.var);
            }
        }
        let after = &live[transition.target.index()];
        let dead = known.difference(after).copied();
        let zero = zeroed(transition);
        transition.resets = dead.filter(|local| !zero.contains(local)).collect();
    }
}

/// Locals that a transition leaves at 0 anyhow: the last thing written to them is that constant.
fn zeroed(transition: &Transition) -> Locals {
    let mut zero = Locals::new();
    for step in &transition.steps {
        for access in step.action.assigned() {
            if let Var::Local(id) = access.var {
                zero.remove(&id);
            }
        }
        if let Action::Assign(access, Expr::Const(0)) = &step.action
            && let (Var::Local(id), true) = (access.var, access.subscripts.is_empty())
        {
            zero.insert(id);
        }
    }
    zero
}

/// Leaves out initial values that nobody reads, unless computing them can fail.
fn drop_creation(proctype: &mut Proctype, live_at_start: &Locals) {
    let mut needed = live_at_start.clone();
    let mut kept = Vec::new();
    for (access, value) in std::mem::take(&mut proctype.creation).into_iter().rev() {
        let wanted = matches!(access.var, Var::Local(id) if needed.contains(&id));
        if wanted || can_fail(&value) {
            reads_of(&value, &mut |var| keep_local(&mut needed, var));
            kept.push((access, value));
        }
    }
    kept.reverse();
    proctype.creation = kept;
}
