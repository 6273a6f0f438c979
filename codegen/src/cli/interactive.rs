//! A person chooses the steps.

use std::io::{self, IsTerminal};

use frontend::interpret::run::{Choice, Run};

use super::input::read_line;
use super::narrator::{Narrator, statements};

const HELP: &str = "    N      take step N of the list; Enter alone takes the only one
    r [N]  take one step, or N, at random
    b      go back one step
    v      values of the variables and channels that are not 0 or empty
    w      where each process stands
    q      leave
";

/// What is to be done.
pub enum Answer {
    /// The step at this index.
    Take(usize),
    /// Back to the state before.
    Back,
    /// End the run, for this reason.
    Leave(&'static str),
}

/// What a person has said that is not done yet.
#[derive(Debug, Default)]
pub struct Dialogue {
    /// Steps to be taken at random before the next question.
    at_random: u64,
}

impl Dialogue {
    /// Asks until there is an answer; `None` to choose at random.
    pub fn ask<'m>(
        &mut self,
        narrator: &mut Narrator<'m, '_>,
        run: &Run<'m>,
        choices: &[Choice<'m>],
    ) -> io::Result<Option<Answer>> {
        if self.at_random > 0 {
            self.at_random -= 1;
            return Ok(None);
        }
        for (index, choice) in choices.iter().enumerate() {
            let text = statements(run.interpreter(), &run.state, choice.by(), None);
            writeln!(narrator.out, "  {:>3})  {text}", index + 1)?;
        }
        loop {
            write!(narrator.out, "step 1 to {}, or ? for help: ", choices.len())?;
            narrator.out.flush()?;
            let Some(line) = read_line()? else {
                writeln!(narrator.out)?;
                return Ok(Some(Answer::Leave("the input has ended")));
            };
            if !io::stdin().is_terminal() {
                writeln!(narrator.out, "{}", line.trim_end())?;
            }
            let mut words = line.split_whitespace();
            let answer = (words.next(), words.next(), words.next());
            match answer {
                (None, ..) if choices.len() == 1 => return Ok(Some(Answer::Take(0))),
                (Some("q" | "quit"), None, _) => return Ok(Some(Answer::Leave("left"))),
                (Some("b"), None, _) if narrator.steps == 0 => {
                    writeln!(narrator.out, "this is the start")?;
                }
                (Some("b"), None, _) => return Ok(Some(Answer::Back)),
                (Some("v"), None, _) => narrator.values(&run.state)?,
                (Some("w"), None, _) => narrator.standing(&run.state, false, None)?,
                (Some("?" | "h" | "help"), None, _) => write!(narrator.out, "{HELP}")?,
                (Some("r"), None, _) => return Ok(None),
                (Some("r"), Some(number), None) => {
                    if let Ok(number @ 1..) = number.parse::<u64>() {
                        self.at_random = number - 1;
                        return Ok(None);
                    }
                    writeln!(narrator.out, "`{number}` is no number of steps")?;
                }
                (Some(number), None, _) => match number.parse::<usize>() {
                    Ok(number) if (1..=choices.len()).contains(&number) => {
                        return Ok(Some(Answer::Take(number - 1)));
                    }
                    Ok(number) => writeln!(narrator.out, "there is no step {number}")?,
                    Err(_) => writeln!(narrator.out, "`{number}` is no step and no command")?,
                },
                (None, ..) => writeln!(narrator.out, "there are {} steps", choices.len())?,
                _ => writeln!(narrator.out, "`{}` is too much at a time", line.trim())?,
            }
        }
    }
}
