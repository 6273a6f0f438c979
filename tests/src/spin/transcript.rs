//! All that SPIN says about a model, kept below the target folder, and what follows from it for us.
//!
//! Compiling a verifier takes a second and running it up to half a minute, for an answer that never
//! changes. So an answer is kept under a digest of the text of the verifier and of the flags;
//! `spin -a`, which takes a moment, runs each time and gives that text.

use super::{Build, Run, kind};
use crate::expectation::{Expectation, UNCHECKED, Verdict};
use crate::process::{self, Finished};
use crate::target_folder;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What was said, step by step.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Transcript {
    /// What `spin -a` printed, and its exit code.
    pub spin: (String, Option<i32>),
    /// There is a verifier's text.
    pub generated: bool,
    /// What the C compiler printed when it failed.
    pub compiler: Option<String>,
    /// What the verifier printed, and how it ended: `exit status: 0`, `signal: 8`, or
    /// `does not end`.
    pub pan: Option<(String, String)>,
}

/// A compilation and a run: the first is enough for most models, the second is what may be asked of
/// a full search.
struct Attempt {
    optimization: &'static str,
    limit: Duration,
    flags: [&'static str; 2],
}

const ATTEMPTS: [Attempt; 2] = [
    Attempt {
        optimization: "-O0",
        limit: Duration::from_secs(2),
        flags: ["-m10000", "-w18"],
    },
    Attempt {
        optimization: "-O2",
        limit: Duration::from_secs(30),
        flags: ["-m2000000", "-w24"],
    },
];

/// The verifier may use 4 GB.
const MEMORY: &str = "-DMEMLIM=4096";

/// Longer states than SPIN's usual 1024 bytes.
pub const LONG_STATES: &str = "-DVECTORSZ=8192";

/// How hard SPIN may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effort {
    /// For two seconds, with its default bound on depth.
    Moment,
    /// If that does not do, for half a minute, with room for paths of two million steps.
    Full,
}

/// Asks SPIN. `build` without an optimisation level; `options` of the verifier between blanks, such
/// as `-c0` for all errors.
pub fn ask(build: &Build, options: &str, effort: Effort) -> Transcript {
    let folder = tempfile::tempdir().expect("temporary folder");
    let generated = build.generate(folder.path());
    let mut transcript = Transcript {
        spin: (generated.all_output(), generated.code()),
        generated: folder.path().join("pan.c").exists(),
        ..Transcript::default()
    };
    if !transcript.generated {
        return transcript;
    }
    let kept = target_folder().join("pvgen-tests/spin").join(digest(
        build,
        options,
        effort,
        folder.path(),
    ));
    if let Ok(text) = fs::read_to_string(&kept)
        && let Ok(known) = serde_json::from_str(&text)
    {
        return known;
    }
    for attempt in &ATTEMPTS {
        transcript.try_with(build, options, attempt, folder.path());
        if transcript.is_conclusive() || effort == Effort::Moment {
            break;
        }
    }
    let text = serde_json::to_string(&transcript).expect("plain data");
    fs::create_dir_all(kept.parent().expect("a folder")).expect("the target folder is writable");
    fs::write(kept, text).expect("the target folder is writable");
    transcript
}

/// Of the verifier's text, in which SPIN's version stands, and of all flags.
fn digest(build: &Build, options: &str, effort: Effort, folder: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    for part in ["pan.h", "pan.c", "pan.m", "pan.b", "pan.t", "pan.p"] {
        fs::read(folder.join(part))
            .unwrap_or_default()
            .hash(&mut hasher);
    }
    (&build.compiler_flags, options, effort).hash(&mut hasher);
    for attempt in &ATTEMPTS {
        (attempt.optimization, attempt.limit, attempt.flags).hash(&mut hasher);
    }
    format!("{:016x}.json", hasher.finish())
}

