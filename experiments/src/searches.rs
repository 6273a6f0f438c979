//! A search of an analyzer with a reduction: its options, its counts, its cost.

use crate::measure::{self, Cost};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Outcome, Recipe};
use support::form;
use support::process::{self, Finished};
use support::report::{Counts, Report};
use support::spin::{Build, Run};

/// What a search leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// `--reduce`.
    pub reduce: &'static str,
    /// `--sleep-sets`: `1992`, `1995`, `stored` or none.
    pub sleep: Option<&'static str>,
    /// How states are kept: one of [`form::ALL`].
    pub form: &'static str,
}

impl Search {
    /// Nothing is left out.
    pub const PLAIN: Search = Search::new("none", None);

    /// `--reduce` and `--sleep-sets`.
    pub const fn new(reduce: &'static str, sleep: Option<&'static str>) -> Search {
        Search {
            reduce,
            sleep,
            form: "none",
        }
    }

    /// The same, of states in another form.
    pub const fn of(self, form: &'static str) -> Search {
        Search { form, ..self }
    }

    /// For tables.
    pub fn name(self) -> String {
        let form = match self.form {
            "none" => String::new(),
            form => format!(", {form}"),
        };
        match self.sleep {
            Some(sleep) => format!("{}, sleep sets {sleep}{form}", self.reduce),
            None => format!("{}{form}", self.reduce),
        }
    }

    /// The options of the analyzer.
    pub fn options(self) -> Vec<String> {
        let sleep = self.sleep.map(|form| format!("--sleep-sets={form}"));
        let options = [["--reduce", self.reduce], form::option(self.form)].concat();
        options.into_iter().map(String::from).chain(sleep).collect()
    }

    /// The exit status of a search that is complete and has found nothing. No one has proven that
    /// the form of 1992 misses nothing, nor that of 1995 with a choice of processes.
    pub fn exit_code(self) -> i32 {
        match (self.reduce, self.sleep) {
            (_, None | Some("stored")) | ("none", Some("1995")) => 0,
            _ => 3,
        }
    }

    /// The command that searches for all violations.
    pub fn command(self, analyzer: &Analyzer, memory: &str) -> Command {
        let mut command = Command::new(&analyzer.binary);
        command.args(["--safety", "--errors", "all", "--memory", memory, "--quiet"]);
        command.args(self.options());
        command
    }
}

/// Bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Seconds.
    pub seconds: u64,
    /// As `--memory` takes it.
    pub memory: &'a str,
}

/// What a search gave.
#[derive(Clone, Debug)]
pub struct Measured {
    /// States, transitions, depth.
    pub counts: Counts,
    /// Times a state was visited: its first visit, and each visit after it was forgotten.
    pub visited: u64,
    /// Most states on the path at a time, where it is known.
    pub stack_states: Option<u64>,
    /// CPU time and peak memory of one run.
    pub cost: Cost,
    /// What the search itself used, by its own count.
    pub memory_bytes: u64,
    /// The violations that were reported, each once: kind and message.
    pub violations: BTreeSet<(String, String)>,
    /// Why it is not complete.
    pub cut: Option<String>,
}

/// An analyzer without optimisations, or with them.
///
/// # Errors
/// What `pvgen` or the compiler said.
pub fn build(recipe: Recipe) -> Result<Analyzer, String> {
    let analyzer = analyzer::build(std::slice::from_ref(&recipe)).remove(0);
    analyzer.map_err(|refused| refused.all_output())
}

/// Searches until the runs have taken `at_least` CPU time together, and takes the mean of their
/// costs.
///
/// # Errors
/// What the analyzer said when it gave no report.
pub fn measure(
    analyzer: &Analyzer,
    search: Search,
    limits: Limits,
    at_least: Duration,
) -> Result<Measured, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let once = || once(analyzer, &search.options(), limits, folder.path());
    let mut measured = once()?;
    let (mut cpu, mut runs) = (measured.cost.cpu, 1);
    while cpu < at_least && measured.cut.is_none() {
        let again = once()?;
        if again.counts != measured.counts {
            return Err(format!(
                "two runs with {}: {} and {}",
                search.name(),
                measured.counts,
                again.counts
            ));
        }
        cpu += again.cost.cpu;
        runs += 1;
    }
    measured.cost.cpu = cpu / runs;
    Ok(measured)
}

/// One search with any options; files are written in `folder`.
///
/// # Errors
/// As [`measure`].
pub fn once(
    analyzer: &Analyzer,
    options: &[String],
    limits: Limits,
    folder: &Path,
) -> Result<Measured, String> {
    let outcome = run(analyzer, options, limits, folder);
    let report = outcome
        .report
        .map_err(|e| first_line(&outcome.finished.all_output()).unwrap_or(e))?;
    let violations = report.violations.iter();
    Ok(Measured {
        counts: report.counts(),
        visited: report.states_visited,
        stack_states: Some(report.stack_states_peak),
        cost: Cost::from(&outcome.finished),
        memory_bytes: report.memory_bytes,
        violations: violations
            .map(|it| (it.kind.clone(), it.message.clone()))
            .collect(),
        cut: cut(&report),
    })
}

/// As [`once`], with all that came out.
pub fn run(analyzer: &Analyzer, options: &[String], limits: Limits, folder: &Path) -> Outcome {
    let seconds = limits.seconds.to_string();
    let mut arguments = vec![
        "--safety",
        "--errors",
        "all",
        "--memory",
        limits.memory,
        "--quiet",
    ];
    arguments.extend(["--max-time", &seconds]);
    arguments.extend(options.iter().map(String::as_str));
    let grace = Duration::from_secs(limits.seconds + 30);
    analyzer.run_in(folder, &arguments, grace)
}

/// A search of SPIN's verifier without reduction and optimisations, compiled with one more flag, of
/// a model in which ours was so deep.
///
/// # Errors
/// What SPIN or the compiler said, or that there are no counts.
pub fn of_spin(
    recipe: &Recipe,
    compiler_flag: &'static str,
    verifier_flags: &[&str],
    depth: u64,
    seconds: u64,
) -> Result<(Run, Finished), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut build = Build::unoptimized(&recipe.model, &recipe.defines);
    build.compiler_flags.push(compiler_flag);
    let mut command = Command::new(build.make(folder.path())?);
    let bound = format!("-m{}", measure::bound(depth));
    command.args(verifier_flags).args(["-n", "-c0", &bound]);
    command.current_dir(folder.path());
    let finished = process::run(&mut command, Duration::from_secs(seconds));
    let run = Run::parse(&finished.all_output()).ok_or("SPIN's verifier gave no counts")?;
    Ok((run, finished))
}

/// Why a search is not complete. That a combination is not proven cuts nothing off.
fn cut(report: &Report) -> Option<String> {
    let reason = report.reason.clone()?;
    (reason != "unproven-combination").then_some(reason)
}

fn first_line(output: &str) -> Option<String> {
    let mut lines = output.lines().map(str::trim);
    lines.find(|line| !line.is_empty()).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_searches() {
        let plain = ["--reduce", "none", "--encode", "none"];
        assert_eq!(Search::PLAIN.options(), plain);
        let both = Search::new("local", Some("1992"));
        let coded = [
            "--reduce",
            "local",
            "--encode",
            "huffman",
            "--sleep-sets=1992",
        ];
        assert_eq!(both.of("huffman").options(), coded);
        assert_eq!((Search::PLAIN.exit_code(), both.exit_code()), (0, 3));
        let with = |reduce| Search::new(reduce, Some("1995")).exit_code();
        assert_eq!((with("none"), with("local")), (0, 3));
    }
}
