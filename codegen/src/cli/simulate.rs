//! `pvgen simulate MODEL`: one run, chosen at random or by a person.

use std::io;

use frontend::interpret::Interpreter;
use frontend::interpret::run::{Choice, Run};
use frontend::shown;

use super::arguments::SimulateArguments;
use super::input::Characters;
use super::interactive::{Answer, Dialogue};
use super::narrator::{self, Narrator, count, told};
use super::verdict::{self, Found};
use super::{Failure, interrupt, load};

/// Runs the model; gives the exit code.
pub fn simulate(arguments: &SimulateArguments) -> Result<u8, Failure> {
    load::check_allowed(&arguments.read)?;
    let model = load::load(
        &arguments.model,
        &arguments.read,
        true,
        arguments.lossy_sends,
    )?;
    interrupt::catch();
    let input = Characters::default();
    narrator::to_standard_output(|out| {
        let interpreter = Interpreter::new(&model).with_input(&input);
        let narrator = Narrator::new(interpreter, arguments.style, out);
        tell(arguments, interpreter, narrator).map(Ok)
    })
}

fn tell<'m>(
    arguments: &SimulateArguments,
    interpreter: Interpreter<'m>,
    mut narrator: Narrator<'m, '_>,
) -> io::Result<u8> {
    let run = match Run::new(interpreter) {
        Ok(run) => run,
        Err(fault) => {
            writeln!(narrator.out, "violated: in an initial value: {fault}")?;
            return Ok(1);
        }
    };
    let seed = arguments.seed;
    let seed = seed.unwrap_or_else(|| u64::from(fastrand::u32(..)));
    let what = format!(
        "simulation of {}, --seed {seed}",
        shown::path(&arguments.model)
    );
    narrator.start(what, &run.state)?;
    let simulation = Simulation {
        run,
        narrator,
        chance: fastrand::Rng::with_seed(seed),
        dialogue: arguments.interactive.then(Dialogue::default),
        earlier: Vec::new(),
    };
    simulation.carry_out(arguments.steps)
}

struct Simulation<'m, 'o> {
    run: Run<'m>,
    narrator: Narrator<'m, 'o>,
    chance: fastrand::Rng,
    /// The person who chooses, if any.
    dialogue: Option<Dialogue>,
    /// The run before each step: a person may want to go back.
    earlier: Vec<Run<'m>>,
}

impl<'m> Simulation<'m, '_> {
    fn carry_out(mut self, steps_max: Option<u64>) -> io::Result<u8> {
        loop {
            if interrupt::interrupted() {
                return self.leave("interrupted", 3);
            }
            if steps_max.is_some_and(|max| self.narrator.steps >= max) {
                return self.leave("stopped by --steps", 0);
            }
            let mut choices = self.run.choices();
            if choices.is_empty() {
                return self.ended();
            }
            let chosen = match self.choose(&choices)? {
                Answer::Take(chosen) => chosen,
                Answer::Back => {
                    self.back();
                    continue;
                }
                Answer::Leave(_) if interrupt::interrupted() => continue,
                Answer::Leave(why) => return self.leave(why, 0),
            };
            let choice = choices.swap_remove(chosen);
            self.narrator
                .step(&self.run.state, &choice, choice.events())?;
            let found = verdict::of_step(self.run.interpreter().model(), &choice)
                .into_iter()
                .next();
            if let Choice::Step(successor) = choice {
                if self.dialogue.is_some() {
                    self.earlier.push(self.run.clone());
                }
                self.run.take(successor);
            }
            if let Some(found) = found {
                return self.violated(&found, false);
            }
        }
    }

    fn choose(&mut self, choices: &[Choice<'m>]) -> io::Result<Answer> {
        if let Some(dialogue) = &mut self.dialogue
            && let Some(answer) = dialogue.ask(&mut self.narrator, &self.run, choices)?
        {
            return Ok(answer);
        }
        Ok(Answer::Take(at_random(choices, &mut self.chance)))
    }

    fn back(&mut self) {
        if let Some(run) = self.earlier.pop() {
            self.run = run;
            self.narrator.steps -= 1;
        }
    }

    /// Nothing can move.
    fn ended(&mut self) -> io::Result<u8> {
        let state = &self.run.state;
        if let Some(found) = verdict::of_end(self.run.interpreter(), state).first() {
            return self.violated(found, true);
        }
        let how = match state.processes.is_empty() {
            true => "every process has ended",
            false => "every process may rest",
        };
        let text = format!("ended after {}: {how}", count(self.narrator.steps));
        self.narrator.ending(&text, (state, state), true)?;
        Ok(0)
    }

    fn violated(&mut self, found: &Found<'_>, waits: bool) -> io::Result<u8> {
        let text = told(self.run.interpreter(), found, self.narrator.steps);
        let state = &self.run.state;
        self.narrator.ending(&text, (state, state), waits)?;
        Ok(1)
    }

    fn leave(&mut self, why: &str, code: u8) -> io::Result<u8> {
        let text = format!("{why} after {}", count(self.narrator.steps));
        let state = &self.run.state;
        self.narrator.ending(&text, (state, state), false)?;
        Ok(code)
    }
}

/// First a process, then one of its steps: one with many choices does not move more often.
fn at_random(choices: &[Choice<'_>], chance: &mut fastrand::Rng) -> usize {
    let mut pids: Vec<usize> = choices.iter().map(|choice| choice.by().pid).collect();
    pids.dedup();
    let pid = pids[chance.u32(0..pids.len() as u32) as usize];
    let own = |(_, choice): &(usize, &Choice<'_>)| choice.by().pid == pid;
    let own: Vec<usize> = choices
        .iter()
        .enumerate()
        .filter(own)
        .map(|it| it.0)
        .collect();
    own[chance.u32(0..own.len() as u32) as usize]
}
