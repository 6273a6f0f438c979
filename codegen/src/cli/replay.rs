//! `pvgen replay MODEL TRAIL`: an error trail of an analyzer, executed again by the interpreter and
//! shown step by step.
//!
//! The analyzer's numbers are those of its tables. They are given by the same function here
//! ([`number`]), from the same model: that it is the same is what the digest says.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use codegen::plan::automaton::{Liveness, number};
use frontend::interpret::run::{Choice, Run};
use frontend::interpret::{Interpreter, Move};
use frontend::ir::{Model, ProctypeId, TransitionId};
use frontend::shown;

use super::arguments::ReplayArguments;
use super::narrator::{self, Narrator, told};
use super::shadow::Shadow;
use super::trail::{self, Edge, Trail};
use super::verdict::{self, Kind};
use super::{Failure, load};

/// Shows the trail; gives the exit code.
pub fn replay(arguments: &ReplayArguments) -> Result<u8, Failure> {
    load::check_allowed(&arguments.read)?;
    let trail = trail::read(&arguments.trail)?;
    let model = load::load(
        &arguments.model,
        &arguments.read,
        trail.unoptimized,
        trail.lossy_sends,
    )?;
    if trail.digest != model.digest {
        return Err(other_model(arguments, &trail));
    }
    let written = match trail.unoptimized {
        true => None,
        false => load::load_again(&arguments.model, &arguments.read, trail.lossy_sends),
    };
    narrator::to_standard_output(|out| {
        // Promises matter in searches with a reduction, and the trail is of one if it ends with a
        // broken one.
        let interpreter = Interpreter::new(&model).with_promises();
        let shadow = written.as_ref().map(Interpreter::new);
        let replay = Replay {
            path: &arguments.trail,
            trail: &trail,
            numbers: numbers(&model),
            narrator: Narrator::new(interpreter, arguments.style, out),
            shadow: shadow.and_then(|written| Shadow::new(written).ok()),
        };
        replay.carry_out(interpreter)
    })
}

fn other_model(arguments: &ReplayArguments, trail: &Trail) -> Failure {
    let (path, model) = (shown::path(&arguments.trail), shown::path(&arguments.model));
    Failure::input(format!(
        "{path}:3: the trail is not of {model} as it is now, but of another version of it or of another model, named {}: give the model and the \
         definitions (-D) that the analyzer was made with, or make analyzer and trail again",
        trail.model
    ))
}

/// The transitions by their numbers in the analyzer.
fn numbers(model: &Model) -> BTreeMap<u32, (ProctypeId, TransitionId)> {
    let (automata, _) = number(model, &Liveness::of(model));
    let mut numbers = BTreeMap::new();
    for (index, automaton) in automata.iter().enumerate() {
        for (transition, named) in automaton.executable() {
            numbers.insert(named.number, (ProctypeId::from(index), transition));
        }
    }
    numbers
}

/// Said when an optimised trail is shown without its shadow.
const FORGOTTEN: &str = "  (the analyzer was optimised: values that nothing reads any more are 0, also where they are printed)";

struct Replay<'m, 'o> {
    path: &'o Path,
    trail: &'o Trail,
    numbers: BTreeMap<u32, (ProctypeId, TransitionId)>,
    narrator: Narrator<'m, 'o>,
    /// Of an optimised trail, as long as it can follow.
    shadow: Option<Shadow<'m>>,
}

type Told<T> = io::Result<Result<T, Failure>>;

impl<'m> Replay<'m, '_> {
    fn carry_out(mut self, interpreter: Interpreter<'m>) -> Told<u8> {
        let mut run = match Run::new(interpreter) {
            Ok(run) => run,
            Err(fault) => return self.ended_at_once(&fault.to_string()),
        };
        let what = format!("trail {}: {}", shown::path(self.path), self.trail.message);
        self.narrator.start(what, &run.state)?;
        let mut shown = Vec::new();
        let mut over = false;
        for edge in &self.trail.edges {
            if over {
                let text = "the step before ends in a run-time error: nothing comes after it";
                return Ok(Err(self.wrong(edge.line, text)));
            }
            let choice = match self.find(&run, *edge) {
                Ok(choice) => choice,
                Err(why) => return Ok(Err(self.wrong(edge.line, &why))),
            };
            let followed = self.shadow.as_mut().and_then(|shadow| {
                let by = choice.by();
                shadow.follow(interpreter, &run.state, by)
            });
            self.shadow.take_if(|_| followed.is_none());
            let events = followed.as_deref().unwrap_or(choice.events());
            self.narrator.step(&run.state, &choice, events)?;
            shown = verdict::of_step(interpreter.model(), &choice);
            match choice {
                Choice::Step(successor) => run.take(successor),
                Choice::FailedStep(_) => over = true,
            }
        }
        let stuck = !over && run.choices().is_empty();
        if stuck {
            shown.extend(verdict::of_end(interpreter, &run.state));
        }
        match shown
            .into_iter()
            .find(|found| found.kind == self.trail.kind)
        {
            Some(found) => {
                let text = told(interpreter, &found, self.narrator.steps);
                let shadow = self.shadow.as_ref();
                let valued = shadow.map_or(&run.state, |shadow| &shadow.run.state);
                let waits = found.kind == Kind::InvalidEndState;
                self.narrator.ending(&text, (&run.state, valued), waits)?;
                if shadow.is_none() && !self.trail.unoptimized {
                    writeln!(self.narrator.out, "{FORGOTTEN}")?;
                }
                Ok(Ok(0))
            }
            None => Ok(Err(self.without_violation())),
        }
    }

    /// The initial state cannot be built.
    fn ended_at_once(&mut self, fault: &str) -> Told<u8> {
        if self.trail.kind != Kind::RuntimeError || !self.trail.edges.is_empty() {
            return Ok(Err(self.without_violation()));
        }
        writeln!(self.narrator.out, "violated: in an initial value: {fault}")?;
        Ok(Ok(0))
    }

    /// What the edge means here, or why it cannot be.
    fn find(&self, run: &Run<'m>, edge: Edge) -> Result<Choice<'m>, String> {
        let mut by = self.half(run, edge.by)?;
        if let Some(partner) = edge.partner {
            let receiver = self.half(run, partner)?;
            by.partner = Some((receiver.pid, receiver.transition));
        }
        let mut choices = run.choices().into_iter();
        choices.find(|choice| choice.by() == by).ok_or_else(|| {
            let statements = narrator::statements(run.interpreter(), &run.state, by);
            format!("this cannot happen here:  {statements}")
        })
    }

    fn half(&self, run: &Run<'m>, (pid, number): (usize, u32)) -> Result<Move, String> {
        let process = run.state.processes.get(pid);
        let process = process.ok_or_else(|| format!("there is no process {pid} here"))?;
        let known = self.numbers.get(&number);
        let (proctype, transition) =
            known.ok_or_else(|| format!("there is no transition {number}"))?;
        if *proctype != process.proctype {
            let name = run.interpreter().process_name(&run.state, pid);
            return Err(format!("transition {number} is not one of {name}"));
        }
        Ok(Move {
            pid,
            transition: *transition,
            partner: None,
        })
    }

    fn wrong(&self, line: usize, why: &str) -> Failure {
        Failure::input(format!("{}:{line}: {why}", shown::path(self.path)))
    }

    fn without_violation(&self) -> Failure {
        let last = self.trail.edges.last().map_or(5, |edge| edge.line);
        let why = format!(
            "the trail ends here without its violation: {}",
            self.trail.message
        );
        self.wrong(last, &why)
    }
}