impl Transcript {
    fn try_with(&mut self, build: &Build, options: &str, attempt: &Attempt, folder: &Path) {
        let mut build = build.clone();
        build.compiler_flags.extend([attempt.optimization, MEMORY]);
        let compiled = build.compile(folder);
        if compiled.code() != Some(0) {
            self.compiler = Some(compiled.all_output());
            return;
        }
        let mut command = Command::new(folder.join("pan"));
        command.args(options.split_whitespace());
        command.args(attempt.flags).current_dir(folder);
        let finished = process::run(&mut command, attempt.limit);
        self.pan = Some((finished.all_output(), ending(&finished)));
    }

    /// Another attempt would give nothing else.
    fn is_conclusive(&self) -> bool {
        match (&self.pan, self.run()) {
            (None, _) => true,
            (Some((_, ending)), Some(run)) => ending != DOES_NOT_END && !run.depth_bound_hit,
            (Some((_, ending)), None) => ending != DOES_NOT_END,
        }
    }

    fn run(&self) -> Option<Run> {
        Run::parse(&self.pan.as_ref()?.0)
    }

    /// Everything that was printed, with the verifier's end.
    pub fn text(&self) -> String {
        let compiler = self.compiler.as_deref().unwrap_or_default();
        let (output, ending) = self.pan.clone().unwrap_or_default();
        format!("{}{compiler}{output}{ending}", self.spin.0)
    }

    /// Message and depth of the first error.
    pub fn first_error(&self) -> Option<(String, i64)> {
        self.pan.as_ref()?.0.lines().find_map(|line| {
            let (text, depth) = line.strip_prefix("pan:1: ")?.split_once(" (at depth ")?;
            Some((text.to_string(), depth.trim_end_matches(')').parse().ok()?))
        })
    }
}

const DOES_NOT_END: &str = "does not end";

fn ending(finished: &Finished) -> String {
    match finished.status {
        None => DOES_NOT_END.into(),
        Some(status) => status.to_string(),
    }
}

/// Headings of `docs/vs-spin.md`, where models and tests show the difference.
const ERRORS: &str = "Errors of a model at run time";
const GOES_ON: &str = "Errors behind which SPIN goes on";
const NAMES: &str = "Names of C";
const UNMERGED: &str = "Optimisations that are on by default";

/// What SPIN says where it refuses a model that we accept.
const ACCEPTED: [(&str, &str); 5] = [
    ("has unconditional self-loop", "A loop that does nothing"),
    ("inherits 2 'else'", "Two else"),
    ("jump into d_step sequence", "A d_step behind a loop"),
    ("breaks from d_step seq", "A d_step behind a loop"),
    ("parameters sent, 0 expected", "A channel that is none"),
];

/// What follows for us from what SPIN says of a model.
pub fn expectation(model: &Path, defines: &[String]) -> Expectation {
    let ask = |build: Build| {
        let compiler_flags = vec!["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", LONG_STATES];
        let build = Build {
            compiler_flags,
            ..build
        };
        ask(&build, "-c0", Effort::Full)
    };
    let mut expectation = ask(Build::unoptimized(model, defines)).expectation();
    let text = fs::read_to_string(model).unwrap_or_default();
    if expectation.verdict == Some(Verdict::Verified) && text.contains("hidden") {
        // Whether one of them decides SPIN does not say.
        expectation.verdict = None;
    }
    if text.contains("priority") {
        // We do not merge where processes have priorities.
        expectation.remark = UNMERGED.into();
    } else if expectation.counts.is_some() {
        let run = ask(Build::optimized(model, defines)).run();
        let run = run.filter(|run| run.completed && !run.depth_bound_hit);
        expectation.optimized_stored = run.map(|run| run.counts.stored);
    }
    expectation
}

/// States that SPIN stores with its reduction, without and with optimisations; none where it does
/// not come to an end.
pub fn reduced_stored(model: &Path, defines: &[String]) -> [Option<u64>; 2] {
    let builds = [
        Build::unoptimized(model, defines),
        Build::optimized(model, defines),
    ];
    builds.map(|build| {
        let compiler_flags = vec!["-DSAFETY", "-DNOCLAIM", LONG_STATES];
        let build = Build {
            compiler_flags,
            ..build
        };
        let run = ask(&build, "-c0", Effort::Full).run()?;
        (run.completed && !run.depth_bound_hit).then_some(run.counts.stored)
    })
}

