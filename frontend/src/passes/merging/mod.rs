//! Statement merging: a step that no other process can notice is made together with the one before
//! it.
//!
//! When a transition leads to a place with a single way on, and the step there cannot block and
//! touches only what belongs to the process, then whatever the others do in between could as well
//! be done before or after both: the place in between need not be a state. Inside `atomic`, no
//! other process can move in between at all, and the step may touch globals too.
//!
//! A step that may be a run-time error is not merged: it would take the step before it along, and
//! the others would never go on from the state in between.
//!
//! The entrance to an `atomic` is no place to merge over. From the step before it to its first step
//! others may move, and afterwards they may not; merged, they could not do so any more before the
//! *second* step of the sequence.
//!
//! A place that another process refers to by its label stays, and an assignment to a local that
//! another process reads (`P:x`) is no local step. In a model that asks which processes are
//! enabled, where they stand by number, or who moved last, nothing can be merged unnoticed; nor in
//! one with priorities, where a step of one process decides who may go on; nor where a claim counts
//! steps. A process that is `provided` a condition must look at it before each step. Where an
//! escape of an `unless` may be taken there is more than one way on.
//!
//! Over a place with several ways on: [`choices`]. Globals that belong to a process: [`owned`].

mod choices;
mod owned;

use std::collections::{BTreeMap, BTreeSet};

use super::footprint::{locals_read_by_others, reads_of_step};
use crate::ir::range::{self, Context, Known};
use crate::ir::{
    Action, Expr, GlobalId, LocalId, Model, PlaceId, Proctype, ProctypeId, Step, Transition,
    TransitionId, Var, evaluated,
};
use crate::tags::flow::Flow;
use crate::values::Values;

/// A step is copied into each transition that comes to it. Many that come to many places of a long
/// sequence would copy the square of its length; so at most this many steps are appended for each
/// transition of a proctype ..
const COPIES_MAX: usize = 8;

/// .. and this many more. What comes then is not merged.
const COPIES_SMALL: usize = 4_096;

/// Merges steps in all proctypes and removes the places that are not needed any more.
pub fn run(model: &mut Model) {
    let mut referenced = vec![BTreeSet::new(); model.proctypes.len()];
    let mut watched = model.tracks_last || model.has_priorities;
    model.visit_expressions(&mut |e| match e {
        Expr::At(proctype, _, places) => {
            referenced[proctype.index()].extend(places.iter().copied());
        }
        Expr::Enabled(_) | Expr::PlaceNumber(_) => watched = true,
        _ => {}
    });
    // A claim that counts steps sees that two have become one.
    watched |= model.claims.iter().any(|it| !it.ignores_stuttering());
    if watched {
        return;
    }
    let mut handshakes = handshakes(model);
    let mut read_by_others = locals_read_by_others(model);
    let mut owned = owned::globals(model);
    let values = Values::of(model, &owned);
    let mut moved: Vec<BTreeMap<PlaceId, PlaceId>> = Vec::new();
    let mut proctypes = model.proctypes.clone();
    for ((id, proctype), values) in proctypes.iter_mut().enumerate().zip(values) {
        if proctype.provided.is_some() {
            let places = (0..proctype.places.len()).map(PlaceId::from);
            moved.push(places.map(|place| (place, place)).collect());
            continue;
        }
        let before = proctype.reachable(proctype.start);
        let original = &model.proctypes[id];
        let mut merger = Merger {
            original: Context::new(model, original),
            values,
            room: proctype.transitions.len() * COPIES_MAX + COPIES_SMALL,
            handshakes: std::mem::take(&mut handshakes[id]),
            labelled: std::mem::take(&mut referenced[id]),
            watched: std::mem::take(&mut read_by_others[id]),
            owned: std::mem::take(&mut owned[id]),
        };
        let dead = (0..before.len()).filter(|at| !before[*at]);
        let dead = dead.map(PlaceId::from);
        // Only what stays is merged: the places inside of a long sequence go, and their steps would
        // take the square of its length.
        let mut open: Vec<PlaceId> = dead.chain([proctype.start]).collect();
        let (mut kept, mut merged) = (BTreeSet::new(), vec![false; proctype.transitions.len()]);
        while let Some(place) = open.pop() {
            if !kept.insert(place) {
                continue;
            }
            for at in 0..proctype.places[place.index()].candidates.len() {
                let transition = proctype.places[place.index()].candidates[at].transition;
                if !std::mem::replace(&mut merged[transition.index()], true) {
                    merger.merge_into(proctype, transition.index());
                }
                open.push(proctype.transitions[transition.index()].target);
            }
        }
        choices::run(proctype, &merger);
        moved.push(renumber(proctype, &kept));
    }
    model.proctypes = proctypes;
    model.visit_expressions(&mut |e| {
        if let Expr::At(proctype, _, places) = e {
            let new = &moved[proctype.index()];
            let kept = places.iter().filter_map(|old| new.get(old).copied());
            *places = kept.collect();
        }
    });
}

