//! Builds analyzers of mutants that were accepted.

use crate::analyzer::{Recipe, build_quickly};
use crate::random::numbers::Numbers;
use std::fs;
use std::path::{Path, PathBuf};

/// Analyzers that lie on the disk at a time.
const BATCH: usize = 40;

/// Builds analyzers of `count` of the mutants kept in `folder`; gives how many were built, and each
/// that was not with what was said.
///
/// # Panics
/// When the folder cannot be read.
pub fn build(folder: &Path, count: usize, seed: u64) -> (usize, Vec<(PathBuf, String)>) {
    let entries = fs::read_dir(folder).expect("the folder of mutants can be read");
    let mut kept: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let name = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    kept.retain(|path| name(path).is_some_and(|name| name.starts_with("kept_")));
    kept.sort();
    let mut numbers = Numbers::new(seed);
    while kept.len() > count {
        kept.swap_remove(numbers.below(kept.len()));
    }
    let (mut built, mut failed) = (0, Vec::new());
    for batch in kept.chunks(BATCH) {
        let recipes: Vec<Recipe> = batch.iter().map(Recipe::new).collect();
        for (path, analyzer) in batch.iter().zip(build_quickly(&recipes)) {
            match analyzer {
                Ok(analyzer) => {
                    built += 1;
                    let _ = fs::remove_dir_all(analyzer.folder);
                }
                Err(said) => failed.push((path.clone(), said.all_output())),
            }
        }
    }
    (built, failed)
}
