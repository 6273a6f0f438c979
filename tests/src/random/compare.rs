//! One program, and what is different between those who know what it means.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::examine::{Examined, MODEL, PRINTED, REPORT, Searched};
use crate::process;
use crate::spin::{self, Run};

/// Bound on depth for SPIN's verifier; deeper programs are not compared.
const DEPTH_MAX: &str = "-m200000";

/// Time for each of the programs involved.
const LIMIT: Duration = Duration::from_secs(120);

/// With these words a verifier of SPIN's does not start: `docs/vs-spin.md`.
const REFUSALS: [&str; 2] = ["inherits 2 'else' stmnts", "has unconditional self-loop"];

/// Kinds of differences: a program that is shrunk keeps its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// We did not come to an end.
    Crash,
    /// We refuse what SPIN takes.
    Refused,
    /// The printed text is another program for us.
    RoundTrip,
    /// The printed text is another program for SPIN.
    Printed,
    /// The interpreter counts otherwise than SPIN.
    Counts,
    /// The interpreter finds other errors than SPIN.
    Errors,
    /// A variable has a value that the front end rules out.
    Values,
    /// A hidden variable decides, and the front end does not say so.
    Hidden,
    /// Optimised, the interpreter comes to another verdict.
    Optimized,
    /// The generated code does not build.
    Build,
    /// The generated code comes to no end.
    GeneratedCrash,
    /// The generated code counts otherwise than the interpreter.
    GeneratedCounts,
    /// The generated code reaches other states than the interpreter.
    GeneratedStates,
    /// The generated code finds other errors than the interpreter.
    GeneratedErrors,
    /// A reduction changes what the generated code finds.
    Reduced,
    /// A cache does.
    Cached,
}

/// A difference.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Its kind.
    pub class: Class,
    /// Both sides, in words.
    pub text: String,
}

/// What became of a comparison.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// All agree. With what we found, for those who compare more.
    Same(Box<Examined>),
    /// There is nothing to compare: why, and what was said.
    Unfit(&'static str, String),
    /// They do not agree.
    Different(Difference),
}

fn different(class: Class, text: impl Into<String>) -> Verdict {
    let text = text.into();
    Verdict::Different(Difference { class, text })
}

/// Whom to ask, and how much.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The program that has [`super::examine::examine`] behind `--examine`.
    pub examiner: PathBuf,
    /// Programs with more states are not compared.
    pub states_max: usize,
    /// Ask SPIN.
    pub spin: bool,
    /// Have the sources of the analyzers written.
    pub generated: bool,
    /// Searches with caches, of each analyzer.
    pub caches: usize,
}

impl Comparison {
    /// Compares all but the generated code, in `folder`, which then has what was made on the way.
    pub fn compare(&self, text: &str, folder: &Path) -> Verdict {
        fs::write(folder.join(MODEL), text).expect("a folder of ours");
        let examined = match self.examine(folder) {
            Ok(Some(examined)) => examined,
            Ok(None) => return Verdict::Unfit("no end in time", String::new()),
            Err(problem) => return different(Class::Crash, problem),
        };
        if let Some(why) = examined.too_large {
            return Verdict::Unfit("too large", why);
        }
        if !self.spin {
            if let Some(messages) = examined.refused {
                return Verdict::Unfit("refused", messages);
            }
            return ours(&examined).unwrap_or(Verdict::Same(Box::new(examined)));
        }
        let pan = match make(folder, MODEL, "source") {
            Ok(pan) => pan,
            Err(said) if examined.refused.is_some() => {
                return Verdict::Unfit("refused by SPIN and us", said);
            }
            Err(said) => return Verdict::Unfit("refused by SPIN", said),
        };
        if let Some(messages) = &examined.refused {
            return match messages.contains("but messages of the channel") {
                true => Verdict::Unfit("certainly of the wrong length", messages.clone()),
                false => different(Class::Refused, messages),
            };
        }
        if let Some(found) = ours(&examined) {
            return found;
        }
        let plain = examined.plain.as_ref().expect("it was not refused");
        let theirs = match run(&pan) {
            Ok(run) => run,
            Err(_) if !plain.faults.is_empty() => return Verdict::Same(Box::new(examined)),
            Err(said) if REFUSALS.iter().any(|it| said.contains(it)) => {
                return Verdict::Unfit("refused by SPIN's verifier", said);
            }
            Err(problem) => return different(Class::Counts, problem),
        };
        if theirs.depth_bound_hit {
            return Verdict::Unfit("too deep for SPIN", String::new());
        }
        if theirs.messages.iter().any(|it| it.contains("VECTORSZ")) {
            return Verdict::Unfit("too large a state for SPIN", String::new());
        }
        if let Some(found) = with_spin(plain, &theirs) {
            return found;
        }
        if prints_as_itself(text)
            && let Some(found) = self.printed(folder, &theirs)
        {
            return found;
        }
        Verdict::Same(Box::new(examined))
    }