/// By proctype, what variables can be where.
pub(super) fn values(model: &Model) -> Vec<Values<'_>> {
    Values::of(model, &owned::globals(model))
}

/// By proctype, the variables that it sends to and that may name a rendezvous channel.
fn handshakes(model: &Model) -> Vec<BTreeSet<Var>> {
    let mut found = vec![BTreeSet::new(); model.proctypes.len()];
    if !model.has_rendezvous() {
        return found;
    }
    let flow = Flow::follow(model);
    for (index, proctype) in model.proctypes.iter().enumerate() {
        for step in proctype.steps() {
            if let Action::Send { channel, .. } = &step.action {
                let named = flow.named_by(ProctypeId::from(index), channel.var);
                if named.iter().any(|it| it.capacity(model) == 0) {
                    found[index].insert(channel.var);
                }
            }
        }
    }
    found
}

/// What decides in a proctype which steps can be merged.
struct Merger<'m> {
    /// What it was before anything was merged: each transition has one step.
    original: Context<'m>,
    /// What its variables can be there.
    values: Values<'m>,
    /// How many steps can still be appended.
    room: usize,
    /// What it sends to and can be a rendezvous channel.
    handshakes: BTreeSet<Var>,
    /// Places that other processes refer to.
    labelled: BTreeSet<PlaceId>,
    /// Locals that other processes read.
    watched: BTreeSet<LocalId>,
    /// Globals that no other process uses.
    owned: BTreeSet<GlobalId>,
}

