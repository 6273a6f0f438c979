//! A state vector by Promela names: for dumps, trails and reports.

use std::fmt::Write;

use crate::model::{ChannelInfo, MessageField, ModelInfo, PlaceId, QueueKind, Shown, Variable};

/// Where everything lies in one state vector.
#[derive(Clone, Debug)]
pub struct View<'w> {
    info: &'static ModelInfo,
    words: &'w [u32],
    /// Global channels, then those of each process.
    channels: Vec<ChannelView>,
    /// By pid.
    pub processes: Vec<ProcessView>,
}

/// A live process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessView {
    /// `_pid`.
    pub pid: u8,
    /// Index into [`ModelInfo::proctypes`].
    pub proctype: u16,
    /// Where it stands.
    pub place: PlaceId,
    /// Index of its first word.
    base: u32,
}

#[derive(Clone, Copy, Debug)]
struct ChannelView {
    name: &'static str,
    owner: Option<ProcessView>,
    base: u32,
    kind: &'static QueueKind,
}

/// A named value: a scalar, an array element, or the contents of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `x`, `a[2]`, `P[1]:x`.
    pub name: String,
    /// As Promela writes it; a channel as its messages in brackets, the oldest first.
    pub value: String,
}

impl<'w> View<'w> {
    /// Reads a state vector of the model.
    pub fn new(info: &'static ModelInfo, words: &'w [u32]) -> Self {
        let mut view = Self {
            info,
            words,
            channels: Vec::new(),
            processes: Vec::new(),
        };
        let mut base = view.add_channels(info.channels, None, info.global_words);
        while (base as usize) < words.len() {
            let place = PlaceId(words[base as usize] & (u32::MAX >> (32 - info.place_bits)));
            let process = ProcessView {
                pid: view.processes.len() as u8,
                proctype: info.places[place.0 as usize].proctype,
                place,
                base,
            };
            view.processes.push(process);
            let proctype = &info.proctypes[usize::from(process.proctype)];
            base = view.add_channels(proctype.channels, Some(process), base + proctype.words);
        }
        view
    }

    fn add_channels(
        &mut self,
        channels: &'static [ChannelInfo],
        owner: Option<ProcessView>,
        mut base: u32,
    ) -> u32 {
        for channel in channels {
            let kind = &self.info.queues[usize::from(channel.kind)];
            self.channels.push(ChannelView {
                name: channel.name,
                owner,
                base,
                kind,
            });
            base += kind.words;
        }
        base
    }

    /// `P[1]`, as Promela refers to a process.
    pub fn process_name(&self, process: ProcessView) -> String {
        let proctype = &self.info.proctypes[usize::from(process.proctype)];
        format!("{}[{}]", proctype.name, process.pid)
    }

    /// All globals and global channels.
    pub fn globals(&self) -> Vec<Named> {
        let mut all = Vec::new();
        for variable in self.info.globals {
            self.push_variable(variable, None, &mut all);
        }
        self.push_channels(None, &mut all);
        all
    }

    /// All parameters, locals and channels of a process.
    pub fn locals(&self, process: ProcessView) -> Vec<Named> {
        let mut all = Vec::new();
        for variable in self.info.proctypes[usize::from(process.proctype)].locals {
            self.push_variable(variable, Some(process), &mut all);
        }
        self.push_channels(Some(process), &mut all);
        all
    }

    fn push_variable(&self, variable: &Variable, owner: Option<ProcessView>, all: &mut Vec<Named>) {
        let base = owner.map_or(0, |process| process.base);
        for index in 0..variable.cells.length {
            let field = variable.cells.element(index).at(base);
            let value = field.extract(self.words[field.word as usize]);
            let name = match variable.is_array {
                true => element_name(variable.name, index),
                false => variable.name.to_string(),
            };
            all.push(Named {
                name: self.qualified(&name, owner),
                value: self.show(value, variable.shown),
            });
        }
    }

    fn push_channels(&self, owner: Option<ProcessView>, all: &mut Vec<Named>) {
        let own = self
            .channels
            .iter()
            .filter(|channel| channel.owner == owner);
        for channel in own.filter(|channel| channel.kind.capacity > 0) {
            all.push(Named {
                name: self.qualified(channel.name, owner),
                value: self.contents(channel),
            });
        }
    }

    fn qualified(&self, name: &str, owner: Option<ProcessView>) -> String {
        match owner {
            Some(process) => format!("{}:{name}", self.process_name(process)),
            None => name.to_string(),
        }
    }

