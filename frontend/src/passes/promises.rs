//! `xr`, `xs` and `local`: who else uses what a process says it has for itself.
//!
//! SPIN's reduction relies on these promises. Ours finds out by itself who uses what, so that a promise tells it nothing; but a promise that is not kept
//! is a mistake in the model, or in the reader's mind. Here it is looked for in the text: each process that can exist, each channel that it can name.
//! What cannot be ruled out is warned of, and the analyzer keeps an eye on it.

use std::collections::BTreeSet;

use super::lower::Lowering;
use super::report::Report;
use crate::ast::TextRange;
use crate::ir::{Access, ChannelUse, Direction, GlobalId, ProctypeId, Var};
use crate::population::{Member, Population};

/// Places that a warning shows.
const SHOWN: usize = 3;

/// Where what is promised is used. Processes are given by the index of their proctype; claims and traces, which make no steps, have higher ones.
#[derive(Default)]
pub struct Uses {
    /// The channels of `xr` and `xs`, in the order of the text, with the process.
    pub promised: Vec<(usize, TextRange)>,
    /// What is done with channels.
    channels: Vec<UsedChannel>,
    /// Globals declared `local`, with the processes that use them.
    locals: Vec<(GlobalId, usize, TextRange)>,
}

impl Uses {
    /// Nothing of what was lowered so far belongs to a process.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

struct UsedChannel {
    proctype: usize,
    used: ChannelUse,
    channel: Access,
    range: TextRange,
}

/// Somebody who uses what another has for itself.
struct Intruder {
    proctype: usize,
    used: ChannelUse,
    range: TextRange,
}

impl Lowering<'_> {
    /// Remembers what the process at hand does with a channel.
    pub fn note_use(&mut self, used: ChannelUse, channel: &Access, range: TextRange) {
        self.uses.channels.push(UsedChannel {
            proctype: self.model.proctypes.len(),
            used,
            channel: channel.clone(),
            range,
        });
    }

    /// Remembers that the process at hand uses a global that is declared `local`.
    pub fn note_local(&mut self, var: Var, range: TextRange) {
        if let Var::Global(id) = var
            && self.globals.facts[id.index()].promised
        {
            self.uses
                .locals
                .push((id, self.model.proctypes.len(), range));
        }
    }

    /// Proves the promises, as far as that can be, and warns of the others.
    pub fn check_promises(&mut self) {
        let uses = std::mem::take(&mut self.uses);
        if self.failed() || uses.promised.is_empty() && uses.locals.is_empty() {
            return;
        }
        let population = Population::of(&self.model);
        let mut reports = self.shared_locals(&uses, &population);
        let mut proven = Vec::new();
        let mut ranges = uses.promised.iter();
        for (i, proctype) in self.model.proctypes.iter().enumerate() {
            for promise in &proctype.promises {
                let owner = ProctypeId::from(i);
                let promised = (promise.direction, &promise.channel);
                let intruders = intruders(&population, &uses.channels, owner, promised);
                proven.push(intruders.is_empty());
                if let (Some((_, range)), false) = (ranges.next(), intruders.is_empty()) {
                    reports.push(self.not_exclusive(i, promise.direction, *range, &intruders));
                }
            }
        }
        drop(population);
        let promises = self.model.proctypes.iter_mut();
        let promises = promises.flat_map(|proctype| &mut proctype.promises);
        for (promise, proven) in promises.zip(proven) {
            promise.proven = proven;
        }
        self.reports.extend(reports);
    }

    fn not_exclusive(
        &self,
        owner: usize,
        direction: Direction,
        range: TextRange,
        intruders: &[Intruder],
    ) -> Report {
        let name = |proctype: usize| &self.model.proctypes[proctype].name;
        let promised = match direction {
            Direction::Receive => "receives from",
            Direction::Send => "sends to",
        };
        let message = format!(
            "it is not certain that only one process `{}` {promised} this channel",
            name(owner)
        );
        let report = Report::warning("exclusive", range, message);
        let report = intruders.iter().take(SHOWN).fold(report, |report, it| {
            let who = match it.proctype == owner {
                true => format!("another `{}`", name(owner)),
                false => format!("`{}`", name(it.proctype)),
            };
            let what = match it.used {
                ChannelUse::Receive => "may receive from it",
                ChannelUse::Send => "may send to it",
                ChannelUse::Query(_) | ChannelUse::Poll => "may look at it",
            };
            report.other(it.range, format!("{who} {what}"))
        });
        report.help("the promise is ignored: no reduction needs it; a reduced search reports when it sees it broken")
    }

    /// Warns of globals declared `local` that several processes use.
    fn shared_locals(&self, uses: &Uses, population: &Population<'_>) -> Vec<Report> {
        let mut reports = Vec::new();
        for (index, facts) in self.globals.facts.iter().enumerate() {
            let of_this = |it: &&(GlobalId, usize, TextRange)| it.0.index() == index;
            let places: Vec<_> = uses.locals.iter().filter(of_this).collect();
            let uses_it = |member: &&Member| {
                let mut places = places.iter();
                places.any(|(_, proctype, _)| *proctype == member.proctype.index())
            };
            let users = population.members.iter().filter(uses_it);
            let users: BTreeSet<(usize, usize)> = users
                .map(|member| (member.number, member.proctype.index()))
                .collect();
            let numbers: BTreeSet<usize> = users.iter().map(|(number, _)| *number).collect();
            if numbers.len() < 2 {
                continue;
            }
            let message = format!(
                "`{}` is declared `local`, but several processes use it",
                self.text(facts.declared)
            );
            let mut report = Report::warning("shared-local", facts.declared, message);
            let mut named = Vec::new();
            for (_, proctype, range) in places {
                if *proctype < self.model.proctypes.len() && !named.contains(proctype) {
                    named.push(*proctype);
                    let name = &self.model.proctypes[*proctype].name;
                    let processes = users.iter().filter(|(_, it)| it == proctype);
                    let text = match processes.count() {
                        0 | 1 => format!("`{name}` uses it"),
                        _ => format!("several processes `{name}` use it"),
                    };
                    report = report.other(*range, text);
                }
            }
            reports.push(
                report.help("no reduction here relies on it; SPIN's does, and may miss errors"),
            );
        }
        reports
    }
}

/// Who may break a promise of processes of proctype `owner`.
fn intruders(
    population: &Population<'_>,
    uses: &[UsedChannel],
    owner: ProctypeId,
    (direction, channel): (Direction, &Access),
) -> Vec<Intruder> {
    let owners = population.members.iter();
    let owners = owners.filter(|member| member.proctype == owner);
    let promised: Vec<_> = owners
        .map(|owner| (owner.number, population.channels(owner, channel)))
        .collect();
    let breaks = |it: &&UsedChannel| {
        let users = population.members.iter();
        let mut users = users.filter(|member| member.proctype.index() == it.proctype);
        it.used.is_promised(direction)
            && users.any(|user| {
                let channels = population.channels(user, &it.channel);
                let mut others = promised.iter().filter(|(number, _)| *number != user.number);
                others.any(|(_, promised)| !promised.is_disjoint(&channels))
            })
    };
    let found = uses.iter().filter(breaks);
    let intruder = |it: &UsedChannel| Intruder {
        proctype: it.proctype,
        used: it.used,
        range: it.range,
    };
    found.map(intruder).collect()
}
