//! Conflict tags: what a transition reads, writes, sends to and receives from that other processes can see.
//!
//! After Holzmann, Godefroid and Pirottin, *Coverage preserving reduction strategies for reachability analysis* (1992), section 4:
//! locals and constants give no tag; an array is one object; a channel variable that is not a constant is read where it is used, and
//! besides its channels are sent to or received from. A question about a channel's fill or contents reads the channel. Departures: creation and
//! death of processes write the object `_nr_pr`, since they move pids and channel ids; `timeout` is a read object that everything else
//! conflicts with, and stands also for whatever depends on what other processes could do (`enabled`, priorities); every step of a proctype that
//! remote references look at writes the object named like it; `_last` and `_trace` are written by every step, and by every event.

use std::collections::BTreeSet;

use frontend::ir::{Access, Action, Direction, Expr, Model, Pattern, Step, Transition, Var};
use frontend::tags::flow::Origin;

use super::Scope;

/// The tags of a transition, by name of the object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// Globals and fills of channels that it reads.
    pub reads: BTreeSet<String>,
    /// Globals that it writes.
    pub writes: BTreeSet<String>,
    /// Channels that it may send to.
    pub sends: BTreeSet<String>,
    /// Channels that it may receive from.
    pub receives: BTreeSet<String>,
}

/// The tags of a transition: those of all its steps.
pub fn tags(scope: Scope<'_>, transition: &Transition) -> Tags {
    let mut found = Finder {
        scope,
        tags: Tags::default(),
    };
    let Scope { plan, proctype, .. } = scope;
    if plan.model.has_priorities {
        found.read_object("timeout");
    }
    if let Some(provided) = &proctype.provided {
        found.read(provided);
    }
    if plan.model.tracks_last {
        found.write_object("_last");
    }
    if plan.looked_at.contains(&scope.id) {
        found.write_object(&proctype.name);
    }
    for step in &transition.steps {
        found.step(step);
    }
    found.tags
}

struct Finder<'p> {
    scope: Scope<'p>,
    tags: Tags,
}

