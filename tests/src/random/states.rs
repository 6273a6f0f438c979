//! The interpreter's states as lines, in the form of an analyzer's `--dump-states`.
//!
//! The form is written down a second time here, from the interpreter's plain data; only which variables a dump leaves out (constants, and
//! what is hidden) and the numbers of places are asked of the generator's plan. If it left out too much, two states would have the same line.

use codegen::plan::{Plan, Stored};
use frontend::interpret::{Channel, Process, State};
use frontend::ir::{Model, Type, Variable};

/// One line for each state, sorted.
pub fn lines<'s>(
    model: &Model,
    plan: &Plan<'_>,
    states: impl IntoIterator<Item = &'s State>,
) -> Vec<String> {
    let names = Names { model, plan };
    let lines = states.into_iter().map(|state| names.line(state));
    let mut lines: Vec<String> = lines.collect();
    lines.sort_unstable();
    lines
}

struct Names<'a> {
    model: &'a Model,
    plan: &'a Plan<'a>,
}

impl Names<'_> {
    fn line(&self, state: &State) -> String {
        let mut words = Vec::new();
        self.variables(
            state,
            &self.model.globals,
            &self.plan.globals,
            &state.globals,
            &mut words,
        );
        if self.model.tracks_last {
            words.push(format!("_last={}", state.last));
        }
        self.contents(state, None, &mut words);
        for (pid, process) in state.processes.iter().enumerate() {
            let proctype = &self.model.proctypes[process.proctype.index()];
            words.push(format!(
                "| {}[{pid}]@{}",
                proctype.name,
                self.place(process)
            ));
            let stored = &self.plan.proctypes[process.proctype.index()].locals;
            self.variables(state, &proctype.locals, stored, &process.locals, &mut words);
            if self.model.has_priorities {
                words.push(format!("_priority={}", process.priority));
            }
            self.contents(state, Some(pid), &mut words);
        }
        words.join(" ")
    }

    fn place(&self, process: &Process) -> u32 {
        let automaton = &self.plan.proctypes[process.proctype.index()].automaton;
        let mut numbered = automaton.numbered();
        let found = numbered.find(|(index, _)| *index == process.place.index());
        found.map_or(0, |(_, named)| named.number)
    }

    fn variables(
        &self,
        state: &State,
        variables: &[Variable],
        stored: &[Option<Stored>],
        values: &[Vec<i32>],
        words: &mut Vec<String>,
    ) {
        let all = variables.iter().zip(stored).zip(values);
        for ((variable, _), values) in
            all.filter(|((_, stored), _)| stored.as_ref().is_some_and(|it| !it.hidden))
        {
            for (index, value) in values.iter().enumerate() {
                let name = variable.element_name(index);
                let value = self.value(state, variable.ty, *value);
                words.push(format!("{name}={value}"));
            }
        }
    }

    /// The messages in the channels that a process has made, or that were there from the start.
    fn contents(&self, state: &State, owner: Option<usize>, words: &mut Vec<String>) {
        for (index, channel) in state.channels.iter().enumerate() {
            if channel.owner != owner || channel.capacity == 0 {
                continue;
            }
            let messages = channel
                .messages
                .iter()
                .map(|message| self.message(state, channel, message));
            let messages: Vec<String> = messages.collect();
            words.push(format!(
                "{}=[{}]",
                self.own_name(state, index),
                messages.join(" ")
            ));
        }
    }

    fn message(&self, state: &State, channel: &Channel, message: &[i32]) -> String {
        let fields = &self.model.signatures[channel.signature.index()].fields;
        let values = message.iter().zip(fields);
        let values: Vec<String> = values
            .map(|(value, (ty, _))| self.value(state, *ty, *value))
            .collect();
        values.join(",")
    }

    fn value(&self, state: &State, ty: Type, value: i32) -> String {
        match ty {
            Type::Mtype(set) => {
                let mut names = self.model.mtypes[set as usize].names.iter();
                let named = names.find(|(_, number)| *number == value);
                named.map_or_else(|| value.to_string(), |(name, _)| name.clone())
            }
            Type::Chan if value >= 1 && (value as usize) <= state.channels.len() => {
                self.qualified_name(state, value as usize - 1)
            }
            _ => value.to_string(),
        }
    }

    fn qualified_name(&self, state: &State, index: usize) -> String {
        let own = self.own_name(state, index);
        match state.channels[index].owner {
            None => own,
            Some(pid) => {
                let proctype = state.processes[pid].proctype;
                let name = &self.model.proctypes[proctype.index()].name;
                format!("{name}[{pid}]:{own}")
            }
        }
    }

    /// The name of a channel among those of its owner.
    fn own_name(&self, state: &State, index: usize) -> String {
        let Some(pid) = state.channels[index].owner else {
            return self.model.channels[index].name.clone();
        };
        let earlier = state.channels[..index].iter();
        let nth = earlier.filter(|channel| channel.owner == Some(pid)).count();
        let proctype = &self.model.proctypes[state.processes[pid].proctype.index()];
        let channel = &proctype.channels[nth];
        let variable = &proctype.locals[channel.local.index()];
        match variable.dimensions.is_empty() {
            true => variable.name.clone(),
            false => format!("{}[{}]", variable.name, channel.element),
        }
    }
}
