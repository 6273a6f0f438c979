//! The runtime's sources, embedded, for analyzers that stand outside this workspace.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::{Failure, place, write};

include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// Tells versions of the runtime's sources apart.
pub fn digest() -> u64 {
    let mut hasher = DefaultHasher::new();
    SOURCES.hash(&mut hasher);
    hasher.finish()
}

/// Writes the runtime's sources into the cache folder, once for each version of them; gives their folder.
pub fn runtime_in_cache() -> Result<PathBuf, Failure> {
    let cache = place::cache()?;
    let folder = cache.join(format!("runtime-{:016x}", digest()));
    if !folder.is_dir() {
        let failed = |error| Failure::file("write", folder.display(), error);
        fs::create_dir_all(&cache).map_err(failed)?;
        let scratch = tempfile::tempdir_in(&cache).map_err(failed)?;
        let made = scratch.path().join("runtime");
        copy_runtime(&made).map_err(failed)?;
        let renamed = fs::rename(&made, &folder);
        // Another pvgen may have been faster with the same content.
        if !folder.is_dir() {
            renamed.map_err(failed)?;
        }
    }
    Ok(folder)
}

/// Writes the runtime's sources where they differ.
pub fn copy_runtime(folder: &Path) -> std::io::Result<()> {
    for (name, text) in SOURCES {
        let path = folder.join(name);
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            write::replace(&path, text)?;
        }
    }
    Ok(())
}

/// Gives a workspace without a lock file ours, so that the versions of the runtime's dependencies are those we tested.
pub fn lock(folder: &Path) -> std::io::Result<()> {
    let path = folder.join("Cargo.lock");
    if path.exists() {
        return Ok(());
    }
    write::replace(&path, LOCK)
}
