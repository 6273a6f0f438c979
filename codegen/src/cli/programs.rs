//! Programs of analyzers: found in the cache, or built and put there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::Failure;
use super::cache::{Cache, Key, Lock};
use super::cargo::{self, Source};
use super::child;

/// What became of analyzers.
#[derive(Debug)]
pub struct Obtained {
    /// Their programs.
    pub programs: BTreeMap<Key, PathBuf>,
    /// Why there is none.
    pub unbuilt: BTreeMap<Key, Failure>,
    /// Keeps others from removing the programs.
    pub lock: Lock,
}

/// Finds the programs in the cache, or builds them.
pub fn obtain(cache: &Cache, sources: &[&Source]) -> Result<Obtained, Failure> {
    let found = find(cache, sources, cache.lock_to_use()?);
    if found.missing(sources).is_empty() {
        return Ok(found);
    }
    drop(found);
    let building = cache.lock_to_build()?;
    // Another process may have built some meanwhile.
    let missing = find(cache, sources, cache.lock_to_use()?).missing(sources);
    let built = cargo::build(cache, &missing, &building)?;
    cache.sweep(&building)?;
    let lock = cache.lock_to_use()?;
    let failed = |error| cache.unusable(error);
    let mut unbuilt = BTreeMap::new();
    for (source, built) in missing.iter().zip(built) {
        match built {
            Ok(program) => {
                child::hold(|| cache.install(&source.key, &program)).map_err(failed)?;
            }
            Err(failure) => drop(unbuilt.insert(source.key.clone(), failure)),
        }
    }
    cache.target().forget_analyzers();
    cache.target().note().map_err(failed)?;
    let found = find(cache, sources, lock);
    Ok(Obtained { unbuilt, ..found })
}

/// What is in the cache.
fn find(cache: &Cache, sources: &[&Source], lock: Lock) -> Obtained {
    let found = sources.iter().filter_map(|source| {
        let program = cache.find(&source.key)?;
        Some((source.key.clone(), program))
    });
    Obtained {
        programs: found.collect(),
        unbuilt: BTreeMap::new(),
        lock,
    }
}

impl Obtained {
    /// The sources without a program, one of each key.
    fn missing<'a>(&self, sources: &[&'a Source]) -> Vec<&'a Source> {
        let missing = sources.iter().map(|&source| (&source.key, source));
        let missing: BTreeMap<&Key, &Source> = missing
            .filter(|(key, _)| !self.programs.contains_key(key))
            .collect();
        missing.into_values().collect()
    }
}
