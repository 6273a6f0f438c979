//! The interpreter's states as lines, in the form of an analyzer's `--dump-states`.
//!
//! The form is written down a second time here, from the interpreter's plain data and its names;
//! only which variables a dump leaves out (constants, and what is hidden) and the numbers of places
//! are asked of the generator's plan. If it left out too much, two states would have the same line.

use codegen::plan::Plan;
use codegen::plan::variables::Stored;
use frontend::interpret::{Interpreter, Process, State};
use frontend::ir::{Model, Variable};

/// One line for each state, sorted.
pub fn lines<'s>(
    model: &Model,
    plan: &Plan<'_>,
    states: impl IntoIterator<Item = &'s State>,
) -> Vec<String> {
    let interpreter = Interpreter::new(model);
    let names = Names {
        model,
        plan,
        interpreter,
    };
    let lines = states.into_iter().map(|state| names.line(state));
    let mut lines: Vec<String> = lines.collect();
    lines.sort_unstable();
    lines
}

struct Names<'a> {
    model: &'a Model,
    plan: &'a Plan<'a>,
    interpreter: Interpreter<'a>,
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
        if self.model.trace.is_some() {
            words.push(format!("_trace={}", state.trace.index()));
        }
        self.contents(state, None, &mut words);
        for (pid, process) in state.processes.iter().enumerate() {
            let proctype = &self.model.proctypes[process.proctype.index()];
            let name = self.interpreter.process_name(state, pid);
            words.push(format!("| {name}@{}", self.place(process)));
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
                let value = self.interpreter.value(state, variable.ty, *value);
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
            let messages = channel.messages.iter();
            let messages: Vec<String> = messages
                .map(|message| self.interpreter.message_text(state, index, message))
                .collect();
            let name = self.interpreter.own_channel_name(state, index);
            words.push(format!("{name}=[{}]", messages.join(" ")));
        }
    }
}
