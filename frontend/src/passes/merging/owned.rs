//! Globals of a single process.
//!
//! Many models declare everything at the top, even what one process uses for itself. What it does
//! with that others cannot notice, so that such a global is as good as a local.

use std::collections::BTreeSet;

use crate::ir::{GlobalId, Model, ProctypeId, Var, visit};
use crate::passes::footprint::{reads_of, reads_of_indices, reads_of_step};
use crate::population;

/// By proctype, the globals that only its process uses, where there is never more than one.
pub(super) fn globals(model: &Model) -> Vec<BTreeSet<GlobalId>> {
    let mut users = vec![User::None; model.globals.len()];
    visit_uses(model, &mut |var, by| {
        if let Var::Global(id) = var {
            let user = &mut users[id.index()];
            *user = match *user {
                User::None => by,
                known if known == by => by,
                _ => User::Several,
            };
        }
    });
    let processes = population::count(model);
    let mut owned = vec![BTreeSet::new(); model.proctypes.len()];
    for (index, user) in users.into_iter().enumerate() {
        if let User::One(proctype) = user
            && processes[proctype.index()] == 1
            && !model.globals[index].hidden
        {
            owned[proctype.index()].insert(GlobalId::from(index));
        }
    }
    owned
}

/// Who reads or assigns a global.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    None,
    One(ProctypeId),
    /// Or one that looks at every step.
    Several,
}

/// Visits each use of a variable.
fn visit_uses(model: &Model, visit: &mut dyn FnMut(Var, User)) {
    let seen = &mut |var| visit(var, User::Several);
    for claim in &model.claims {
        for proposition in &claim.propositions {
            reads_of(&proposition.value, seen);
        }
        for step in &claim.actions {
            reads_of_step(step, true, seen);
        }
    }
    visit::assigned_by_claims(model).for_each(|it| seen(it.var));
    let places = model.trace.iter().flat_map(|trace| &trace.places);
    for event in places.flat_map(|place| &place.events) {
        seen(event.channel.var);
        reads_of_indices(&event.channel, seen);
        let fields = event.fields.iter().flatten();
        fields.for_each(|value| reads_of(value, seen));
    }
    for proctype in &model.proctypes {
        // Looked at in steps of other processes: those that start it, or use the channel.
        for (access, value) in &proctype.creation {
            seen(access.var);
            reads_of_indices(access, seen);
            reads_of(value, seen);
        }
        for promise in &proctype.promises {
            seen(promise.channel.var);
            reads_of_indices(&promise.channel, seen);
        }
        let provided = proctype.provided.iter();
        provided.for_each(|value| reads_of(value, seen));
    }
    for (index, proctype) in model.proctypes.iter().enumerate() {
        let own = &mut |var| visit(var, User::One(ProctypeId::from(index)));
        for step in proctype.transitions.iter().flat_map(|it| &it.steps) {
            reads_of_step(step, true, own);
            let assigned = step.action.assigned();
            assigned.iter().for_each(|access| own(access.var));
        }
    }
}
