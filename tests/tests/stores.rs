//! In every form of states, and with every store, a search stores the same states, also when it
//! forgets some.

use std::fs;
use std::path::Path;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::case::{Case, Size, probes};
use support::form;
use support::jobs;
use support::report::Report;
use support::spin;

/// A search that stores this many states has enough of them to forget some.
const ENOUGH: u64 = 1000;

/// A dump of more takes long.
const MOST: u64 = 30_000;

fn search(analyzer: &Analyzer, folder: &Path, options: &[&str]) -> Report {
    search_reduced(analyzer, folder, &["--reduce", "none"], options)
}

fn search_reduced(
    analyzer: &Analyzer,
    folder: &Path,
    reduction: &[&str],
    options: &[&str],
) -> Report {
    let common = ["--memory", "1G", "--errors", "all", "--quiet", "--safety"];
    let arguments = [&common[..], reduction, options].concat();
    let outcome = analyzer.run_in(folder, &arguments, Duration::from_secs(300));
    outcome.report().clone()
}

/// The states of a search, each once, in order.
fn states(analyzer: &Analyzer, folder: &Path, options: &[&str]) -> (Report, Vec<String>) {
    let report = search(
        analyzer,
        folder,
        &[options, &["--dump-states", "states"]].concat(),
    );
    (report, support::lines_once(&folder.join("states")))
}

fn check(title: &str, analyzer: &Analyzer) -> Vec<String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let plain = search(analyzer, folder.path(), &[]);
    if plain.states_stored > MOST {
        return Vec::new();
    }
    let (plain, expected) = states(analyzer, folder.path(), &[]);
    let mut wrong = Vec::new();
    for form in &form::ALL[1..] {
        let option = form::option(form);
        let (report, found) = states(analyzer, folder.path(), &option);
        if report.counts() != plain.counts() || found != expected {
            let (ours, theirs) = (report.counts(), plain.counts());
            wrong.push(format!("{title}: {form}: {ours}; none: {theirs}"));
        }
        // These have tables that take more than a small model.
        let has_tables = ["collapse", "tree"].contains(form);
        if !has_tables
            && report.bytes_per_state > plain.bytes_per_state + SLACK / plain.states_stored as f64
        {
            let (ours, theirs) = (report.bytes_per_state, plain.bytes_per_state);
            wrong.push(format!("{title}: {form}: {ours} bytes; none: {theirs}"));
        }
        let cache = most_of(&plain);
        if plain.states_stored >= ENOUGH && plain.reason.is_none() {
            let bound = ["--cache", &cache, "--work-limit", "100"];
            let options = [&option[..], &bound].concat();
            let (report, found) = states(analyzer, folder.path(), &options);
            if report.verdict != plain.verdict || found != expected {
                let (verdict, count) = (report.verdict, found.len());
                wrong.push(format!(
                    "{title}: {form}, {cache} states: {verdict}, {count}"
                ));
            }
        }
    }
    wrong
}

/// A cache of nine tenths of the states.
fn most_of(report: &Report) -> String {
    let states = report.states_stored * 9 / 10;
    states.max(report.stack_states_peak + 1).to_string()
}

/// Searches whose counts depend on what hangs on handles.
const REDUCTIONS: [&[&str]; 4] = [
    &["--reduce", "persistent"],
    &["--reduce", "persistent", "--sleep-sets"],
    &["--reduce", "none", "--sleep-sets"],
    &["--reduce", "none", "--sleep-sets=1995"],
];

/// A tree gives its states other handles when it grows; what hangs on them must follow.
fn check_reductions(title: &str, analyzer: &Analyzer) -> Vec<String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut wrong = Vec::new();
    for reduction in REDUCTIONS {
        let [exact, tree] = ["exact", "tree"]
            .map(|store| search_reduced(analyzer, folder.path(), reduction, &["--store", store]));
        if exact.counts() != tree.counts() || exact.verdict != tree.verdict {
            let (ours, theirs) = (tree.counts(), exact.counts());
            wrong.push(format!(
                "{title} {reduction:?}: tree {ours}; exact {theirs}"
            ));
        }
    }
    wrong
}

