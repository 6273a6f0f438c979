//! Model to verdict, end to end, beside SPIN: the models that settle a question each, the project's
//! examples, those that come with SPIN's package, and any others. `support::comparison` says what
//! is compared, `docs/vs-spin.md` what differs on purpose.
//!
//! ```text
//! cargo test --release -p pvgen-tests --test compare -- --ignored --nocapture      everything: half an hour
//! PVGEN_MODELS=DIR cargo test --release -p pvgen-tests --test compare folder -- --nocapture    all models below DIR, beside SPIN
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use support::analyzer::Recipe;
use support::case::{Case, Size, faults, probes, traps};
use support::comparison::{Subject, compare};
use support::reductions::Effort;
use support::spin::{self, transcript};
use support::{checkout, files_below, jobs};

#[test]
fn questions() {
    check(&recorded(Case::below(&probes()), Effort::Full));
}

/// Models in which a reduction that is not sound misses something.
#[test]
fn traps_of_reductions() {
    check(&recorded(Case::below(&traps()), Effort::Full));
}

#[test]
fn models_that_showed_a_fault() {
    check(&recorded(Case::below(&faults()), Effort::Full));
}

#[test]
fn small_examples() {
    check(&recorded(Case::examples(Size::Small), Effort::Short));
}

#[test]
#[ignore = "minutes"]
fn small_examples_with_all_reductions() {
    check(&recorded(Case::examples(Size::Small), Effort::Full));
}

#[test]
#[ignore = "minutes"]
fn medium_examples() {
    check(&recorded(Case::examples(Size::Medium), Effort::Full));
}

#[test]
#[ignore = "minutes, and gigabytes of memory"]
fn large_examples() {
    check(&recorded(Case::examples(Size::Large), Effort::Full));
}

/// Models of the front end's tests, whose control graphs are looked at there: here they are
/// counted.
#[test]
fn control_graphs() {
    if spin::available() {
        let folder = checkout().join("frontend/tests/data/ir");
        check(&asked(&folder, &models(&folder), Effort::Short));
    }
}

/// Those that take SPIN and us a moment each.
#[test]
fn short_examples_of_spin() {
    let Some(folder) = spin::examples() else {
        return;
    };
    let mut models = models(folder);
    models.retain(|model| SHORT.iter().any(|name| model.ends_with(name)));
    assert_eq!(models.len(), SHORT.len());
    check(&asked(folder, &models, Effort::Short));
}

const SHORT: &[&str] = &[
    "Book_1991/p101.pml",
    "Book_1991/p123.pml",
    "Book_1991/p312.pml",
    "Book_1991/p319.pml",
    "Exercises/ex_1f.pml",
    "Exercises/ex_5.pml",
    "LTL/mobile1.pml",
    "LTL/zune.pml",
    "abp.pml",
    "calculator.pml",
    "for_select_example.pml",
    "leader0.pml",
    "pathfinder.pml",
    "snoopy.pml",
    "test_mtype.pml",
    "welfare.pml",
    "werkplaats.pml",
];

/// Models of SPIN's package in which its reduction stores fewer states than ours, and why.
const MORE_STATES: &[(&str, &str)] = &[
    (
        "LTL/mobile1.pml",
        "without optimisations only, 8,475 and 6,774: SPIN takes each `run` for local",
    ),
    (
        "LTL/zune.pml",
        "without optimisations only, 377 and 375: SPIN takes an end for local",
    ),
    (
        "cambridge.pml",
        "SPIN trusts xr and xs, which are broken; without them it stores 875,914 states, as we do",
    ),
    (
        "rtos1.pml",
        "where processes have priorities, nothing is reduced: SPIN warns that they require -DNOREDUCE",
    ),
];

/// Models of SPIN's package that break their `xr` or `xs`: SPIN's reduced search ends with "partial
/// order reduction invalid".
const BROKEN_PROMISES: &[&str] = &["cambridge.pml"];

#[test]
#[ignore = "half an hour: SPIN has 30 s for each of 77 models"]
fn all_examples_of_spin() {
    if let Some(folder) = spin::examples() {
        check(&asked(folder, &models(folder), Effort::Full));
    }
}

#[test]
fn folder() {
    match std::env::var_os("PVGEN_MODELS") {
        Some(folder) if spin::available() => {
            let folder = fs::canonicalize(folder).expect("PVGEN_MODELS names a folder");
            check(&asked(&folder, &models(&folder), Effort::Full));
        }
        Some(_) => {}
        None => eprintln!("SKIPPED: PVGEN_MODELS names no folder of further models"),
    }
}

fn check(subjects: &[Subject]) {
    let problems = compare(subjects);
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// What SPIN said when the records were made.
fn recorded(cases: Vec<Case>, effort: Effort) -> Vec<Subject> {
    let subject = |case: Case| Subject {
        title: case.title(),
        recipe: case.recipe(),
        expectation: case.expectation(),
        effort,
    };
    cases.into_iter().map(subject).collect()
}

/// What SPIN says now, with full effort with its reduction too.
fn asked(folder: &Path, models: &[PathBuf], effort: Effort) -> Vec<Subject> {
    let expectations = jobs::on_all_cores(models, |model| {
        let mut expectation = transcript::expectation(model, &[]);
        if effort == Effort::Full && expectation.counts.is_some() {
            expectation.reduced_stored = transcript::reduced_stored(model, &[]);
            let title = model.strip_prefix(folder).unwrap_or(model);
            let is_title = |name: &&str| title == Path::new(name);
            expectation.broken_promise = BROKEN_PROMISES.iter().any(is_title);
            expectation.more_than_spin =
                MORE_STATES.iter().any(|(name, _)| title == Path::new(name));
        }
        expectation
    });
    let pairs = models.iter().zip(expectations);
    let subject = |(model, expectation): (&PathBuf, _)| Subject {
        title: model
            .strip_prefix(folder)
            .unwrap_or(model)
            .display()
            .to_string(),
        recipe: Recipe::new(model),
        expectation,
        effort,
    };
    pairs.map(subject).collect()
}

/// All models below a folder.
fn models(folder: &Path) -> Vec<PathBuf> {
    let found = files_below(folder, "pml");
    found.unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
}
