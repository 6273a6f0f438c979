//! Visiting what a model's statements evaluate, those inside of a `d_step` included.

use std::collections::BTreeSet;

use super::{Access, Expr, LocalId, Model, PlaceId, Proctype, ProctypeId, Var};

/// Calls `visit` for every variable whose value some statement reads, with the proctype that the
/// statement belongs to, for a local that it is a variable of; a channel's variable counts as read
/// where the channel is used.
pub fn visit_reads(model: &Model, visit: &mut impl FnMut(ProctypeId, Var)) {
    for (index, proctype) in model.proctypes.iter().enumerate() {
        let id = ProctypeId::from(index);
        visit_proctype(proctype, &mut |expr| read_by(id, expr, visit));
        for step in proctype.steps() {
            if let Some(channel) = step.action.channel() {
                visit(id, channel.var);
            }
        }
    }
    visit_claims(model, &mut |expr| read_by(ProctypeId(0), expr, visit));
    let places = model.trace.iter().flat_map(|trace| &trace.places);
    let fields = places
        .flat_map(|place| &place.events)
        .flat_map(|event| &event.fields);
    for value in fields.flatten() {
        value.walk(&mut |expr| read_by(ProctypeId(0), expr, visit));
    }
}

fn read_by(id: ProctypeId, expr: &Expr, visit: &mut impl FnMut(ProctypeId, Var)) {
    if let Some(access) = expr.read() {
        visit(id, access.var);
    } else if let Expr::Remote(other, _, access) = expr {
        visit(*other, access.var);
    }
}

/// What remote references of processes look at in those of a proctype.
#[derive(Clone, Debug, Default)]
pub struct LookedAt {
    /// Whether one stands at one of these places.
    pub places: BTreeSet<Vec<PlaceId>>,
    /// What its locals hold.
    pub locals: BTreeSet<LocalId>,
}

/// The same for each proctype.
pub fn looked_at(model: &Model) -> Vec<LookedAt> {
    let mut found = vec![LookedAt::default(); model.proctypes.len()];
    visit(model, &mut |expr| match expr {
        Expr::At(id, _, places) => {
            found[id.index()].places.insert(places.clone());
        }
        Expr::Remote(id, _, access) => {
            if let Var::Local(local) = access.var {
                found[id.index()].locals.insert(local);
            }
        }
        _ => {}
    });
    found
}

/// Whether a process of the model, or a claim, can evaluate such an expression.
pub fn asks(model: &Model, such: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    let mut ask = |expr: &Expr| found |= such(expr);
    visit(model, &mut ask);
    visit_claims(model, &mut ask);
    found
}

/// Calls `visit` for every expression of claims.
fn visit_claims(model: &Model, visit: &mut dyn FnMut(&Expr)) {
    for claim in &model.claims {
        let propositions = claim.propositions.iter();
        propositions.for_each(|proposition| proposition.value.walk(visit));
        let actions = claim.actions.iter();
        actions.for_each(|step| step.action.walk(visit));
    }
}

/// The variables, or elements of one, that claims assign: globals.
pub fn assigned_by_claims(model: &Model) -> impl Iterator<Item = &Access> {
    let actions = model.claims.iter().flat_map(|it| &it.actions);
    actions.flat_map(|it| it.action.assigned())
}

/// Calls `visit` for every expression that a process of the model can evaluate.
fn visit(model: &Model, visit: &mut dyn FnMut(&Expr)) {
    for proctype in &model.proctypes {
        visit_proctype(proctype, visit);
    }
}

/// Calls `visit` for every expression that a process of this proctype can evaluate.
pub fn visit_proctype(proctype: &Proctype, visit: &mut dyn FnMut(&Expr)) {
    for (access, value) in &proctype.creation {
        access.walk_subscripts(visit);
        value.walk(visit);
    }
    if let Some(provided) = &proctype.provided {
        provided.walk(visit);
    }
    for step in proctype.steps() {
        step.action.walk(visit);
    }
}
