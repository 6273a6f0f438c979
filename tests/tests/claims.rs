//! Never claims: what the interpreter counts in the product with one, and whether a run is
//! accepted, beside SPIN.

use std::path::Path;

use serde::Deserialize;
use support::claims::{self, Counts, Found, Outcome};
use support::random::features::Features;
use support::random::generate::{self, Claimed};
use support::{analyzer, jobs, spin};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    file: String,
    counts: Option<Counts>,
    #[serde(default)]
    fails: bool,
    accepted: Option<bool>,
    fairly: Option<bool>,
    #[serde(default)]
    spin_differs: bool,
}

/// `tests/data/claims`: each is what the file says, for the interpreter and for SPIN.
#[test]
fn products_of_small_models() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/claims");
    let text = std::fs::read_to_string(folder.join("expected.toml")).expect("is there");
    let file: File = toml::from_str(&text).expect("is as described above");
    for case in &file.case {
        let path = folder.join(&case.file);
        let ours = claims::ours(&path).expect("is accepted").expect("is small");
        case.check(&ours.0, "the interpreter");
        if spin::available() {
            let scratch = tempfile::tempdir().expect("temporary folder");
            let theirs = claims::theirs(&path, scratch.path()).expect("SPIN searches it");
            let theirs = Found {
                fairly: theirs.fairly.filter(|_| !case.spin_differs),
                ..theirs
            };
            case.check(&theirs, "SPIN");
        }
    }
    let models = std::fs::read_dir(&folder).expect("is there").count();
    assert_eq!(models, file.case.len() + 1, "each model is in the file");
}

/// Analyzers of these models, and of some random programs: the counts of the interpreter where
/// nothing is left out, and its verdicts whatever is.
#[test]
fn analyzers_check_claims() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/claims");
    let written = analyzer::scratch().join("claims");
    std::fs::create_dir_all(&written).expect("a folder of ours");
    let mut models = support::files_below(&folder, "pml").expect("is there");
    models.extend((0..16).map(|number| {
        let claimed = match number % 2 {
            0 => Claimed::Never,
            _ => Claimed::Formula,
        };
        let program = generate::program_with_claim(3, number, &Features::all(), claimed);
        let path = written.join(format!("program_{number}.pml"));
        support::write_if_changed(&path, &program.print());
        path
    }));
    let small = |path: &std::path::PathBuf| matches!(claims::ours(path), Ok(Some(_)));
    models.retain(small);
    let built = analyzer::build_both(models.iter().map(analyzer::Recipe::new));
    let compared: usize = built.iter().map(|(recipe, it)| checked(recipe, it)).sum();
    assert!(compared > 100, "{compared} verdicts");
}

/// Compares the counts and verdicts of an analyzer with the interpreter's; how many verdicts.
fn checked(recipe: &analyzer::Recipe, analyzer: &analyzer::Analyzer) -> usize {
    let (found, _) = claims::ours(&recipe.model).expect("small").expect("small");
    let run = |options: &[&str]| {
        let outcome = analyzer.run(&[&["--claims-only"], options].concat());
        let all = outcome.finished.all_output();
        outcome.report.unwrap_or_else(|_| panic!("{all}"))
    };
    if recipe.unoptimized {
        let of = &run(&["--reduce", "none", "--errors", "all"]).claims[0];
        let counts = (of.states_stored, of.states_matched, of.depth);
        let Counts {
            stored,
            matched,
            depth,
        } = found.counts;
        assert_eq!(
            counts,
            (Some(stored), Some(matched), Some(depth)),
            "{recipe:?}"
        );
    }
    if found.fails {
        let verdict = run(&["--reduce", "none"]).verdict;
        assert_eq!(verdict, "violated", "{recipe:?}");
        return 1;
    }
    let accepted = claims::accepted(&recipe.model).expect("small");
    let fair: [&[&str]; 3] = [&[], &["--weak-fairness"], &["--strong-fairness"]];
    let mut compared = 0;
    for (fair, accepted) in fair.into_iter().zip(accepted) {
        let less: [&[&str]; 3] = [&[], &["--reduce", "none"], &["--cache", "50"]];
        for less in less
            .into_iter()
            .filter(|it| it.is_empty() || fair != ["--strong-fairness"])
        {
            let verdict = &run(&[fair, less].concat()).claims[0].verdict;
            let wanted = match accepted {
                true => "violated",
                false => "verified",
            };
            // A cache may be too small.
            if verdict != "incomplete" || less.first() != Some(&"--cache") {
                assert_eq!(verdict, wanted, "{recipe:?} {fair:?} {less:?}");
                compared += 1;
            }
        }
    }
    compared
}

impl Case {
    fn check(&self, found: &Found, who: &str) {
        let what = format!("{who}: {}", self.file);
        if let Some(counts) = self.counts {
            assert_eq!(found.counts, counts, "{what}");
        }
        assert_eq!(found.fails, self.fails, "{what}");
        // After an error there is nothing more to find.
        if !self.fails {
            assert_eq!(Some(found.accepted), self.accepted, "{what}");
            assert_eq!(found.fairly.or(self.fairly), self.fairly, "{what}, fairly");
        }
    }
}

/// Thirty random programs with a random claim each, and thirty with a random formula, the same
/// every time. A formula that always holds is an assertion for SPIN.
#[test]
fn products_of_random_programs() {
    if !spin::available() {
        return;
    }
    let numbers: Vec<u64> = (0..60).collect();
    let outcomes = jobs::on_cores(jobs::cores(), &numbers, |number| {
        let claimed = match number % 2 {
            0 => Claimed::Never,
            _ => Claimed::Formula,
        };
        let program = generate::program_with_claim(1, *number, &Features::all(), claimed);
        let folder = tempfile::tempdir().expect("temporary folder");
        (*number, claims::compare(&program.print(), folder.path()))
    });
    let different = |it: &&(u64, Outcome)| matches!(it.1, Outcome::Different(_));
    let different: Vec<_> = outcomes.iter().filter(different).collect();
    assert!(different.is_empty(), "{different:#?}");
    for remainder in [0, 1] {
        let same = outcomes
            .iter()
            .filter_map(|(number, outcome)| match outcome {
                Outcome::Same(found) if number % 2 == remainder => Some(found),
                _ => None,
            });
        let accepted = same.clone().filter(|found| found.accepted).count();
        let said = format!("{} the same, {accepted} accepted", same.count());
        println!("{said}");
        // Else the test would say nothing.
        assert!(accepted >= 5, "{said}");
    }
}
