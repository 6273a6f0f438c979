//! Never claims: what the interpreter counts in the product with one, and whether a run is
//! accepted, beside SPIN.

use std::path::Path;

use serde::Deserialize;
use support::claims::{self, Counts, Found, Outcome};
use support::random::features::Features;
use support::random::generate::{self, Claimed};
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