/// Fingerprints so long, and a table so large, that nothing is missed in small models: all is as
/// with the exact store but the verdict.
fn check_lossy(title: &str, analyzer: &Analyzer) -> Vec<String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let compact = ["--store", "compact", "--bits", "64"];
    let bitstate = ["--store", "bitstate", "--bits", "25"];
    let mut wrong = Vec::new();
    let mut compare = |exact: &Report, reduction: &[&str], options: &[&str]| {
        let lossy = search_reduced(analyzer, folder.path(), reduction, options);
        let expected = match exact.verdict.as_str() {
            "verified" => ("no-violation-found", Some("lossy-store")),
            verdict => (verdict, exact.reason.as_deref()),
        };
        let found = (lossy.verdict.as_str(), lossy.reason.as_deref());
        let is_cached = lossy.states_visited > lossy.states_stored;
        let counts = lossy.counts() == exact.counts() || is_cached;
        let chance = lossy.omission_probability;
        if !counts || found != expected || !(0.0..0.01).contains(&chance) {
            let (ours, theirs) = (lossy.counts(), exact.counts());
            wrong.push(format!(
                "{title} {reduction:?} {options:?}: {ours}, {found:?}, missed with {chance}; exact: {theirs}, {expected:?}"
            ));
        }
    };
    for reduction in REDUCTIONS.into_iter().chain([&["--reduce", "none"][..]]) {
        let exact = search_reduced(analyzer, folder.path(), reduction, &[]);
        if exact.states_stored > MOST {
            continue;
        }
        compare(&exact, reduction, &compact);
        if reduction.iter().any(|it| it.contains("sleep")) {
            continue;
        }
        compare(&exact, reduction, &bitstate);
        if reduction.contains(&"none") {
            let cache = most_of(&exact);
            let bound = ["--cache", &cache, "--work-limit", "100"];
            compare(&exact, reduction, &[&compact[..], &bound].concat());
        }
    }
    wrong
}

/// Records of other lengths begin pages of their own; and there are as many lengths again. Slots
/// that are filled more grow more often, each time with a page ahead.
const SLACK: f64 = 160.0 * 1024.0;

#[test]
fn all_forms_hold_the_same_states() {
    let cases = Case::below(&probes()).into_iter();
    let cases = cases.chain(Case::examples(Size::Small));
    let cases: Vec<Case> = cases.filter(|case| case.verdict != "refused").collect();
    let recipes: Vec<Recipe> = cases.iter().map(Case::recipe).collect();
    let analyzers = analyzer::build_quickly(&recipes);
    let built: Vec<_> = cases.iter().zip(&analyzers).collect();
    let wrong = jobs::on_all_cores(&built, |(case, analyzer)| match analyzer {
        Ok(analyzer) => {
            let mut wrong = check(&case.title(), analyzer);
            wrong.extend(check_reductions(&case.title(), analyzer));
            wrong.extend(check_lossy(&case.title(), analyzer));
            wrong
        }
        Err(refused) => vec![refused.all_output()],
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The model of Table II of Holzmann, Godefroid and Pirottin 1992, whose states have 146 bytes
/// there and about 60 with Huffman codes; SPIN's vector has 168.
#[test]
fn data_transfer_protocol_in_few_bytes() {
    let Some(examples) = spin::examples() else {
        return;
    };
    let dtp = analyzer::built_quickly(Recipe::new(examples.join("dtp.pml")).unoptimized());
    let folder = tempfile::tempdir().expect("temporary folder");
    let bytes = |options: &[&str]| {
        let report = search(&dtp, folder.path(), options);
        assert_eq!(
            (report.states_stored, report.transitions),
            (251_409, 648_467)
        );
        report.bytes_per_state
    };
    let none = bytes(&["--store", "exact", "--byte-frequencies", "frequencies"]);
    let run_length = bytes(&["--encode", "run-length"]);
    let huffman = bytes(&["--encode", "huffman"]);
    let own = bytes(&["--encode", "huffman", "--huffman-from", "frequencies"]);
    let sizes = format!("none {none}, run length {run_length}, Huffman {huffman}, own codes {own}");
    assert!(run_length < 0.85 * none, "{sizes}");
    // 45 bytes without the slack of the slots, which is 0.7 bytes at least.
    assert!(huffman < 45.7 && own < 42.0, "{sizes}");
}

#[test]
fn a_file_without_frequencies_and_a_table_without_memory_are_refused() {
    let model = support::examples().join("benchmarks/philo.pml");
    let philo = analyzer::built_quickly(Recipe::new(model));
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::write(
        folder.path().join("wrong"),
        "pvgen byte frequencies 1\n0 many\n",
    )
    .expect("a file");
    let frequencies = |file| vec!["--encode", "huffman", "--huffman-from", file];
    let table = vec!["--store", "bitstate", "--bits", "40", "--memory", "1G"];
    for (arguments, expected) in [
        (
            frequencies("missing"),
            "--huffman-from missing: No such file",
        ),
        (
            frequencies("wrong"),
            "--huffman-from wrong: line 2 is `0 many`, not a byte and how often it occurs",
        ),
        (
            table,
            "a table of 2^40 bits does not fit into --memory: out of memory",
        ),
    ] {
        let outcome = philo.run_in(folder.path(), &arguments, Duration::from_secs(60));
        let said = outcome.finished.all_output();
        assert_eq!(outcome.finished.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
