//! Long atomic sequences that branch, or do not end: each state with a choice is gone on from once,
//! whatever the search, and what does not end is cut and told.

use std::ops::RangeInclusive;

use support::analyzer::{self, Analyzer, Recipe};

const SEARCHES: [&[&str]; 4] = [
    &[],
    &["--reduce", "none"],
    &["--search", "breadth-first"],
    &["--search", "breadth-first", "--reduce", "persistent"],
];

/// `atomic` and what stands in it, with two bytes, a short and another process.
fn analyzer(name: &str, inside: &str) -> Analyzer {
    let folder = analyzer::scratch().join("long_atomic");
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    let model = folder.join(format!("{name}.pml"));
    let text = format!(
        "byte x, y, z; short n; hidden short h;\n\
         active proctype P() {{ atomic {{ {inside} }}; z = 1 }}\n\
         active proctype Q() {{ z == 1 -> z = 2 }}\n"
    );
    support::write_if_changed(&model, &text);
    analyzer::built_quickly(Recipe::new(model).unoptimized())
}

/// Steps inside of sequences, and whether one was cut; nothing is wrong.
fn steps(analyzer: &Analyzer, options: &[&str]) -> (u64, bool) {
    let outcome = analyzer.run(options);
    let said = outcome.finished.all_output();
    let report = outcome.report();
    assert!(report.violations.is_empty(), "{options:?}: {said}");
    // Behind the sequence there are states of both processes.
    assert!(report.states_stored > 2, "{options:?}: {said}");
    (report.atomic_steps, said.contains("can run for ever"))
}

/// The sequence takes this many steps in each search, and is cut, or not.
fn check(name: &str, body: &str, expected: RangeInclusive<u64>, is_cut: bool) {
    let analyzer = analyzer(name, body);
    for options in SEARCHES {
        let (steps, cut) = steps(&analyzer, options);
        assert!(expected.contains(&steps), "{options:?}: {steps}");
        assert_eq!(cut, is_cut, "{options:?}");
    }
}

#[test]
fn each_state_with_a_choice_is_gone_on_from_once() {
    let grid = "do :: x = (x + 1) % 64 :: y = (y + 1) % 64 :: x == 63 && y == 63 -> break od";
    check("grid", grid, 0..=30_000, true);
}

/// Two branches lead into a circle without a choice that is longer than the distance at which
/// states are looked at.
#[test]
fn circles_without_a_choice_are_cut() {
    let circle = "if :: x = 1 :: x = 2 :: goto out fi; do :: n = (n + 1) % 3000 od; out: skip";
    check("circle", circle, 0..=50_000, true);
}

/// Only a hidden variable changes, and the loop ends.
#[test]
fn what_a_hidden_variable_counts_is_no_circle() {
    let counted = "do :: h < 5000 -> h++ :: else -> break od; h = 0";
    check("hidden", counted, 5_000..=24_999, false);
}
