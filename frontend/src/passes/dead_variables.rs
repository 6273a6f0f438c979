//! Dead variables: a local whose value cannot be read any more is set to zero, so that states that
//! differ in it only are one.
//!
//! The usual backward analysis over the places of a proctype: a variable is live at a place when
//! some way on reads it before it is written as a whole. Writing one element of an array leaves the
//! array as live as it was.
//!
//! The inside of a `d_step` has ways of its own, which are no places: it is analysed in the same
//! way, whenever what is live behind it has changed.

use std::collections::VecDeque;

use super::bits::Bits;
use super::footprint::{locals_read_by_others, reads_of, reads_of_step};
use crate::ir::{
    Access, Action, Deterministic, Expr, LocalId, Model, PlaceId, Proctype, Step, Transition, Var,
};

/// Most places of a proctype times its locals. In a larger one all locals count as live.
const FACTS_MAX: usize = 1 << 26;

/// Fills in [`Transition::resets`], and leaves out values at creation that are never read.
pub fn run(model: &mut Model) {
    let read_by_others = locals_read_by_others(model);
    let mut dead_parameters = Vec::new();
    for (id, proctype) in model.proctypes.iter_mut().enumerate() {
        if proctype.places.len().saturating_mul(proctype.locals.len()) > FACTS_MAX {
            dead_parameters.push(vec![false; proctype.parameters]);
            continue;
        }
        let mut pinned = pinned(proctype);
        for local in &read_by_others[id] {
            pinned.insert(local.index());
        }
        let live = live_at_places(proctype, &pinned);
        set_resets(proctype, &live);
        let at_start = &live[proctype.start.index()];
        drop_creation(proctype, at_start);
        let mut needed = at_start.clone();
        for (_, value) in &proctype.creation {
            reads_of(value, &mut |var| keep_local(&mut needed, var));
        }
        let dead = (0..proctype.parameters).map(|parameter| !needed.contains(parameter));
        dead_parameters.push(dead.collect());
    }
    let proctypes = model.proctypes.iter_mut();
    let transitions = proctypes.flat_map(|proctype| &mut proctype.transitions);
    for step in transitions.flat_map(|transition| &mut transition.steps) {
        drop_arguments(step, &dead_parameters);
    }
}

/// Passes 0 for what is never read; what was written is kept for trails.
fn drop_arguments(step: &mut Step, dead_parameters: &[Vec<bool>]) {
    let Action::Run {
        proctype,
        arguments,
        ..
    } = &step.action
    else {
        return;
    };
    let dead = dead_parameters[proctype.index()].iter();
    let is_dropped = |(argument, dead): (&Expr, &bool)| {
        *dead && !argument.can_fail() && *argument != Expr::Const(0)
    };
    let dropped: Vec<bool> = arguments.iter().zip(dead).map(is_dropped).collect();
    if !dropped.contains(&true) {
        return;
    }
    let written = step.as_written().clone();
    step.written = Some(Box::new(written));
    if let Action::Run { arguments, .. } = &mut step.action {
        let dropped = arguments.iter_mut().zip(dropped).filter(|(_, is)| *is);
        dropped.for_each(|(argument, _)| *argument = Expr::Const(0));
    }
}

fn keep_local(set: &mut Bits, var: Var) {
    if let Var::Local(id) = var {
        set.insert(id.index());
    }
}

/// Locals that are looked at from outside of the statements: what a process is `provided` for,
/// channels of promises that must be watched, and names of the process's own channels. As such a
/// channel lives as long as the process, keeping its name tells no two states apart, and at the end
/// it says which channel ends, too.
fn pinned(proctype: &Proctype) -> Bits {
    let mut pinned = Bits::none(proctype.locals.len());
    for name in proctype.names_of_own_channels() {
        pinned.insert(name.index());
    }
    for promise in proctype.unproven() {
        keep_local(&mut pinned, promise.channel.var);
    }
    if let Some(provided) = &proctype.provided {
        reads_of(provided, &mut |var| keep_local(&mut pinned, var));
    }
    pinned
}

/// What is live where a `d_step` begins, if this is behind it.
fn live_at_entry(inside: &Deterministic, after: &Bits) -> Bits {
    let nodes = &inside.nodes;
    // Too large to look at: nothing ends there.
    if nodes.len().saturating_mul(after.bound()) > FACTS_MAX {
        let mut live = after.clone();
        let steps = inside.steps();
        steps.for_each(|step| reads_of_step(step, true, &mut |var| keep_local(&mut live, var)));
        return live;
    }
    let mut before = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        for target in node.branches.iter().filter_map(|branch| branch.target) {
            before[target.index()].push(at);
        }
    }
    let mut nothing = after.clone();
    nothing.clear();
    let mut live = vec![nothing; nodes.len()];
    go_backwards(&before, |at| {
        let mut all = live[at].clone();
        for branch in &nodes[at].branches {
            let behind = branch.target.map_or(after, |target| &live[target.index()]);
            let mut needed = behind.clone();
            pass_step(&branch.step, &mut needed);
            all.add(&needed);
        }
        live[at].add(&all)
    });
    live.swap_remove(0)
}

