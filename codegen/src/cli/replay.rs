//! `pvgen replay MODEL TRAIL`: an error trail of an analyzer, executed again by the interpreter and
//! shown step by step. That takes some 3 µs a step, and 70 for each that is shown, so a trail of
//! millions of steps is walked by the analyzer itself, unless its word is to be checked.
//!
//! The analyzer's numbers are those of its tables. They are given by the same function here
//! ([`number`]), from the same model: that it is the same is what the digest says.

use std::collections::BTreeMap;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use codegen::plan::automaton::{Liveness, number};
use codegen::plan::claim::planned;
use frontend::interpret::run::{Choice, Run};
use frontend::interpret::{Interpreter, Move};
use frontend::ir::{Model, ProctypeId, Source, TransitionId};
use frontend::shown;

use super::arguments::ReplayArguments;
use super::beside::Beside;
use super::narrator::{self, Narrator, told};
use super::shadow::Shadow;
use super::trail::{self, Edge, Step, Trail};
use super::verdict::{self, Found, Kind};
use super::{Failure, load, walk};

/// Shows the trail; gives the exit code.
pub fn replay(arguments: &ReplayArguments) -> Result<u8, Failure> {
    load::check_allowed(&arguments.read)?;
    let style = arguments.style;
    let interpreted = arguments.check || arguments.claim_place || style.columns || style.quiet;
    let trail = trail::read(&arguments.trail, interpreted)?;
    let read = arguments.read.with(&trail.reading).unwrap_or_default();
    if arguments.text && !trail.is_long {
        return trail::copy(&arguments.trail).map(|()| 0);
    }
    if trail.is_long && !interpreted {
        return walk::by_analyzer(arguments, &trail, read);
    }
    let told = steps_told(arguments, &trail)?;
    let model = load::load_known(
        &arguments.model,
        &read,
        trail.unoptimized,
        trail.lossy_sends,
    )?;
    if trail.digest != model.digest {
        return Err(walk::other_model(arguments, &trail));
    }
    let written = match trail.unoptimized {
        true => None,
        false => load::load_again(&arguments.model, &read, trail.lossy_sends),
    };
    let (claims, _) = planned(&model);
    let beside = match &trail.claim {
        None => None,
        Some(of_claim) => {
            let claim = claims.iter().find(|it| it.name == of_claim.name);
            let claim = claim.ok_or_else(|| {
                let path = shown::path(&arguments.trail);
                Failure::input(format!(
                    "{path}:6: the model has no claim `{}`",
                    of_claim.name
                ))
            })?;
            Some(Beside::new(claim, of_claim.fairness))
        }
    };
    if arguments.claim_place && beside.is_none() {
        let path = shown::path(&arguments.trail);
        return Err(Failure::input(format!(
            "--claim-place: {path} is the trail of no claim, so there is no place to show; \
             leave it out"
        )));
    }
    narrator::to_standard_output(|out| {
        // Promises matter in searches with a reduction, and the trail is of one if it ends with a
        // broken one.
        let interpreter = Interpreter::new(&model).with_promises();
        let shadow = written.as_ref().map(Interpreter::new);
        let replay = Replay {
            path: &arguments.trail,
            trail: &trail,
            numbers: numbers(&model),
            narrator: Narrator::new(interpreter, style, out).telling(told),
            shadow: shadow.and_then(|written| Shadow::new(written).ok()),
            beside,
            claim_place: arguments.claim_place,
            failed: None,
        };
        replay.carry_out(interpreter)
    })
}