impl Merger<'_> {
    fn original(&self, transition: usize) -> &Transition {
        &self.original.proctype.transitions[transition]
    }

    /// Appends to a transition all steps that can be made with it.
    fn merge_into(&mut self, proctype: &mut Proctype, index: usize) {
        if !self.goes_on_behind(self.original(index)) {
            return;
        }
        let mut visited = BTreeSet::from([index]);
        while self.room > 0 {
            let merged = &proctype.transitions[index];
            let Some(next) = self.next_to_merge(proctype, merged.target, merged.atomic) else {
                return;
            };
            if !visited.insert(next) {
                return;
            }
            self.room -= 1;
            let next = self.original(next);
            let merged = &mut proctype.transitions[index];
            merged.steps.extend(next.steps.iter().cloned());
            merged.target = next.target;
            merged.jumps = next.jumps;
            merged.atomic = next.atomic;
        }
    }

    /// The transition that follows at `target`, when it may be made at once.
    fn next_to_merge(&self, proctype: &Proctype, target: PlaceId, alone: bool) -> Option<usize> {
        let place = &proctype.places[target.index()];
        let [only] = place.candidates[..] else {
            return None;
        };
        if target == proctype.start || self.is_seen(proctype, target) {
            return None;
        }
        let next = self.original(only.transition.index());
        let [step] = &next.steps[..] else { return None };
        let enters_atomic = next.atomic && !alone;
        let local = || self.is_local(step, &self.values.at(target));
        (cannot_block(&step.action) && !enters_atomic && (alone || local()))
            .then_some(only.transition.index())
    }

    /// Whether a place has a label that means something, or that another process refers to.
    fn is_seen(&self, proctype: &Proctype, at: PlaceId) -> bool {
        let place = &proctype.places[at.index()];
        place.end || place.accept || place.progress || self.labelled.contains(&at)
    }

    /// Whether the process that makes a transition may make another step with it.
    fn goes_on_behind(&self, transition: &Transition) -> bool {
        match &transition.steps[0].action {
            Action::Send { channel, .. } => !self.handshakes.contains(&channel.var),
            Action::Run { .. } | Action::End => false,
            _ => true,
        }
    }

    /// Whether a step touches only what belongs to its process, and writes nothing that others
    /// read. What is known is so before it.
    fn is_local(&self, step: &Step, known: &Known) -> bool {
        let mut local = !asks_system(step) && !self.can_fail(&step.action, known);
        reads_of_step(step, false, &mut |var| {
            local &= match var {
                Var::Local(_) => true,
                Var::Global(id) => self.owned.contains(&id),
            };
        });
        let mut assigned = step.action.assigned().into_iter();
        local
            && assigned.all(|access| match access.var {
                Var::Local(id) => !self.watched.contains(&id),
                Var::Global(id) => self.owned.contains(&id),
            })
    }

    /// Whether a step can end in a run-time error. Others go on from the state before it, which
    /// then must be one.
    fn can_fail(&self, action: &Action, known: &Known) -> bool {
        let context = Context {
            known,
            ..self.original
        };
        let fails = |value: &Expr| range::can_fail(context, value);
        match action {
            Action::Skip | Action::Else => false,
            Action::Condition(value) | Action::Assert(value) => fails(value),
            Action::Assign(access, value) => range::can_miss(context, access) || fails(value),
            Action::Print { arguments, .. } => evaluated(arguments).any(fails),
            _ => true,
        }
    }
}

fn cannot_block(action: &Action) -> bool {
    matches!(
        action,
        Action::Skip | Action::Assign(..) | Action::Assert(_) | Action::Print { .. }
    )
}

/// Whether a condition, assertion or assignment looks at more than variables.
fn asks_system(step: &Step) -> bool {
    let mut found = false;
    if !matches!(
        step.action,
        Action::Condition(_) | Action::Assert(_) | Action::Assign(..)
    ) {
        return false;
    }
    step.action.walk(&mut |part| {
        found |= !matches!(
            part,
            Expr::Const(_)
                | Expr::Pid
                | Expr::Spawned
                | Expr::Load(_)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Conditional(..)
        );
    });
    found
}

/// The new number of each place that is kept.
fn renumber(proctype: &mut Proctype, kept: &BTreeSet<PlaceId>) -> BTreeMap<PlaceId, PlaceId> {
    let places: Vec<PlaceId> = kept.iter().copied().collect();
    let new_place = |old: PlaceId| {
        let new = places.binary_search(&old);
        PlaceId::from(new.expect("a kept place leads to kept places"))
    };
    let offered = places
        .iter()
        .flat_map(|place| &proctype.places[place.index()].candidates);
    let used: BTreeSet<TransitionId> = offered.map(|candidate| candidate.transition).collect();
    let used: Vec<TransitionId> = used.into_iter().collect();
    let new_transition = |old: TransitionId| {
        let new = used.binary_search(&old);
        TransitionId::from(new.expect("an offered transition is kept"))
    };
    let move_place = |old: &PlaceId| {
        let mut place = proctype.places[old.index()].clone();
        for candidate in &mut place.candidates {
            candidate.transition = new_transition(candidate.transition);
        }
        place
    };
    let move_transition = |old: &TransitionId| {
        let transition = proctype.transitions[old.index()].clone();
        Transition {
            target: new_place(transition.target),
            ..transition
        }
    };
    let moved = places.iter().map(move_place).collect();
    proctype.transitions = used.iter().map(move_transition).collect();
    proctype.start = new_place(proctype.start);
    proctype.places = moved;
    places.iter().map(|old| (*old, new_place(*old))).collect()
}