    /// Our side; `None` when it does not end in time.
    fn examine(&self, folder: &Path) -> Result<Option<Examined>, String> {
        let mut command = Command::new(&self.examiner);
        command.arg("--examine").arg(folder);
        command.args(["--states-max", &self.states_max.to_string()]);
        if self.generated {
            command.arg("--generated");
        }
        let finished = process::run(&mut command, LIMIT);
        match finished.code() {
            Some(0) => {}
            _ if finished.status.is_none() => return Ok(None),
            _ => return Err(format!("{:?}\n{}", finished.status, finished.all_output())),
        }
        let report = fs::read_to_string(folder.join(REPORT)).map_err(|error| error.to_string())?;
        serde_json::from_str(&report).map_err(|error| error.to_string())
    }

    /// The printed text for SPIN. Its verifiers are mostly equal but for lines and names, and need
    /// not run then.
    fn printed(&self, folder: &Path, theirs: &Run) -> Option<Verdict> {
        let of = |result: Result<Run, String>| match result {
            Ok(run) if run.counts == theirs.counts && run.errors == theirs.errors => None,
            Ok(run) => {
                let text = format!("source  {}\nprinted {}", theirs.counts, run.counts);
                Some(different(Class::Printed, text))
            }
            Err(problem) => Some(different(Class::Printed, problem)),
        };
        match translate(folder, PRINTED, "printed") {
            Err(problem) => of(Err(problem)),
            Ok(printed) if automata(&printed) == automata(&folder.join("source")) => None,
            Ok(printed) => of(compile(&printed).and_then(|pan| run(&pan))),
        }
    }
}

/// What must agree among our own.
fn ours(examined: &Examined) -> Option<Verdict> {
    if let Some(problem) = &examined.round_trip {
        return Some(different(Class::RoundTrip, problem));
    }
    if let Some(problem) = &examined.hidden {
        return Some(different(Class::Hidden, problem));
    }
    if let Some(problem) = &examined.values {
        return Some(different(Class::Values, problem));
    }
    let (Some(plain), Some(optimized)) = (&examined.plain, &examined.optimized) else {
        return None;
    };
    let verdict = |it: &Searched| {
        let failed: Vec<String> = it.failed.keys().cloned().collect();
        (failed, it.invalid_end_states > 0, it.faults.clone())
    };
    // Where a hidden variable decides, it depends on the way by which a state is met.
    let incomplete = plain.hidden_decides || optimized.hidden_decides;
    if !incomplete && verdict(plain) != verdict(optimized) {
        let text = format!(
            "unoptimised {:?}\noptimised   {:?}",
            verdict(plain),
            verdict(optimized)
        );
        return Some(different(Class::Optimized, text));
    }
    None
}

/// The interpreter beside SPIN. After a run-time error each goes on in its own way, so that only
/// its presence is compared.
fn with_spin(plain: &Searched, theirs: &Run) -> Option<Verdict> {
    let run_time = theirs
        .messages
        .iter()
        .any(|it| spin::kind(it) == "runtime-error");
    if !plain.faults.is_empty() || run_time {
        let agree = !plain.faults.is_empty() && (run_time || theirs.errors > plain.errors());
        let text = format!("SPIN {:?}\nours {:?}", theirs.messages, plain.faults);
        return (!agree).then(|| different(Class::Errors, text));
    }
    if plain.counts != theirs.counts {
        let text = format!("SPIN {}\nours {}", theirs.counts, plain.counts);
        return Some(different(Class::Counts, text));
    }
    let stuck = theirs.messages.iter().any(|it| it == "invalid end state");
    if plain.errors() != theirs.errors || stuck != (plain.invalid_end_states > 0) {
        let text = format!(
            "SPIN {} errors {:?}\nours {} errors {:?}, {} invalid end states",
            theirs.errors,
            theirs.messages,
            plain.errors(),
            plain.failed,
            plain.invalid_end_states
        );
        return Some(different(Class::Errors, text));
    }
    None
}

