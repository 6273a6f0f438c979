//! The runtime's sources, embedded, for analyzers that stand outside this workspace.

use std::fs;
use std::path::{Path, PathBuf};

use super::cache::{Cache, Lock, Parts};
use super::{Failure, write};

include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// What the names of the folders begin with that hold the runtime's sources.
pub const FOLDER: &str = "runtime-";
/// Ends the name of the note beside a folder that crates elsewhere link.
const LINKED: &str = ".linked";

/// Name of the folder in the cache of these sources: the digest tells versions apart.
pub fn folder_name() -> String {
    let mut parts = Parts::default();
    for (path, text) in SOURCES {
        parts.add(path);
        parts.add(text);
    }
    format!("{FOLDER}{:.16}", parts.finish())
}

/// Makes the runtime's folder in the cache hold its sources and nothing else. The lock is
/// `build.lock`.
pub fn mend_runtime(cache: &Cache, building: &Lock) -> Result<(), Failure> {
    let folder = cache.folder.join(folder_name());
    let mended = cache.mend(&folder, SOURCES, building);
    mended.map_err(|error| cache.unusable(error))
}

/// Whether this runtime's sources are not in the cache yet: then it was not built yet, either.
pub fn is_new(cache: &Cache) -> bool {
    !cache.is_sound(&cache.folder.join(folder_name()), SOURCES)
}

/// Gives the runtime's folder in the cache, for a crate elsewhere, which may be built at any time:
/// it stays.
pub fn runtime_for_others(cache: &Cache) -> Result<PathBuf, Failure> {
    let folder = cache.folder.join(folder_name());
    let note = cache.folder.join(folder_name() + LINKED);
    let noted = fs::write(note, "Crates elsewhere link these sources.\n");
    noted.map_err(|error| cache.unusable(error))?;
    if is_new(cache) {
        mend_runtime(cache, &cache.lock_to_build()?)?;
    }
    Ok(folder)
}

/// Whether a folder holds sources that crates elsewhere link, or is the note that says so.
pub fn is_linked(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = name.strip_suffix(LINKED).unwrap_or(&name);
    let note = path.with_file_name(format!("{folder}{LINKED}"));
    folder.starts_with(FOLDER) && note.is_file()
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

/// Gives a workspace without a lock file, or with one that cannot be read, ours, so that the
/// versions of the runtime's dependencies are those we tested.
pub fn lock(folder: &Path) -> std::io::Result<()> {
    let path = folder.join("Cargo.lock");
    let readable = |text: String| text.parse::<toml::Table>().is_ok();
    if fs::read_to_string(&path).is_ok_and(readable) {
        return Ok(());
    }
    write::replace(&path, LOCK)
}
