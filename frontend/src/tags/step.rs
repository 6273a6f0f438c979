//! The tags of a single statement, and of the test whether it is executable.

mod read;

use std::collections::BTreeSet;

use super::element;
use super::facts::{Facts, Target};
use super::flow::ChannelOrigin;
use super::set::TagSet;
use super::{Element, Object, Tags, Verb};
use crate::ir::{self, arithmetic};
use crate::ir::{
    Access, Action, BinaryOp, Deterministic, Direction, Expr, LocalId, Pattern, ProctypeId, Step,
    Var,
};

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// It begins a transition.
    First,
    /// Behind another in an atomic sequence: that it is *not* executable matters, too, since the
    /// sequence then ends.
    Middle,
    /// Inside a `d_step`: that it is not executable matters, since then another is, or it is an
    /// error.
    Inside,
}

/// Collects the tags of statements of one proctype.
pub struct Finder<'f> {
    facts: &'f Facts<'f>,
    proctype: ProctypeId,
    /// The executing process is not of this proctype: nothing is known about its locals.
    stranger: bool,
    /// The expression at hand is looked at only if this is true.
    only_if: Option<(Expr, u64)>,
    /// What was found.
    pub found: TagSet,
    /// Locals that are assigned, a bit for each.
    pub assigns: u64,
    /// Proctypes that are started.
    pub starts: BTreeSet<ProctypeId>,
}

impl<'f> Finder<'f> {
    /// For statements of a proctype.
    pub fn new(facts: &'f Facts<'f>, proctype: ProctypeId) -> Self {
        Self {
            facts,
            proctype,
            stranger: false,
            only_if: None,
            found: TagSet::default(),
            assigns: 0,
            starts: BTreeSet::new(),
        }
    }

    /// Everything that a transition does.
    pub fn transition(&mut self, index: usize, position: Position) {
        let model = self.facts.model;
        let proctype = &model.proctypes[self.proctype.index()];
        let transition = &proctype.transitions[index];
        // Such models are not reduced at all.
        self.found.everything |= model.tracks_last || model.has_priorities;
        if let Some(provided) = &proctype.provided {
            self.read(provided);
        }
        if self.facts.moves[self.proctype.index()][index] {
            self.show(Object::Places(self.proctype));
        }
        for &local in &transition.resets {
            self.change(local);
        }
        for step in &transition.steps {
            self.behind_others(step, position);
        }
    }

    /// A step behind those that were looked at. What it computes from locals that they assign
    /// cannot be asked for before them.
    fn behind_others(&mut self, step: &Step, position: Position) {
        let before = std::mem::take(&mut self.found);
        let mut assigned = self.assigns;
        self.step(step, position);
        if let Action::Receive { .. } | Action::Run { .. } | Action::Deterministic(_) = step.action
        {
            // It assigns one after the other.
            assigned = self.assigns;
        }
        self.found.forget(assigned);
        self.found.extend(&before);
    }

    fn step(&mut self, step: &Step, position: Position) {
        match &step.action {
            Action::Skip | Action::Else => {}
            Action::Print { arguments, .. } => {
                ir::evaluated(arguments).for_each(|value| self.read(value));
            }
            Action::Condition(value) if position == Position::First => self.guard(value),
            Action::Condition(value) | Action::Assert(value) => self.read(value),
            Action::Assign(access, value) => {
                self.read(value);
                self.write(access);
            }
            Action::Send {
                channel,
                arguments,
                sorted,
            } => {
                self.send(channel, *sorted, position);
                arguments.iter().for_each(|value| self.read(value));
            }
            Action::Receive {
                channel,
                arguments,
                random,
                ..
            } => {
                self.receive(channel, *random, position);
                for pattern in arguments {
                    match pattern {
                        Pattern::Match(value) => self.read(value),
                        Pattern::Store(access) => self.write(access),
                        Pattern::Discard => {}
                    }
                }
            }
            Action::Run {
                proctype,
                arguments,
                result,
                ..
            } => {
                arguments.iter().for_each(|value| self.read(value));
                self.run(*proctype);
                if let Some((access, value)) = result {
                    self.read(value);
                    self.write(access);
                }
            }
            Action::End => {
                self.found.any(Verb::End, Object::ProcessCount);
                self.creation_or_death(self.proctype, true);
            }
            Action::SetPriority { .. } => self.found.everything = true,
            Action::Deterministic(inside) => {
                for step in inside.steps() {
                    self.step(step, Position::Inside);
                }
            }
        }
    }

