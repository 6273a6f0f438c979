//! The analyzers committed for readers are what `pvgen` writes today.
//!
//! `PVGEN_BLESS=1 cargo test -p pvgen-tests --test generated` writes them anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use support::{checkout, pvgen};

/// The committed analyzers: a lock, a rendezvous, channels that travel between processes made at
/// run time.
const MODELS: &[&str] = &[
    "promela-examples/mutual-exclusion/dekker.pml",
    "promela-examples/language/rendezvous-pairs.pml",
    "promela-examples/channels/call-back.pml",
];

#[test]
fn committed_analyzers_are_up_to_date() {
    if std::env::var_os("PVGEN_BLESS").is_some() {
        MODELS.iter().for_each(|model| generate(checkout(), model));
        return;
    }
    let fresh = workspace();
    MODELS
        .iter()
        .for_each(|model| generate(fresh.path(), model));
    let fresh = files(&fresh.path().join("analyzers"));
    let mut committed = files(&checkout().join("analyzers"));
    // Beside these lie a README, and what users have generated.
    let kept: BTreeSet<_> = fresh.keys().map(|name| name.iter().next()).collect();
    committed.retain(|name, _| kept.contains(&name.iter().next()));
    let names: BTreeSet<_> = committed.keys().chain(fresh.keys()).collect();
    let different: Vec<_> = names
        .into_iter()
        .filter(|name| committed.get(*name) != fresh.get(*name))
        .collect();
    assert!(
        different.is_empty(),
        "not what pvgen writes, PVGEN_BLESS=1 updates: {different:?}"
    );
}

/// A workspace like ours, with the models at the same places: what is generated in it is the same,
/// and no one is disturbed who builds in ours at the same time.
fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folder");
    let manifest = "[workspace]\nmembers = [\"analyzers/*\"]\n";
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("temporary folder");
    for model in MODELS {
        let copy = folder.path().join(model);
        fs::create_dir_all(copy.parent().expect("a folder")).expect("temporary folder");
        fs::copy(checkout().join(model), copy).expect("an example of ours");
    }
    folder
}

fn generate(workspace: &Path, model: &str) {
    let finished = pvgen::run(workspace, &[model]);
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
