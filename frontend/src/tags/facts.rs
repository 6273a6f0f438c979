//! What is known about a model before any of its transitions is looked at.

use std::collections::{BTreeMap, BTreeSet};

use super::anonymous;
use super::element;
use super::flow::{ChannelOrigin, Flow};
use super::handover;
use super::{Element, Object};
use crate::ir::arithmetic;
use crate::ir::{
    Access, Action, BinaryOp, Direction, Expr, GlobalId, Model, ProctypeId, Type, Var,
    visit::{self, LookedAt},
};

/// A model with what its tags depend on.
#[derive(Debug)]
pub struct Facts<'m> {
    /// The model.
    pub model: &'m Model,
    /// Which channels its variables can name.
    pub flow: Flow,
    /// By proctype: what others look at by remote references.
    pub(super) looked_at: Vec<LookedAt>,
    /// By proctype and transition: whether it changes where others see the process stand.
    pub(super) moves: Vec<Vec<bool>>,
    /// The channels of processes are known by their own process, and by younger ones: no one can
    /// use one that has ended with its process.
    pub(super) channels_go_down: bool,
    /// Processes are told apart by what they do, not by their numbers: see `anonymous.rs`.
    pub anonymous: bool,
    /// Globals that can make a difference to another step: those of the state, and hidden ones that
    /// decide. Of other hidden ones each step reads only what it has written itself.
    kept: Vec<bool>,
    /// The variable that each global channel was declared with.
    declared_with: Vec<GlobalId>,
    /// Channels into which some statement sorts its messages (`!!`).
    pub(super) sorted: BTreeSet<ChannelOrigin>,
    /// Rendezvous channels of which some process looks for a receiver without offering a message
    /// first.
    pub(super) sought: BTreeSet<ChannelOrigin>,
}

/// Channels that an access can name: part of one object.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub object: Object,
    /// The parts of it, one or several.
    pub elements: Vec<Element>,
    /// One of them has a buffer.
    pub buffered: bool,
    /// One of them has none.
    pub rendezvous: bool,
    /// Some statement sorts its messages into one of them.
    pub sorted: bool,
}

impl<'m> Facts<'m> {
    /// Looks at a model.
    pub fn of(model: &'m Model) -> Self {
        let flow = Flow::follow(model);
        let kept = (0..model.globals.len()).map(GlobalId::from).map(|id| {
            let is_constant = flow.constants.contains(&Var::Global(id));
            let mut reads = model.hidden_reads.iter();
            let decides = !model.globals[id.index()].hidden || reads.any(|it| it.variable == id);
            decides && !is_constant
        });
        let kept = kept.collect();
        let sorted = sorted_into(model, &flow);
        let sought = handover::sought(model, &flow);
        let looked_at = visit::looked_at(model);
        let channels_go_down = anonymous::channels_go_down(model, &flow);
        Self {
            anonymous: channels_go_down && anonymous::are_anonymous(model),
            channels_go_down,
            kept,
            declared_with: declarations(model),
            moves: moves(model, &looked_at),
            looked_at,
            model,
            flow,
            sorted,
            sought,
        }
    }

    /// Whether a global makes a difference when it is written.
    pub(super) fn is_kept(&self, id: GlobalId) -> bool {
        self.kept[id.index()]
    }

    /// The id of the channel that a global names, or of an element of it, if it is never assigned.
    pub(super) fn constant_id(&self, id: GlobalId, access: &Access) -> Option<Expr> {
        if !self.flow.constants.contains(&access.var) {
            return None;
        }
        let first = Expr::Const(self.model.globals[id.index()].initial[0]);
        Some(match element::index(access) {
            None => first,
            Some(index) => arithmetic::binary(BinaryOp::Add, index, first),
        })
    }

    /// The object of a channel.
    fn object(&self, origin: ChannelOrigin) -> Object {
        match origin {
            ChannelOrigin::Global(index) => Object::Channels(self.declared_with[index]),
            ChannelOrigin::Local(i, index) => {
                let channel = &self.model.proctypes[i].channels[index];
                Object::OwnChannels(ProctypeId::from(i), channel.local)
            }
        }
    }

    /// Channels grouped by object; `known` is their id where the process can compute it.
    pub(super) fn targets(
        &self,
        origins: Vec<ChannelOrigin>,
        known: Option<Element>,
    ) -> Vec<Target> {
        let mut groups: BTreeMap<Object, Vec<ChannelOrigin>> = BTreeMap::new();
        for origin in origins {
            groups.entry(self.object(origin)).or_default().push(origin);
        }
        let target = |(object, origins): (Object, Vec<ChannelOrigin>)| Target {
            object,
            elements: self.elements(object, &origins, known.clone()),
            buffered: origins.iter().any(|it| it.capacity(self.model) > 0),
            rendezvous: origins.iter().any(|it| it.capacity(self.model) == 0),
            sorted: origins.iter().any(|it| self.sorted.contains(it)),
        };
        groups.into_iter().map(target).collect()
    }

