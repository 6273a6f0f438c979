//! What SPIN says of one property of a model: a claim, cycles through `accept` labels, cycles
//! without `progress` labels.
//!
//! A search of SPIN's ends at its first error, and that may be one that has nothing to do with the
//! property: then it is asked again without assertions.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fmt, fs};

use super::{Build, Run};
use crate::process;

/// What a search is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// The formula or never claim of this name.
    Formula(String),
    /// The never claim, which may be without a name, and whose assertions count.
    Never(String),
    /// No cycle goes through an `accept` label of a process.
    Acceptance,
    /// Every cycle goes through a `progress` label.
    NonProgress,
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Formula(name) => write!(f, "ltl {name}"),
            Self::Never(name) if name.is_empty() => f.write_str("never"),
            Self::Never(name) => write!(f, "never {name}"),
            Self::Acceptance => f.write_str("-a"),
            Self::NonProgress => f.write_str("-l"),
        }
    }
}

/// What somebody says of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The search was complete.
    Holds,
    /// It was violated.
    Violated,
    /// Nothing, and why.
    Unknown(String),
}

impl Answer {
    /// Holds or not.
    pub fn violated(&self) -> Option<bool> {
        match self {
            Self::Holds => Some(false),
            Self::Violated => Some(true),
            Self::Unknown(_) => None,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Holds => f.write_str("holds"),
            Self::Violated => f.write_str("violated"),
            Self::Unknown(why) => f.write_str(why),
        }
    }
}

/// Bound on depth: a search that meets it says nothing.
const DEPTH_MAX: u64 = 2_000_000;

/// By the clock a search may take this many times the processor time that it has.
const BUSY: u32 = 10;

/// For every kind of cycle, whatever the processes; with room for long states and an end.
const FLAGS: [&str; 5] = [
    "-O2",
    "-DNOREDUCE",
    "-DNFAIR=5",
    "-DVECTORSZ=8192",
    "-DMEMLIM=3000",
];

/// The verifiers of a model, each made when it is first asked.
pub struct Verifiers<'a> {
    model: &'a Path,
    /// A folder for each.
    folder: &'a Path,
    limit: Duration,
    claims: OnceCell<Result<PathBuf, String>>,
    acceptance: OnceCell<Result<PathBuf, String>>,
    non_progress: OnceCell<Result<PathBuf, String>>,
}

impl<'a> Verifiers<'a> {
    /// None is made yet; each search has this processor time.
    pub fn new(model: &'a Path, folder: &'a Path, limit: Duration) -> Self {
        Self {
            model,
            folder,
            limit,
            claims: OnceCell::new(),
            acceptance: OnceCell::new(),
            non_progress: OnceCell::new(),
        }
    }

    /// What SPIN says of a property, of all runs or of the weakly fair ones.
    pub fn ask(&self, property: &Property, fair: bool) -> Answer {
        let pan = match self.verifier(property) {
            Ok(pan) => pan,
            Err(why) => return Answer::Unknown(why.clone()),
        };
        let claim_asserts = match property {
            Property::Formula(_) | Property::Never(_) => true,
            Property::Acceptance | Property::NonProgress => false,
        };
        if claim_asserts {
            match self.search(pan, property, fair, &[]) {
                Ok(run) if is_of_another(property, &run) => {}
                run => return answer(run),
            }
        }
        match self.search(pan, property, fair, &["-A"]) {
            Ok(run) if run.errors == 0 && claim_asserts => {
                Answer::Unknown("SPIN: an assertion fails first".to_string())
            }
            run => answer(run),
        }
    }

    fn verifier(&self, property: &Property) -> Result<&PathBuf, &String> {
        let (cell, name, flag) = match property {
            Property::Formula(_) | Property::Never(_) => (&self.claims, "claims", None),
            Property::Acceptance => (&self.acceptance, "acceptance", Some("-DNOCLAIM")),
            Property::NonProgress => (&self.non_progress, "non-progress", Some("-DNP")),
        };
        let made = cell.get_or_init(|| {
            let folder = self.folder.join(name);
            fs::create_dir_all(&folder).expect("a folder of ours");
            let build = Build {
                compiler_flags: FLAGS.into_iter().chain(flag).collect(),
                ..Build::optimized(self.model, &[])
            };
            let made = build.make(&folder);
            made.map_err(|_| "SPIN: refused".to_string())
        });
        made.as_ref()
    }

    fn search(
        &self,
        pan: &Path,
        property: &Property,
        fair: bool,
        options: &[&str],
    ) -> Result<Run, String> {
        let mut command = Command::new("sh");
        let limited = format!("ulimit -t {}; exec \"$0\" \"$@\"", self.limit.as_secs());
        command.args(["-c", &limited]).arg(pan);
        command.arg(format!("-m{DEPTH_MAX}"));
        command.args(["-E", "-n"]).args(options);
        match property {
            Property::Formula(name) | Property::Never(name) if !name.is_empty() => {
                command.args(["-a", "-N", name])
            }
            Property::NonProgress => command.arg("-l"),
            _ => command.arg("-a"),
        };
        if fair {
            command.arg("-f");
        }
        let folder = pan.parent().expect("a folder of ours");
        let finished = process::run(command.current_dir(folder), BUSY * self.limit);
        if finished.code().is_none() {
            return Err("SPIN: out of time".to_string());
        }
        let said = finished.all_output();
        Run::parse(&said).ok_or_else(|| {
            let last = said.lines().last().unwrap_or_default();
            format!("SPIN: {last}")
        })
    }
}

/// The first error is none of the property's: an assertion of a process. A formula that always
/// holds is an assertion of its claim for SPIN, negated twice.
fn is_of_another(property: &Property, run: &Run) -> bool {
    let is_negation = |text: &str| text.trim_start().starts_with("!(");
    run.messages.first().is_some_and(|message| {
        let asserted = message.strip_prefix("assertion violated");
        let of_claim = matches!(property, Property::Never(_));
        asserted.is_some_and(|text| !of_claim && !is_negation(text))
    })
}

/// Errors of the property, as a verifier names them.
const OF_PROPERTY: [&str; 6] = [
    "acceptance cycle",
    "accept stutter",
    "non-progress cycle",
    "assertion violated",
    "claim violated",
    "end state in claim reached",
];

fn answer(run: Result<Run, String>) -> Answer {
    let run = match run {
        Ok(run) => run,
        Err(why) => return Answer::Unknown(why),
    };
    let is_known = |message: &&String| OF_PROPERTY.iter().any(|it| message.starts_with(it));
    if let Some(other) = run.messages.iter().find(|message| !is_known(message)) {
        return Answer::Unknown(format!("SPIN: {other}"));
    }
    match run {
        _ if run.errors > 0 => Answer::Violated,
        _ if run.is_cut(DEPTH_MAX) => Answer::Unknown("SPIN: depth bound".to_string()),
        _ if !run.completed => Answer::Unknown("SPIN: out of memory".to_string()),
        _ => Answer::Holds,
    }
}
