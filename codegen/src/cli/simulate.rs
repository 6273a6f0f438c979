//! `pvgen simulate MODEL`: one run, chosen at random or by a person.

use std::io;

use codegen::plan::claim::planned;
use frontend::interpret::Interpreter;
use frontend::interpret::run::{Choice, Run};
use frontend::shown;

use super::arguments::SimulateArguments;
use super::follow::{self, Following};
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
    let (claims, _) = match arguments.ltl {
        Some(_) => planned(&model),
        None => Default::default(),
    };
    let name = arguments.ltl.as_deref();
    let claim = name.map(|name| follow::chosen(&claims, name)).transpose()?;
    interrupt::catch();
    let input = Characters::default();
    narrator::to_standard_output(|out| {
        let interpreter = Interpreter::new(&model).with_input(&input);
        let narrator = Narrator::new(interpreter, arguments.style, out);
        let following = claim.map(Following::new);
        tell(arguments, following, interpreter, narrator).map(Ok)
    })
}

fn tell<'m>(
    arguments: &SimulateArguments,
    following: Option<Following<'m>>,
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
        following,
        narrator,
        chance: fastrand::Rng::with_seed(seed),
        dialogue: arguments.interactive.then(Dialogue::default),
        earlier: Vec::new(),
    };
    simulation.carry_out(arguments.steps)
}

struct Simulation<'m, 'o> {
    run: Run<'m>,
    /// The claim beside it, if any.
    following: Option<Following<'m>>,
    narrator: Narrator<'m, 'o>,
    chance: fastrand::Rng,
    /// The person who chooses, if any.
    dialogue: Option<Dialogue>,
    /// The run before each step, and the claim: a person may want to go back.
    earlier: Vec<(Run<'m>, Option<Following<'m>>)>,
}

impl<'m> Simulation<'m, '_> {
    fn carry_out(mut self, steps_max: Option<u64>) -> io::Result<u8> {
        if let Some(found) = self.see()? {
            return self.violated(&found, false);
        }
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
                    self.back()?;
                    continue;
                }
                Answer::Leave(_) if interrupt::interrupted() => continue,
                Answer::Leave(why) => return self.leave(why, 0),
            };
            let choice = choices.swap_remove(chosen);
            self.narrator
                .step(&self.run, &choice, choice.events(), (None, None))?;
            let found = verdict::of_step(self.run.interpreter().model(), &choice);
            let mut found = found.into_iter().next();
            if let Choice::Step(successor) = choice {
                if self.dialogue.is_some() {
                    self.earlier
                        .push((self.run.clone(), self.following.clone()));
                }
                self.run.take(successor);
                found = found.or(self.see()?);
            }
            if let Some(found) = found {
                return self.violated(&found, false);
            }
        }
    }

    /// Lets the claim see where the run stands, and tells; a violation, if it is one.
    fn see(&mut self) -> io::Result<Option<Found<'m>>> {
        let Some(following) = &mut self.following else {
            return Ok(None);
        };
        let said = following.see(&self.run);
        for remark in &said.remarks {
            self.narrator.remark(remark)?;
        }
        Ok(said.found)
    }

    fn choose(&mut self, choices: &[Choice<'m>]) -> io::Result<Answer> {
        if let Some(dialogue) = &mut self.dialogue
            && let Some(answer) = dialogue.ask(&mut self.narrator, &self.run, choices)?
        {
            return Ok(answer);
        }
        Ok(Answer::Take(at_random(choices, &mut self.chance)))
    }

    fn back(&mut self) -> io::Result<()> {
        if let Some((run, following)) = self.earlier.pop() {
            (self.run, self.following) = (run, following);
            self.narrator.steps -= 1;
        }
        let standing = self.following.as_ref();
        let standing = standing.map(|it| it.standing(self.run.interpreter()));
        standing.map_or(Ok(()), |it| self.narrator.remark(&it))
    }

    /// Nothing can move.
    fn ended(&mut self) -> io::Result<u8> {
        let of_claim = self.following.as_ref().and_then(|it| it.end(&self.run));
        if let Some(found) = verdict::of_end(self.run.interpreter(), &self.run.state).first() {
            if let Some(of_claim) = &of_claim {
                self.narrator.remark(&of_claim.text)?;
            }
            return self.violated(found, true);
        }
        if let Some(found) = of_claim {
            return self.violated(&found, true);
        }
        let state = &self.run.state;
        let how = match state.processes.is_empty() {
            true => "every process has ended",
            false => "every process may rest",
        };
        let claim = self.following.as_ref();
        let claim = claim.map_or_else(String::new, |it| format!("; {} is not violated", it.name()));
        let text = format!("ended after {}: {how}{claim}", count(self.narrator.steps));
        self.narrator.ending(&text, (state, state), true, None)?;
        Ok(0)
    }

    fn violated(&mut self, found: &Found<'_>, waits: bool) -> io::Result<u8> {
        let text = told(self.run.interpreter(), found, self.narrator.steps);
        let state = &self.run.state;
        self.narrator.ending(&text, (state, state), waits, None)?;
        Ok(1)
    }

    fn leave(&mut self, why: &str, code: u8) -> io::Result<u8> {
        let text = format!("{why} after {}", count(self.narrator.steps));
        let state = &self.run.state;
        self.narrator.ending(&text, (state, state), false, None)?;
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
