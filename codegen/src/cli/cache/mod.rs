//! The cache folder: analyzers that `pvgen check` has built, what cargo has built of the runtime,
//! the runtime's sources.
//!
//! The problem: several `pvgen` use the folder at one time, any of them can be killed at any
//! moment, and disks, people and programs that tidy up change files. The naive cache, a workspace
//! of crates named after their models that cargo keeps up to date, fails on each count: a crate
//! that cargo cannot read stops it for all, two checks of one path overwrite each other's sources,
//! and cargo goes by time stamps.
//!
//! Here no source of an analyzer is kept, only the program, under the [digest](key) of all that
//! went into it. A program appears at once, by a rename, and its own digest lies beside it: one
//! that is not what was built counts as absent and is built again.
//!
//! Two locks, taken in this order. `build.lock` is held by who changes the folder: builds, or
//! cleans. `use.lock` is shared by those that look a program up and start it, and held alone to
//! remove programs. Who has built a program takes `use.lock` before it lets `build.lock` go, so
//! that it can start what it has built, whatever others remove. A program may be removed while it
//! runs: the system keeps it until it ends.

mod command;
mod digest;
mod key;
mod mend;
mod sweep;
mod target;

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use frontend::shown;

use super::{Failure, complain, place, write};

pub use command::cache;
pub use digest::Parts;
pub use key::{Common, Key};
pub use target::Target;

/// Subfolder of the programs.
const ANALYZERS: &str = "analyzers";
/// Name of the file with a program's digest.
const DIGEST: &str = "digest";
/// What the names of workspaces begin with; one exists as long as cargo works in it.
const WORKSPACE: &str = "build-";
/// What the names begin with of things that only exist as long as `build.lock` is held.
const LEFT: [&str; 2] = [WORKSPACE, write::TEMPORARY];
const BUILD_LOCK: &str = "build.lock";
const USE_LOCK: &str = "use.lock";
/// Pause between two looks at a lock that another holds.
const PAUSE: Duration = Duration::from_millis(20);

/// The folder.
#[derive(Clone, Debug)]
pub struct Cache {
    /// Its path.
    pub folder: PathBuf,
}