    fn contents(&self, channel: &ChannelView) -> String {
        let length = channel.kind.length.at(channel.base);
        let length = length.extract(self.words[length.word as usize]) as u32;
        let message = |position: u32| {
            let start = channel.base * 32 + position * channel.kind.slot_bits;
            let fields = channel.kind.fields.iter();
            let shown =
                fields.map(|field| self.show(self.message_field(start, field), field.shown));
            shown.collect::<Vec<_>>().join(",")
        };
        let messages: Vec<_> = (0..length).map(message).collect();
        format!("[{}]", messages.join(" "))
    }

    fn message_field(&self, start: u32, field: &MessageField) -> i32 {
        let bit = |i: u32| {
            let at = start + field.bit + i;
            self.words[(at / 32) as usize] >> (at % 32) & 1
        };
        let bits = (0..u32::from(field.bits)).fold(0, |bits, i| bits | bit(i) << i);
        field.value(bits)
    }

    fn show(&self, value: i32, shown: Shown) -> String {
        let name = match shown {
            Shown::Number => None,
            Shown::Mtype(set) => {
                let mut names = self.info.mtypes[usize::from(set)].iter();
                names
                    .find(|(_, number)| *number == value)
                    .map(|(name, _)| (*name).to_string())
            }
            Shown::Channel => {
                let channel = self.channels.get((value as usize).wrapping_sub(1));
                channel.map(|channel| self.qualified(channel.name, channel.owner))
            }
        };
        name.unwrap_or_else(|| value.to_string())
    }

    /// Everything on one line: `x=1 q=[2,ack 3,msg] | P[0]@7 i=0 | Q[1]@12`, where `@` is followed
    /// by the place's number.
    ///
    /// Equal states have equal lines, different states different ones.
    pub fn line(&self) -> String {
        let mut line = join(&self.globals());
        for &process in &self.processes {
            let _ = write!(
                line,
                " | {}@{}",
                self.process_name(process),
                process.place.0
            );
            let prefix = format!("{}:", self.process_name(process));
            for local in self.locals(process) {
                let name = local.name.strip_prefix(&prefix).unwrap_or(&local.name);
                let _ = write!(line, " {name}={}", local.value);
            }
        }
        line.trim_start().to_string()
    }

    /// What is different from an earlier state; of a process created since, what is not zero or
    /// empty.
    pub fn changes_since(&self, before: &View<'_>) -> Vec<Named> {
        let mut changes = changed(&before.globals(), self.globals());
        for &process in &self.processes {
            let earlier = before.processes.get(usize::from(process.pid));
            let earlier = earlier.filter(|earlier| earlier.proctype == process.proctype);
            changes.extend(match earlier {
                Some(&earlier) => changed(&before.locals(earlier), self.locals(process)),
                None => {
                    let set = |named: &Named| named.value != "0" && named.value != "[]";
                    self.locals(process).into_iter().filter(set).collect()
                }
            });
        }
        changes
    }
}

/// The name of an element: `a[2]` of `a`; of `s[2].b[4]`, whose elements lie in row-major order,
/// `s[1].b[1]` is element 5.
fn element_name(declared: &str, element: u32) -> String {
    let parts: Vec<&str> = declared.split(['[', ']']).collect();
    if parts.len() == 1 {
        return format!("{declared}[{element}]");
    }
    let mut rest = element;
    let mut name = String::new();
    for (i, part) in parts.iter().enumerate().rev() {
        match part.parse::<u32>() {
            Ok(length) if i % 2 == 1 => {
                name.insert_str(0, &format!("[{}]", rest % length));
                rest /= length;
            }
            _ => name.insert_str(0, part),
        }
    }
    name
}

fn join(all: &[Named]) -> String {
    let all: Vec<_> = all
        .iter()
        .map(|named| format!("{}={}", named.name, named.value))
        .collect();
    all.join(" ")
}

/// The values of `after` that `before`, with the same names in the same order, has otherwise.
fn changed(before: &[Named], after: Vec<Named>) -> Vec<Named> {
    let pairs = before.iter().zip(after);
    pairs
        .filter(|(before, after)| *before != after)
        .map(|(_, after)| after)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_inside_structures_have_their_indices_where_they_belong() {
        assert_eq!(element_name("a", 2), "a[2]");
        assert_eq!(element_name("s[2].b[4]", 5), "s[1].b[1]");
        assert_eq!(element_name("s[3].t.x", 2), "s[2].t.x");
        assert_eq!(element_name("s.t[3]", 2), "s.t[2]");
    }
}
