//! Globals that nothing ever reads are taken out of the state: they cannot decide anything. What is
//! printed does not count as read, what is received into does (the variable then says which message
//! it was, and SPIN keeps it).
//!
//! Their assignments stay as steps that do nothing, or only check their index, so that places and
//! depth are the same. What was written is kept beside the step, for trails.

use std::collections::BTreeSet;

use super::footprint::{reads_of, reads_of_indices, reads_of_step};
use crate::ir::{Action, Expr, GlobalId, Model, Proctype, Step, Type, Var};

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
    let mut uses = Uses::of(model);
    let mut open: Vec<GlobalId> = uses.used.iter().copied().collect();
    while let Some(id) = open.pop() {
        for read in std::mem::take(&mut uses.computed_from[id.index()]) {
            if uses.used.insert(read) {
                open.push(read);
            }
        }
    }
    let globals = model.globals.iter().enumerate();
    let plain = globals.filter(|(_, variable)| variable.ty != Type::Chan);
    let ids = plain.map(|(index, _)| GlobalId::from(index));
    ids.filter(|id| !uses.used.contains(id)).collect()
}

/// What globals are read for.
struct Uses {
    /// Those that matter whatever else does.
    used: BTreeSet<GlobalId>,
    /// By global, what is read only to compute it (`w++`): that matters if it does.
    computed_from: Vec<BTreeSet<GlobalId>>,
}

impl Uses {
    fn of(model: &Model) -> Self {
        let mut uses = Self {
            used: BTreeSet::new(),
            computed_from: vec![BTreeSet::new(); model.globals.len()],
        };
        uses.note_trace(model);
        for claim in &model.claims {
            for proposition in &claim.propositions {
                reads_of(&proposition.value, &mut |var| uses.note(var));
            }
            for step in &claim.actions {
                reads_of_step(step, false, &mut |var| uses.note(var));
            }
        }
        for proctype in &model.proctypes {
            uses.note_proctype(model, proctype);
        }
        uses
    }

    fn note(&mut self, var: Var) {
        if let Var::Global(id) = var {
            self.used.insert(id);
        }
    }

    fn note_trace(&mut self, model: &Model) {
        let events = model.trace.iter().flat_map(|trace| &trace.places);
        for event in events.flat_map(|place| &place.events) {
            reads_of_indices(&event.channel, &mut |var| self.note(var));
            for value in event.fields.iter().flatten() {
                reads_of(value, &mut |var| self.note(var));
            }
        }
    }

    fn note_proctype(&mut self, model: &Model, proctype: &Proctype) {
        if let Some(provided) = &proctype.provided {
            reads_of(provided, &mut |var| self.note(var));
        }
        for (access, value) in &proctype.creation {
            self.note(access.var);
            reads_of(value, &mut |var| self.note(var));
        }
        for promise in proctype.unproven() {
            self.note(promise.channel.var);
        }
        let steps = proctype.transitions.iter().flat_map(|it| &it.steps);
        for step in steps.flat_map(basic_steps) {
            self.note_step(model, step);
        }
    }

    fn note_step(&mut self, model: &Model, step: &Step) {
        match &step.action {
            Action::Assign(access, value) if !value.can_fail_beside(access) => {
                if let Var::Global(id) = access.var
                    && model.globals[id.index()].ty != Type::Chan
                {
                    reads_of_indices(access, &mut |var| self.note(var));
                    let computed_from = &mut self.computed_from[id.index()];
                    reads_of(value, &mut |var| {
                        if let Var::Global(read) = var {
                            computed_from.insert(read);
                        }
                    });
                    return;
                }
            }
            _ if !can_do_without(step) => {
                let assigned = step.action.assigned();
                assigned.iter().for_each(|access| self.note(access.var));
            }
            _ => {}
        }
        reads_of_step(step, false, &mut |var| self.note(var));
    }
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
        } => access.subscripts.is_empty() && !value.can_fail(),
        _ => false,
    }
}

fn drop_write(step: &mut Step, unused: &BTreeSet<GlobalId>, instead: &Action) {
    let is_unused = |var: Var| is_in(unused, var);
    let written = match step.action {
        Action::Assign(..) | Action::Run { .. } => Some(told(&step.action)),
        _ => None,
    };
    match &mut step.action {
        Action::Deterministic(inside) => {
            for branch in inside.nodes.iter_mut().flat_map(|node| &mut node.branches) {
                drop_write(&mut branch.step, unused, instead);
            }
            return;
        }
        Action::Assign(access, value) if is_unused(access.var) => {
            match (!access.exists(), value.can_fail_beside(access)) {
                (false, false) => step.action = instead.clone(),
                // A value that can fail is still computed.
                (false, true) => {
                    let value = std::mem::replace(value, Expr::Const(0));
                    step.action = Action::computation_of(value);
                }
                (true, false) => *value = Expr::Const(0),
                (true, true) => {}
            }
        }
        Action::Run { result, .. } => {
            result.take_if(|(access, _)| is_unused(access.var));
        }
        _ => return,
    }
    let left_out = |written: &Action| *written != step.action;
    step.written = written.filter(left_out).map(Box::new);
}

/// What a trail can show of an assignment: not what depends on where processes stand, for the
/// optimised model has other places.
fn told(action: &Action) -> Action {
    let mut known = true;
    action.walk(&mut |part| {
        known &= !matches!(part, Expr::At(..) | Expr::Enabled(_) | Expr::PlaceNumber(_));
    });
    match known {
        true => action.clone(),
        false => Action::Skip,
    }
}