    fn send(&mut self, channel: &Access, sorted: bool, position: Position) {
        let asks = sorted || self.facts.model.lossy_sends || position != Position::First;
        for target in self.targets(channel) {
            if target.buffered {
                self.each(&target, Verb::Send);
            }
            if target.buffered && asks {
                self.each(&target, Verb::Ask);
            }
            if target.rendezvous {
                match position {
                    Position::First => self.each(&target, Verb::Offer),
                    // Who takes the message goes on: see `handover.rs`.
                    Position::Middle => self.each(&target, Verb::SeeksReceiver),
                    // Always an error.
                    Position::Inside => self.ask_for_existence(&target),
                }
            }
        }
        self.event(channel, Direction::Send);
    }

    fn receive(&mut self, channel: &Access, random: bool, position: Position) {
        for target in self.targets(channel) {
            if target.buffered {
                self.each(&target, Verb::Receive);
            }
            if target.buffered && (random || position != Position::First) {
                self.each(&target, Verb::Ask);
            }
            if target.rendezvous {
                match position {
                    // A `d_step` may begin with one.
                    Position::First | Position::Inside => self.each(&target, Verb::Accept),
                    // No one can offer a message now.
                    Position::Middle => self.ask_for_existence(&target),
                }
            }
        }
        self.event(channel, Direction::Receive);
    }

    /// The trace may see what is sent or received. A handshake is both, and the receive may be the
    /// half that moves it. Where the channel is a parameter, it depends on the process whether it
    /// is one of those that are watched.
    fn event(&mut self, channel: &Access, direction: Direction) {
        let Some(trace) = &self.facts.model.trace else {
            return;
        };
        let rendezvous = self.facts.may_be_rendezvous(self.proctype, channel.var);
        let is_watched = |id: i32| {
            let mut watched = trace.watched.iter();
            watched.any(|&(it, seen)| it as i32 == id && (seen == direction || rendezvous))
        };
        let (origins, known) = self.named(channel);
        let ids = origins.iter().filter_map(|origin| match *origin {
            ChannelOrigin::Global(index) => Some(index as i32 + 1),
            ChannelOrigin::Local(..) => None,
        });
        let ids: Vec<i32> = ids.filter(|&id| is_watched(id)).collect();
        let [first, others @ ..] = &ids[..] else {
            return;
        };
        let only_channel = trace.watched.iter().all(|(id, _)| *id as i32 == *first);
        let (element, only_if) = match known {
            Some(Element::Of(name, locals)) => {
                let is =
                    |id: &i32| arithmetic::binary(BinaryOp::Equal, name.clone(), Expr::Const(*id));
                let any = others.iter().fold(is(first), |any, id| {
                    arithmetic::binary(BinaryOp::Or, any, is(id))
                });
                (Element::Of(name, locals), Some((any, locals)))
            }
            Some(known) => (known, None),
            None => (Element::Any, None),
        };
        let element = if only_channel { element } else { Element::Any };
        self.found
            .add_if(Verb::Write, Object::Trace, element, only_if);
    }

    fn run(&mut self, started: ProctypeId) {
        self.starts.insert(started);
        let verb = match self.facts.anonymous {
            true => Verb::Start,
            false => Verb::Write,
        };
        self.found.any(verb, Object::ProcessCount);
        self.creation_or_death(started, false);
        let mut of_started = Self {
            stranger: true,
            found: std::mem::take(&mut self.found),
            ..Self::new(self.facts, started)
        };
        for (access, value) in &self.facts.model.proctypes[started.index()].creation {
            of_started.subscripts(access);
            of_started.read(value);
        }
        self.found = of_started.found;
    }