impl Transcript {
    /// Of a search for all errors without optimisations.
    fn expectation(&self) -> Expectation {
        let text = self.text();
        if let Some((_, remark)) = ACCEPTED.iter().find(|it| text.contains(it.0)) {
            return without_verdict(remark);
        }
        if !self.generated {
            return refused();
        }
        let Some((_, ending)) = &self.pan else {
            return match self.spin.1 {
                Some(0) => without_verdict(NAMES),
                Some(_) => refused(),
                None => without_verdict(UNFINISHED),
            };
        };
        let run = self.run();
        let kinds: BTreeSet<&str> = run
            .iter()
            .flat_map(|run| &run.messages)
            .map(|message| kind(message))
            .collect();
        match run {
            _ if self.spin.1 != Some(0) => without_verdict(GOES_ON),
            _ if ending.starts_with("signal") || kinds.contains("runtime-error") => {
                violated(&BTreeSet::from(["runtime-error"]), ERRORS)
            }
            Some(run) if run.completed && !run.depth_bound_hit => {
                let found = violated(&kinds, "");
                // It was not asked to check the claim, and names it only in the list of what was
                // not reached.
                let claims = kinds.is_empty() && text.contains("unreached in claim");
                Expectation {
                    counts: Some(run.counts),
                    more: false,
                    verdict: found
                        .verdict
                        .map(|it| if claims { Verdict::Incomplete } else { it }),
                    reason: if claims { UNCHECKED } else { "" }.to_string(),
                    ..found
                }
            }
            _ if kinds.is_empty() => without_verdict(UNFINISHED),
            _ => violated(&kinds, UNFINISHED),
        }
    }
}

const UNFINISHED: &str = "SPIN does not finish";

fn refused() -> Expectation {
    Expectation {
        verdict: Some(Verdict::Refused),
        ..Expectation::default()
    }
}

fn without_verdict(remark: &str) -> Expectation {
    Expectation {
        more: true,
        remark: remark.into(),
        ..Expectation::default()
    }
}

/// A violation of each kind, or none at all.
fn violated(kinds: &BTreeSet<&str>, remark: &str) -> Expectation {
    let verdict = match kinds.is_empty() {
        true => Verdict::Verified,
        false => Verdict::Violated,
    };
    let of_kind = |kind: &&str| (kind.to_string(), String::new());
    Expectation {
        verdict: Some(verdict),
        violations: kinds.iter().map(of_kind).collect(),
        ..without_verdict(remark)
    }
}

#[cfg(test)]
mod tests {
    use super::super::available;
    use super::*;
    use crate::checkout;
    use crate::report::Counts;

    /// Counts worked out by hand: three control points each for two processes that die youngest
    /// first.
    #[test]
    fn two_processes() {
        if !available() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("p1.pml");
        fs::write(&model, "byte x;\nactive [2] proctype P() { x++; x++ }\n").unwrap();
        let counts = Counts {
            stored: 13,
            matched: 6,
            transitions: 19,
            atomic: 0,
            depth: 6,
        };
        for _ in 0..2 {
            let expectation = expectation(&model, &[]);
            assert_eq!(expectation.counts, Some(counts));
            assert_eq!(expectation.verdict, Some(Verdict::Verified));
        }
    }

    #[test]
    fn the_remarks_are_headings() {
        let page = fs::read_to_string(checkout().join("docs/vs-spin.md")).unwrap();
        let accepted = ACCEPTED.iter().map(|it| it.1);
        for heading in accepted.chain([ERRORS, GOES_ON, NAMES, UNMERGED]) {
            assert!(page.contains(&format!("# {heading}\n")), "{heading}");
        }
    }
}