impl Finder<'_> {
    fn step(&mut self, step: &Step) {
        match &step.action {
            Action::Skip | Action::Else | Action::Print { .. } => {}
            Action::Condition(value) | Action::Assert(value) => self.read(value),
            Action::Assign(access, value) => {
                self.write(access);
                self.read(value);
            }
            Action::Send {
                channel, arguments, ..
            } => {
                let channels = self.channels(channel);
                self.tags.sends.extend(channels);
                self.event(channel, Direction::Send);
                arguments.iter().for_each(|value| self.read(value));
            }
            Action::Receive {
                channel, arguments, ..
            } => {
                let channels = self.channels(channel);
                self.tags.receives.extend(channels);
                self.event(channel, Direction::Receive);
                for pattern in arguments {
                    match pattern {
                        Pattern::Match(value) => self.read(value),
                        Pattern::Store(access) => self.write(access),
                        Pattern::Discard => {}
                    }
                }
            }
            Action::Run {
                arguments,
                result,
                proctype,
                ..
            } => {
                self.write_object("_nr_pr");
                arguments.iter().for_each(|value| self.read(value));
                if let Some((access, value)) = result {
                    self.write(access);
                    self.read(value);
                }
                let callee = self.scope.plan.scope(*proctype);
                let mut of_callee = Finder {
                    scope: callee,
                    tags: std::mem::take(&mut self.tags),
                };
                for (_, value) in &callee.proctype.creation {
                    of_callee.read(value);
                }
                self.tags = of_callee.tags;
            }
            Action::End => self.write_object("_nr_pr"),
            Action::SetPriority { process, priority } => {
                self.write_object("_priority");
                self.read(process);
                self.read(priority);
            }
            Action::Deterministic(inside) => inside.steps().for_each(|step| self.step(step)),
        }
    }

    fn read(&mut self, expr: &Expr) {
        match expr {
            Expr::Load(access) => self.load(access),
            Expr::Unary(_, operand) => self.read(operand),
            Expr::At(id, pid, _) => {
                self.read(pid);
                self.read_object(&self.scope.plan.model.proctypes[id.index()].name);
            }
            Expr::Binary(_, left, right) => {
                self.read(left);
                self.read(right);
            }
            Expr::Conditional(condition, then, otherwise) => {
                self.read(condition);
                self.read(then);
                self.read(otherwise);
            }
            Expr::ProcessCount => self.read_object("_nr_pr"),
            Expr::Timeout => self.read_object("timeout"),
            Expr::Channel(_, channel) => {
                let channels = self.channels(channel);
                self.tags.reads.extend(channels);
            }
            Expr::Poll {
                channel, arguments, ..
            } => {
                let channels = self.channels(channel);
                self.tags.reads.extend(channels);
                for pattern in arguments {
                    if let Pattern::Match(value) = pattern {
                        self.read(value);
                    }
                }
            }
            Expr::Remote(id, pid, access) => {
                self.read(pid);
                self.subscripts(access);
                self.read_object(&self.scope.plan.model.proctypes[id.index()].name);
            }
            Expr::FirstOf(_) => self.read_object("_nr_pr"),
            Expr::Last => self.read_object("_last"),
            Expr::Priority(pid) => {
                self.read(pid);
                self.read_object("_priority");
            }
            // Any step of any process can change the answer, as with `timeout`.
            Expr::Enabled(pid) | Expr::PlaceNumber(pid) => {
                self.read(pid);
                self.read_object("timeout");
            }
            Expr::Const(_) | Expr::Pid | Expr::Spawned => {}
        }
    }

    fn read_object(&mut self, name: &str) {
        self.tags.reads.insert(name.to_owned());
    }

    fn write_object(&mut self, name: &str) {
        self.tags.writes.insert(name.to_owned());
    }

    /// The trace may see what is sent or received. A handshake is both, and the receive may be the half that moves it.
    fn event(&mut self, channel: &Access, direction: Direction) {
        let plan = self.scope.plan;
        let both = [Direction::Send, Direction::Receive];
        let rendezvous = plan.channels.may_be_rendezvous(self.scope.id, channel.var);
        let directions = both.into_iter().filter(|&it| it == direction || rendezvous);
        let mut watched = directions.map(|it| plan.watches(self.scope.id, channel.var, it));
        if watched.any(|it| it) {
            self.write_object("_trace");
        }
    }

    fn load(&mut self, access: &Access) {
        self.subscripts(access);
        if let Var::Global(id) = access.var
            && self.scope.stored(access.var).is_some()
        {
            let name = &self.scope.plan.model.globals[id.index()].name;
            self.tags.reads.insert(name.clone());
        }
    }

    fn write(&mut self, access: &Access) {
        self.subscripts(access);
        if let Var::Global(id) = access.var
            && self.scope.stored(access.var).is_some()
        {
            let name = &self.scope.plan.model.globals[id.index()].name;
            self.tags.writes.insert(name.clone());
        }
    }

    fn subscripts(&mut self, access: &Access) {
        for subscript in &access.subscripts {
            self.read(&subscript.index);
        }
    }

    /// The channels that an access can name; reading the name is noted.
    fn channels(&mut self, access: &Access) -> Vec<String> {
        self.load(access);
        let model = self.scope.plan.model;
        if let (Var::Global(id), [subscript]) = (access.var, &access.subscripts[..])
            && let Expr::Const(index) = subscript.index
            && self.scope.plan.channels.constants.contains_key(&id)
            && let Some(&channel) = model.globals[id.index()].initial.get(index as usize)
        {
            return vec![name(model, Origin::Global(channel as usize - 1))];
        }
        let origins = self.scope.plan.channels.named_by(self.scope.id, access.var);
        origins.iter().map(|&origin| name(model, origin)).collect()
    }
}

/// `q[2]`; `sender.q` for the channels that processes of a proctype make.
fn name(model: &Model, origin: Origin) -> String {
    match origin {
        Origin::Global(index) => model.channels[index].name.clone(),
        Origin::Local(i, index) => {
            let proctype = &model.proctypes[i];
            let local = proctype.channels[index].local.index();
            format!("{}.{}", proctype.name, proctype.locals[local].name)
        }
    }
}
