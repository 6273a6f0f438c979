//! `xr`, `xs` and `local`: who else uses what a process says it has for itself.
//!
//! SPIN's reduction relies on these promises. Ours finds out by itself who uses what, so that a
//! promise tells it nothing; but a promise that is not kept is a mistake in the model, or in the
//! reader's mind. Here it is looked for in the text: each process that can exist, each channel that
//! it can name. What cannot be ruled out is warned of, and the analyzer keeps an eye on it.

use std::collections::{BTreeMap, BTreeSet};

use super::lower::Lowering;
use super::report::Report;
use crate::ast::TextRange;
use crate::ir::{Access, ChannelUse, Direction, GlobalId, Var};
use crate::population::{Member, Named, Population};

/// Places that a warning shows.
const SHOWN: usize = 3;

/// Lookups of what a channel can be in a process, at most: beyond, fewer processes are told apart.
const LOOKUPS_MAX: usize = 1 << 18;

/// Where what is promised is used. Processes are given by the index of their proctype; claims and
/// traces, which make no steps, have higher ones.
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
        let most = LOOKUPS_MAX / (1 + uses.channels.len() + uses.promised.len());
        let population = Population::of(&self.model, most);
        let members = by_proctype(&population, self.model.proctypes.len());
        let mut reports = self.shared_locals(&uses, &population);
        let found = uses
            .channels
            .iter()
            .map(|it| users(&population, &members, it.proctype, &it.channel));
        let found: Vec<Users> = found.collect();
        let mut proven = Vec::new();
        let mut ranges = uses.promised.iter();
        for (i, proctype) in self.model.proctypes.iter().enumerate() {
            for promise in &proctype.promises {
                let owners = users(&population, &members, i, &promise.channel);
                let intruders = intruders(&uses.channels, &found, promise.direction, &owners);
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
        let mut places: BTreeMap<GlobalId, Vec<(usize, TextRange)>> = BTreeMap::new();
        for (id, proctype, range) in &uses.locals {
            places.entry(*id).or_default().push((*proctype, *range));
        }
        let mut reports = Vec::new();
        for (id, places) in places {
            let facts = &self.globals.facts[id.index()];
            let proctypes: BTreeSet<usize> = places.iter().map(|(proctype, _)| *proctype).collect();
            let mut users: BTreeSet<(usize, usize)> = BTreeSet::new();
            for proctype in proctypes {
                let numbers = population.numbers.get(proctype).into_iter().flatten();
                users.extend(numbers.map(|number| (*number, proctype)));
            }
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
            for (proctype, range) in places {
                if proctype < self.model.proctypes.len() && !named.contains(&proctype) {
                    named.push(proctype);
                    let name = &self.model.proctypes[proctype].name;
                    let processes = users.iter().filter(|(_, it)| *it == proctype);
                    let text = match processes.count() {
                        0 | 1 => format!("`{name}` uses it"),
                        _ => format!("several processes `{name}` use it"),
                    };
                    report = report.other(range, text);
                }
            }
            reports.push(
                report.help("no reduction here relies on it; SPIN's does, and may miss errors"),
            );
        }
        reports
    }
}

/// The processes of each proctype.
fn by_proctype<'p>(population: &'p Population<'_>, count: usize) -> Vec<Vec<&'p Member>> {
    let mut members = vec![Vec::new(); count];
    for member in &population.members {
        members[member.proctype.index()].push(member);
    }
    members
}

/// Channels, each with the lowest and the highest number of a process that can name it.
type Users = BTreeMap<Named, (usize, usize)>;

/// The channels that an access can name in the processes of a proctype; a claim or a trace has
/// none.
fn users(
    population: &Population<'_>,
    members: &[Vec<&Member>],
    proctype: usize,
    channel: &Access,
) -> Users {
    let mut users = Users::new();
    for member in members.get(proctype).into_iter().flatten() {
        for named in population.channels(member, channel) {
            let (low, high) = users.entry(named).or_insert((member.number, member.number));
            (*low, *high) = ((*low).min(member.number), (*high).max(member.number));
        }
    }
    users
}

/// Who may break a promise of these owners: another process that names the same channel.
fn intruders(
    uses: &[UsedChannel],
    users: &[Users],
    direction: Direction,
    owners: &Users,
) -> Vec<Intruder> {
    let others = |(channel, (low, high)): (&Named, &(usize, usize))| {
        owners
            .get(channel)
            .is_some_and(|(first, last)| low.min(first) != high.max(last))
    };
    let breaks = |(used, users): &(&UsedChannel, &Users)| {
        used.used.is_promised(direction) && users.iter().any(others)
    };
    let found = uses.iter().zip(users).filter(breaks);
    let intruder = |(it, _): (&UsedChannel, &Users)| Intruder {
        proctype: it.proctype,
        used: it.used,
        range: it.range,
    };
    found.map(intruder).collect()
}
