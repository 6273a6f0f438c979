//! Promises of exclusive access, `xr` and `xs`: who breaks one.
//!
//! They mean nothing but to SPIN's reduction, so that no one is told but who asks. As in analyzers,
//! a promise holds as long as the process that made it exists, for the channel that its variable
//! names at that time; only those that the text does not prove are looked at.

use super::evaluate::View;
use super::{Interpreter, State, Violation};
use crate::ir::{Action, ChannelUse, Direction, Model, ProctypeId, text};

/// A promise that a step breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Broken {
    /// The proctype of the process that made the promise.
    owner: ProctypeId,
    /// Index into its promises.
    promise: usize,
    /// The proctype of the process that breaks it.
    by: ProctypeId,
    /// How.
    used: ChannelUse,
}

impl Broken {
    /// `xr c of P is broken: Q receives from it`, as analyzers say it.
    pub fn text(&self, model: &Model) -> String {
        let owner = &model.proctypes[self.owner.index()];
        let promise = &owner.promises[self.promise];
        let keyword = match promise.direction {
            Direction::Receive => "xr",
            Direction::Send => "xs",
        };
        let channel = text::access(model, owner, &promise.channel);
        let another = if self.by == self.owner {
            "another "
        } else {
            ""
        };
        let by = &model.proctypes[self.by.index()].name;
        let does = match self.used {
            ChannelUse::Receive => "receives from it",
            ChannelUse::Send => "sends to it",
            ChannelUse::Query(_) | ChannelUse::Poll => "asks about it",
        };
        let owner = &owner.name;
        format!("{keyword} {channel} of {owner} is broken: {another}{by} {does}")
    }
}

impl Interpreter<'_> {
    /// Broken promises are noted in the steps that break them.
    pub fn with_promises(self) -> Self {
        Self {
            watches_promises: true,
            ..self
        }
    }

    /// The promise that an action breaks, if it is executed here.
    pub(super) fn broken(&self, state: &State, pid: usize, action: &Action) -> Option<Violation> {
        if !self.watches_promises {
            return None;
        }
        let view = View::of(pid);
        let mut broken = None;
        action.channel_uses(&mut |used, channel| {
            // A channel that cannot be found here stands where it is not asked for, or is a
            // run-time error.
            let Ok(index) = self.channel(state, view, channel) else {
                return;
            };
            broken = broken.or_else(|| self.promised(state, (pid, used, index)));
        });
        broken.map(Violation::Promise)
    }

    /// The promise of another process than `pid` that no one else uses the channel at `index` like
    /// this.
    fn promised(
        &self,
        state: &State,
        (pid, used, index): (usize, ChannelUse, usize),
    ) -> Option<Broken> {
        let others = (0..state.processes.len()).filter(|other| *other != pid);
        let mut broken = others.flat_map(|other| {
            let owner = state.processes[other].proctype;
            let promises = self.model.proctypes[owner.index()].promises.iter();
            let named = promises.enumerate().filter(move |(_, promise)| {
                let channel = self.channel(state, View::of(other), &promise.channel);
                !promise.proven && used.is_promised(promise.direction) && channel == Ok(index)
            });
            named.map(move |(promise, _)| Broken {
                owner,
                promise,
                by: state.processes[pid].proctype,
                used,
            })
        });
        broken.next()
    }
}