    /// A process of this proctype begins or ends, and its channels with it. Others may look at it,
    /// or still know the channels of one that has ended, whose ids are given to others, unless
    /// channels are known by younger ones only. One that ends, and has never changed their names,
    /// can say which channels they are.
    fn creation_or_death(&mut self, id: ProctypeId, ends: bool) {
        let looked_at = &self.facts.looked_at[id.index()];
        if !looked_at.places.is_empty() {
            self.found.any(Verb::Write, Object::Places(id));
        }
        for &local in &looked_at.locals {
            self.found.any(Verb::Write, Object::Local(id, local));
        }
        if self.facts.channels_go_down {
            return;
        }
        let proctype = &self.facts.model.proctypes[id.index()];
        let names = ends.then(|| proctype.names_of_own_channels());
        let names = names.unwrap_or_default();
        for channel in &proctype.channels {
            let element = if names.contains(&channel.local) {
                let name = Access {
                    var: Var::Local(channel.local),
                    subscripts: Vec::new(),
                };
                self.known(Expr::Load(name))
            } else {
                None
            };
            let object = Object::OwnChannels(id, channel.local);
            self.found
                .add(Verb::Write, object, element.unwrap_or(Element::Any));
        }
    }

    /// What decides whether a statement is executable when a process of its own accord tries it.
    pub fn test(&mut self, action: &Action) {
        match action {
            Action::Condition(value) => self.read(value),
            Action::Send { channel, .. } => {
                for target in self.targets(channel) {
                    if target.buffered {
                        self.each(&target, Verb::Ask);
                    }
                    if target.rendezvous {
                        self.each(&target, Verb::SeeksReceiver);
                    }
                }
            }
            Action::Receive {
                channel, arguments, ..
            } => {
                for target in self.targets(channel) {
                    if target.buffered {
                        self.each(&target, Verb::Ask);
                    }
                    if target.rendezvous {
                        self.ask_for_existence(&target);
                    }
                }
                self.patterns(arguments);
            }
            Action::Deterministic(inside) => self.test_entrance(inside),
            Action::End => self.found.any(Verb::Read, Object::ProcessCount),
            Action::Skip
            | Action::Else
            | Action::Print { .. }
            | Action::Assert(_)
            | Action::Assign(..)
            | Action::Run { .. }
            | Action::SetPriority { .. } => {}
        }
    }

    fn test_entrance(&mut self, inside: &Deterministic) {
        for branch in &inside.nodes[0].branches {
            let action = &branch.step.action;
            // Always an error.
            self.found.everything |= !self.offered(action).is_empty();
            self.test(action);
        }
    }

    /// The rendezvous channels to which an action sends.
    pub fn offered(&self, action: &Action) -> BTreeSet<ChannelOrigin> {
        match action {
            Action::Send { channel, .. } => self.rendezvous(channel),
            _ => BTreeSet::new(),
        }
    }

    /// The rendezvous channels from which an action, or a `d_step` that begins with it, receives.
    pub fn accepted(&self, action: &Action) -> BTreeSet<ChannelOrigin> {
        let channels = received(action).into_iter();
        channels.flat_map(|it| self.rendezvous(it)).collect()
    }

    fn rendezvous(&self, channel: &Access) -> BTreeSet<ChannelOrigin> {
        let (origins, _) = self.named(channel);
        let mut origins: BTreeSet<ChannelOrigin> = origins.into_iter().collect();
        origins.retain(|it| it.capacity(self.facts.model) == 0);
        origins
    }

    /// Tags for a process that stands where it can execute a receive, as far as somebody may look
    /// for it.
    pub fn stands_before(&mut self, action: &Action) {
        for channel in received(action) {
            let (mut origins, known) = self.named(channel);
            origins.retain(|it| self.facts.sought.contains(it));
            for target in self.facts.targets(origins, known) {
                self.each(&target, Verb::MovesReceiver);
            }
        }
    }

    /// Changes what remote references see of the process.
    fn show(&mut self, object: Object) {
        let me = Element::Of(Expr::Pid, 0);
        self.found.add(Verb::Write, object, me);
    }