/// A lock of the folder, held until it is dropped.
#[derive(Debug)]
pub struct Lock(#[allow(dead_code, reason = "closing it unlocks")] File);

impl Cache {
    /// The user's, which is made if there is none.
    pub fn open() -> Result<Self, Failure> {
        Self::at(place::cache()?)
    }

    fn at(folder: PathBuf) -> Result<Self, Failure> {
        let cache = Self { folder };
        let made = fs::create_dir_all(&cache.folder).and_then(|()| cache.lock_file(USE_LOCK));
        made.map_err(|error| cache.unusable(error))?;
        Ok(cache)
    }

    /// That the folder cannot be used, with what can be done about it.
    pub fn unusable(&self, error: io::Error) -> Failure {
        let folder = shown::path(&self.folder);
        let remedy = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "free some space (`pvgen cache clean` empties the cache) or set XDG_CACHE_HOME to a folder on another disk"
            }
            _ => "set XDG_CACHE_HOME to a folder that can be written",
        };
        Failure::input(format!(
            "cannot use the cache folder {folder}: {error}; {remedy}"
        ))
    }

    /// Waits until no other process changes the folder. What builds that were killed have left is
    /// removed.
    pub fn lock_to_build(&self) -> Result<Lock, Failure> {
        let lock = self.wait(BUILD_LOCK, File::try_lock)?;
        for path in entries(&self.folder) {
            if LEFT.iter().any(|it| name(&path).starts_with(it)) {
                remove(&path);
            }
        }
        Ok(lock)
    }

    /// Waits until no other process removes programs. As long as the lock is held none does.
    pub fn lock_to_use(&self) -> Result<Lock, Failure> {
        self.wait(USE_LOCK, File::try_lock_shared)
    }

    /// Waits until no other process starts a program.
    fn lock_to_remove(&self) -> Result<Lock, Failure> {
        self.wait(USE_LOCK, File::try_lock)
    }

    fn lock_file(&self, name: &str) -> io::Result<File> {
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        options.open(self.folder.join(name))
    }

    fn wait(
        &self,
        name: &str,
        attempt: impl Fn(&File) -> Result<(), TryLockError>,
    ) -> Result<Lock, Failure> {
        let start = Instant::now();
        let mut said = false;
        loop {
            match self.try_lock(name, &attempt) {
                Ok(Some(lock)) => return Ok(lock),
                Ok(None) => {}
                Err(error) => return Err(self.unusable(error)),
            }
            if !said && start.elapsed() > Duration::from_secs(2) {
                complain("waiting for another pvgen that works in the cache folder\n");
                said = true;
            }
            thread::sleep(PAUSE);
        }
    }

    /// A lock; none when another process has it, or has replaced the file meanwhile.
    fn try_lock(
        &self,
        name: &str,
        attempt: impl Fn(&File) -> Result<(), TryLockError>,
    ) -> io::Result<Option<Lock>> {
        fs::create_dir_all(&self.folder)?;
        let file = self.lock_file(name)?;
        match attempt(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {
                return Ok(None);
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // A lock on a file that was removed excludes no one.
        let identity = |it: fs::Metadata| (it.dev(), it.ino());
        let there = fs::metadata(self.folder.join(name)).map(identity).ok();
        Ok((there == Some(identity(file.metadata()?))).then_some(Lock(file)))
    }

    /// A new folder for a workspace of cargo, removed when dropped; asks for `build.lock`.
    pub fn workspace(&self) -> io::Result<tempfile::TempDir> {
        fs::create_dir_all(&self.folder)?;
        tempfile::Builder::new()
            .prefix(WORKSPACE)
            .tempdir_in(&self.folder)
    }

    /// What cargo has built.
    pub fn target(&self) -> Target {
        Target::new(self.folder.join("target"))
    }

    /// Folder of a program and its digest.
    fn entry(&self, key: &Key) -> PathBuf {
        self.folder.join(ANALYZERS).join(key.unique())
    }

    /// The program of this key, if it is there and is byte by byte what was built; notes that it is
    /// used. Asks for `use.lock`.
    pub fn find(&self, key: &Key) -> Option<PathBuf> {
        let entry = self.entry(key);
        let program = entry.join(&key.name);
        let built = fs::read_to_string(entry.join(DIGEST)).ok()?;
        let runs = fs::metadata(&program).ok()?.permissions().mode() & 0o111 != 0;
        let sound = runs && digest::of_file(&program).ok()? == built;
        if sound {
            note_use(&entry.join(DIGEST));
        }
        sound.then_some(program)
    }

    /// Takes a program in, in the place of what lies there; it is gone from where it was. Asks for
    /// `build.lock`.
    pub fn install(&self, key: &Key, program: &Path) -> io::Result<()> {
        let made = self.workspace()?;
        let moved = made.path().join(&key.name);
        // A target folder that is a link may lie on another disk.
        fs::rename(program, &moved).or_else(|_| fs::copy(program, &moved).map(drop))?;
        fs::write(made.path().join(DIGEST), digest::of_file(&moved)?)?;
        fs::set_permissions(made.path(), fs::Permissions::from_mode(0o755))?;
        let entry = self.entry(key);
        fs::create_dir_all(self.folder.join(ANALYZERS)).or_else(|_| {
            remove(&self.folder.join(ANALYZERS));
            fs::create_dir_all(self.folder.join(ANALYZERS))
        })?;
        remove(&entry);
        fs::rename(made.keep(), entry)
    }
}

/// Sets the time of last use. What says so is for tidying up only: it may fail.
fn note_use(path: &Path) {
    let file = File::options().append(true).open(path);
    let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
}

/// What a folder holds, in an order that does not depend on the disk; nothing where it cannot be
/// read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Removes what is there, of any kind, as far as possible.
fn remove(path: &Path) {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|it| it.is_dir());
    let _ = match is_folder {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    };
}
