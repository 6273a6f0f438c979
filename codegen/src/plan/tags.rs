//! Conflict tags: what a transition reads, writes, sends to and receives from that other processes can see.
//!
//! After Holzmann, Godefroid and Pirottin, *Coverage preserving reduction strategies for reachability analysis* (1992), section 4:
//! locals and constants give no tag; an array is one object; a channel variable that is not a constant is read where it is used, and
//! besides its channels are sent to or received from. A question about a channel's fill reads the channel. Two departures: creation and
//! death of processes write the object `_nr_pr`, since they move pids and channel ids; `timeout` is a read object that everything else
//! conflicts with.

use std::collections::BTreeSet;

use frontend::ir::{Access, Action, Expr, Model, Pattern, Step, Transition, Var};

use super::Scope;
use super::channels::Origin;

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
                arguments.iter().for_each(|value| self.read(value));
            }
            Action::Receive {
                channel, arguments, ..
            } => {
                let channels = self.channels(channel);
                self.tags.receives.extend(channels);
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
                self.tags.writes.insert("_nr_pr".to_owned());
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
            Action::End => {
                self.tags.writes.insert("_nr_pr".to_owned());
            }
            _ => unimplemented!(),
        }
    }

    fn read(&mut self, expr: &Expr) {
        match expr {
            Expr::Load(access) => self.load(access),
            Expr::Unary(_, operand) => self.read(operand),
            Expr::At(id, pid, _) => {
                self.read(pid);
                let name = &self.scope.plan.model.proctypes[id.index()].name;
                self.tags.reads.insert(name.clone());
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
            Expr::ProcessCount => {
                self.tags.reads.insert("_nr_pr".to_owned());
            }
            Expr::Timeout => {
                self.tags.reads.insert("timeout".to_owned());
            }
            Expr::Channel(_, channel) => {
                let channels = self.channels(channel);
                self.tags.reads.extend(channels);
            }
            Expr::Const(_) | Expr::Pid | Expr::Spawned => {}
            _ => unimplemented!(),
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
