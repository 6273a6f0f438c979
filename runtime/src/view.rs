//! A state by Promela's names: for dumps, trails and reports.

use std::fmt::Write;

use crate::model::{ChannelInfo, ModelInfo, ProctypeInfo, Shown, Variable};
use crate::state::{Field, Process, Queue, State};

/// A state whose processes, variables and channels have names.
#[derive(Debug)]
pub struct View {
    /// The state.
    pub state: State,
    /// Its hidden variables are known.
    has_hidden: bool,
    /// Whose channel it is and its name, in the order of the ids.
    channels: Vec<(Option<Process>, &'static str)>,
}

/// What holds a value.
enum Cell {
    /// An element of an array, or all of a variable that is none.
    Scalar {
        variable: &'static Variable,
        index: u32,
        field: Field,
    },
    /// A channel with a buffer, and its name.
    Channel(Queue, &'static str),
}

/// A named value: a scalar, an array element, or the contents of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `x`, `a[2]`, `P[1]:x`.
    pub name: String,
    /// As Promela writes it; a channel as its messages in brackets, the oldest first.
    pub value: String,
}

impl View {
    /// Reads a state vector of the model; its hidden variables are not known.
    pub fn new(info: &'static ModelInfo, words: &[u32]) -> Self {
        Self::of(State::of_words(info, words), false)
    }

    /// A state with its hidden variables.
    pub fn whole(state: &State) -> Self {
        Self::of(state.pictured(), true)
    }

    fn of(state: State, has_hidden: bool) -> Self {
        let info = state.info();
        let of = |owner, channels: &'static [ChannelInfo]| {
            channels.iter().map(move |channel| (owner, channel.name))
        };
        let channels = state.processes().flat_map(|process| {
            let proctype = &info.proctypes[usize::from(state.proctype(process))];
            of(Some(process), proctype.channels)
        });
        let channels = of(None, info.channels).chain(channels).collect();
        Self {
            state,
            has_hidden,
            channels,
        }
    }

    /// It is a view of this state.
    pub fn is_of(&self, state: &State) -> bool {
        self.state.words() == state.words() && self.state.hidden() == state.hidden()
    }

