//! The analyzers committed for readers are what `pvgen` writes today.
//!
//! `PVGEN_BLESS=1 cargo test -p pvgen-tests --test generated` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use support::{checkout, pvgen};

/// The committed analyzers: a lock, a rendezvous, a process that starts others.
const MODELS: &[&str] = &[
    "mutual-exclusion/dekker.pml",
    "language/rendezvous-pairs.pml",
    "channels/call-back.pml",
];

#[test]
fn committed_analyzers_are_up_to_date() {
    let bless = std::env::var_os("PVGEN_BLESS").is_some();
    let mut different = Vec::new();
    for model in MODELS {
        let stem = Path::new(model)
            .file_stem()
            .expect("a model has a name")
            .to_string_lossy();
        let name = format!(
            "pan_{}",
            stem.to_lowercase()
                .replace(|c: char| !c.is_ascii_alphanumeric(), "_")
        );
        let committed = checkout().join("analyzers").join(&name);
        if bless {
            generate(model, &[]);
            continue;
        }
        let scratch = tempfile::tempdir_in(checkout().join("analyzers")).expect("temporary folder");
        let fresh = scratch.path().join(&name);
        generate(model, &["--out", fresh.to_str().expect("a path of ours")]);
        different.extend(
            compare(&files(&committed), &files(&fresh)).map(|file| format!("{name}/{file}")),
        );
    }
    assert!(
        different.is_empty(),
        "not what pvgen writes, PVGEN_BLESS=1 updates: {different:?}"
    );
}

fn generate(model: &str, more: &[&str]) {
    let path = format!("promela-examples/{model}");
    let mut arguments = vec![path.as_str()];
    arguments.extend(more);
    let finished = pvgen::run(checkout(), &arguments);
    assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
}

type Files = BTreeMap<PathBuf, String>;

fn files(folder: &Path) -> Files {
    fn walk(folder: &Path, root: &Path, files: &mut Files) {
        for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, root, files);
            } else {
                let name = path
                    .strip_prefix(root)
                    .expect("below the root")
                    .to_path_buf();
                files.insert(name, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    let mut found = Files::new();
    walk(folder, folder, &mut found);
    found
}

/// Names of files that are not in both or not the same.
fn compare(committed: &Files, fresh: &Files) -> impl Iterator<Item = String> {
    let names = committed
        .keys()
        .chain(fresh.keys())
        .collect::<std::collections::BTreeSet<_>>();
    let differs = names
        .into_iter()
        .filter(|name| committed.get(*name) != fresh.get(*name));
    differs
        .map(|name| name.display().to_string())
        .collect::<Vec<_>>()
        .into_iter()
}
