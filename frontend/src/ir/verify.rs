//! Checks the promises of [`super`]. Run after each pass in tests and debug builds; a failure is a
//! mistake of ours.
//!
//! Not checked: the sixth promise, for which one must know which variables always name the channel
//! they were declared with (the passes report these errors to the user), and the eighth.

use crate::ltl::cube::Cube;

use super::{
    Access, Action, CANDIDATES_MAX, CLAIM_EDGES_MAX, Claim, Deterministic, Expr, Model, NodeId,
    PROPOSITIONS_MAX, Pattern, Place, PlaceId, Proctype, ProctypeId, SignatureId, Step, TIERS_MAX,
    Transition, Type, Var, Variable,
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
    // A claim has no locals.
    let proctype = &Proctype::default();
    for claim in &model.claims {
        Checker { model, proctype }
            .claim(claim)
            .map_err(|problem| format!("{}: {problem}", claim.name))?;
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
    // The first set need not be declared: it has no names then.
    let known = !matches!(ty, Type::Mtype(set) if *set as usize >= model.mtypes.len().max(1));
    ensure(known, || format!("`{name}` is of an unknown mtype"))
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
            self.access(access)?;
            self.expression(value, false)?;
        }
        for promise in &proctype.promises {
            self.channel(&promise.channel)?;
            self.access(&promise.channel)?;
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

    fn claim(&self, claim: &Claim) -> Result<(), String> {
        for proposition in &claim.propositions {
            self.expression(&proposition.value, false)?;
        }
        claim.actions.iter().try_for_each(|step| self.step(step))?;
        let places = claim.places.len();
        let starts = claim.start.index() < places || claim.formula.is_some() && places == 0;
        ensure(starts, || "it starts nowhere".into())?;
        let propositions = claim.propositions.len();
        ensure(propositions <= PROPOSITIONS_MAX, || {
            "it has too many propositions".into()
        })?;
        let crowded = claim
            .places
            .iter()
            .any(|it| it.edges.len() > CLAIM_EDGES_MAX);
        ensure(!crowded, || "a place has too many edges".into())?;
        for edge in claim.places.iter().flat_map(|place| &place.edges) {
            let Cube { care, value } = edge.guard;
            let known = care.checked_shr(propositions as u32).unwrap_or(0) == 0;
            ensure(known && value & !care == 0, || {
                format!("`{}` has a wrong guard", edge.source.text)
            })?;
            let mut actions = edge.actions.iter();
            let known = actions.all(|action| (*action as usize) < claim.actions.len());
            let known = known && edge.target.index() < places;
            ensure(known, || format!("`{}` leads nowhere", edge.source.text))?;
            let sets = edge.sets.checked_shr(claim.sets).unwrap_or(0);
            ensure(sets == 0, || {
                format!("`{}` is in an unknown set", edge.source.text)
            })?;
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
        let tiers = || place.candidates.iter().map(|it| it.tier);
        ensure(tiers().is_sorted(), || {
            format!("the tiers of place {at} are not in order")
        })?;
        ensure(tiers().all(|it| usize::from(it) < TIERS_MAX), || {
            format!("place {at} has too many tiers")
        })
    }

    fn transition(&self, at: usize, transition: &Transition) -> Result<(), String> {
        let lone = |step: &Step| matches!(step.action, Action::End);
        ensure(!transition.steps.is_empty(), || {
            format!("transition {at} has no step")
        })?;
        let mut others = transition.steps[1..].iter();
        let blocking = others.any(|step| can_block(&step.action));
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

    fn proctype(&self, id: ProctypeId) -> Result<&Proctype, String> {
        let found = self.model.proctypes.get(id.index());
        found.ok_or_else(|| format!("{id:?} does not exist"))
    }

    /// Checks each part of what `walk` goes through. `spawned`: it is what is assigned behind a
    /// `run`, whose pid it may use.
    fn parts(&self, spawned: bool, walk: impl FnOnce(&mut dyn FnMut(&Expr))) -> Result<(), String> {
        let mut checked = Ok(());
        walk(&mut |part| {
            if checked.is_ok() {
                checked = self.part(part, spawned);
            }
        });
        checked
    }

    fn expression(&self, e: &Expr, spawned: bool) -> Result<(), String> {
        self.parts(spawned, |visit| e.walk(visit))
    }

    fn access(&self, access: &Access) -> Result<(), String> {
        self.dimensions(access, self.variable(access.var)?)?;
        self.parts(false, |visit| access.walk_subscripts(visit))
    }

    fn dimensions(&self, access: &Access, variable: &Variable) -> Result<(), String> {
        let lengths = access.subscripts.iter().map(|subscript| subscript.length);
        ensure(lengths.eq(variable.dimensions.iter().copied()), || {
            format!("`{}` is accessed with other dimensions", variable.name)
        })
    }

    fn channel(&self, access: &Access) -> Result<(), String> {
        let variable = self.variable(access.var)?;
        self.dimensions(access, variable)?;
        ensure(variable.ty == Type::Chan, || {
            format!("`{}` is used as a channel", variable.name)
        })
    }

    fn step(&self, step: &Step) -> Result<(), String> {
        match &step.action {
            // What cannot fail is not evaluated in a search, but by the interpreter.
            Action::Print { arguments, .. } => {
                arguments.iter().try_for_each(|e| self.expression(e, false))
            }
            Action::Deterministic(inside) => self.deterministic(inside),
            Action::Run {
                proctype,
                arguments,
                priority,
                result,
            } => {
                ensure(*priority > 0, || "a priority is 0".into())?;
                let started = self.proctype(*proctype)?;
                ensure(arguments.len() <= started.parameters, || {
                    "it has too many arguments".into()
                })?;
                arguments
                    .iter()
                    .try_for_each(|e| self.expression(e, false))?;
                result.iter().try_for_each(|(access, e)| {
                    self.access(access)?;
                    self.expression(e, true)
                })
            }
            action => {
                if let Some(channel) = action.channel() {
                    self.channel(channel)?;
                }
                let mut assigned = action.assigned().into_iter();
                assigned.try_for_each(|access| self.access(access))?;
                self.parts(false, |visit| action.walk(visit))
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

    /// What an expression is by itself, beside its parts.
    fn part(&self, e: &Expr, spawned: bool) -> Result<(), String> {
        match e {
            Expr::Spawned => ensure(spawned, || "the pid of a `run` is used elsewhere".into()),
            Expr::Load(access) => self.dimensions(access, self.variable(access.var)?),
            Expr::Channel(_, access) => self.channel(access),
            Expr::Poll {
                channel, arguments, ..
            } => {
                self.channel(channel)?;
                arguments.iter().try_for_each(|argument| match argument {
                    Pattern::Store(access) => self.access(access),
                    Pattern::Match(_) | Pattern::Discard => Ok(()),
                })
            }
            Expr::Remote(proctype, _, access) => {
                let looked_at = self.proctype(*proctype)?;
                let known = match access.var {
                    Var::Local(id) => looked_at.locals.get(id.index()),
                    Var::Global(_) => None,
                };
                let known = known.ok_or("it asks for a local that does not exist")?;
                self.dimensions(access, known)
            }
            Expr::FirstOf(proctype) => self.proctype(*proctype).map(|_| ()),
            Expr::At(proctype, _, places) => {
                let count = self.proctype(*proctype)?.places.len();
                let known = places.iter().all(|place| place.index() < count);
                ensure(known, || "it asks for a place that does not exist".into())
            }
            Expr::Last => ensure(self.model.tracks_last, || {
                "`_last` is read but not kept".into()
            }),
            Expr::Priority(_) => ensure(self.model.has_priorities, || {
                "a priority is read but not kept".into()
            }),
            _ => Ok(()),
        }
    }
}

/// Whether an action may have to wait.
fn can_block(action: &Action) -> bool {
    matches!(
        action,
        Action::Condition(_)
            | Action::Else
            | Action::Deterministic(_)
            | Action::Send { .. }
            | Action::Receive { .. }
            | Action::End
    )
}