    fn proctype(&self, process: Process) -> &'static ProctypeInfo {
        &self.state.info().proctypes[usize::from(self.state.proctype(process))]
    }

    /// `P[1]`, as Promela refers to a process.
    pub fn process_name(&self, process: Process) -> String {
        format!("{}[{}]", self.proctype(process).name, process.pid)
    }

    /// All parameters, locals and channels of a process; without an owner all globals and global
    /// channels, but not where a claim stands: that is no variable of the model.
    fn cells(&self, owner: Option<Process>) -> impl Iterator<Item = Cell> + '_ {
        let (base, declared) = match owner {
            Some(process) => (process.base, self.proctype(process).locals),
            None => (0, self.state.info().globals),
        };
        let claim = self.state.info().claims.first().map(|it| it.place);
        let is_claims =
            move |it: &Variable| owner.is_none() && claim == Some(it.element(0)) && !it.is_hidden;
        let is_known = |it: &&Variable| self.has_hidden || !it.is_hidden;
        let variables = declared.iter().filter(is_known);
        let variables = variables.filter(move |it| !is_claims(it));
        let scalars = variables.flat_map(move |variable| {
            (0..variable.cells.length).map(move |index| Cell::Scalar {
                variable,
                index,
                field: variable.element(index).at(base),
            })
        });
        let channels = (1..).zip(&self.channels).filter_map(move |(id, channel)| {
            let queue = self.state.find_channel(id).filter(|_| channel.0 == owner)?;
            (queue.kind.capacity > 0).then_some(Cell::Channel(queue, channel.1))
        });
        scalars.chain(channels)
    }

    fn named(&self, cell: &Cell) -> Named {
        match *cell {
            Cell::Scalar {
                variable,
                index,
                field,
            } => Named {
                name: match variable.is_array {
                    true => element_name(variable.name, index),
                    false => variable.name.to_string(),
                },
                value: self.show(self.value(variable, field), variable.shown),
            },
            Cell::Channel(queue, name) => Named {
                name: name.to_string(),
                value: self.contents(queue),
            },
        }
    }

    /// The number or the bits that a cell holds are those of the same cell in another state, and
    /// name the same.
    fn is_same(&self, cell: &Cell, other: &View, others: &Cell) -> bool {
        let names_channels = match cell {
            Cell::Scalar { variable, .. } => variable.shown == Shown::Channel,
            Cell::Channel(queue, _) => {
                let mut fields = queue.kind.fields.iter();
                fields.any(|field| field.shown == Shown::Channel)
            }
        };
        match (cell, others) {
            _ if names_channels => self.named(cell) == other.named(others),
            (
                Cell::Scalar {
                    variable,
                    field: one,
                    ..
                },
                Cell::Scalar { field: another, .. },
            ) => self.value(variable, *one) == other.value(variable, *another),
            (Cell::Channel(one, _), Cell::Channel(another, _)) => {
                self.words_of(*one) == other.words_of(*another)
            }
            _ => false,
        }
    }

    fn value(&self, variable: &Variable, field: Field) -> i32 {
        match variable.is_hidden {
            true => self.state.get_hidden(field),
            false => self.state.get(field),
        }
    }

    fn words_of(&self, queue: Queue) -> &[u32] {
        let base = queue.base as usize;
        &self.state.words()[base..base + queue.kind.words as usize]
    }

    fn qualified(&self, owner: Option<Process>, name: &str) -> String {
        match owner {
            Some(process) => format!("{}:{name}", self.process_name(process)),
            None => name.to_string(),
        }
    }

    fn contents(&self, queue: Queue) -> String {
        let message = |position| {
            let fields = queue.kind.fields.iter().enumerate();
            let value = |i| self.state.message(queue, position, i);
            let shown = fields.map(|(i, field)| self.show(value(i), field.shown));
            shown.collect::<Vec<_>>().join(",")
        };
        let messages: Vec<_> = (0..self.state.queue_length(queue)).map(message).collect();
        format!("[{}]", messages.join(" "))
    }

    fn show(&self, value: i32, shown: Shown) -> String {
        let name = match shown {
            Shown::Number => None,
            Shown::Mtype(set) => {
                let mut names = self.state.info().mtypes[usize::from(set)].iter();
                let named = names.find(|(_, number)| *number == value);
                named.map(|(name, _)| (*name).to_string())
            }
            Shown::Channel => {
                let channel = self.channels.get((value as usize).wrapping_sub(1));
                channel.map(|(owner, name)| self.qualified(*owner, name))
            }
        };
        name.unwrap_or_else(|| value.to_string())
    }

    /// Everything on one line: `x=1 q=[2,ack 3,msg] | P[0]@7 i=0 | Q[1]@12`, where `@` is followed
    /// by the place's number.
    ///
    /// Equal states have equal lines, different states different ones.
    pub fn line(&self) -> String {
        let mut line = String::new();
        for owner in self.owners() {
            if let Some(process) = owner {
                let place = self.state.place(process).0;
                let _ = write!(line, " | {}@{place}", self.process_name(process));
            }
            for cell in self.cells(owner) {
                let Named { name, value } = self.named(&cell);
                let _ = write!(line, " {name}={value}");
            }
        }
        line.trim_start().to_string()
    }

    /// What is not zero or empty, a line for the globals and for each process. A variable that
    /// names the channel declared with it says nothing.
    pub fn values(&self) -> String {
        let mut text = String::new();
        for owner in self.owners() {
            let all = self.cells(owner).map(|cell| self.named(&cell));
            let all = all.map(|it| (self.qualified(owner, &it.name), it.value));
            let said = all.filter(|(name, value)| value != "0" && value != "[]" && value != name);
            let said: Vec<String> = said
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            if !said.is_empty() {
                let _ = writeln!(text, "    {}", said.join(" "));
            }
        }
        match text.is_empty() {
            true => "    every variable is 0, every channel empty\n".to_string(),
            false => text,
        }
    }

    /// What is different from an earlier state; of a process created since, what is not zero or
    /// empty. Only that becomes text: a state may hold thousands of values.
    pub fn changes_since(&self, before: &View) -> Vec<Named> {
        let mut changes = Vec::new();
        for owner in self.owners() {
            let is_same = |earlier: &Process| {
                owner.is_none_or(|now| before.state.proctype(*earlier) == self.state.proctype(now))
            };
            let earlier = owner.map(|now| before.state.live(now.pid.into()).filter(is_same));
            let changed: Vec<Named> = match earlier {
                Some(None) => {
                    let all = self.cells(owner).map(|cell| self.named(&cell));
                    all.filter(|it| it.value != "0" && it.value != "[]")
                        .collect()
                }
                None | Some(Some(_)) => {
                    let pairs = self.cells(owner).zip(before.cells(earlier.flatten()));
                    let changed = pairs.filter(|(now, old)| !self.is_same(now, before, old));
                    changed.map(|(now, _)| self.named(&now)).collect()
                }
            };
            changes.extend(changed.into_iter().map(|now| Named {
                name: self.qualified(owner, &now.name),
                ..now
            }));
        }
        changes
    }

    /// No owner, for what is global, and all processes.
    fn owners(&self) -> impl Iterator<Item = Option<Process>> {
        std::iter::once(None).chain(self.state.processes().map(Some))
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