/// What is live at each place.
fn live_at_places(proctype: &Proctype, pinned: &Bits) -> Vec<Bits> {
    let mut live = vec![pinned.clone(); proctype.places.len()];
    go_backwards(&proctype.places_before(), |at| {
        let mut changes = false;
        for transition in proctype.offered(PlaceId::from(at)) {
            let mut needed = live[transition.target.index()].clone();
            let steps = transition.steps.iter().rev();
            steps.for_each(|step| pass_step(step, &mut needed));
            needed.add(pinned);
            changes |= live[at].add(&needed);
        }
        changes
    });
    live
}

/// Calls `look` for each place of a graph, and again for those before one that has changed.
fn go_backwards(before: &[Vec<usize>], mut look: impl FnMut(usize) -> bool) {
    let mut open: VecDeque<usize> = (0..before.len()).rev().collect();
    let mut is_open = vec![true; before.len()];
    while let Some(at) = open.pop_front() {
        is_open[at] = false;
        if look(at) {
            for place in &before[at] {
                if !std::mem::replace(&mut is_open[*place], true) {
                    open.push_back(*place);
                }
            }
        }
    }
}

/// What is live before a step, where `live` is what is so behind it.
fn pass_step(step: &Step, live: &mut Bits) {
    match &step.action {
        Action::Deterministic(inside) => {
            *live = live_at_entry(inside, live);
            return;
        }
        Action::Assign(access, value) if is_lost(access, value, live) => return,
        Action::End => live.clear(),
        _ => {}
    }
    for access in step.action.assigned() {
        if let (Var::Local(id), true) = (access.var, access.subscripts.is_empty()) {
            live.remove(id.index());
        }
    }
    reads_of_step(step, true, &mut |var| keep_local(live, var));
}

/// Whether an assignment is to a dead local and cannot fail: then what it reads does not matter
/// either (`i++`).
fn is_lost(access: &Access, value: &Expr, live: &Bits) -> bool {
    matches!(access.var, Var::Local(id) if !live.contains(id.index()))
        && access.exists()
        && !value.can_fail()
}

fn set_resets(proctype: &mut Proctype, live: &[Bits]) {
    let offered = proctype.offered_at();
    let locals = proctype.locals.len();
    for (transition, places) in proctype.transitions.iter_mut().zip(offered) {
        let ends = |step: &Step| matches!(step.action, Action::End);
        if transition.steps.iter().any(ends) {
            continue;
        }
        let mut dead = Bits::none(locals);
        for place in places {
            dead.add(&live[place.index()]);
        }
        for step in &transition.steps {
            for access in step.action.assigned() {
                keep_local(&mut dead, access.var);
            }
        }
        dead.subtract(&live[transition.target.index()]);
        dead.subtract(&zeroed(transition, locals));
        transition.resets = dead.iter().map(LocalId::from).collect();
    }
}

/// Locals that a transition leaves at 0 anyhow: the last thing written to them is that constant.
fn zeroed(transition: &Transition, locals: usize) -> Bits {
    let mut zero = Bits::none(locals);
    for step in &transition.steps {
        for access in step.action.assigned() {
            if let Var::Local(id) = access.var {
                zero.remove(id.index());
            }
        }
        if let Action::Assign(access, Expr::Const(0)) = &step.action
            && let (Var::Local(id), true) = (access.var, access.subscripts.is_empty())
        {
            zero.insert(id.index());
        }
    }
    zero
}

/// Leaves out initial values that nothing reads, unless computing them can fail.
fn drop_creation(proctype: &mut Proctype, live_at_start: &Bits) {
    let mut needed = live_at_start.clone();
    let mut kept = Vec::new();
    for (access, value) in proctype.creation.iter().rev() {
        let wanted = matches!(access.var, Var::Local(id) if needed.contains(id.index()));
        if wanted || value.can_fail() {
            reads_of(value, &mut |var| keep_local(&mut needed, var));
            kept.push((access.clone(), value.clone()));
        }
    }
    kept.reverse();
    if kept.len() < proctype.creation.len() {
        let written = std::mem::replace(&mut proctype.creation, kept);
        proctype.written_creation = Some(written);
    }
}
