//! Whether processes are told apart by what they do, and not by their numbers.
//!
//! Which number a process gets, and which ids its channels, depends on which others have ended
//! before. So each `run` depends on each `-end-`: an `init` that starts three workers, and then
//! waits for them, would be tried between any two of their ends. For nothing, if no statement looks
//! at a number. Then two states are as good as the same if they differ only in processes that have
//! nothing left but their `-end-`, and in numbers: what one state can do the other can do, too,
//! after some ends at most. A `run` may then go first, whatever ends behind it
//! (`runtime/src/reduce/sets/mod.rs`). This is true of a model if
//!
//! - no `_pid` is read by a process that was started by a `run`, no `run` is asked for the number
//!   of its process, and nothing refers to other processes;
//! - `_nr_pr` is read only by a process that was there at the start and waits *to be alone again*:
//!   `_nr_pr == n` as a guard, where the process is the `n`-th. Older ones cannot end before it, so
//!   this says that all younger ones have ended. The guard stands where nothing else depends on it,
//!   no `else` and no `unless`, and not in the middle of an atomic sequence, which it would
//!   interrupt;
//! - the channels of processes are known by their own process and by those it has started, down
//!   from each to the next: these are younger and end before it. So no one can use the channel of a
//!   process that has ended, which would be an error, and no one sees an id used again;
//! - no proctype has a `provided`: it can keep a process from its `-end-`.
//!
//! What is printed does not count. More processes at a time come no later to the most that there
//! may be.

use std::collections::BTreeSet;

use super::flow::{ChannelOrigin, Flow};
use crate::ir::{
    Access, Action, BinaryOp, Expr, Model, PlaceId, Proctype, ProctypeId, Transition, Type, Var,
    visit,
};

/// Whether the processes of a model are anonymous, as far as their channels are.
pub fn are_anonymous(model: &Model) -> bool {
    let started = started(model);
    let mut ids = (0..model.proctypes.len()).map(ProctypeId::from);
    let provided = |it: &Proctype| it.provided.is_some();
    !model.proctypes.iter().any(provided)
        && ids.all(|id| is_anonymous(model, id, started.contains(&id)))
}

/// Proctypes of which a `run` starts processes.
fn started(model: &Model) -> BTreeSet<ProctypeId> {
    let steps = model.proctypes.iter().flat_map(Proctype::steps);
    let started = steps.filter_map(|step| match step.action {
        Action::Run { proctype, .. } => Some(proctype),
        _ => None,
    });
    started.collect()
}

/// Whether processes of a proctype look at no number but as they may.
fn is_anonymous(model: &Model, id: ProctypeId, started: bool) -> bool {
    let proctype = &model.proctypes[id.index()];
    let (mut counted, mut asks) = (0, false);
    visit::visit_proctype(proctype, &mut |expr| match expr {
        Expr::ProcessCount => counted += 1,
        Expr::Pid => asks |= started,
        Expr::Spawned | Expr::FirstOf(_) | Expr::At(..) | Expr::Remote(..) => asks = true,
        Expr::Last | Expr::Priority(_) | Expr::Enabled(_) | Expr::PlaceNumber(_) => asks = true,
        _ => {}
    });
    let own_number = model.initial.iter().position(|&it| it == id);
    let is_only = model.initial.iter().filter(|&&it| it == id).count() == 1;
    let waiting = match own_number {
        Some(pid) if is_only && !started => waits_to_be_alone(proctype, pid),
        _ => 0,
    };
    !asks && counted == waiting
}

/// How often a proctype, whose only process has this number, waits to be alone again where nothing
/// else depends on it.
fn waits_to_be_alone(proctype: &Proctype, pid: usize) -> usize {
    let inside: BTreeSet<PlaceId> = (proctype.transitions.iter())
        .filter_map(|it| it.atomic.then_some(it.target))
        .collect();
    let depends = |place: &PlaceId| {
        let candidates = &proctype.places[place.index()].candidates;
        inside.contains(place)
            || candidates.windows(2).any(|it| it[0].tier != it[1].tier)
            || proctype
                .offered(*place)
                .any(|it| it.steps[0].action.is_else())
    };
    let places = proctype.offered_at();
    let guards = proctype.transitions.iter().zip(places);
    let alone = guards.filter(|(_, places)| !places.iter().any(depends));
    alone.map(|(guard, _)| parts_alone(guard, pid)).sum()
}

/// How many parts of a guard hold only where the process `pid` is alone: `_nr_pr == pid + 1`.
fn parts_alone(guard: &Transition, pid: usize) -> usize {
    fn parts(value: &Expr, count: i32) -> usize {
        match value {
            Expr::Binary(BinaryOp::And, left, right) => parts(left, count) + parts(right, count),
            value => usize::from(value.bounds_processes(count)),
        }
    }
    match &guard.steps[0].action {
        Action::Condition(value) => parts(value, pid as i32 + 1),
        _ => 0,
    }
}

/// Whether the channels of processes are named by locals only, whose values come from these
/// processes by `run`, and are used for nothing but to name a channel.
pub fn channels_go_down(model: &Model, flow: &Flow) -> bool {
    let globals = model.globals.iter().enumerate();
    let mut globals = globals.filter(|(_, it)| it.ty == Type::Chan);
    let down = Down { model, flow };
    let ids = (0..model.proctypes.len()).map(ProctypeId::from);
    !globals.any(|(i, _)| down.may_name(ProctypeId(0), Var::Global(i.into())))
        && ids.into_iter().all(|id| down.holds_in(id))
}

struct Down<'m> {
    model: &'m Model,
    flow: &'m Flow,
}

impl Down<'_> {
    /// Whether a variable of a proctype can name the channel of a process.
    fn may_name(&self, id: ProctypeId, var: Var) -> bool {
        let mut origins = self.flow.named_by(id, var).iter();
        origins.any(|it| matches!(it, ChannelOrigin::Local(..)))
    }

    fn holds_in(&self, id: ProctypeId) -> bool {
        let proctype = &self.model.proctypes[id.index()];
        let (mut names, mut handed) = (0, 0);
        visit::visit_proctype(proctype, &mut |expr| {
            if let Expr::Load(access) = expr {
                names += usize::from(self.may_name(id, access.var));
            }
        });
        // Where it is assigned; whether that is a name handed on, if it has to be.
        let mut assigned = |to: ProctypeId, var: Var, value: Option<&Expr>| {
            let hands_on = self.hands_on(id, value);
            handed += usize::from(hands_on && self.may_name(to, var));
            !self.may_name(to, var) || hands_on || matches!(value, Some(Expr::Const(0)))
        };
        let mut goes = true;
        for (access, value) in &proctype.creation {
            goes &= assigned(id, access.var, Some(value));
        }
        for step in proctype.steps() {
            let value = match &step.action {
                Action::Assign(_, value) => Some(value),
                // What is inside comes by itself.
                Action::Deterministic(_) => continue,
                _ => None,
            };
            for access in step.action.assigned() {
                goes &= assigned(id, access.var, value);
            }
            if let Action::Run {
                proctype: started,
                arguments,
                ..
            } = &step.action
            {
                for (i, value) in arguments.iter().enumerate() {
                    goes &= assigned(*started, Var::Local(i.into()), Some(value));
                }
            }
        }
        goes && names == handed
    }

    /// Whether a value is that of a variable which can name the channel of a process.
    fn hands_on(&self, id: ProctypeId, value: Option<&Expr>) -> bool {
        match value {
            Some(Expr::Load(Access { var, .. })) => self.may_name(id, *var),
            _ => false,
        }
    }
}
