//! A run as text: a line for each step, the messages in columns, or only what the model prints.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::RangeInclusive;

use codegen::plan::automaton::offered;
use frontend::interpret::run::{Choice, Run};
use frontend::interpret::view::Named;
use frontend::interpret::{Effect, Event, Interpreter, Move, State};
use frontend::ir::range::Context;
use frontend::ir::{Action, JOIN, Model, Source, Step, TransitionId};
use frontend::shown;

use super::arguments::StyleArguments;
use super::columns;
use super::sight::is_inside;
use super::verdict::Found;
use super::{Failure, streams};

/// Before a step that belongs to the atomic sequence of the step before.
const INSIDE: &str = "  ";

/// Tells a run, step by step.
pub struct Narrator<'m, 'o> {
    interpreter: Interpreter<'m>,
    style: StyleArguments,
    /// Where it is told.
    pub out: &'o mut dyn Write,
    /// Steps made.
    pub steps: u64,
    /// Those of them that are told, from 1 on.
    told: RangeInclusive<u64>,
    /// What is run: the first line, or with `--quiet` the last but one.
    what: String,
    /// What the model prints stands in the middle of a line.
    inside_line: bool,
    /// Somebody looks on, or input may be awaited: nothing is held back.
    watched: bool,
}

/// Gives `tell` the standard output. Anyone who reads it may close it: then the run ends quietly.
pub fn to_standard_output(
    tell: impl FnOnce(&mut dyn Write) -> io::Result<Result<u8, Failure>>,
) -> Result<u8, Failure> {
    let told = streams::output().and_then(|output| {
        let mut out = BufWriter::new(output);
        let code = tell(&mut out)?;
        out.flush().map(|()| code)
    });
    told.unwrap_or_else(|error| super::said(Err(error)).map(|()| 0))
}

impl<'m, 'o> Narrator<'m, 'o> {
    /// Has told nothing yet.
    pub fn new(
        interpreter: Interpreter<'m>,
        style: StyleArguments,
        out: &'o mut dyn Write,
    ) -> Self {
        let mut globals = interpreter.model().globals.iter();
        let reads = globals.any(|variable| variable.name == "STDIN");
        let watched = reads || io::stdout().is_terminal();
        Self {
            interpreter,
            style,
            out,
            steps: 0,
            told: 1..=u64::MAX,
            what: String::new(),
            inside_line: false,
            watched,
        }
    }

    /// The same, but only these steps are told.
    pub fn telling(mut self, told: RangeInclusive<u64>) -> Self {
        self.told = told;
        self
    }

    /// Says how many steps are not told.
    fn leave_out(&mut self, steps: u64) -> io::Result<()> {
        match steps == 0 || self.style.quiet || self.style.columns {
            true => Ok(()),
            false => writeln!(self.out, "{:>5}  {} left out here", "...", left_out(steps)),
        }
    }

    /// What is to be run, and with columns who is there.
    pub fn start(&mut self, what: String, state: &State) -> io::Result<()> {
        if !self.style.quiet {
            writeln!(self.out, "{what}")?;
        }
        self.what = what;
        if self.style.columns {
            write!(self.out, "{}", columns::heading(self.interpreter, state))?;
        }
        Ok(())
    }

    /// The next step is told, with what it changes.
    pub fn tells_changes(&self) -> bool {
        !self.style.quiet && !self.style.columns && self.told.contains(&(self.steps + 1))
    }

