//! The models that come with SPIN, and SPIN beside us on each: equal counts unoptimised, equal verdicts and no more states
//! optimised. These models are not ours and are read from where Debian's package `spin` puts them; without SPIN or them the
//! tests say that they are skipped.
//!
//! The long ones: `cargo test --release -p pvgen-tests --test against_spin -- --ignored --nocapture`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;
use support::analyzer::{self, Recipe};
use support::jobs;
use support::report::Report;
use support::spin::{self, Build, Run};

const LIMIT: Duration = Duration::from_secs(600);

/// Models that take both tools a few seconds at most.
const SHORT: &[&str] = &[
    "dtp.pml",
    "LTL/pftp.pml",
    "leader0.pml",
    "snoopy.pml",
    "sort.pml",
    "LTL/mobile1.pml",
];

#[test]
fn short_examples() {
    let Some(folder) = spin::examples() else {
        return;
    };
    let mut models: Vec<Recipe> = SHORT
        .iter()
        .map(|name| Recipe::new(folder.join(name)))
        .collect();
    let scratch = tempfile::tempdir().expect("temporary folder");
    models.push(peterson(folder, scratch.path(), 3));
    compare_all(&models);
}

/// 12.5 million states and more: a minute or two.
#[test]
#[ignore = "long: 20 s of SPIN, and memory for tens of millions of states"]
fn peterson_for_four() {
    let Some(folder) = spin::examples() else {
        return;
    };
    let scratch = tempfile::tempdir().expect("temporary folder");
    compare_all(&[peterson(folder, scratch.path(), 4)]);
}

/// SPIN does not complete this one either: what we ask is an honest answer within the memory given.
#[test]
#[ignore = "long: fills 2 GiB"]
fn file_transfer_of_the_book_within_two_gibibytes() {
    let Some(folder) = spin::examples() else {
        return;
    };
    let recipe = Recipe::new(folder.join("Book_1991/App.F.pftp.pml"));
    let analyzer = analyzer::build(&[recipe])
        .remove(0)
        .expect("the model is read");
    let outcome = analyzer.run(&["--memory", "2G"]);
    let report = outcome.report();
    println!(
        "App.F.pftp: {} ({:?}), {}",
        report.verdict,
        report.reason,
        report.counts()
    );
    assert!(
        report.memory_bytes <= 2 << 30,
        "{} bytes used",
        report.memory_bytes
    );
    match report.verdict.as_str() {
        "verified" => assert_eq!(outcome.finished.code(), Some(0)),
        "incomplete" => {
            assert_eq!(outcome.finished.code(), Some(3));
            assert_eq!(report.reason.as_deref(), Some("memory"));
        }
        other => panic!(
            "verdict {other}: SPIN finds no error in this model\n{:?}",
            report.violations
        ),
    }
}

/// `LTL/petersonN.pml` for another number of processes: with its own five, SPIN has seen 90 million states after five minutes
/// and is not done.
fn peterson(examples: &Path, scratch: &Path, processes: u32) -> Recipe {
    let source =
        fs::read_to_string(examples.join("LTL/petersonN.pml")).expect("the package is whole");
    let line = source
        .lines()
        .find(|line| line.starts_with("#define N\t"))
        .expect("petersonN defines N");
    let model = scratch.join(format!("peterson{processes}.pml"));
    fs::write(
        &model,
        source.replace(line, &format!("#define N {processes}")),
    )
    .expect("temporary folder");
    Recipe::new(model)
}

/// One line of the table: what both tools found.
struct Row {
    name: String,
    spin: [Run; 2],
    ours: [Report; 2],
}

fn compare_all(models: &[Recipe]) {
    let recipes: Vec<Recipe> = models
        .iter()
        .flat_map(|model| [model.clone().unoptimized(), model.clone()])
        .collect();
    let analyzers = analyzer::build(&recipes);
    let pairs: Vec<_> = models.iter().zip(analyzers.chunks(2)).collect();
    let results = jobs::on_all_cores(&pairs, |(model, analyzers)| row(model, analyzers));
    println!(
        "{:<14} {:>12} {:>12} {:>10} {:>12} {:>12}",
        "", "stored", "transitions", "depth", "ours, opt.", "SPIN's, opt."
    );
    let mut problems = Vec::new();
    for (model, result) in models.iter().zip(results) {
        match result {
            Ok(row) => {
                print(&row);
                problems.extend(differences(&row));
            }
            Err(problem) => problems.push(format!("{}: {problem}", model.model.display())),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn row(
    model: &Recipe,
    analyzers: &[Result<analyzer::Analyzer, support::process::Finished>],
) -> Result<Row, String> {
    let run = |analyzer: &Result<analyzer::Analyzer, support::process::Finished>| {
        let analyzer = analyzer.as_ref().map_err(|refused| refused.all_output())?;
        analyzer
            .run(&["--reduce", "none", "--errors", "all", "--memory", "6G"])
            .report
    };
    Ok(Row {
        name: model
            .model
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        ours: [run(&analyzers[0])?, run(&analyzers[1])?],
        spin: [
            Build::unoptimized(&model.model, &model.defines).run(LIMIT)?,
            Build::optimized(&model.model, &model.defines).run(LIMIT)?,
        ],
    })
}

fn print(row: &Row) {
    let counts = row.spin[0].counts;
    println!(
        "{:<14} {:>12} {:>12} {:>10} {:>12} {:>12}   {}",
        row.name,
        counts.stored,
        counts.transitions,
        counts.depth,
        row.ours[1].states_stored,
        row.spin[1].counts.stored,
        row.ours[0].verdict,
    );
}

fn differences(row: &Row) -> Vec<String> {
    let mut found = Vec::new();
    let [plain, optimized] = &row.ours;
    if plain.counts() != row.spin[0].counts {
        found.push(format!(
            "{}: unoptimised\n  SPIN {}\n  ours {}",
            row.name,
            row.spin[0].counts,
            plain.counts()
        ));
    }
    if optimized.states_stored > row.spin[1].counts.stored {
        found.push(format!(
            "{}: optimised {} states, SPIN {}",
            row.name, optimized.states_stored, row.spin[1].counts.stored
        ));
    }
    for (ours, spin) in row.ours.iter().zip(&row.spin) {
        let expected: BTreeSet<&str> = spin.messages.iter().map(|m| spin::kind(m)).collect();
        let kinds: BTreeSet<&str> = ours.violations.iter().map(|v| v.kind.as_str()).collect();
        let verdict = if spin.errors > 0 {
            "violated"
        } else {
            "verified"
        };
        if ours.verdict != verdict || kinds != expected {
            found.push(format!(
                "{}: SPIN {verdict} {expected:?}, ours {} {kinds:?}",
                row.name, ours.verdict
            ));
        }
    }
    found
}
