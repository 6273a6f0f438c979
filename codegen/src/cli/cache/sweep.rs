//! What goes by itself, and what goes when asked: programs not used for a month, the oldest ones
//! when there are too many, what cargo has built when it has become too much. Never something in
//! use, and never the runtime's sources that crates elsewhere link.
//!
//! The time of last use is the newest time stamp of what lies there. If it is wrong, something is
//! built once more.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use frontend::shown;

use super::{ANALYZERS, BUILD_LOCK, Cache, Lock, USE_LOCK, entries, name, note_use, remove};
use crate::cli::{Failure, complain, embedded};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// File whose time stamp says when the folder was swept.
const SWEPT: &str = "swept";

/// What may stay.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Time without use.
    unused: Duration,
    /// Bytes of all programs together; what was used within a day does not go for them.
    programs: u64,
    /// Bytes of cargo's folder.
    target: u64,
}

/// Those of every check.
const BOUNDS: Bounds = Bounds {
    unused: DAY.saturating_mul(30),
    programs: 1 << 30,
    target: 1 << 30,
};

/// Kinds of things in the cache folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program with its digest.
    Program,
    /// Cargo's target folder.
    Target,
    /// A version of the runtime's sources that nothing but checks needs.
    Runtime,
    /// A version that crates elsewhere link, and the note that says so.
    Linked,
    /// Of earlier versions of `pvgen`, or not ours.
    Other,
}

/// A thing in the cache folder.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where it is.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// Its size on the disk; what has several names counts once for all.
    pub bytes: u64,
    used: SystemTime,
}

impl Item {
    fn new(path: PathBuf, kind: Kind) -> Self {
        let (mut bytes, mut used) = (0, SystemTime::UNIX_EPOCH);
        let mut waiting = vec![path.clone()];
        while let Some(path) = waiting.pop() {
            let Ok(metadata) = fs::symlink_metadata(&path) else {
                continue;
            };
            used = used.max(metadata.modified().unwrap_or(used));
            if metadata.is_dir() {
                waiting.extend(entries(&path));
            } else {
                bytes += metadata.len() / metadata.nlink().max(1);
            }
        }
        Self {
            path,
            kind,
            bytes,
            used,
        }
    }

    /// Not used for this long; a time stamp in the future is now.
    fn unused_for(&self, time: Duration) -> bool {
        self.used.elapsed().is_ok_and(|it| it > time)
    }
}

impl Cache {
    /// Everything but locks.
    pub fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for path in entries(&self.folder) {
            let name = name(&path);
            if name == ANALYZERS && path.is_dir() {
                let programs = entries(&path).into_iter();
                items.extend(programs.map(|path| Item::new(path, Kind::Program)));
            } else if ![BUILD_LOCK, USE_LOCK, SWEPT].contains(&name.as_str()) {
                let kind = kind(&path, &name);
                items.push(Item::new(path, kind));
            }
        }
        items
    }

    /// Sweeps unless it was done within a day or another process works in the folder.
    pub fn sweep_daily(&self) -> Result<(), Failure> {
        let swept = fs::metadata(self.folder.join(SWEPT)).and_then(|it| it.modified());
        if swept.is_ok_and(|it| it.elapsed().is_ok_and(|it| it < DAY)) {
            return Ok(());
        }
        match self.try_lock(BUILD_LOCK, fs::File::try_lock) {
            Ok(Some(lock)) => self.sweep(&lock),
            _ => Ok(()),
        }
    }

    /// Removes what is beyond the bounds, but nothing when another process starts a program just
    /// now. The lock is `build.lock`.
    pub fn sweep(&self, building: &Lock) -> Result<(), Failure> {
        self.sweep_to(BOUNDS, building)
    }

    fn sweep_to(&self, bounds: Bounds, _building: &Lock) -> Result<(), Failure> {
        let Ok(Some(_lock)) = self.try_lock(USE_LOCK, fs::File::try_lock) else {
            return Ok(());
        };
        let mut items = self.items();
        items.sort_by_key(|item| item.used);
        let programs = items.iter().filter(|item| item.kind == Kind::Program);
        let mut bytes: u64 = programs.map(|item| item.bytes).sum();
        for item in items {
            let old = item.unused_for(bounds.unused);
            match item.kind {
                Kind::Program if old || bytes > bounds.programs && item.unused_for(DAY) => {
                    bytes -= item.bytes;
                    remove(&item.path);
                }
                Kind::Target if old || item.bytes > bounds.target => {
                    // It is in use if this fails.
                    let _ = self.target().try_to_empty();
                }
                Kind::Runtime | Kind::Other if old => remove(&item.path),
                _ => {}
            }
        }
        let note = self.folder.join(SWEPT);
        let _ = fs::write(&note, "");
        note_use(&note);
        Ok(())
    }

    /// Removes everything that is not in use; waits for those who start a program or build.
    pub fn clean(&self) -> Result<(), Failure> {
        let _building = self.lock_to_build()?;
        let _using = self.lock_to_remove()?;
        for item in self.items() {
            match item.kind {
                Kind::Target => {
                    let emptied = self.target().try_to_empty();
                    if !emptied.map_err(|error| self.unusable(error))? {
                        complain(&format!("{}: in use by cargo\n", shown::path(&item.path)));
                    }
                }
                Kind::Linked => {}
                _ => remove(&item.path),
            }
        }
        Ok(())
    }
}

