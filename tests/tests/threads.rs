//! A breadth-first search says the same however many threads it has, and whatever else the machine
//! does; it ends where it must.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::case::Case;
use support::report::Report;
use support::{examples, jobs};

/// The same search several times; more threads than there are cores, so that their turns differ.
const THREADS: [&str; 5] = ["2", "2", "3", "4", "7"];

/// What is searched for, and how often.
const SEARCHES: [(&str, &[&str]); 6] = [
    ("--errors all --reduce none", &THREADS),
    ("--errors all --reduce persistent", &THREADS),
    ("--errors 1 --reduce none", &["2", "3"]),
    ("--errors 1 --reduce persistent", &["3"]),
    ("--errors all --reduce persistent --store compact", &["3"]),
    (
        "--errors all --reduce persistent --store bitstate --bits 26",
        &["3"],
    ),
];

/// What a search has said, without times and bytes, and its trails.
fn said(
    analyzer: &Analyzer,
    folder: &Path,
    options: &str,
    threads: &str,
) -> Result<(Report, Vec<Vec<u8>>), String> {
    let common = "--safety --search breadth-first --memory 256M --threads";
    let arguments = common.split(' ').chain([threads]);
    let arguments: Vec<&str> = arguments.chain(options.split(' ')).collect();
    let outcome = analyzer.run_in(folder, &arguments, Duration::from_secs(60));
    let report = Report {
        seconds: 0.0,
        memory_bytes: 0,
        store_bytes: 0,
        disk_bytes: 0,
        bytes_per_state: 0.0,
        ..outcome.report?
    };
    let trails = report.violations.iter().filter_map(|it| it.trail.as_ref());
    let trails = trails.map(|it| fs::read(folder.join(it)).expect("a trail"));
    Ok((report.clone(), trails.collect()))
}

#[test]
fn reports_and_trails_do_not_depend_on_timing() {
    let built = analyzer::build_both(Case::violated().iter().map(Case::recipe));
    let problems = jobs::on_all_cores(&built, |(recipe, analyzer)| {
        let mut problems = SEARCHES.iter().map(|it| problem(analyzer, it));
        let problem = problems.find_map(|it| it);
        problem.map(|problem| format!("{recipe:?}, {problem}"))
    });
    assert!(problems.len() > 100, "only {} models", problems.len());
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// How the reports of several threads differ, or from that of one.
fn problem(analyzer: &Analyzer, (options, threads): &(&str, &[&str])) -> Option<String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let said = |threads| said(analyzer, folder.path(), options, threads);
    let alone = said("1");
    let mut all = threads.iter().map(|threads| said(threads));
    let first = all.next().expect("there are some");
    let text = format!("{first:?}");
    if all.any(|it| format!("{it:?}") != text) {
        return Some(format!("{options}: not always the same"));
    }
    // Which of several shortest ways is shown may differ, and so how many statements it has; that
    // it is shortest `tests/shortest.rs` looks at.
    let facts = |it: &Result<(Report, Vec<Vec<u8>>), String>| {
        let (report, trails) = it.as_ref().map_err(Clone::clone)?;
        let found = report.violations.iter();
        let mut found: Vec<_> = found.map(|it| (&it.kind, &it.message)).collect();
        found.sort();
        let counts = (
            report.states_stored,
            report.states_matched,
            report.atomic_steps,
        );
        let rest = (
            &report.verdict,
            report.depth,
            &report.unreached,
            trails.len(),
        );
        Ok::<String, String>(format!("{counts:?} {rest:?} {found:?}"))
    };
    let (first, alone) = (facts(&first), facts(&alone));
    (first.is_err() || first != alone).then(|| format!("{options}: {first:?}, {alone:?}"))
}

/// Some at the same time, more threads than there are cores, and two violations to be found.
#[test]
#[ignore = "minutes"]
fn a_hundred_repetitions_say_the_same() {
    let intruder = Recipe::new(examples().join("security/needham-schroeder.pml"));
    let analyzer = analyzer::built_quickly(intruder.defines(["RESPONDERS=2", "ORIGINAL"]));
    let all = jobs::on_all_cores(&[(); 100], |()| {
        let folder = tempfile::tempdir().expect("temporary folder");
        let options = "--errors all --reduce persistent";
        let (report, trails) = said(&analyzer, folder.path(), options, "4").expect("a report");
        assert_eq!((report.verdict.as_str(), trails.len()), ("violated", 2));
        format!("{report:?} {trails:?}")
    });
    assert_eq!(BTreeSet::from_iter(&all).len(), 1, "{all:#?}");
}

/// The levels of all but exact stores lie on the disk, and the way to a violation is looked for
/// there.
#[test]
fn trails_do_not_depend_on_where_levels_are() {
    let stuck = Recipe::new(examples().join("puzzles/philosophers.pml"));
    let analyzer = analyzer::built_quickly(stuck.defines(["SAME_HAND", "N=9"]));
    let folder = tempfile::tempdir().expect("temporary folder");
    let said = |store: &str, threads| {
        let options = format!("--errors all --reduce none --store {store}");
        let (report, trails) = said(&analyzer, folder.path(), &options, threads).expect("a report");
        assert_eq!((report.verdict.as_str(), trails.len()), ("violated", 1));
        (report.counts().to_string(), trails)
    };
    let expected = said("exact", "2");
    for store in [
        "exact",
        "tree",
        "collapse",
        "exact --encode huffman",
        "compact",
        "bitstate",
    ] {
        for threads in ["2", "3"] {
            assert_eq!(said(store, threads), expected, "{store}");
        }
    }
}

#[test]
fn a_search_ends_when_time_or_memory_is_used_up() {
    let philosophers = Recipe::new(examples().join("benchmarks/philo.pml")).defines(["N=8"]);
    let analyzer = analyzer::built_quickly(philosophers.unoptimized());
    let run = |arguments: &[&str]| {
        let common = ["--search", "breadth-first", "--threads", "3"];
        let outcome = analyzer.run(&[&common, arguments].concat());
        outcome.report().clone()
    };
    let cut = run(&["--max-time", "1"]);
    assert_eq!(cut.verdict, "incomplete");
    assert_eq!(cut.reason.as_deref(), Some("time"));
    assert!(cut.states_stored > 1000 && cut.seconds < 10.0, "{cut:?}");
    for store in ["auto", "compact", "collapse"] {
        let full = run(&["--memory", "12M", "--store", store]);
        assert_eq!(full.reason.as_deref(), Some("memory"));
        assert!(full.states_stored > 10_000, "{full:?}");
        assert!(full.memory_bytes <= 12 << 20, "{full:?}");
    }
    let bounded = run(&["--max-depth", "9"]);
    assert_eq!(bounded.reason.as_deref(), Some("depth"));
}