    /// All of an object that is one channel; otherwise one id if there is no other, the known one,
    /// or all that it can be.
    fn elements(
        &self,
        object: Object,
        origins: &[ChannelOrigin],
        known: Option<Element>,
    ) -> Vec<Element> {
        let ids = origins.iter().filter_map(|origin| match *origin {
            ChannelOrigin::Global(index) => Some(Element::At(index as i32 + 1)),
            ChannelOrigin::Local(..) => None,
        });
        let ids: Vec<Element> = ids.collect();
        let all = match object {
            Object::Channels(id) => self.declared_with.iter().filter(|&&it| it == id).count(),
            _ => 0,
        };
        match known {
            _ if all == 1 => vec![Element::Any],
            _ if ids.len() == 1 => ids,
            Some(element) => vec![element],
            None if ids.is_empty() || ids.len() == all => vec![Element::Any],
            None => ids,
        }
    }

    /// Whether the model's trace sees what goes through a channel that this variable of a proctype
    /// can name.
    pub fn watches(&self, proctype: ProctypeId, var: Var, direction: Direction) -> bool {
        let Some(trace) = &self.model.trace else {
            return false;
        };
        let mut origins = self.flow.named_by(proctype, var).iter();
        origins.any(|origin| match *origin {
            ChannelOrigin::Global(index) => trace.watched.contains(&(index as u32 + 1, direction)),
            ChannelOrigin::Local(..) => false,
        })
    }

    /// Whether a variable of a proctype can name a rendezvous channel.
    pub(super) fn may_be_rendezvous(&self, proctype: ProctypeId, var: Var) -> bool {
        let mut origins = self.flow.named_by(proctype, var).iter();
        origins.any(|it| it.capacity(self.model) == 0)
    }

    /// What an object is called: `fork`, `q`, `sender.q`, `_nr_pr`.
    pub fn name(&self, object: Object) -> String {
        let global = |id: GlobalId| self.model.globals[id.index()].name.clone();
        match object {
            Object::Global(id) if self.declared_with.contains(&id) => {
                format!("{} (name)", global(id))
            }
            Object::Global(id) | Object::Channels(id) => global(id),
            Object::OwnChannels(id, local) => {
                let proctype = &self.model.proctypes[id.index()];
                format!("{}.{}", proctype.name, proctype.locals[local.index()].name)
            }
            Object::Places(id) => format!("{}@", self.model.proctypes[id.index()].name),
            Object::Local(id, local) => {
                let proctype = &self.model.proctypes[id.index()];
                format!("{}:{}", proctype.name, proctype.locals[local.index()].name)
            }
            Object::ProcessCount => "_nr_pr".to_owned(),
            Object::Trace => "_trace".to_owned(),
            Object::Timeout => "timeout".to_owned(),
        }
    }
}

/// The first variable that has each channel's id from the start: later ones have copied it.
fn declarations(model: &Model) -> Vec<GlobalId> {
    let declared_with = |id: i32| {
        let declares = |i: &usize| {
            let variable = &model.globals[*i];
            variable.ty == Type::Chan && variable.initial.contains(&id)
        };
        let found = (0..model.globals.len()).find(declares);
        GlobalId::from(found.expect("a global channel is declared with a variable"))
    };
    (1..=model.channels.len() as i32)
        .map(declared_with)
        .collect()
}

fn moves(model: &Model, looked_at: &[LookedAt]) -> Vec<Vec<bool>> {
    let by_proctype = model.proctypes.iter().zip(looked_at);
    let moves = by_proctype.map(|(proctype, looked_at)| {
        let mut moves = vec![false; proctype.transitions.len()];
        for places in &looked_at.places {
            for (moves, crosses) in moves.iter_mut().zip(proctype.enters_or_leaves(places)) {
                *moves |= crosses;
            }
        }
        moves
    });
    moves.collect()
}

fn sorted_into(model: &Model, flow: &Flow) -> BTreeSet<ChannelOrigin> {
    let mut sorted = BTreeSet::new();
    for (i, proctype) in model.proctypes.iter().enumerate() {
        for step in proctype.steps() {
            if let Action::Send {
                channel,
                sorted: true,
                ..
            } = &step.action
            {
                sorted.extend(flow.named_by(ProctypeId::from(i), channel.var));
            }
        }
    }
    sorted
}
