//! Every violation of the examples comes with a trail, the first ten of a search that is. An
//! analyzer executes it again before it reports it, so a wrong one would be exit code 4; here the
//! files are looked at, and the place where a search first finds something is compared with SPIN's.

use std::path::Path;
use std::time::Duration;
use support::analyzer::{self, Analyzer};
use support::case::Case;
use support::jobs;
use support::report::Violation;
use support::spin::transcript::{Effort, LONG_STATES, ask};
use support::spin::{self, Build};

fn violating() -> Vec<(Case, Analyzer)> {
    let cases = Case::violated();
    assert!(!cases.is_empty());
    let recipes: Vec<_> = cases
        .iter()
        .map(|case| case.recipe().unoptimized())
        .collect();
    let analyzers = analyzer::build_quickly(&recipes).into_iter();
    let pairs = cases.into_iter().zip(analyzers);
    pairs
        .filter_map(|(case, built)| Some((case, analyzer::unless_refused(built)?)))
        .collect()
}

#[test]
fn violations_have_trails() {
    let problems = jobs::on_all_cores(&violating(), |(case, analyzer)| {
        let folder = tempfile::tempdir().expect("temporary folder");
        let arguments = ["--errors", "all", "--memory", "1G"];
        let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
        let report = outcome.report();
        let wrong = report
            .violations
            .iter()
            .take(10)
            .filter_map(|v| wrong_trail(analyzer, folder.path(), v));
        wrong
            .map(|problem| format!("{}: {problem}", case.title()))
            .collect::<Vec<_>>()
    });
    let problems = problems.concat();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with the trail file of a violation: it must name the violation, and the claim or,
/// with its last step, the statement.
fn wrong_trail(analyzer: &Analyzer, folder: &Path, violation: &Violation) -> Option<String> {
    let Some(trail) = &violation.trail else {
        return Some(format!("no trail of {}", violation.message));
    };
    let text = analyzer.trail_text(folder, trail);
    let steps: Vec<&str> = text
        .lines()
        .filter(|l| l.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    // That of a claim names the claim, whose line is none of a step.
    let of_claim = text.contains("\nclaim ");
    let line = violation.line.filter(|_| !of_claim);
    let line = line.map(|line| format!(":{line}"));
    let last = steps.last().copied().unwrap_or_default();
    let is_cycle = violation.kind.ends_with("cycle");
    if is_cycle != text.contains("\nloop\n") || is_cycle && !of_claim {
        Some(format!("{trail} has no loop, or should have none"))
    } else if !text.contains(&violation.kind) {
        Some(format!("{trail} does not say {}", violation.kind))
    } else if steps.len() as u64 > violation.depth + 1 {
        Some(format!(
            "{trail} has {} steps, depth is {}",
            steps.len(),
            violation.depth
        ))
    } else if line.is_some_and(|line| !last.contains(&line)) {
        Some(format!(
            "{trail} does not end at line {:?} but with `{last}`",
            violation.line
        ))
    } else {
        None
    }
}

/// Both search in the same order if nothing is left out, so they must meet the first violation at
/// the same depth.
#[test]
fn the_first_violation_is_where_spin_finds_it() {
    if !spin::available() {
        return;
    }
    let mut cases = violating();
    cases.retain(|(case, _)| case.spin_says.is_none());
    let problems = jobs::on_all_cores(&cases, |(case, analyzer)| {
        let ours = analyzer.run(&["--memory", "1G", "--reduce", "none"]);
        let violation = &ours.report().violations[0];
        let spin = first_error(case).unwrap_or_else(|e| panic!("{}: {e}", case.title()));
        // SPIN gives the depth before the step that shows the error, but a trace looks at a message
        // behind it. We count that step.
        let kind = spin::kind(&spin.0);
        let found = (kind, spin.1 + i64::from(kind != "trace"));
        let same = found == (violation.kind.as_str(), violation.depth as i64);
        (!same).then(|| format!("{}: SPIN {found:?}, ours {violation:?}", case.title()))
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Message and depth of the error at which SPIN's verifier stops.
fn first_error(case: &Case) -> Result<(String, i64), String> {
    let build = Build {
        compiler_flags: vec!["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", LONG_STATES],
        ..Build::unoptimized(case.model(), &case.defines)
    };
    let transcript = ask(&build, "-c1", Effort::Full);
    transcript.first_error().ok_or_else(|| transcript.text())
}

/// A place stands in the file of what comes next, whatever the first statement of its proctype is
/// from.
#[test]
fn places_are_in_their_files() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let part = "inline step() { skip }\n\
        proctype Loop() { byte z; skip; atomic { do :: z = 1 :: z = 2 od } }\n";
    std::fs::write(folder.path().join("part.pml"), part).expect("temporary folder");
    for (does, expected) in [
        ("run Loop()", "part.pml:2 can run for ever"),
        ("skip", "whole.pml:5, where it can never go on"),
    ] {
        let whole = format!(
            "#include \"part.pml\"\nactive proctype P() {{ step(); {does} }}\n\n\n\
            active proctype Q() {{ step(); (_pid == 1); false }}\n"
        );
        let model = folder.path().join("whole.pml");
        std::fs::write(&model, whole).expect("temporary folder");
        let analyzer = analyzer::built_quickly(analyzer::Recipe::new(model));
        let outcome = analyzer.run_in(folder.path(), &[], Duration::from_secs(60));
        let output = outcome.finished.all_output();
        assert!(output.contains(expected), "{output}");
    }
}