    fn load(&mut self, access: &Access) {
        self.touch(access, Verb::Read);
    }

    fn write(&mut self, access: &Access) {
        if let Var::Local(id) = access.var {
            self.assigns |= element::bit(id.0);
            self.change(id);
        }
        self.touch(access, Verb::Write);
    }

    /// Gives a local another value.
    fn change(&mut self, local: LocalId) {
        if self.facts.looked_at[self.proctype.index()]
            .locals
            .contains(&local)
        {
            self.show(Object::Local(self.proctype, local));
        }
    }

    fn touch(&mut self, access: &Access, verb: Verb) {
        self.subscripts(access);
        // An element that does not exist is an error before anything is touched.
        if let Var::Global(id) = access.var
            && self.facts.is_kept(id)
            && !access.is_missing()
        {
            let element = match element::index(access) {
                Some(index) => self.known(index).unwrap_or(Element::Any),
                None => Element::Any,
            };
            let only_if = self.only_if.clone();
            self.found
                .add_if(verb, Object::Global(id), element, only_if);
        }
    }

    fn subscripts(&mut self, access: &Access) {
        for subscript in &access.subscripts {
            self.read(&subscript.index);
        }
    }

    fn known(&self, number: Expr) -> Option<Element> {
        match element::known(number) {
            Some(Element::Of(..)) if self.stranger => None,
            known => known,
        }
    }

    /// The channels that an access can name; reading the name is noted.
    pub fn targets(&mut self, access: &Access) -> Vec<Target> {
        self.load(access);
        let (origins, known) = self.named(access);
        self.facts.targets(origins, known)
    }

    /// The channels that an access can name, and which one if the process can tell.
    fn named(&self, access: &Access) -> (Vec<ChannelOrigin>, Option<Element>) {
        let origins = self.facts.flow.named_by(self.proctype, access.var);
        let id = match access.var {
            Var::Global(id) => self.facts.constant_id(id, access),
            Var::Local(_) => Some(Expr::Load(access.clone())),
        };
        let known = id.and_then(|id| self.known(id));
        let possible = |it: &ChannelOrigin| match (&known, it) {
            (Some(Element::At(id)), ChannelOrigin::Global(index)) => *id == *index as i32 + 1,
            _ => true,
        };
        (origins.iter().copied().filter(possible).collect(), known)
    }

    /// A channel of a process may be gone with it, and asking for it is an error.
    fn ask_for_existence(&mut self, target: &Target) {
        if is_own(target) {
            self.each(target, Verb::Ask);
        }
    }

    /// Adds a tag for each part of a target.
    pub fn each(&mut self, target: &Target, verb: Verb) {
        for element in &target.elements {
            let only_if = self.only_if.clone();
            self.found
                .add_if(verb, target.object, element.clone(), only_if);
        }
    }
}

/// What propositions of a claim read, of what transitions have tags for. Where processes stand, and
/// what their locals hold, is left out.
pub fn of_propositions<'e>(
    facts: &Facts<'_>,
    propositions: impl Iterator<Item = &'e Expr>,
) -> Tags {
    // A claim has no locals: of which proctype it is said to be does not matter.
    let mut finder = Finder::new(facts, ProctypeId(0));
    propositions.for_each(|value| finder.read(value));
    let everything = finder.found.everything;
    let mut touches = finder.found.into_tags();
    touches.retain(|tag| !matches!(tag.object, Object::Places(_) | Object::Local(..)));
    Tags {
        touches,
        everything,
        ..Tags::default()
    }
}

/// The channels from which an action, or a `d_step` that begins with it, receives.
fn received(action: &Action) -> Vec<&Access> {
    match action {
        Action::Receive { channel, .. } => vec![channel],
        Action::Deterministic(inside) => {
            let branches = inside.nodes[0].branches.iter();
            branches.flat_map(|it| received(&it.step.action)).collect()
        }
        _ => Vec::new(),
    }
}

/// A channel that a process has made.
fn is_own(target: &Target) -> bool {
    matches!(target.object, Object::OwnChannels(..))
}
