//! Analyzers that are built quickly say what those say that cargo builds, as a user has it do, but
//! not optimised: the same files, the same texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::{examples, without_seconds};

/// A claim that is not checked, a violated assertion, an invalid end state after handshakes,
/// processes made at run time, and a violated trace.
fn recipes() -> Vec<Recipe> {
    let models = [
        "mutual-exclusion/dekker.pml",
        "language/assertion.pml",
        "language/blocked-if.pml",
        "channels/call-back.pml",
        "language/notrace.pml",
    ];
    let recipe = |model| Recipe::new(examples().join(model));
    let mut recipes: Vec<Recipe> = models.map(recipe).into();
    recipes.push(recipes[3].clone().unoptimized());
    recipes
}

const SEARCHES: [&[&str]; 4] = [
    &["--errors", "all", "--reduce", "none"],
    &["--sleep-sets", "--dump-states", "states"],
    &["--reduce=local", "--dump-ends", "ends"],
    &["--no-such-option"],
];

#[test]
fn both_say_the_same() {
    let recipes = recipes();
    let both = [
        analyzer::build_soon(&recipes),
        analyzer::build_quickly(&recipes),
    ];
    let [alone, quick] = both.map(|built| {
        let built = built.into_iter();
        let built = built.map(|it| it.unwrap_or_else(|e| panic!("{}", e.all_output())));
        built.collect::<Vec<_>>()
    });
    let mut codes = BTreeSet::new();
    for (recipe, pair) in recipes.iter().zip(alone.iter().zip(&quick)) {
        for arguments in SEARCHES {
            let [alone, quick] = [pair.0, pair.1].map(|it| run(it, arguments));
            assert_eq!(alone, quick, "{recipe:?} {arguments:?}");
            codes.insert(alone.0);
        }
    }
    // The searches are such that all of these occur.
    assert_eq!(codes, [0, 1, 2, 3].map(Some).into());
}

/// Exit status, and what was printed and written, by name, but for how long it took.
fn run(analyzer: &Analyzer, arguments: &[&str]) -> (Option<i32>, BTreeMap<String, String>) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let arguments = [&["--memory", "1G", "--trail", "trail"], arguments].concat();
    let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
    let finished = outcome.finished;
    let code = finished.code();
    let mut texts = BTreeMap::from([
        ("stdout".into(), finished.stdout),
        ("stderr".into(), finished.stderr),
    ]);
    for entry in fs::read_dir(folder.path()).expect("temporary folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a file").display().to_string();
        let bytes = fs::read(&path).expect("a file of ours");
        texts.insert(name, String::from_utf8_lossy(&bytes).into_owned());
    }
    let own = folder.path().display().to_string();
    let texts = texts
        .into_iter()
        .map(|(name, text)| (name, timeless(&text.replace(&own, ""))));
    (code, texts.collect())
}

/// Without what says how long it took: a line of the report, the ends of rows of its table, and an
/// entry in JSON.
fn timeless(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("time   "));
    let lines = lines.map(|line| without_seconds(line).unwrap_or(line));
    let entries = lines.flat_map(|line| line.split_inclusive(", \""));
    entries
        .filter(|entry| !entry.starts_with("seconds\": "))
        .collect()
}