/// The steps that are told, from 1 on.
fn steps_told(arguments: &ReplayArguments, trail: &Trail) -> Result<RangeInclusive<u64>, Failure> {
    let steps = trail.steps.iter();
    let count = steps.filter(|step| matches!(step, Step::System(_))).count() as u64;
    let (from, to) = (arguments.from.unwrap_or(1), arguments.to.unwrap_or(count));
    let beyond = [arguments.from, arguments.to].into_iter().flatten().max();
    if let Some(number) = beyond.filter(|it| *it > count) {
        let path = shown::path(&arguments.trail);
        let what = format!("{path}: there is no step {number}: the trail has {count}");
        return Err(Failure::input(what));
    }
    if from > to && count > 0 {
        let what = format!("--from {from} is behind --to {to}: exchange them");
        return Err(Failure::input(what));
    }
    Ok(match arguments.last {
        Some(last) => count.saturating_sub(last) + 1..=count,
        None => from..=to,
    })
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
    /// The claim of which the trail is.
    beside: Option<Beside<'m>>,
    /// It is said where the claim stands.
    claim_place: bool,
    /// The assertion that fails at the end, and whose it is.
    failed: Option<(usize, &'m Source)>,
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
        for (index, step) in self.trail.steps.iter().enumerate() {
            if over {
                let text = "the step before ends in a run-time error: nothing comes after it";
                return Ok(Err(self.wrong(step.line(), text)));
            }
            let done = match *step {
                Step::Claim(_, edge) => self.step_claim(&mut run, index, edge)?.map(|()| None),
                Step::System(edge) => {
                    let is_last = index + 1 == self.trail.steps.len();
                    self.step(&mut run, edge, is_last)?.map(Some)
                }
            };
            match done {
                Ok(None) => {}
                Ok(Some(choice)) => {
                    shown = verdict::of_step(interpreter.model(), &choice);
                    match choice {
                        Choice::Step(successor) => run.take(successor),
                        Choice::FailedStep(_) => over = true,
                    }
                }
                Err(why) => return Ok(Err(self.wrong(step.line(), &why))),
            }
        }
        match self.at_end(&run, over) {
            Ok(found) => shown.extend(found),
            Err(why) => return Ok(Err(self.wrong(self.last_line(), &why))),
        }
        match shown
            .into_iter()
            .find(|found| found.kind == self.trail.kind)
        {
            Some(found) => {
                let starves = self.beside.as_ref().and_then(|it| it.starves(&run));
                if let Some(starves) = starves {
                    self.narrator.remark_at_end(&starves)?;
                }
                let text = told(interpreter, &found, self.narrator.steps);
                let shadow = self.shadow.as_ref();
                let valued = shadow.map_or(&run.state, |shadow| &shadow.run.state);
                let waits = found.kind == Kind::InvalidEndState;
                let states = (&run.state, valued);
                self.narrator.ending(&text, states, waits, self.failed)?;
                if shadow.is_none() && !self.trail.unoptimized {
                    writeln!(self.narrator.out, "{FORGOTTEN}")?;
                }
                Ok(Ok(0))
            }
            None => Ok(Err(self.without_violation())),
        }
    }

    /// Finds a step of the system, and tells it.
    fn step(
        &mut self,
        run: &mut Run<'m>,
        edge: Edge,
        is_last: bool,
    ) -> io::Result<Result<Choice<'m>, String>> {
        let stopped = is_last.then(|| self.find(&run.stopping(), edge).ok());
        let fails = |choice: &Choice<'m>| self.fails(run, choice);
        self.failed = stopped.as_ref().and_then(|it| fails(it.as_ref()?));
        let choice = match (self.failed, stopped.flatten()) {
            (Some(_), Some(stopped)) => stopped,
            _ => match self.find(run, edge) {
                Ok(choice) => choice,
                Err(why) => return Ok(Err(why)),
            },
        };
        let by = choice.by();
        let turn = self.beside.as_mut();
        if let Some(Err(why)) = turn.map(|beside| beside.system_steps(run, by.pid)) {
            return Ok(Err(why));
        }
        let interpreter = run.interpreter();
        let told = (self.narrator.tells_changes(), self.failed.is_some());
        let shadow = self.shadow.as_mut();
        let followed = shadow.and_then(|it| it.follow(interpreter, &run.state, &choice, told));
        self.shadow.take_if(|_| followed.is_none());
        let (events, changes) = match followed {
            Some((events, changes)) => (Some(events), changes),
            None => (None, None),
        };
        let events = events.as_deref().unwrap_or(choice.events());
        let failed = self.failed.map(|(_, source)| source);
        self.narrator
            .step(run, &choice, events, (changes, failed))?;
        Ok(Ok(choice))
    }

    /// The assertion with which this step ends, if the trail shows that it fails.
    fn fails(&self, run: &Run<'m>, choice: &Choice<'m>) -> Option<(usize, &'m Source)> {
        let last = choice.events().last().filter(|event| event.fails())?;
        let found = verdict::of_violation(run.interpreter().model(), last.violation?, last.step);
        let is_shown = found.kind == self.trail.kind && found.text == self.trail.message;
        is_shown.then_some((last.pid, &last.step.source))
    }

    /// Makes a step of the claim, and tells what it sees.
    fn step_claim(
        &mut self,
        run: &mut Run<'m>,
        index: usize,
        edge: usize,
    ) -> io::Result<Result<(), String>> {
        let Some(beside) = &mut self.beside else {
            return Ok(Err("a step of a claim, and the trail is of none".to_owned()));
        };
        let cycle = self.trail.claim.as_ref().and_then(|claim| claim.cycle);
        let begins = cycle == Some(index);
        if begins {
            if let Err(why) = beside.begin_cycle(run) {
                return Ok(Err(why));
            }
            let mut rest = self.trail.steps[index..].iter();
            self.narrator
                .remark(match rest.any(|step| matches!(step, Step::System(_))) {
                    true => "---- from here on, for ever ----",
                    false => "---- the run ends here; its last state repeats ----",
                })?;
        }
        let shadow = self.shadow.as_mut().map(|shadow| &mut shadow.run);
        match beside.step(run, edge, shadow) {
            Err(why) => return Ok(Err(why)),
            Ok(changed) if changed.is_empty() => {}
            Ok(changed) => self.narrator.remark(&changed)?,
        }
        if self.claim_place {
            let standing = beside.standing(run.interpreter().model());
            self.narrator.remark(&standing)?;
        }
        Ok(Ok(()))
    }

    /// What the end shows.
    ///
    /// # Errors
    /// A claim should be violated, and is not.
    fn at_end(&mut self, run: &Run<'m>, over: bool) -> Result<Vec<Found<'m>>, String> {
        let kind = self.trail.kind;
        let mut found = Vec::new();
        if matches!(
            kind,
            Kind::Claim | Kind::AcceptanceCycle | Kind::NonProgressCycle
        ) {
            let beside = self.beside.as_mut();
            beside.ok_or("the trail is of no claim")?.check(run, kind)?;
            found.push(Found {
                kind,
                text: self.trail.message.clone(),
                step: None,
            });
            return Ok(found);
        }
        if !over {
            found.extend(self.beside.iter().flat_map(|it| it.next_wrong(run)));
            if run.choices().is_empty() {
                found.extend(verdict::of_end(run.interpreter(), &run.state));
            }
        }
        Ok(found)
    }

    /// The initial state cannot be built.
    fn ended_at_once(&mut self, fault: &str) -> Told<u8> {
        if self.trail.kind != Kind::RuntimeError || !self.trail.steps.is_empty() {
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
            let statements = narrator::statements(run.interpreter(), &run.state, by, None);
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
        let path = shown::path(self.path);
        Failure::input(match self.trail.is_long {
            true => format!("{path}: step {line}: {why}"),
            false => format!("{path}:{line}: {why}"),
        })
    }

    fn last_line(&self) -> usize {
        self.trail.steps.last().map_or(5, Step::line)
    }

    fn without_violation(&self) -> Failure {
        let why = format!(
            "the trail ends here without its violation: {}",
            self.trail.message
        );
        self.wrong(self.last_line(), &why)
    }
}
