//! Checks the promises of [`super`]. Run after each pass in tests and debug builds; a failure is a
//! mistake of ours.
//!
//! Not checked: the sixth promise, for which one must know which variables always name the channel
//! they were declared with (the passes report these errors to the user), and the eighth.

use super::{
    Access, Action, CANDIDATES_MAX, Deterministic, Expr, Model, NodeId, Pattern, Place, PlaceId,
    Proctype, SignatureId, Step, TIERS_MAX, Transition, Type, Var, Variable,
};

/// Checks a model against the promises of [`super`].
///
/// # Errors
/// The first broken promise, with its place, in words.
pub fn check(model: &Model) -> Result<(), String> {
    for variable in &model.globals {
        ensure(
            variable.initial.len() == variable.elements() as usize,
            || format!("`{}` has too few initial values", variable.name),
        )?;
        check_variable(model, variable)?;
    }
    for channel in &model.channels {
        check_signature(model, channel.signature)?;
    }
    for read in &model.hidden_reads {
        let variable = model.globals.get(read.variable.index());
        ensure(variable.is_some_and(|it| it.hidden), || {
            format!("{:?} is read, and not hidden", read.variable)
        })?;
    }
    for id in &model.initial {
        ensure(id.index() < model.proctypes.len(), || {
            format!("initial {id:?}")
        })?;
    }
    for proctype in &model.proctypes {
        Checker { model, proctype }
            .check()
            .map_err(|problem| format!("{}: {problem}", proctype.name))?;
    }
    Ok(())
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

fn check_variable(model: &Model, variable: &Variable) -> Result<(), String> {
    let Variable {
        name,
        ty,
        width,
        dimensions,
        ..
    } = variable;
    ensure((1..=32).contains(&width.bits), || {
        format!("`{name}` has {} bits", width.bits)
    })?;
    ensure(dimensions.iter().all(|length| *length > 0), || {
        format!("`{name}` has an empty dimension")
    })?;
    let set = if let Type::Mtype(set) = ty {
        *set as usize
    } else {
        0
    };
    ensure(set == 0 || set < model.mtypes.len(), || {
        format!("`{name}` is of an unknown mtype")
    })
}

fn check_signature(model: &Model, id: SignatureId) -> Result<(), String> {
    ensure(id.index() < model.signatures.len(), || {
        format!("{id:?} is out of range")
    })
}

struct Checker<'m> {
    model: &'m Model,
    proctype: &'m Proctype,
}

