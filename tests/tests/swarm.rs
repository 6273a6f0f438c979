//! A swarm finds what is there, says how it is found again, ends when it must, and never says that
//! nothing is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Outcome, Recipe};
use support::case::{Case, Size};
use support::report::Violation;
use support::{examples, jobs, write_if_changed};

const LIMIT: Duration = Duration::from_secs(120);

/// Small models need no more; more threads than searches end at once.
const SWARM: [&str; 5] = ["--swarm=4", "--threads", "3", "--memory", "64M"];

/// What was found, whatever the way to it.
fn known(violation: &Violation) -> (String, String, Option<u32>) {
    let Violation {
        kind,
        message,
        line,
        ..
    } = violation;
    (kind.clone(), message.clone(), *line)
}

/// A search that misses nothing says what a swarm may find, and whether it must find something.
fn check_case(analyzer: &Analyzer, folder: &Path) -> Result<(), String> {
    let all = ["--safety", "--errors", "all"];
    let all = analyzer.run_in(folder, &all, LIMIT).report?;
    let expected: BTreeSet<_> = all.violations.iter().map(known).collect();
    let arguments = [&["--safety"][..], &SWARM].concat();
    let outcome = analyzer.run_in(folder, &arguments, LIMIT);
    let code = outcome.finished.code();
    let report = outcome.report.clone()?;
    let swarm = report.swarm.as_ref().ok_or("no swarm")?;
    let Some(found) = report.violations.first() else {
        let is_right = expected.is_empty() && code == Some(3) && swarm.found_by.is_none();
        let all_ended = (swarm.begun, swarm.ended) == (4, 4);
        return match is_right && all_ended && report.unreached == all.unreached {
            true => Ok(()),
            false => Err(outcome.finished.all_output()),
        };
    };
    if code != Some(1) || report.violations.len() != 1 || !expected.contains(&known(found)) {
        return Err(format!("{code:?} {found:?} of {expected:?}"));
    }
    let trail = |violation: &Violation| {
        let trail = violation.trail.as_ref().expect("a trail");
        analyzer.trail_text(folder, trail)
    };
    let text = trail(found);
    let command = swarm.found_by.as_ref().ok_or("no command")?;
    let mut words: Vec<&str> = command.split_whitespace().skip(1).collect();
    if !words.contains(&"--safety") {
        words.push("--safety");
    }
    let again = analyzer.run_in(folder, &words, LIMIT);
    let report = again.report.clone()?;
    let repeated = report.violations.first().ok_or("not found again")?;
    let same = known(repeated) == known(found) && repeated.depth == found.depth;
    match same && trail(repeated) == text {
        true => Ok(()),
        false => Err(format!("{command} finds {repeated:?}, not {found:?}")),
    }
}

