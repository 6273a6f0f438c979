//! A search with a cache visits what a full search visits, within the bounds that are published or
//! follow from them.

use std::path::Path;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::report::Report;
use support::spin;

const SLEEP_1995: &[&str] = &["--reduce", "none", "--sleep-sets=1995"];
/// Edges of the plain search.
const PLAIN: u64 = 648_467;
const STATES: usize = 251_409;

fn run(analyzer: &Analyzer, folder: &Path, options: &[&str]) -> Report {
    let arguments = [&["--memory", "1G"], SLEEP_1995, options].concat();
    let outcome = analyzer.run_in(folder, &arguments, Duration::from_secs(300));
    outcome.report().clone()
}

/// The data transfer protocol: "no more than 500 stored states" and "between two and four times"
/// the edges (Godefroid, Holzmann, Pirottin 1995, section 4).
#[test]
fn data_transfer_protocol_in_a_small_cache() {
    let Some(examples) = spin::examples() else {
        return;
    };
    let dtp = analyzer::built_quickly(Recipe::new(examples.join("dtp.pml")).unoptimized());
    let folder = tempfile::tempdir().expect("temporary folder");

    for (states, most) in [("500", 1.5), ("300", 2.0)] {
        let report = run(&dtp, folder.path(), &["--cache", states, "--replace", "X"]);
        assert_eq!(report.verdict, "verified");
        assert_eq!(report.states_stored.to_string(), states);
        let factor = report.transitions as f64 / PLAIN as f64;
        assert!(factor <= most, "{states} states: {factor} times the edges");
    }

    // The states themselves, in a cache that forgets them about once.
    let full = run(&dtp, folder.path(), &["--dump-states", "full"]);
    assert_eq!(full.states_stored as usize, STATES);
    let cached = [
        "--cache",
        "5000",
        "--replace",
        "RS",
        "--dump-states",
        "cached",
    ];
    let report = run(&dtp, folder.path(), &cached);
    assert_eq!(report.verdict, "verified");
    let [full, cached] =
        ["full", "cached"].map(|name| support::lines_once(&folder.path().join(name)));
    assert_eq!(full.len(), STATES);
    assert!(
        full == cached,
        "{} states, {STATES} without a cache",
        cached.len()
    );

    // Its longest path has more than 240 states.
    let report = run(&dtp, folder.path(), &["--cache", "200"]);
    let ends = (report.verdict.as_str(), report.reason.as_deref());
    assert_eq!(ends, ("incomplete", Some("cache-full")));
    // 5,000 states are forgotten more than once.
    let options = ["--cache", "5000", "--work-limit", "1"];
    let report = run(&dtp, folder.path(), &options);
    let ends = (report.verdict.as_str(), report.reason.as_deref());
    assert_eq!(ends, ("incomplete", Some("work-limit")));
}

fn built(recipes: Vec<Recipe>) -> Vec<Analyzer> {
    let built = analyzer::build_quickly(&recipes).into_iter();
    let built = built.map(|it| it.unwrap_or_else(|refused| panic!("{}", refused.all_output())));
    built.collect()
}

fn search(analyzer: &Analyzer, memory: u64, options: &[&str]) -> Report {
    let memory = memory.to_string();
    let arguments = [&["--memory", &memory, "--reduce", "none"], options].concat();
    analyzer.run(&arguments).report().clone()
}

/// A quarter of what a full search of the exact store uses, or more if the path fills that: then
/// the search says how much, and that is enough. The exact store forgets states; the default one
/// becomes a tree, and need not.
#[test]
fn a_quarter_of_the_memory() {
    let benchmark = |name: &str| support::examples().join("benchmarks").join(name);
    let mut recipes = vec![
        Recipe::new(benchmark("gbn.pml")),
        Recipe::new(benchmark("philo.pml")).defines(["N=5"]),
    ];
    let dtp = Path::new(spin::EXAMPLES).join("dtp.pml");
    if dtp.exists() {
        recipes.push(Recipe::new(dtp));
    }
    let mut forgetful = 0;
    for analyzer in built(recipes) {
        let full = search(&analyzer, 1 << 30, &["--store", "exact"]);
        assert_eq!(full.verdict, "verified");
        assert_eq!(full.states_visited, full.states_stored);
        let memory = full.memory_bytes / 4;
        let cached = search_within(&analyzer, memory, "exact");
        assert!(cached.states_visited >= full.states_stored);
        forgetful += u32::from(cached.states_visited > cached.states_stored);
        let tree = search_within(&analyzer, memory, "auto");
        let counts = [tree.states_stored, tree.states_visited, tree.transitions];
        assert_eq!(
            counts,
            [full.states_stored, full.states_stored, full.transitions]
        );
    }
    assert!(forgetful > 0, "no search forgot anything");
}

