//! The examples of the project: verdicts, violations, and counts equal to SPIN's, which `promela-examples/spin-counts.py` has written
//! into their `expected.toml`.
//!
//! The larger sizes: `cargo test --release -p pvgen-tests --test verdicts -- --ignored`.

use std::collections::BTreeSet;
use support::analyzer::{self, Analyzer};
use support::case::{Case, Size, essence};
use support::jobs;
use support::process::Finished;
use support::report::Report;

#[test]
fn small_examples() {
    check(Case::up_to(Size::Small));
}

#[test]
#[ignore = "minutes"]
fn medium_examples() {
    let mut cases = Case::up_to(Size::Medium);
    cases.retain(|case| case.size == Size::Medium);
    check(cases);
}

#[test]
#[ignore = "minutes, and gigabytes of memory"]
fn large_examples() {
    let mut cases = Case::up_to(Size::Large);
    cases.retain(|case| case.size == Size::Large);
    check(cases);
}

fn check(cases: Vec<Case>) {
    let recipes: Vec<_> = cases
        .iter()
        .flat_map(|case| [case.recipe().unoptimized(), case.recipe()])
        .collect();
    let analyzers = analyzer::build(&recipes);
    let jobs: Vec<_> = cases.iter().zip(analyzers.chunks(2)).collect();
    let problems = jobs::on_all_cores(&jobs, |(case, pair)| examine(case, pair));
    let problems: Vec<String> = cases
        .iter()
        .zip(problems)
        .flat_map(|(case, of_case)| {
            of_case
                .into_iter()
                .map(|p| format!("{}: {p}", case.title()))
        })
        .collect();
    assert!(
        problems.is_empty(),
        "{} cases\n{}",
        cases.len(),
        problems.join("\n")
    );
}

/// What is not as it should be, in words.
fn examine(case: &Case, pair: &[Result<Analyzer, Finished>]) -> Vec<String> {
    let mut problems = Vec::new();
    let every = ["--reduce", "none", "--errors", "all", "--memory", "4G"];
    match run(&pair[0], &every) {
        Err(problem) => problems.push(problem),
        Ok((code, report)) => {
            problems.extend(wrong_verdict(case, code, &report));
            problems.extend(wrong_violations(case, &report));
            let expected = case.expected_counts();
            if expected.is_some_and(|counts| counts != report.counts()) {
                problems
                    .extend(expected.map(|c| format!("SPIN {c}\n    ours {}", report.counts())));
            }
        }
    }
    // By default a search stops at the first violation; the states are compared over a whole search.
    match run(&pair[1], &["--memory", "4G"]) {
        Err(problem) => problems.push(problem),
        Ok((code, report)) => problems.extend(wrong_verdict(case, code, &report)),
    }
    match run(&pair[1], &every) {
        Err(problem) => problems.push(problem),
        Ok((code, report)) => {
            problems.extend(wrong_verdict(case, code, &report));
            problems.extend(wrong_violations(case, &report));
            let most = case.optimized_stored.unwrap_or(u64::MAX);
            if report.states_stored > most {
                problems.push(format!(
                    "optimised {} states, SPIN {most}",
                    report.states_stored
                ));
            }
        }
    }
    problems
}

fn run(
    analyzer: &Result<Analyzer, Finished>,
    arguments: &[&str],
) -> Result<(Option<i32>, Report), String> {
    let analyzer = analyzer.as_ref().map_err(Finished::all_output)?;
    let outcome = analyzer.run(arguments);
    let report = outcome
        .report
        .map_err(|e| format!("{e}\n{}", outcome.finished.all_output()))?;
    Ok((outcome.finished.code(), report))
}

fn wrong_verdict(case: &Case, code: Option<i32>, report: &Report) -> Option<String> {
    let expected = if case.verdict == "violated" { 1 } else { 0 };
    let wrong = report.verdict != case.verdict || code != Some(expected) || report.reason.is_some();
    wrong.then(|| {
        format!(
            "{} (exit {code:?}, {:?}), expected {}",
            report.verdict, report.reason, case.verdict
        )
    })
}

/// Each violation that is there must be reported, and nothing else.
fn wrong_violations(case: &Case, report: &Report) -> Option<String> {
    let expected: BTreeSet<_> = case
        .violations
        .iter()
        .map(|v| (v.kind.as_str(), essence(&v.message)))
        .collect();
    let matches = |kind: &str, message: &str| {
        let found = essence(message);
        expected
            .iter()
            .find(|(k, text)| *k == kind && found.contains(text.as_str()))
    };
    let mut seen = BTreeSet::new();
    for violation in &report.violations {
        match matches(&violation.kind, &violation.message) {
            Some(known) => seen.insert(known),
            None => {
                return Some(format!(
                    "not expected: {}: {}",
                    violation.kind, violation.message
                ));
            }
        };
    }
    (seen.len() < expected.len())
        .then(|| format!("not all of {expected:?} reported: {:?}", report.violations))
}
