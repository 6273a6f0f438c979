//! The command line: generate; generate, build and run; simulate; replay; show conflict tags; the
//! cache folder.

mod arguments;
mod beside;
mod cache;
mod cargo;
mod check;
mod child;
mod claim;
mod columns;
mod embedded;
mod follow;
mod generate;
mod input;
mod interactive;
mod interrupt;
mod load;
mod lock;
// A claim is named to an analyzer as it is named here.
#[path = "../../../runtime/src/options/names.rs"]
mod names;
mod narrator;
mod place;
mod programs;
mod replay;
mod shadow;
mod sight;
mod simulate;
mod spin;
// An analyzer says the same of a cycle that it has found itself.
#[path = "../../../runtime/src/trail/starves.rs"]
mod starves;
// What an analyzer does when a stream cannot be written, pvgen does too; the two share no crate.
#[path = "../../../runtime/src/streams.rs"]
mod streams;
mod table;
mod tags;
mod trail;
// Options of an analyzer are looked at before it is built, by the table that it has itself.
#[path = "../../../runtime/src/options/typed/mod.rs"]
mod typed;
#[path = "../../../runtime/src/units.rs"]
#[allow(dead_code, reason = "analyzers also print amounts")]
mod units;
mod verdict;
mod walk;
mod words;
mod write;

use std::fmt::Display;
use std::io::{self, ErrorKind};
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
            complain(&format!("error: {}\n", shown::lines(&self.message)));
        }
        self.code
    }
}

/// Prints to standard output, of which a reader may want no more.
fn say(text: &str) -> Result<(), Failure> {
    said(streams::print(&shown::lines(text)))
}

/// What has become of a text on standard output.
fn said(printed: io::Result<()>) -> Result<(), Failure> {
    match printed {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::ours(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Prints to standard error; when that cannot be written, the exit code is all that is left.
fn complain(text: &str) {
    let _ = streams::complain(text);
}

/// The whole program.
pub fn run() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let failure = format!("please report this with the model and the arguments: {panic}");
        std::process::exit(i32::from(Failure::ours(failure).report()));
    }));
    let Arguments { command, generate } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let translated = spin::translated(&error, std::env::args_os());
            let answered = translated.map_or_else(|| answer(&error), Err);
            return answered.unwrap_or_else(Failure::report).into();
        }
    };
    if matches!(command, None | Some(Command::Check(_) | Command::Replay(_)))
        && let Err(failure) = child::catch()
    {
        return failure.report().into();
    }
    let done = match command {
        Some(Command::Check(check)) => check::check(&check),
        Some(Command::Simulate(arguments)) => simulate::simulate(&arguments),
        Some(Command::Replay(arguments)) => replay::replay(&arguments),
        Some(Command::Tags(arguments)) => tags::tags(&arguments.model),
        Some(Command::Claim(arguments)) => claim::claim(&arguments),
        Some(Command::Cache(arguments)) => cache::cache(&arguments),
        None => generate::generate(&generate),
    };
    done.unwrap_or_else(Failure::report).into()
}

/// The help, the version, or what is wrong with the arguments; plainly if those would drive a
/// terminal.
fn answer(error: &clap::Error) -> Result<u8, Failure> {
    let plain = error.render().to_string();
    let harmless = shown::lines(&plain);
    if harmless != plain {
        complain(&harmless);
    } else {
        let printed = error.print();
        if !error.use_stderr() {
            said(printed)?;
        }
    }
    Ok(u8::try_from(error.exit_code()).unwrap_or(2))
}
