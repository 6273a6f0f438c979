//! The texts that mutants are made from.

use crate::{checkout, spin};
use std::path::{Path, PathBuf};

/// A longer text takes too long to go through.
const BYTES_MAX: u64 = 16 << 10;

/// So does a short one that is 250,000 tokens when its inlines are expanded.
const LONG_WHEN_EXPANDED: &str = "01-inline-text-limit.pml";

/// A model to change.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Where it stands: includes are looked for there.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// All models of the checkout, and SPIN's examples where they are installed, by path.
///
/// # Panics
/// When the checkout cannot be read.
pub fn all() -> Vec<Seed> {
    let mut paths = Vec::new();
    for folder in [
        "promela-examples",
        "tests/data",
        "frontend/tests/data",
        "codegen/tests",
    ] {
        models(&checkout().join(folder), &mut paths);
    }
    paths.sort();
    if let Some(folder) = spin::examples() {
        let before = paths.len();
        models(folder, &mut paths);
        paths[before..].sort();
    }
    let texts = paths.into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some(Seed { path, text })
    });
    texts.collect()
}

/// Models below a folder.
fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let model = !path.ends_with(LONG_WHEN_EXPANDED)
            && path
                .extension()
                .is_none_or(|extension| extension == "pml" || extension == "prom");
        match entry.metadata() {
            Ok(about) if about.is_dir() => models(&path, found),
            Ok(about) if about.is_file() && model && about.len() <= BYTES_MAX => found.push(path),
            _ => {}
        }
    }
}
