//! Whether messages have as many fields as is said of them.
//!
//! Which channel a variable names is known when all processes are: those that can flow into it
//! (`tags/flow.rs`). Where none of them has messages of the right length, the statement is wrong;
//! where some have, it is a run-time error with the others.

use super::expression::{self, Value};
use super::lower::Lowering;
use super::report::Report;
use crate::ast::TextRange;
use crate::ir::{Access, GlobalId, ProctypeId, Signature, SignatureId, Var};
use crate::tags::flow::{ChannelOrigin, Flow};
use crate::token::PLACEHOLDER;

/// What is done with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `c!x`, `c!!x`
    Send,
    /// `c?x`, `c??x`
    Receive,
    /// `c?<x>`, `c??<x>`
    Copy,
    /// `c?[x]`, `c??[x]`
    Poll,
    /// A step of a `trace` or `notrace`.
    Event,
}

impl Operation {
    fn name(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Receive | Self::Copy => "receive",
            Self::Poll => "poll",
            Self::Event => "event",
        }
    }

    /// As in SPIN, who only looks at a message need not name the last fields.
    fn fits(self, named: usize, fields: usize) -> bool {
        match self {
            Self::Send | Self::Receive => named == fields,
            Self::Copy | Self::Poll | Self::Event => named <= fields,
        }
    }
}

/// Something that names fields of a message, kept until it is known which channels it is about.
pub struct Message {
    operation: Operation,
    /// The channel variable: with its process when it is a local.
    channel: (Option<usize>, Var),
    /// How many fields are named.
    named: usize,
    /// The statement, or the channel of a poll.
    range: TextRange,
    /// What is sent.
    sent: Vec<Value>,
}

/// A channel that a message can be of: its message type, and where it is declared.
type Declared = (SignatureId, TextRange);

