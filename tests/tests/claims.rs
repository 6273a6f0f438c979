//! Never claims: what the interpreter counts in the product with one, and whether a run is
//! accepted, beside SPIN.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use support::analyzer::{self, Analyzer};
use support::claims::{self, Counts, Found, Outcome};
use support::random::claims::{Compared, campaign, compare};
use support::random::features::Features;
use support::report::Report;
use support::{jobs, spin};

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
        case.check(&ours.found(), "the interpreter");
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
    let of_folder = support::files_below(&folder, "pml").expect("is there");
    let random = (0..30).map(|number| {
        let program = campaign::program(6, number, &Features::all());
        let path = written.join(format!("program_{number}.pml"));
        support::write_if_changed(&path, &program.print());
        path
    });
    let models: Vec<PathBuf> = of_folder.iter().cloned().chain(random).collect();
    let judged = jobs::on_all_cores(&models, |path| claims::ours(path).expect("is accepted"));
    let judged: BTreeMap<_, _> = models.iter().zip(judged).collect();
    let large: Vec<_> = models.iter().filter(|it| judged[it].is_none()).collect();
    assert!(large.len() <= LARGE_MAX, "{large:?}");
    let of_folder = large.iter().find(|it| of_folder.contains(it));
    assert_eq!(of_folder, None, "a model of the folder is small");
    let small = models.iter().filter(|it| judged[it].is_some());
    let built = analyzer::build_both(small.map(analyzer::Recipe::new));
    assert_eq!(
        built.len(),
        2 * (models.len() - large.len()),
        "all are built"
    );
    let compared = jobs::on_all_cores(&built, |(recipe, analyzer)| {
        let judged = judged[&recipe.model].as_ref().expect("it is small");
        let compared = compare(analyzer, judged, recipe.unoptimized);
        let compared = compared.unwrap_or_else(|said| panic!("{recipe:?}: {said}"));
        let beside = searches_beside(analyzer);
        assert!(beside.is_ok(), "{recipe:?}: {beside:?}");
        compared
    });
    let mut all = Compared::default();
    compared.into_iter().for_each(|it| all += it);
    println!("{all}, {} models are too large", large.len());
    // Else the test would say nothing.
    assert!(all.verdicts >= 1500 && all.violated >= 700, "{all}");
    assert!(all.reduced >= 20 && all.reduced_beside >= 6, "{all}");
    assert!(all.cached >= 200 && all.forgetful >= 60, "{all}");
    assert!(all.constants >= 12, "{all}");
}

/// What searches in turn find is found by searches beside each other, with enough memory for each
/// of them and without.
fn searches_beside(analyzer: &Analyzer) -> Result<(), String> {
    let said = |arguments: &[&str], threads| {
        let arguments = [arguments, &["--threads", threads]].concat();
        let report = Report {
            seconds: 0.0,
            memory_bytes: 0,
            ..analyzer.run(&arguments).report?
        };
        Ok::<String, String>(format!("{report:?}"))
    };
    let ways: [&[&str]; 4] = [
        &["--acceptance"],
        &["--errors", "all", "--reduce", "none"],
        &["--memory", "600K"],
        &["--memory", "300K", "--no-assertions"],
    ];
    for way in ways {
        let (alone, beside) = (said(way, "1"), said(way, "3"));
        let both_refuse = alone.is_err() && beside.is_err();
        if alone != beside && !both_refuse {
            return Err(format!("{way:?}: {alone:?} in turn, {beside:?} at once"));
        }
    }
    Ok(())
}

/// Random programs that the interpreter does not search to the end.
const LARGE_MAX: usize = 3;

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
        let program = campaign::program(1, *number, &Features::all());
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
        let violated = same.clone().filter(|it| it.accepted || it.fails).count();
        let said = format!("{} the same, {violated} violated", same.count());
        println!("{said}");
        // Else the test would say nothing.
        assert!(violated >= 5, "{said}");
    }
}