    /// A step of a run: to the next state, or into an error. What was printed and sent in it is
    /// said by `events`, what it changes by `changes`, or by the states before and after it. It
    /// ends behind the assertion `failed`, if there is one.
    pub fn step(
        &mut self,
        run: &Run<'m>,
        choice: &Choice<'m>,
        events: &[Event<'_>],
        (changes, failed): (Option<Vec<Named>>, Option<&Source>),
    ) -> io::Result<()> {
        let before = &run.state;
        self.steps += 1;
        if self.steps == *self.told.start() {
            self.leave_out(self.steps - 1)?;
        }
        if !self.told.contains(&self.steps) {
            return Ok(());
        }
        if self.style.columns {
            let rows = columns::rows(self.interpreter, self.steps, before, (choice, events));
            write!(self.out, "{rows}")?;
        } else {
            let mut inside = "";
            if !self.style.quiet {
                inside = if is_inside(run) { INSIDE } else { "" };
                let line = self.line(before, choice, (changes, failed));
                writeln!(self.out, "{:>5}  {inside}{line}", self.steps)?;
            }
            let mut inside_d_step = false;
            for event in events {
                if inside_d_step && !self.style.quiet {
                    let source = &event.step.source;
                    let at = position(self.interpreter.model(), source);
                    writeln!(self.out, "         {inside}{at}  {}", source.text)?;
                }
                inside_d_step |= matches!(event.step.action, Action::Deterministic(_));
                if let Effect::Printed(text) = &event.effect {
                    self.printed(text)?;
                }
            }
        }
        if self.watched {
            self.out.flush()?;
        }
        Ok(())
    }

    /// Something about the run between two steps.
    pub fn remark(&mut self, text: &str) -> io::Result<()> {
        match self.told.contains(&self.steps) || self.told.contains(&(self.steps + 1)) {
            true => self.remark_at_end(text),
            false => Ok(()),
        }
    }

    /// Something about the whole run.
    pub fn remark_at_end(&mut self, text: &str) -> io::Result<()> {
        match self.style.quiet || self.style.columns {
            true => Ok(()),
            false => writeln!(self.out, "         {text}"),
        }
    }

    fn printed(&mut self, text: &[u8]) -> io::Result<()> {
        if self.style.quiet {
            self.inside_line = text.last().map_or(self.inside_line, |last| *last != b'\n');
            return write!(self.out, "{}", shown::lines(text));
        }
        for line in shown::lines(text).lines() {
            writeln!(self.out, "       > {line}")?;
        }
        Ok(())
    }

    /// `m.pml:7  P[0]  x = x + 1    x=2`.
    fn line(
        &self,
        before: &State,
        choice: &Choice<'m>,
        (changes, failed): (Option<Vec<Named>>, Option<&Source>),
    ) -> String {
        let mut line = statements(self.interpreter, before, choice.by(), failed);
        let after = match choice {
            Choice::Step(successor) => &successor.state,
            Choice::FailedStep(_) => before,
        };
        let changes = changes.unwrap_or_else(|| self.interpreter.changes(before, after));
        if !changes.is_empty() {
            line += &format!("    {}", join(&changes));
        }
        for pid in before.processes.len()..after.processes.len() {
            let name = self.interpreter.process_name(after, pid);
            line += &format!("    (starts {name})");
        }
        if after.processes.len() < before.processes.len() {
            line += "    (process deleted)";
        }
        line
    }

    /// Where each process stands, one at an assertion that `failed`, and for the end of a run what
    /// it waits for.
    pub fn standing(
        &mut self,
        state: &State,
        waits: bool,
        failed: Option<(usize, &Source)>,
    ) -> io::Result<()> {
        for pid in 0..state.processes.len() {
            let name = self.interpreter.process_name(state, pid);
            let standing = match failed.filter(|(failing, _)| *failing == pid) {
                Some((_, source)) => {
                    let position = position(self.interpreter.model(), source);
                    format!("at {position}, at what fails")
                }
                None => standing(self.interpreter, state, pid, waits),
            };
            writeln!(self.out, "    {name}  {standing}")?;
        }
        if state.processes.is_empty() {
            writeln!(self.out, "    no process is left")?;
        }
        Ok(())
    }

    /// Variables and channels that are not zero or empty. A variable that names the channel
    /// declared with it says nothing.
    pub fn values(&mut self, state: &State) -> io::Result<()> {
        let says = |it: &Named| it.value != "0" && it.value != "[]" && it.value != it.name;
        let set = |all: Vec<Named>| all.into_iter().filter(says).collect::<Vec<_>>();
        let mut lines = vec![set(self.interpreter.globals(state))];
        for pid in 0..state.processes.len() {
            lines.push(set(self.interpreter.locals(state, pid)));
        }
        lines.retain(|line| !line.is_empty());
        if lines.is_empty() {
            return writeln!(self.out, "    every variable is 0, every channel empty");
        }
        for line in lines {
            writeln!(self.out, "    {}", join(&line))?;
        }
        Ok(())
    }

    /// The last words, where each process stands (and what it waits for), one at an assertion that
    /// `failed`, and the values as `valued` has them.
    pub fn ending(
        &mut self,
        verdict: &str,
        (state, valued): (&State, &State),
        waits: bool,
        failed: Option<(usize, &Source)>,
    ) -> io::Result<()> {
        self.leave_out(self.steps.saturating_sub(*self.told.end()))?;
        if self.style.quiet {
            let end_of_line = if self.inside_line { "\n" } else { "" };
            return writeln!(self.out, "{end_of_line}{}\n{verdict}", self.what);
        }
        writeln!(self.out, "{verdict}\n  at the end:")?;
        self.standing(state, waits, failed)?;
        writeln!(self.out, "  values:")?;
        self.values(valued)
    }
}

fn join(all: &[Named]) -> String {
    let all = all
        .iter()
        .map(|named| format!("{}={}", named.name, named.value));
    all.collect::<Vec<_>>().join(" ")
}

/// `1 step is`, `7 steps are`.
fn left_out(steps: u64) -> String {
    format!("{} {}", count(steps), if steps == 1 { "is" } else { "are" })
}

/// `1 step`, `7 steps`.
pub fn count(steps: u64) -> String {
    format!("{steps} step{}", if steps == 1 { "" } else { "s" })
}

/// `violated: assertion violated: assert(x == 1) at m.pml:7 (after 9 steps)`.
pub fn told(interpreter: Interpreter<'_>, found: &Found<'_>, steps: u64) -> String {
    let at = |step: &Step| format!(" at {}", position(interpreter.model(), &step.source));
    let at = found.step.map(at).unwrap_or_default();
    format!("violated: {}{at} (after {})", found.text, count(steps))
}

/// `m.pml:7`.
fn position(model: &Model, source: &Source) -> String {
    format!("{}:{}", model.files[source.file as usize], source.line)
}

/// Place, process and statements of a move, both halves of a handshake, without what comes behind
/// the assertion that `failed`.
pub fn statements(
    interpreter: Interpreter<'_>,
    before: &State,
    by: Move,
    failed: Option<&Source>,
) -> String {
    let half = |pid: usize, transition: TransitionId| {
        let model = interpreter.model();
        let proctype = &model.proctypes[before.processes[pid].proctype.index()];
        let mut steps = &proctype.transitions[transition.index()].steps[..];
        let position_of = |failed: &Source| {
            let inside = |step: &Step| matches!(step.action, Action::Deterministic(_));
            let is_it = |step: &Step| step.source == *failed;
            let last = steps.iter().position(is_it);
            last.or_else(|| steps.iter().position(inside))
        };
        if let Some(last) = failed.and_then(position_of) {
            steps = &steps[..=last];
        }
        let is_join = |step: &Step| step.source.text == JOIN;
        let only_joins = steps.iter().all(is_join);
        let is_told = |step: &&Step| only_joins || !is_join(step);
        let told = steps.iter().filter(is_told);
        let texts: Vec<&str> = told.map(|step| step.source.text.as_str()).collect();
        format!(
            "{}  {}  {}",
            position(model, &steps[0].source),
            interpreter.process_name(before, pid),
            texts.join("; ")
        )
    };
    let mut text = half(by.pid, by.transition);
    if let Some((pid, transition)) = by.partner {
        text += &format!("  with  {}", half(pid, transition));
    }
    text
}

/// In the words of an analyzer's trail.
fn standing(interpreter: Interpreter<'_>, state: &State, pid: usize, waits: bool) -> String {
    let model = interpreter.model();
    let process = &state.processes[pid];
    let proctype = &model.proctypes[process.proctype.index()];
    let place = &proctype.places[process.place.index()];
    let context = Context::new(model, proctype);
    let first = |id: TransitionId| &proctype.transitions[id.index()].steps[0].source.text;
    let mut texts: Vec<&str> = offered(context, process.place)
        .map(|id| first(id).as_str())
        .collect();
    texts.dedup();
    let texts = texts.join("  or  ");
    let at = format!("at {}", position(model, &place.source));
    match waits {
        true if place.end => format!("{at}, where it may rest"),
        _ if texts.is_empty() => format!("{at}, where it can never go on"),
        true => format!("{at}, waits for  {texts}"),
        false => format!("{at}, before  {texts}"),
    }
}