impl Checker<'_> {
    fn check(&self) -> Result<(), String> {
        let proctype = self.proctype;
        ensure(proctype.parameters <= proctype.locals.len(), || {
            "more parameters than locals".into()
        })?;
        for variable in &proctype.locals {
            check_variable(self.model, variable)?;
            ensure(variable.initial.is_empty(), || {
                format!("local `{}` has an initial value", variable.name)
            })?;
        }
        for channel in &proctype.channels {
            let variable = proctype
                .locals
                .get(channel.local.index())
                .ok_or("a channel of no variable")?;
            ensure(variable.ty == Type::Chan, || {
                format!("`{}` is no chan", variable.name)
            })?;
            ensure(channel.element < variable.elements(), || {
                format!("no element {} in `{}`", channel.element, variable.name)
            })?;
            check_signature(self.model, channel.signature)?;
        }
        for (access, value) in &proctype.creation {
            self.access(access, false)?;
            self.expression(value, false)?;
        }
        for promise in &proctype.promises {
            self.channel(&promise.channel, false)?;
        }
        self.place_id(proctype.start)?;
        for (at, place) in proctype.places.iter().enumerate() {
            self.place(at, place)?;
        }
        for (at, transition) in proctype.transitions.iter().enumerate() {
            self.transition(at, transition)?;
        }
        Ok(())
    }

    fn place(&self, at: usize, place: &Place) -> Result<(), String> {
        for candidate in &place.candidates {
            let known = candidate.transition.index() < self.proctype.transitions.len();
            ensure(known, || {
                format!("place {at} offers a transition that does not exist")
            })?;
        }
        ensure(place.candidates.len() <= CANDIDATES_MAX, || {
            format!("place {at} has too many candidates")
        })?;
        let tiers: Vec<u8> = place
            .candidates
            .iter()
            .map(|candidate| candidate.tier)
            .collect();
        ensure(tiers.is_sorted(), || {
            format!("the tiers of place {at} are not in order")
        })?;
        ensure(tiers.iter().all(|&it| usize::from(it) < TIERS_MAX), || {
            format!("place {at} has too many tiers")
        })?;
        Ok(())
    }

    fn transition(&self, at: usize, transition: &Transition) -> Result<(), String> {
        let lone = |step: &Step| matches!(step.action, Action::End);
        ensure(!transition.steps.is_empty(), || {
            format!("transition {at} has no step")
        })?;
        let blocking = transition.steps[1..]
            .iter()
            .any(|step| can_block(&step.action));
        ensure(!blocking, || {
            format!("transition {at} can block after its first step")
        })?;
        let single = transition.steps.len() == 1 || !transition.steps.iter().any(lone);
        ensure(single, || {
            format!("transition {at} ends the process among other steps")
        })?;
        self.place_id(transition.target)?;
        for id in &transition.resets {
            ensure(id.index() < self.proctype.locals.len(), || {
                format!("transition {at} resets a local that does not exist")
            })?;
        }
        for step in &transition.steps {
            self.step(step)
                .map_err(|problem| format!("`{}`: {problem}", step.source.text))?;
        }
        Ok(())
    }

    fn place_id(&self, id: PlaceId) -> Result<(), String> {
        ensure(id.index() < self.proctype.places.len(), || {
            format!("{id:?} is out of range")
        })
    }

    fn variable(&self, var: Var) -> Result<&Variable, String> {
        let found = match var {
            Var::Global(id) => self.model.globals.get(id.index()),
            Var::Local(id) => self.proctype.locals.get(id.index()),
        };
        found.ok_or_else(|| format!("{var:?} is out of range"))
    }

    /// `spawned`: it is a part of what is assigned behind a `run`, whose pid its indices may use.
    fn access(&self, access: &Access, spawned: bool) -> Result<(), String> {
        let variable = self.variable(access.var)?;
        let lengths: Vec<u32> = access
            .subscripts
            .iter()
            .map(|subscript| subscript.length)
            .collect();
        ensure(lengths == variable.dimensions, || {
            format!("`{}` is accessed with other dimensions", variable.name)
        })?;
        access
            .subscripts
            .iter()
            .try_for_each(|subscript| self.expression(&subscript.index, spawned))
    }

    fn channel(&self, access: &Access, spawned: bool) -> Result<(), String> {
        self.access(access, spawned)?;
        let variable = self.variable(access.var)?;
        ensure(variable.ty == Type::Chan, || {
            format!("`{}` is used as a channel", variable.name)
        })
    }

    fn step(&self, step: &Step) -> Result<(), String> {
        match &step.action {
            Action::Skip | Action::Else | Action::End => Ok(()),
            Action::Condition(e) | Action::Assert(e) => self.expression(e, false),
            Action::Assign(access, e) => {
                self.access(access, false)?;
                self.expression(e, false)
            }
            Action::Print { arguments, .. } => {
                arguments.iter().try_for_each(|e| self.expression(e, false))
            }
            Action::Send {
                channel, arguments, ..
            } => {
                self.channel(channel, false)?;
                arguments.iter().try_for_each(|e| self.expression(e, false))
            }
            Action::Receive {
                channel, arguments, ..
            } => {
                self.channel(channel, false)?;
                arguments.iter().try_for_each(|argument| match argument {
                    Pattern::Match(e) => self.expression(e, false),
                    Pattern::Store(access) => self.access(access, false),
                    Pattern::Discard => Ok(()),
                })
            }
            Action::SetPriority { process, priority } => {
                self.expression(process, false)?;
                self.expression(priority, false)
            }
            Action::Deterministic(inside) => self.deterministic(inside),
            Action::Run {
                proctype,
                arguments,
                priority,
                result,
            } => {
                ensure(*priority > 0, || "a priority is 0".into())?;
                let started = self
                    .model
                    .proctypes
                    .get(proctype.index())
                    .ok_or("it starts a proctype that does not exist")?;
                ensure(arguments.len() <= started.parameters, || {
                    "it has too many arguments".into()
                })?;
                arguments
                    .iter()
                    .try_for_each(|e| self.expression(e, false))?;
                match result {
                    Some((access, e)) => {
                        self.access(access, false)?;
                        self.expression(e, true)
                    }
                    None => Ok(()),
                }
            }
        }
    }

    fn deterministic(&self, inside: &Deterministic) -> Result<(), String> {
        ensure(!inside.nodes.is_empty(), || {
            "a `d_step` has no entrance".into()
        })?;
        for branch in inside.nodes.iter().flat_map(|node| &node.branches) {
            let alone = matches!(
                branch.step.action,
                Action::Run { .. } | Action::End | Action::Deterministic(_)
            );
            ensure(!alone, || {
                format!("`{}` is inside a `d_step`", branch.step.source.text)
            })?;
            let target = branch.target.map_or(0, NodeId::index);
            ensure(target < inside.nodes.len(), || {
                "a `d_step` leads to nowhere".into()
            })?;
            self.step(&branch.step)?;
        }
        Ok(())
    }

    fn expression(&self, e: &Expr, spawned: bool) -> Result<(), String> {
        match e {
            Expr::Const(_) | Expr::Pid | Expr::ProcessCount | Expr::Timeout => Ok(()),
            Expr::Spawned => ensure(spawned, || "the pid of a `run` is used elsewhere".into()),
            Expr::Load(access) => self.access(access, spawned),
            Expr::Unary(_, operand) => self.expression(operand, spawned),
            Expr::Binary(_, left, right) => {
                self.expression(left, spawned)?;
                self.expression(right, spawned)
            }
            Expr::Conditional(condition, then, otherwise) => [condition, then, otherwise]
                .into_iter()
                .try_for_each(|part| self.expression(part, spawned)),
            Expr::Channel(_, access) => self.channel(access, spawned),
            Expr::Poll {
                channel, arguments, ..
            } => {
                self.channel(channel, spawned)?;
                arguments.iter().try_for_each(|argument| match argument {
                    Pattern::Match(e) => self.expression(e, spawned),
                    Pattern::Store(access) => self.access(access, spawned),
                    Pattern::Discard => Ok(()),
                })
            }
            Expr::Remote(proctype, pid, access) => {
                let looked_at = self
                    .model
                    .proctypes
                    .get(proctype.index())
                    .ok_or("it asks for a proctype that does not exist")?;
                self.expression(pid, spawned)?;
                let known = match access.var {
                    Var::Local(id) => looked_at.locals.get(id.index()),
                    Var::Global(_) => None,
                };
                let lengths = access.subscripts.iter().map(|subscript| subscript.length);
                let dimensions = known.map(|variable| variable.dimensions.clone());
                ensure(dimensions == Some(lengths.collect()), || {
                    "it asks for a local that does not exist".into()
                })?;
                let mut indices = access.subscripts.iter();
                indices.try_for_each(|subscript| self.expression(&subscript.index, spawned))
            }
            Expr::FirstOf(proctype) => {
                ensure(proctype.index() < self.model.proctypes.len(), || {
                    "it asks for a proctype that does not exist".into()
                })
            }
            Expr::Last => ensure(self.model.tracks_last, || {
                "`_last` is read but not kept".into()
            }),
            Expr::Priority(pid) => {
                ensure(self.model.has_priorities, || {
                    "a priority is read but not kept".into()
                })?;
                self.expression(pid, spawned)
            }
            Expr::Enabled(pid) | Expr::PlaceNumber(pid) => self.expression(pid, spawned),
            Expr::At(proctype, pid, places) => {
                let looked_at = self
                    .model
                    .proctypes
                    .get(proctype.index())
                    .ok_or("it asks for a proctype that does not exist")?;
                let known = places
                    .iter()
                    .all(|place| place.index() < looked_at.places.len());
                ensure(known, || "it asks for a place that does not exist".into())?;
                self.expression(pid, spawned)
            }
        }
    }
}

/// Whether an action may have to wait.
fn can_block(action: &Action) -> bool {
    match action {
        Action::Condition(_)
        | Action::Else
        | Action::Deterministic(_)
        | Action::Send { .. }
        | Action::Receive { .. }
        | Action::End => true,
        Action::Skip
        | Action::Assign(..)
        | Action::Assert(_)
        | Action::Print { .. }
        | Action::SetPriority { .. }
        | Action::Run { .. } => false,
    }
}
