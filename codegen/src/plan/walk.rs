//! Visiting what a model's statements evaluate and assign, those inside of a `d_step` included.

use std::collections::BTreeSet;

use frontend::ir::{Access, Action, Expr, Model, Pattern, Proctype, ProctypeId, Step, Var};

/// All statements of a proctype; of a `d_step`, itself and what is inside.
pub fn steps(proctype: &Proctype) -> impl Iterator<Item = &Step> {
    let steps = proctype.transitions.iter().flat_map(|it| &it.steps);
    steps.flat_map(|step| {
        let inside = match &step.action {
            Action::Deterministic(inside) => Some(inside.steps()),
            _ => None,
        };
        std::iter::once(step).chain(inside.into_iter().flatten())
    })
}

/// Calls `visit` for every variable whose value some statement reads, with the proctype that the statement belongs to, for a local that it is
/// a variable of; a channel's variable counts as read where the channel is used.
pub fn visit_reads(model: &Model, visit: &mut impl FnMut(ProctypeId, Var)) {
    for (index, proctype) in model.proctypes.iter().enumerate() {
        let id = ProctypeId::from(index);
        visit_proctype(proctype, &mut |expr| read_by(id, expr, visit));
        for step in steps(proctype) {
            if let Action::Send { channel, .. } | Action::Receive { channel, .. } = &step.action {
                visit(id, channel.var);
            }
        }
    }
    let places = model.trace.iter().flat_map(|trace| &trace.places);
    let fields = places
        .flat_map(|place| &place.events)
        .flat_map(|event| &event.fields);
    for value in fields.flatten() {
        walk(value, &mut |expr| read_by(ProctypeId(0), expr, visit));
    }
}

fn read_by(id: ProctypeId, expr: &Expr, visit: &mut impl FnMut(ProctypeId, Var)) {
    match expr {
        Expr::Load(access)
        | Expr::Channel(_, access)
        | Expr::Poll {
            channel: access, ..
        } => visit(id, access.var),
        Expr::Remote(other, _, access) => visit(*other, access.var),
        _ => {}
    }
}

/// Calls `visit` for every expression that an action evaluates, those inside others included, but not for what is inside of a `d_step`.
/// A search does not evaluate the arguments of `printf`.
pub fn walk_action(action: &Action, visit: &mut impl FnMut(&Expr)) {
    match action {
        Action::Skip
        | Action::Else
        | Action::Print { .. }
        | Action::End
        | Action::Deterministic(_) => {}
        Action::Condition(value) | Action::Assert(value) => walk(value, visit),
        Action::Assign(access, value) => {
            walk_subscripts(access, visit);
            walk(value, visit);
        }
        Action::Send {
            channel, arguments, ..
        } => {
            walk_subscripts(channel, visit);
            arguments.iter().for_each(|value| walk(value, visit));
        }
        Action::Receive {
            channel, arguments, ..
        } => {
            walk_subscripts(channel, visit);
            for pattern in arguments {
                match pattern {
                    Pattern::Match(value) => walk(value, visit),
                    Pattern::Store(access) => walk_subscripts(access, visit),
                    Pattern::Discard => {}
                }
            }
        }
        Action::Run {
            arguments, result, ..
        } => {
            arguments.iter().for_each(|value| walk(value, visit));
            if let Some((access, value)) = result {
                walk_subscripts(access, visit);
                walk(value, visit);
            }
        }
        Action::SetPriority { process, priority } => {
            walk(process, visit);
            walk(priority, visit);
        }
    }
}

fn walk_subscripts(access: &Access, visit: &mut impl FnMut(&Expr)) {
    for subscript in &access.subscripts {
        walk(&subscript.index, visit);
    }
}

/// Calls `visit` for an expression and for those inside of it. Of a poll, only what it compares.
pub fn walk(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(expr);
    match expr {
        Expr::Load(access) | Expr::Channel(_, access) => walk_subscripts(access, visit),
        Expr::Unary(_, operand)
        | Expr::At(_, operand, _)
        | Expr::Priority(operand)
        | Expr::Enabled(operand)
        | Expr::PlaceNumber(operand) => walk(operand, visit),
        Expr::Binary(_, left, right) => {
            walk(left, visit);
            walk(right, visit);
        }
        Expr::Conditional(condition, then, otherwise) => {
            walk(condition, visit);
            walk(then, visit);
            walk(otherwise, visit);
        }
        Expr::Poll {
            channel, arguments, ..
        } => {
            walk_subscripts(channel, visit);
            for pattern in arguments {
                if let Pattern::Match(value) = pattern {
                    walk(value, visit);
                }
            }
        }
        Expr::Remote(_, pid, access) => {
            walk(pid, visit);
            walk_subscripts(access, visit);
        }
        Expr::Const(_)
        | Expr::Pid
        | Expr::ProcessCount
        | Expr::Timeout
        | Expr::Spawned
        | Expr::FirstOf(_)
        | Expr::Last => {}
    }
}

/// Variables that an action assigns.
pub fn assigned(action: &Action) -> Vec<&Access> {
    match action {
        Action::Assign(access, _) => vec![access],
        Action::Receive { arguments, .. } => (arguments.iter())
            .filter_map(|pattern| match pattern {
                Pattern::Store(access) => Some(access),
                _ => None,
            })
            .collect(),
        Action::Run {
            result: Some((access, _)),
            ..
        } => vec![access],
        Action::Deterministic(inside) => (inside.steps())
            .flat_map(|step| assigned(&step.action))
            .collect(),
        Action::Skip
        | Action::Condition(_)
        | Action::Else
        | Action::Assert(_)
        | Action::Print { .. }
        | Action::Send { .. }
        | Action::Run { result: None, .. }
        | Action::SetPriority { .. }
        | Action::End => Vec::new(),
    }
}

/// Proctypes that remote references look at.
pub fn looked_at(model: &Model) -> BTreeSet<ProctypeId> {
    let mut found = BTreeSet::new();
    visit(model, &mut |expr| {
        if let Expr::At(id, ..) | Expr::Remote(id, ..) = expr {
            found.insert(*id);
        }
    });
    found
}

/// Whether a process of the model can evaluate such an expression.
pub fn asks(model: &Model, such: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    visit(model, &mut |expr| found |= such(expr));
    found
}

/// Calls `visit` for every expression that a process of the model can evaluate.
fn visit(model: &Model, visit: &mut impl FnMut(&Expr)) {
    for proctype in &model.proctypes {
        visit_proctype(proctype, visit);
    }
}

fn visit_proctype(proctype: &Proctype, visit: &mut impl FnMut(&Expr)) {
    for (access, value) in &proctype.creation {
        walk_subscripts(access, visit);
        walk(value, visit);
    }
    if let Some(provided) = &proctype.provided {
        walk(provided, visit);
    }
    for step in steps(proctype) {
        walk_action(&step.action, visit);
    }
}