fn kind(path: &Path, name: &str) -> Kind {
    if name == "target" {
        Kind::Target
    } else if embedded::is_linked(path) {
        Kind::Linked
    } else if name.starts_with(embedded::FOLDER) {
        Kind::Runtime
    } else {
        Kind::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Bounds = Bounds {
        unused: DAY.saturating_mul(30),
        programs: 250,
        target: 1000,
    };

    struct Scratch {
        cache: Cache,
        _folder: tempfile::TempDir,
    }

    fn scratch() -> Scratch {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join("pvgen")).expect("writable");
        Scratch {
            cache,
            _folder: folder,
        }
    }

    impl Scratch {
        /// A file of 100 bytes below the cache, last used this many days ago.
        fn file(&self, path: &str, days: u32) {
            let path = self.cache.folder.join(path);
            let parent = path.parent().expect("below the cache");
            fs::create_dir_all(parent).expect("writable");
            fs::write(&path, [b'x'; 100]).expect("writable");
            let time = SystemTime::now() - DAY * days;
            for path in [&path, parent] {
                let file = fs::File::open(path).expect("there");
                file.set_modified(time).expect("a time stamp");
            }
        }

        fn sweep(&self) {
            let lock = self.cache.lock_to_build().expect("no one else");
            self.cache.sweep_to(LIMITS, &lock).expect("swept");
        }

        fn there(&self, path: &str) -> bool {
            self.cache.folder.join(path).exists()
        }
    }

    #[test]
    fn what_is_old_goes() {
        let scratch = scratch();
        scratch.file("analyzers/pan_old/pan_a", 31);
        scratch.file("analyzers/pan_young/pan_b", 29);
        scratch.file("runtime-00/lib.rs", 31);
        scratch.file("runtime-01/lib.rs", 31);
        scratch.file("runtime-01.linked", 31);
        scratch.file("check-00/Cargo.toml", 31);
        scratch.file("check-01/Cargo.toml", 1);
        scratch.file("target/release/libruntime.rlib", 2);
        scratch.sweep();
        let gone = ["analyzers/pan_old", "runtime-00", "check-00"];
        assert_eq!(gone.map(|path| scratch.there(path)), [false; 3]);
        let stays = [
            "analyzers/pan_young",
            "runtime-01",
            "runtime-01.linked",
            "check-01",
            "target/release/libruntime.rlib",
        ];
        assert_eq!(stays.map(|path| scratch.there(path)), [true; 5]);
    }

    #[test]
    fn the_oldest_programs_go_when_there_are_too_many() {
        let scratch = scratch();
        for (name, days) in [("a", 5), ("b", 9), ("c", 7), ("d", 0)] {
            scratch.file(&format!("analyzers/{name}/pan"), days);
        }
        scratch.sweep();
        let stays = ["a", "b", "c", "d"].map(|it| scratch.there(&format!("analyzers/{it}")));
        assert_eq!(stays, [true, false, false, true]);
        // What was used within a day stays, whatever it takes.
        for name in ["e", "f", "g"] {
            scratch.file(&format!("analyzers/{name}/pan"), 0);
        }
        scratch.sweep();
        let stays = ["a", "d", "e", "f", "g"].map(|it| scratch.there(&format!("analyzers/{it}")));
        assert_eq!(stays, [false, true, true, true, true]);
    }

    #[test]
    fn cargos_folder_is_emptied_when_it_is_large_or_old_and_not_in_use() {
        for (files, days) in [(11, 0), (1, 31)] {
            let scratch = scratch();
            for file in 0..files {
                scratch.file(&format!("target/release/deps/{file}"), days);
            }
            scratch.file("target/release/.cargo-lock", days);
            for path in ["target/release", "target"] {
                let folder = fs::File::open(scratch.cache.folder.join(path)).expect("there");
                folder
                    .set_modified(SystemTime::now() - DAY * days)
                    .expect("a time stamp");
            }
            let lock = scratch.cache.folder.join("target/release/.cargo-lock");
            let cargo = fs::File::open(lock).expect("there");
            cargo.lock().expect("no one else");
            scratch.sweep();
            assert!(scratch.there("target/release/deps/0"), "in use by cargo");
            drop(cargo);
            scratch.sweep();
            assert!(!scratch.there("target/release/deps"), "{files}, {days}");
            assert!(scratch.there("target/release/.cargo-lock"));
        }
    }

    #[test]
    fn nothing_goes_while_a_program_is_started() {
        let scratch = scratch();
        scratch.file("analyzers/pan_old/pan_a", 31);
        let starting = scratch.cache.lock_to_use().expect("no one else");
        scratch.sweep();
        assert!(scratch.there("analyzers/pan_old"));
        drop(starting);
        scratch.sweep();
        assert!(!scratch.there("analyzers/pan_old"));
    }

    #[test]
    fn cleaning_leaves_what_crates_elsewhere_link() {
        let scratch = scratch();
        for path in [
            "analyzers/pan_a/pan_a",
            "target/release/deps/a",
            "runtime-00/lib.rs",
            "runtime-01/lib.rs",
            "runtime-01.linked",
            "check-00/Cargo.toml",
            "build-x/Cargo.toml",
        ] {
            scratch.file(path, 0);
        }
        scratch.cache.clean().expect("cleaned");
        let left: Vec<PathBuf> = scratch
            .cache
            .items()
            .into_iter()
            .map(|it| it.path)
            .collect();
        let left = left.iter().map(|it| name(it)).collect::<Vec<_>>();
        assert_eq!(left, ["runtime-01", "runtime-01.linked", "target"]);
        assert!(!scratch.there("target/release/deps"));
    }
}
