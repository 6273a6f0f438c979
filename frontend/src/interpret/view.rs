//! A state by Promela's names, as the trails of analyzers show it.

use super::evaluate::channel_index;
use super::{Interpreter, State};
use crate::ir::{Signature, Type, Variable};

/// A named value: a scalar, an array element, or the contents of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `x`, `a[2]`, `P[1]:x`.
    pub name: String,
    /// As Promela writes it; a channel as its messages in brackets, the oldest first.
    pub value: String,
}

impl Interpreter<'_> {
    /// `P[1]`, as Promela refers to a process.
    pub fn process_name(&self, state: &State, pid: usize) -> String {
        let proctype = state.processes[pid].proctype;
        format!("{}[{pid}]", self.model.proctypes[proctype.index()].name)
    }

    /// All globals and what is in global channels.
    pub fn globals(&self, state: &State) -> Vec<Named> {
        let mut all = Vec::new();
        for (variable, values) in self.model.globals.iter().zip(&state.globals) {
            self.push_variable(state, "", variable, values, &mut all);
        }
        if self.model.tracks_last {
            all.push(internal("_last", state.last));
        }
        if self.model.trace.is_some() {
            all.push(internal("_trace", state.trace.index()));
        }
        self.push_channels(state, None, &mut all);
        all
    }

    /// All parameters and locals of a process, and what is in its channels.
    pub fn locals(&self, state: &State, pid: usize) -> Vec<Named> {
        let process = &state.processes[pid];
        let proctype = &self.model.proctypes[process.proctype.index()];
        let prefix = self.process_name(state, pid) + ":";
        let mut all = Vec::new();
        for (variable, values) in proctype.locals.iter().zip(&process.locals) {
            self.push_variable(state, &prefix, variable, values, &mut all);
        }
        if self.model.has_priorities {
            let name = prefix + "_priority";
            all.push(internal(&name, process.priority.into()));
        }
        self.push_channels(state, Some(pid), &mut all);
        all
    }

    fn push_variable(
        &self,
        state: &State,
        prefix: &str,
        variable: &Variable,
        values: &[i32],
        all: &mut Vec<Named>,
    ) {
        for (index, value) in values.iter().enumerate() {
            let name = prefix.to_owned() + &variable.element_name(index);
            let value = self.value(state, variable.ty, *value);
            all.push(Named { name, value });
        }
    }

    fn push_channels(&self, state: &State, owner: Option<usize>, all: &mut Vec<Named>) {
        for (index, channel) in state.channels.iter().enumerate() {
            if channel.owner == owner && channel.capacity > 0 {
                let messages = channel.messages.iter();
                let messages: Vec<String> = messages
                    .map(|message| self.message_text(state, index, message))
                    .collect();
                all.push(Named {
                    name: self.channel_name(state, index),
                    value: format!("[{}]", messages.join(" ")),
                });
            }
        }
    }

    /// The name of the channel at this index: `q`, `q[2]`, `P[1]:q`.
    pub fn channel_name(&self, state: &State, index: usize) -> String {
        let name = self.own_channel_name(state, index);
        match state.channels[index].owner {
            None => name,
            Some(pid) => format!("{}:{name}", self.process_name(state, pid)),
        }
    }

    /// Its name among the channels of its owner: `q`, `q[2]`.
    pub fn own_channel_name(&self, state: &State, index: usize) -> String {
        let Some(pid) = state.channels[index].owner else {
            return self.model.channels[index].name.clone();
        };
        let earlier = state.channels[..index].iter();
        let nth = earlier.filter(|it| it.owner == Some(pid)).count();
        let proctype = &self.model.proctypes[state.processes[pid].proctype.index()];
        let made = &proctype.channels[nth];
        let variable = &proctype.locals[made.local.index()];
        variable.element_name(made.element as usize)
    }

    /// The fields of a message in the channel at this index.
    pub fn message_text(&self, state: &State, index: usize, message: &[i32]) -> String {
        let signature: &Signature = &self.model.signatures[state.channels[index].signature.index()];
        let fields = message.iter().zip(&signature.fields);
        let fields: Vec<String> = fields
            .map(|(value, (ty, _))| self.value(state, *ty, *value))
            .collect();
        fields.join(",")
    }

    /// A value as Promela writes it: symbolic names and channels by name.
    pub fn value(&self, state: &State, ty: Type, value: i32) -> String {
        let name = match ty {
            Type::Mtype(set) => {
                let mut names = self.model.mtypes[set as usize].names.iter();
                names
                    .find(|(_, number)| *number == value)
                    .map(|(name, _)| name.clone())
            }
            Type::Chan => channel_index(state, value).map(|index| self.channel_name(state, index)),
            _ => None,
        };
        name.unwrap_or_else(|| value.to_string())
    }

    /// What is different from an earlier state; of a process created since, what is not zero or
    /// empty.
    pub fn changes(&self, before: &State, after: &State) -> Vec<Named> {
        let mut changes = changed(&self.globals(before), self.globals(after));
        for (pid, process) in after.processes.iter().enumerate() {
            let earlier = before.processes.get(pid);
            let known = earlier.is_some_and(|earlier| earlier.proctype == process.proctype);
            let locals = self.locals(after, pid);
            if known {
                changes.extend(changed(&self.locals(before, pid), locals));
            } else {
                let set = |named: &Named| named.value != "0" && named.value != "[]";
                changes.extend(locals.into_iter().filter(set));
            }
        }
        changes
    }
}

/// What no variable of the model holds, under the name that a dump gives it.
fn internal(name: &str, value: usize) -> Named {
    Named {
        name: name.to_owned(),
        value: value.to_string(),
    }
}

/// The values of `after` that `before`, with the same names in the same order, has otherwise.
fn changed(before: &[Named], after: Vec<Named>) -> Vec<Named> {
    let pairs = before.iter().zip(after);
    pairs
        .filter(|(before, after)| *before != after)
        .map(|(_, after)| after)
        .collect()
}