/// A cache keeps the path and the live states, and the path is among these: a store that shrinks is
/// told of each twice. The claim holds, says SPIN.
#[test]
fn a_large_component_of_a_claim() {
    let model = support::checkout().join("tests/data/state-caching/large-component.pml");
    let analyzer = analyzer::built_quickly(Recipe::new(model));
    let mut forgetful = 0;
    for (store, kibibytes) in [("exact", 500), ("exact", 700), ("collapse", 700)] {
        let options = ["--claims-only", "--store", store, "--max-time", "60"];
        let report = search(&analyzer, kibibytes << 10, &options);
        let [claim] = &report.claims[..] else {
            panic!("the model has one claim");
        };
        if claim.verdict == "verified" {
            forgetful += u32::from(claim.states_visited > claim.states_stored);
        } else {
            assert_eq!(claim.reason.as_deref(), Some("cache-full"), "{options:?}");
        }
    }
    assert!(forgetful > 0, "no search that ended forgot anything");
}

/// A search to the end in so much memory, or in four times as much if the path fills that, and so
/// on.
fn search_within(analyzer: &Analyzer, mut memory: u64, store: &str) -> Report {
    loop {
        let report = search(analyzer, memory, &["--work-limit", "40", "--store", store]);
        assert!(
            report.memory_bytes <= memory,
            "{} of {memory} bytes",
            report.memory_bytes
        );
        match report.reason.as_deref() {
            None => {
                assert_eq!(report.verdict, "verified");
                return report;
            }
            Some("cache-full") => memory *= 4,
            other => panic!("{other:?} within {memory} bytes"),
        }
    }
}

fn philosophers(number: u32) -> Analyzer {
    let model = support::examples().join("benchmarks/philo.pml");
    let recipe = Recipe::new(model).defines([format!("N={number}")]);
    analyzer::built_quickly(recipe.unoptimized())
}

/// What a tree needs to forget states is not kept back from a search that need not: for six
/// philosophers that was a byte a state once, an eighth of the memory.
#[test]
fn a_tree_forgets_no_state_while_there_is_memory() {
    let analyzer = philosophers(6);
    let full = |memory| search(&analyzer, memory, &["--store", "tree", "--cache", "off"]);
    // Tables grow by less where there is less, so that what a search has used says little of what
    // it needs.
    let mut least = 32 << 20;
    let expected = full(least);
    assert_eq!(expected.verdict, "verified");
    let mut less = least / 16 * 15;
    while full(less).verdict == "verified" {
        least = less;
        less = least / 16 * 15;
    }
    let found = search_within(&analyzer, least + least / 12, "tree");
    assert_eq!(found.states_visited, expected.states_stored);
    // Where a full search finds no room, it must.
    let found = search(&analyzer, less, &["--store", "tree", "--work-limit", "1"]);
    assert_eq!(found.reason.as_deref(), Some("work-limit"));
    assert!(found.memory_bytes <= less);
}

/// The least memory of which this is asked: 8 bytes a state, 8 MiB, and 45 bytes for a step of the
/// path.
#[test]
#[ignore = "long: 20 million states; cargo test --release -p pvgen-tests --test state_caching -- --ignored"]
fn seven_philosophers_in_eight_bytes_a_state() {
    const STATES: u64 = 20_151_504;
    const DEPTH: u64 = 267_652;
    let memory = 8 * STATES + (8 << 20) + 45 * DEPTH;
    let outcome = philosophers(7).run(&[
        "--memory",
        &memory.to_string(),
        "--reduce",
        "none",
        "--store",
        "tree",
    ]);
    let report = outcome.report();
    let counts = [report.states_stored, report.states_visited, report.depth];
    assert_eq!(report.verdict, "verified");
    assert_eq!(counts, [STATES, STATES, DEPTH]);
    let resident = outcome.finished.peak_rss_bytes;
    assert!(resident <= memory + (8 << 20), "{resident} bytes resident");
}