impl Lowering<'_> {
    /// Remembers how many fields of a message an operation names.
    pub fn note_message(
        &mut self,
        operation: Operation,
        range: TextRange,
        channel: &Access,
        named: usize,
    ) {
        let operation = match self.in_trace {
            true => Operation::Event,
            false => operation,
        };
        let channel = self.owned(channel.var);
        self.messages.push(Message {
            operation,
            channel,
            named,
            range,
            sent: Vec::new(),
        });
    }

    /// Remembers the values of the send that was noted last.
    pub fn note_sent(&mut self, values: Vec<Value>) {
        if let Some(message) = self.messages.last_mut() {
            message.sent = values;
        }
    }

    /// Compares the number of fields with the message types of all channels that can be meant.
    pub fn check_messages(&mut self) {
        let messages = std::mem::take(&mut self.messages);
        let complete = !self.failed() && !messages.is_empty();
        let flow = complete.then(|| Flow::follow(&self.model));
        // Then it is not known how many fields a message with such a structure has.
        let mut members = self.typedefs.iter().flat_map(|it| &it.members);
        let lost_members = members.any(|member| member.name == PLACEHOLDER);
        for message in messages {
            let declared = match &flow {
                Some(flow) => self.named_by(flow, message.channel),
                None => self.declared_as(message.channel),
            };
            self.check_sent(&message, &declared);
            if !lost_members {
                self.check_length(&message, &declared);
            }
        }
    }

    /// The channels that a variable can name; none if it never names one.
    fn named_by(&self, flow: &Flow, (owner, var): (Option<usize>, Var)) -> Vec<Declared> {
        // A global names the same for all.
        let proctype = ProctypeId::from(owner.unwrap_or(0));
        let origins = flow.named_by(proctype, var).iter();
        origins
            .filter_map(|&origin| self.declaration_of(origin))
            .collect()
    }

    fn declaration_of(&self, origin: ChannelOrigin) -> Option<Declared> {
        match origin {
            ChannelOrigin::Global(index) => {
                let id = index as i32 + 1;
                let mut globals = self.model.globals.iter().zip(&self.globals.facts);
                let declares = globals.find(|(variable, facts)| {
                    facts.channel.is_some() && variable.initial.contains(&id)
                });
                let (_, facts) = declares?;
                Some((self.model.channels[index].signature, facts.declared))
            }
            ChannelOrigin::Local(owner, index) => {
                let local = self.model.proctypes[owner].channels[index].local;
                self.local_channels
                    .get(&(owner, Var::Local(local)))
                    .copied()
            }
        }
    }

    /// While the model is not complete: the declaration of a variable that nothing is assigned to.
    fn declared_as(&self, channel: (Option<usize>, Var)) -> Vec<Declared> {
        if self.reassigned.contains(&channel) {
            return Vec::new();
        }
        let declared = match channel {
            (None, Var::Global(id)) => self.declared_global(id),
            (Some(owner), var) => self.local_channels.get(&(owner, var)).copied(),
            (None, Var::Local(_)) => None,
        };
        declared.into_iter().collect()
    }

    fn declared_global(&self, id: GlobalId) -> Option<Declared> {
        let facts = &self.globals.facts[id.index()];
        let (signature, _) = facts.channel?;
        Some((signature, facts.declared))
    }

    fn fields(&self, signature: SignatureId) -> &Signature {
        &self.model.signatures[signature.index()]
    }

    /// Warns of values that do not fit their fields, where all channels have the same.
    fn check_sent(&mut self, message: &Message, declared: &[Declared]) {
        let Some(&(signature, _)) = declared.first() else {
            return;
        };
        if declared.iter().any(|&(other, _)| other != signature) {
            return;
        }
        let fields = self.fields(signature).fields.clone();
        for (at, (value, field)) in message.sent.iter().zip(fields).enumerate() {
            let what = format!("field {} of the message", at + 1);
            self.check_passing(message.range, value, field, &what);
        }
    }

    fn check_length(&mut self, message: &Message, declared: &[Declared]) {
        let Message {
            operation,
            named,
            range,
            ..
        } = *message;
        let length = |&(signature, _): &Declared| self.fields(signature).fields.len();
        let mut lengths: Vec<usize> = declared.iter().map(length).collect();
        let is_right = |&fields: &usize| operation.fits(named, fields);
        // A trace looks at one channel, whatever the variable names later.
        let wrong = match operation {
            Operation::Event => !lengths.iter().all(is_right),
            _ => !lengths.iter().any(is_right),
        };
        lengths.sort_unstable();
        lengths.dedup();
        let (Some(&least), Some(&most)) = (lengths.first(), lengths.last()) else {
            return;
        };
        let may_be_short = matches!(operation, Operation::Copy | Operation::Event);
        let is_short = may_be_short && named < least;
        if !wrong && !is_short {
            return;
        }
        let (name, count) = (operation.name(), expression::count(named, "field"));
        let have: Vec<String> = lengths.iter().map(usize::to_string).collect();
        let have = have.join(" or ");
        let channel = match lengths[..] {
            [_] => "the channel",
            _ => "the channels that it can be",
        };
        let report = if wrong {
            let text = format!("this {name} has {count}, but messages of {channel} have {have}");
            let written = self.text(range);
            let end = written.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let report = Report::error(range, text);
            let report = report.unassigned(&written[..end.unwrap_or(written.len())]);
            match named > most {
                true => report.help(format!("name {have} of them")),
                false => report
                    .help("name every field; in a receive, `_` stands for one that is not wanted"),
            }
        } else {
            let text = format!("this {name} has {count}, messages of {channel} have {have}");
            let report = Report::warning("fewer-fields", range, text);
            report.help("the others are not looked at; `_` says so")
        };
        self.report(with_declarations(report, declared));
    }
}

/// Most declarations that are shown.
const SHOWN_MAX: usize = 3;

fn with_declarations(report: Report, declared: &[Declared]) -> Report {
    let mut ranges: Vec<TextRange> = declared.iter().map(|&(_, range)| range).collect();
    ranges.sort_unstable();
    ranges.dedup();
    let text = match ranges.len() {
        1 => "the channel is declared here",
        _ => "it can be this channel",
    };
    let shown = ranges.into_iter().take(SHOWN_MAX);
    shown.fold(report, |report, range| report.other(range, text))
}