/// The tree has the bodies of inlines in place of the calls; for SPIN their labels and `select`s
/// mean something else there.
fn prints_as_itself(text: &str) -> bool {
    let is_label = |word: &str| {
        let name = word.strip_suffix(':').unwrap_or_default();
        ["L", "end", "progress"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
    };
    let special = text.contains("select (") || text.split_whitespace().any(is_label);
    !(text.contains("inline ") && special)
}

fn step(command: &mut Command) -> Result<(), String> {
    let finished = process::run(command, LIMIT);
    match finished.code() {
        Some(0) => Ok(()),
        code => Err(format!("exit {code:?}\n{}", finished.all_output())),
    }
}

/// `spin -a` in a folder of its own; gives the folder.
fn translate(folder: &Path, model: &str, name: &str) -> Result<PathBuf, String> {
    let own = folder.join(name);
    fs::create_dir_all(&own).expect("a folder of ours");
    let mut command = Command::new("spin");
    command
        .args(spin::UNOPTIMIZED)
        .arg("-a")
        .arg(folder.join(model));
    step(command.current_dir(&own))?;
    Ok(own)
}

fn compile(folder: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new("gcc");
    command.args([
        "-w",
        "-O0",
        "-DSAFETY",
        "-DNOREDUCE",
        "-DNOCLAIM",
        // Bytes of a state: of many processes, or with many messages, it has more than SPIN's
        // 1,024.
        "-DVECTORSZ=65536",
        "-o",
        "pan",
        "pan.c",
    ]);
    step(command.current_dir(folder))?;
    Ok(folder.join("pan"))
}

fn make(folder: &Path, model: &str, name: &str) -> Result<PathBuf, String> {
    compile(&translate(folder, model, name)?)
}

fn run(pan: &Path) -> Result<Run, String> {
    let mut command = Command::new(pan);
    command.args([DEPTH_MAX, "-c0", "-n", "-w14"]);
    let folder = pan.parent().expect("in a folder");
    let finished = process::run(command.current_dir(folder), LIMIT);
    let output = finished.all_output();
    Run::parse(&output).ok_or_else(|| format!("{:?}\n{output}", finished.status))
}

/// The files in which a verifier has its transitions, without what depends on lines and file names.
fn automata(folder: &Path) -> Vec<String> {
    let read = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).unwrap_or_default();
        let lines = text.lines().map(|line| match line.find("/* ") {
            Some(at) => &line[..at],
            None => line,
        });
        lines
            .filter(|line| !line.starts_with("#line"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    ["pan.m", "pan.b", "pan.h"]
        .iter()
        .map(|name| read(name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Counts;

    const COUNTS: Counts = Counts {
        stored: 4,
        matched: 1,
        transitions: 5,
        atomic: 0,
        depth: 3,
    };

    fn class(plain: &Searched, theirs: &Run) -> Option<Class> {
        match with_spin(plain, theirs)? {
            Verdict::Different(difference) => Some(difference.class),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn differences_from_spin_are_seen() {
        let plain = Searched {
            anonymous: None,
            counts: COUNTS,
            failed: [("assert(x)".to_string(), 2)].into(),
            invalid_end_states: 0,
            faults: Default::default(),
            hidden_decides: false,
        };
        let theirs = Run {
            counts: COUNTS,
            errors: 2,
            messages: vec!["assertion violated x".into()],
            unreached: Vec::new(),
            depth_bound_hit: false,
            completed: true,
        };
        assert_eq!(class(&plain, &theirs), None);
        let counts = Counts { depth: 4, ..COUNTS };
        let deeper = Run {
            counts,
            ..theirs.clone()
        };
        assert_eq!(class(&plain, &deeper), Some(Class::Counts));
        let errors = Run {
            errors: 3,
            ..theirs.clone()
        };
        assert_eq!(class(&plain, &errors), Some(Class::Errors));
        let messages = vec!["assertion violated x".into(), "invalid end state".into()];
        let stuck = Run {
            messages,
            ..theirs.clone()
        };
        assert_eq!(class(&plain, &stuck), Some(Class::Errors));
        let messages = vec!["block in d_step seq".into()];
        let failed = Run { messages, ..theirs };
        assert_eq!(class(&plain, &failed), Some(Class::Errors));
    }
}
