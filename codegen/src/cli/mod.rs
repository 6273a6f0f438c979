//! The command line: generate; generate, build and run; simulate; replay; show conflict tags; the cache folder.

mod arguments;
mod cache;
mod cargo;
mod check;
mod child;
mod columns;
mod embedded;
mod generate;
mod input;
mod interactive;
mod interrupt;
mod load;
mod lock;
mod narrator;
mod place;
mod programs;
mod replay;
mod shadow;
mod simulate;
mod table;
mod tags;
mod trail;
mod verdict;
mod write;

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use frontend::shown;

use arguments::{Arguments, Command};

/// Why a command ends early, with its exit code.
#[derive(Clone, Debug)]
pub struct Failure {
    /// 2: bad usage or input. 4: our own fault.
    pub code: u8,
    /// To be printed behind `error: `; nothing if all has been said.
    pub message: String,
}

impl Failure {
    /// Bad usage or input.
    pub fn input(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code: 2, message }
    }

    /// A file or folder that cannot be used.
    pub fn file(verb: &str, path: impl Display, error: impl Display) -> Self {
        Self::input(format!("cannot {verb} {path}: {error}"))
    }

    /// Generated code that does not build, and the like.
    pub fn ours(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code: 4, message }
    }

    /// Prints the message; gives the exit code.
    pub fn report(self) -> u8 {
        if !self.message.is_empty() {
            eprintln!("error: {}", shown::lines(&self.message));
        }
        self.code
    }
}

/// Prints to standard output; whoever reads it may have closed it.
fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output
        .write_all(shown::lines(text).as_bytes())
        .and_then(|()| output.flush());
}

/// Shows the help, or what is wrong with the arguments; plainly if the wrong ones would drive a terminal.
fn misused(error: &clap::Error) -> ! {
    let plain = error.render().to_string();
    let harmless = shown::lines(&plain);
    if harmless != plain {
        eprint!("{harmless}");
        std::process::exit(error.exit_code());
    }
    error.exit()
}

/// The whole program.
pub fn run() -> ExitCode {
    let parsed = Arguments::try_parse().unwrap_or_else(|error| misused(&error));
    let Arguments { command, generate } = parsed;
    let done = match command {
        Some(Command::Check(check)) => check::check(&check),
        Some(Command::Simulate(arguments)) => simulate::simulate(&arguments),
        Some(Command::Replay(arguments)) => replay::replay(&arguments),
        Some(Command::Tags(arguments)) => tags::tags(&arguments.model),
        Some(Command::Cache(arguments)) => cache::cache(&arguments),
        None => generate::generate(&generate),
    };
    done.unwrap_or_else(Failure::report).into()
}