#[test]
fn what_it_finds_is_there_and_is_found_again() {
    let mut cases = Case::violated();
    let mut correct = Case::examples(Size::Small);
    correct.retain(|case| case.verdict == "verified");
    // Each takes four searches, so some of them are enough.
    cases.extend(correct.into_iter().step_by(4));
    let built = analyzer::build_both(cases.iter().map(Case::recipe));
    assert!(built.len() > 100, "{}", built.len());
    let problems = jobs::on_all_cores(&built, |(recipe, analyzer)| {
        let folder = tempfile::tempdir().expect("temporary folder");
        let problem = check_case(analyzer, folder.path()).err()?;
        Some(format!("{}: {problem}", recipe.name()))
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// More states than a test waits for, and a path as long as there are states.
const ENDLESS: &str = "\
byte a[5];
active [5] proctype P() {
  do :: atomic { a[_pid] >= 0 -> a[_pid]++ } od
}
";

fn endless(arguments: &[&str]) -> Outcome {
    let model = analyzer::scratch().join("endless-swarm.pml");
    fs::create_dir_all(analyzer::scratch()).expect("target folder");
    write_if_changed(&model, ENDLESS);
    analyzer::built_quickly(Recipe::new(model)).run(arguments)
}

fn assert_ends(outcome: &Outcome, verdict: &str, reason: &str) {
    let report = outcome.report();
    let found = (report.verdict.as_str(), report.reason.as_deref());
    assert_eq!(found, (verdict, Some(reason)));
    assert_eq!(outcome.finished.code(), Some(3));
}

/// The time is what it was given; a number that was asked for and not reached is told.
#[test]
fn the_time_ends_it() {
    let timed = endless(&["--swarm", "--max-time", "1"]);
    assert_ends(&timed, "no-violation-found", "swarm");
    let numbered = endless(&["--swarm=100000", "--max-time", "1"]);
    assert_ends(&numbered, "incomplete", "time");
    for outcome in [timed, numbered] {
        let report = outcome.report();
        assert!((1.0..4.0).contains(&report.seconds), "{}", report.seconds);
        let swarm = report.swarm.as_ref().expect("a swarm");
        assert!(swarm.begun > 0 && swarm.found_by.is_none());
    }
}

/// Those that search at the same time share the memory; one that has used up its part gives way to
/// the next one.
#[test]
fn memory_is_shared() {
    let memory = ["--memory", "2M", "--threads", "3"];
    let outcome = endless(&[&["--swarm=7"][..], &memory].concat());
    assert_ends(&outcome, "no-violation-found", "swarm");
    let report = outcome.report();
    let swarm = report.swarm.as_ref().expect("a swarm");
    assert_eq!((swarm.begun, swarm.ended + swarm.out_of_memory), (7, 7));
    assert!(swarm.out_of_memory > 0, "a path is too long for its part");
    assert!(report.memory_bytes <= 2 << 20, "{}", report.memory_bytes);
    let too_little = endless(&["--swarm=2", "--memory", "200", "--threads", "2"]);
    assert_eq!(too_little.finished.code(), Some(2));
    let said = too_little.finished.all_output();
    assert!(said.contains("does not fit into --memory"), "{said}");
}

/// No claim is looked at, and that is said, on the first line, too.
#[test]
fn claims_are_named() {
    let recipe = Recipe::new(examples().join("claims/door.pml"));
    let analyzer = analyzer::built_quickly(recipe);
    let outcome = analyzer.run(&["--swarm=2"]);
    assert_ends(&outcome, "no-violation-found", "swarm");
    assert!(!outcome.report().unchecked.is_empty());
    let said = outcome.finished.all_output();
    let first = said.lines().next().expect("a line");
    assert!(
        first.ends_with("in 2 searches; NOT checked: 3 claims"),
        "{said}"
    );
    assert!(
        said.contains("not with --swarm: its searches look at no claim"),
        "{said}"
    );
    assert!(
        said.contains("assertions, end states  no violation found"),
        "{said}"
    );
    let asked = analyzer.run(&["--swarm=2", "--ltl", "first"]);
    assert_eq!(asked.finished.code(), Some(2));
    let said = asked.finished.all_output();
    assert!(
        said.contains("--ltl and --swarm do not go together"),
        "{said}"
    );
}

/// What a claim of safety comes to does not depend on the order of edges; the others are named.
#[test]
fn claims_of_safety_are_checked_in_any_order() {
    let models = ["claims/door.pml", "mutual-exclusion/bakery.pml"];
    for model in models.map(|model| examples().join(model)) {
        let analyzer = analyzer::built_quickly(Recipe::new(model));
        let verdicts = |arguments: &[&str]| {
            let outcome = analyzer.run(arguments);
            let claims = outcome.report().claims.iter();
            let searched = claims.filter(|claim| claim.states_stored.is_some());
            let verdicts = searched.map(|claim| (claim.name.clone(), claim.verdict.clone()));
            verdicts.collect::<BTreeSet<_>>()
        };
        let expected = verdicts(&[]);
        for order in ["--order=reverse", "--order=random"] {
            let found = verdicts(&[order]);
            assert!(!found.is_empty() && found.is_subset(&expected), "{found:?}");
        }
    }
}
