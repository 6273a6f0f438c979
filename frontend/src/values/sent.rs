//! Bounds of what processes tell each other: the fields of messages, by channel, and the parameters
//! of processes.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Values;
use crate::ir::range::{Known, Range};
use crate::ir::{Action, Expr, LocalId, Model, Proctype, ProctypeId, Step, Var};
use crate::tags::flow::{ChannelOrigin, Flow};

/// All that was sent so far, by steps that were looked at.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    flow: Rc<Flow>,
    /// The fields of the messages of a channel that has some.
    messages: BTreeMap<ChannelOrigin, Vec<Range>>,
    /// By proctype, its parameters, if there is a process.
    parameters: Vec<Option<Vec<Range>>>,
}

impl Sent {
    /// Before the first step.
    pub fn before(model: &Model) -> Self {
        let of = |(index, proctype): (usize, &Proctype)| {
            let is_initial = model.initial.contains(&ProctypeId::from(index));
            is_initial.then(|| vec![Range::only(0); proctype.parameters])
        };
        Self {
            flow: Rc::new(Flow::follow(model)),
            messages: BTreeMap::new(),
            parameters: model.proctypes.iter().enumerate().map(of).collect(),
        }
    }

    /// A field of the messages that a variable's channels have; `None` if they have none.
    pub fn received(&self, proctype: ProctypeId, channel: Var, field: usize) -> Option<Range> {
        let named = self.flow.named_by(proctype, channel).iter();
        let messages = named.filter_map(|channel| self.messages.get(channel));
        let fields = messages.map(|fields| fields.get(field).copied().unwrap_or(Range::ALL));
        fields.reduce(Range::hull)
    }

    /// A parameter, if there is such a process.
    pub fn parameter(&self, proctype: ProctypeId, parameter: LocalId) -> Option<Range> {
        let parameters = self.parameters[proctype.index()].as_ref()?;
        Some(parameters[parameter.index()])
    }

    /// With what all processes send; `None` if that is nothing new. What changes is given up if
    /// asked for.
    pub fn grown(&self, all: &[Values<'_>], gives_up: bool) -> Option<Self> {
        let mut after = self.clone();
        for values in all {
            values.visit_steps(&mut |known, step| after.add_step(values, known, step));
        }
        if after.messages == self.messages && after.parameters == self.parameters {
            return None;
        }
        if gives_up {
            for (channel, fields) in &mut after.messages {
                give_up(self.messages.get(channel), fields);
            }
            for (before, parameters) in self.parameters.iter().zip(&mut after.parameters) {
                if let Some(parameters) = parameters {
                    give_up(before.as_ref(), parameters);
                }
            }
        }
        Some(after)
    }

    fn add_step(&mut self, values: &Values<'_>, known: &Known, step: &Step) {
        let model = values.context.model;
        let ranges = |arguments: &[Expr]| -> Vec<Range> {
            arguments.iter().map(|it| values.range(known, it)).collect()
        };
        match &step.action {
            Action::Send {
                channel, arguments, ..
            } => {
                let sent = ranges(arguments);
                let flow = Rc::clone(&self.flow);
                for channel in flow.named_by(values.id, channel.var) {
                    let fields = &channel.signature(model).fields;
                    let stored = fields.iter().enumerate().map(|(at, (_, width))| {
                        let known = (sent.len() == fields.len()).then(|| sent[at]);
                        known.unwrap_or(Range::ALL).stored(*width)
                    });
                    grow(self.messages.entry(*channel).or_default(), stored.collect());
                }
            }
            Action::Run {
                proctype,
                arguments,
                ..
            } => {
                let mut passed = ranges(arguments);
                let parameters = model.proctypes[proctype.index()].parameters;
                passed.resize(parameters, Range::only(0));
                grow(
                    self.parameters[proctype.index()].get_or_insert_default(),
                    passed,
                );
            }
            _ => {}
        }
    }
}

/// Adds further values of some fields, which may be the first.
fn grow(fields: &mut Vec<Range>, further: Vec<Range>) {
    if fields.is_empty() {
        *fields = further;
        return;
    }
    let both = fields.iter_mut().zip(further);
    both.for_each(|(field, further)| *field = field.hull(further));
}

/// Has fields that have changed hold anything.
fn give_up(before: Option<&Vec<Range>>, fields: &mut [Range]) {
    for (at, field) in fields.iter_mut().enumerate() {
        if before.and_then(|it| it.get(at)) != Some(field) {
            *field = Range::ALL;
        }
    }
}
