//! Promises of exclusive access, `xr` and `xs`, that the text of the model does not prove.
//!
//! No reduction relies on them. Still a promise that is broken is a mistake, and as in SPIN a
//! reduced search reports it when it sees it. A promise holds as long as the process that made it
//! exists, for the channel that its variable names at that time, so that a state and a step decide
//! whether it is broken, and not what the search has seen before.

use super::{Failure, Field, Process, State};
use crate::model::SourceInfo;

/// A promise `xr q` or `xs q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// As written: `xr q`.
    pub text: &'static str,
    /// Index of the proctype that makes it.
    pub proctype: u16,
    /// Where the channel's id is found.
    pub channel: Promised,
}

/// The channel of a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promised {
    /// This one.
    Channel(u8),
    /// That which a global names.
    Global(Field),
    /// That which a variable of the process names.
    Local(Field),
}

/// What is done with a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A message is taken or copied.
    Receive,
    /// A message is sent.
    Send,
    /// Fill or contents are asked for.
    Ask,
}

impl State {
    /// From here on broken promises are noted.
    pub fn with_promises(mut self) -> Self {
        self.watches_promises = true;
        self
    }

    /// Notes whether process `me` breaks a promise by using a channel in this statement.
    #[inline]
    pub fn watch(
        &mut self,
        promise: &'static Promise,
        me: Process,
        channel: i32,
        (used, statement): (Use, &'static SourceInfo),
    ) {
        if self.watches_promises && self.is_promised_to_another(promise, me, channel) {
            self.note(Failure::Promise {
                promise,
                by: self.proctype(me),
                used,
                statement,
            });
        }
    }

    fn is_promised_to_another(&self, promise: &Promise, me: Process, channel: i32) -> bool {
        self.processes().any(|owner| {
            owner.pid != me.pid
                && self.proctype(owner) == promise.proctype
                && channel
                    == match promise.channel {
                        Promised::Channel(id) => i32::from(id),
                        Promised::Global(field) => self.get(field),
                        Promised::Local(field) => self.get(owner.at(field)),
                    }
        })
    }
}
