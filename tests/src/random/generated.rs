//! The generated code of one program beside the interpreter, with each reduction and with caches.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::caches;
use super::compare::{Class, Difference};
use super::examine::{ENDS, Examined, OPTIMIZED, PLAIN, STATES, Searched, condition};
use super::numbers::Numbers;
use crate::analyzer::{Analyzer, Outcome};
use crate::quick::{self, Profile};
use crate::reductions;
use crate::report::Report;

/// Builds both analyzers of a program that was examined in `folder`, runs them and compares them
/// with the interpreter, `caches` times with a cache; how many of these searches forgot states.
///
/// # Errors
/// The first difference.
pub fn compare(folder: &Path, examined: &Examined, caches: usize) -> Result<u64, Difference> {
    let both = [(PLAIN, &examined.plain), (OPTIMIZED, &examined.optimized)];
    let forgetful = both.into_iter().map(|(name, expected)| {
        let expected = expected.as_ref().expect("it was searched");
        let analyzer = build(&folder.join(name));
        let found = analyzer.and_then(|analyzer| check(&analyzer, expected, caches));
        found.map_err(|it| Difference {
            class: it.class,
            text: format!("{name}: {}", it.text),
        })
    });
    forgetful.sum()
}

/// With debug assertions.
fn build(folder: &Path) -> Result<Analyzer, Difference> {
    let folder = folder.to_path_buf();
    match quick::compile(&folder, "analyzer", Profile::Debug) {
        Ok(binary) => Ok(Analyzer { binary, folder }),
        Err(said) => Err(Difference {
            class: Class::Build,
            text: said.all_output(),
        }),
    }
}

/// Runs an analyzer and compares it with the interpreter.
fn check(analyzer: &Analyzer, expected: &Searched, caches: usize) -> Result<u64, Difference> {
    let different = |class, text| Err(Difference { class, text });
    let run = |folder: &Path, arguments: &[&str]| analyzer.run_in(folder, arguments, LIMIT);
    let mut arguments = vec!["--errors", "all", "--reduce", "none", "--quiet"];
    arguments.extend(MEMORY);
    arguments.extend(["--dump-states", "dump", "--dump-ends", "dumped-ends"]);
    let Outcome { finished, report } = run(&analyzer.folder, &arguments);
    let report = match report {
        Ok(report) if finished.code() == Some(expected.exit_status()) => report,
        _ => {
            let said = finished.all_output();
            return different(
                Class::GeneratedCrash,
                format!("{:?}\n{said}", finished.status),
            );
        }
    };
    for (wanted, dumped) in [(STATES, "dump"), (ENDS, "dumped-ends")] {
        let mut found: Vec<String> = read(&analyzer.folder.join(dumped))
            .lines()
            .map(String::from)
            .collect();
        found.sort_unstable();
        let text = read(&analyzer.folder.join(wanted));
        let wanted: Vec<&str> = text.lines().collect();
        if let Some(first) = first_difference(&wanted, &found) {
            let counts = format!(
                "interpreter {}\ngenerated   {}",
                expected.counts,
                report.counts()
            );
            return different(Class::GeneratedStates, format!("{counts}\n{first}"));
        }
    }
    if report.counts() != expected.counts {
        let text = format!(
            "interpreter {}\ngenerated   {}",
            expected.counts,
            report.counts()
        );
        return different(Class::GeneratedCounts, text);
    }
    let found = violations(&report);
    if found != expected.violations() {
        let text = format!(
            "interpreter {:?}\ngenerated   {found:?}",
            expected.violations()
        );
        return different(Class::GeneratedErrors, text);
    }
    if expected.hidden_decides {
        // What is found depends on the way by which a state is met first, or met again: the verdict
        // is incomplete.
        return Ok(0);
    }
    let same = expected.anonymous.as_ref();
    match reductions::compare(&run, &MEMORY, &[], reductions::Effort::Full, same) {
        Ok(Some(compared)) if compared.problems.is_empty() => {}
        Ok(Some(compared)) => return different(Class::Reduced, compared.problems.join("\n")),
        Ok(None) => return different(Class::Reduced, "not to its end".into()),
        Err(problem) => return different(Class::Reduced, problem),
    }
    let mut random = Numbers::of(expected.counts.stored, expected.counts.transitions);
    match caches::compare(&run, &MEMORY, caches, &mut random, same) {
        Ok(compared) if compared.problems.is_empty() => Ok(compared.forgetful),
        Ok(compared) => different(Class::Cached, compared.problems.join("\n")),
        Err(problem) => different(Class::Cached, problem),
    }
}

const MEMORY: [&str; 2] = ["--memory", "512M"];

/// For one search.
const LIMIT: Duration = Duration::from_secs(60);

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn first_difference(wanted: &[&str], states: &[String]) -> Option<String> {
    let at = (0..wanted.len().max(states.len()))
        .find(|&i| wanted.get(i).copied() != states.get(i).map(String::as_str))?;
    Some(format!(
        "state of the interpreter   {:?}\nstate of the generated code {:?}",
        wanted.get(at),
        states.get(at)
    ))
}

/// Kind and text of each violation.
fn violations(report: &Report) -> Vec<(String, String)> {
    let all = report.violations.iter().map(|it| {
        let text = match it.kind.as_str() {
            "invalid-end-state" => String::new(),
            "assertion" => condition(&it.message),
            _ => it.message.clone(),
        };
        (it.kind.clone(), text)
    });
    let mut all: Vec<_> = all.collect();
    all.sort();
    all.dedup();
    all
}
