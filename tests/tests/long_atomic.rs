//! Long atomic sequences that branch, or do not end: each state with a choice is gone on from once,
//! whatever the search, and what does not end is cut and told.

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

#[test]
fn each_state_with_a_choice_is_gone_on_from_once() {
    let grid = "do :: x = (x + 1) % 64 :: y = (y + 1) % 64 :: x == 63 && y == 63 -> break od";
    let grid = analyzer("grid", grid);
    for options in SEARCHES {
        let (steps, cut) = steps(&grid, options);
        assert!(steps <= 30_000, "{options:?}: {steps}");
        assert!(cut, "{options:?}");
    }
}

/// Two branches lead into a circle without a choice that is longer than the distance at which
/// states are looked at.
#[test]
fn circles_without_a_choice_are_cut() {
    let circle = "if :: x = 1 :: x = 2 :: goto out fi; do :: n = (n + 1) % 3000 od; out: skip";
    let circle = analyzer("circle", circle);
    for options in SEARCHES {
        let (steps, cut) = steps(&circle, options);
        assert!(steps <= 50_000, "{options:?}: {steps}");
        assert!(cut, "{options:?}");
    }
}

/// Only a hidden variable changes, and the loop ends.
#[test]
fn what_a_hidden_variable_counts_is_no_circle() {
    let counted = "do :: h < 5000 -> h++ :: else -> break od; h = 0";
    let counted = analyzer("hidden", counted);
    for options in SEARCHES {
        let (steps, cut) = steps(&counted, options);
        assert!((5_000..25_000).contains(&steps), "{options:?}: {steps}");
        assert!(!cut, "{options:?}");
    }
}
