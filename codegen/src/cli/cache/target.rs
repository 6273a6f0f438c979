//! Cargo's target folder, shared by all builds: what it holds of the runtime and of what the
//! runtime depends on.
//!
//! Cargo believes that a file is what it once wrote if its time stamp fits. So the digests of all
//! files are noted after a build and compared before the next; when one has changed, the folder is
//! emptied. Cargo's own lock keeps builds away meanwhile that `pvgen` does not know of: those of
//! analyzers that a user generated, which build there too.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{Key, digest, entries, name, remove};
use crate::cli::write;

/// Name of cargo's lock in the folder of a profile.
const CARGO_LOCK: &str = ".cargo-lock";
/// Name of the list of digests, as `sha256sum` reads it.
const SUMS: &str = "sums";
/// Folder of the profile.
const PROFILE: &str = "release";

/// The folder.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its path.
    pub folder: PathBuf,
}

impl Target {
    /// What lies at a path.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Empties the folder if it is damaged. One without a list is taken as it is.
    pub fn check(&self) -> io::Result<()> {
        let _lock = self.lock(File::lock)?;
        let sums = fs::read(self.folder.join(SUMS)).unwrap_or_default();
        let sums = String::from_utf8_lossy(&sums);
        let sound = |line: &str| {
            let (sum, path) = line.split_once("  ")?;
            let found = digest::of_file(&self.folder.join(path)).ok()?;
            (found == sum).then_some(())
        };
        if sums.lines().any(|line| sound(line).is_none()) {
            self.remove_all();
        }
        Ok(())
    }

    /// Notes what is there.
    pub fn note(&self) -> io::Result<()> {
        let _lock = self.lock(File::lock)?;
        let mut sums = String::new();
        let mut waiting = vec![self.folder.join(PROFILE)];
        while let Some(folder) = waiting.pop() {
            for path in entries(&folder) {
                let below = path.strip_prefix(&self.folder).ok().and_then(Path::to_str);
                if name(&path).starts_with("pan_") || name(&path) == CARGO_LOCK {
                    continue;
                } else if path.is_dir() {
                    waiting.push(path);
                } else if let Some(below) = below {
                    sums += &format!("{}  {below}\n", digest::of_file(&path)?);
                }
            }
        }
        write::replace(&self.folder.join(SUMS), &sums)
    }

    /// Removes what was built of the analyzers of checks, also of those that were killed: it is
    /// needed only once.
    pub fn forget_analyzers(&self) {
        let mut waiting = vec![self.folder.clone()];
        while let Some(folder) = waiting.pop() {
            for path in entries(&folder) {
                if Key::is_in(&name(&path)) {
                    remove(&path);
                } else if fs::symlink_metadata(&path).is_ok_and(|it| it.is_dir()) {
                    waiting.push(path);
                }
            }
        }
    }

    /// Removes everything but locks, when no cargo works in the folder any more.
    pub fn empty(&self) -> io::Result<()> {
        let _lock = self.lock(File::lock)?;
        self.remove_all();
        Ok(())
    }

    /// As [`Target::empty`], if no cargo works in the folder now; whether it is empty.
    pub fn try_to_empty(&self) -> io::Result<bool> {
        let lock = self.lock(|file| match file.try_lock() {
            Err(TryLockError::Error(error)) => Err(error),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
            Ok(()) => Ok(()),
        });
        match lock {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
            lock => {
                let _lock = lock?;
                self.remove_all();
            }
        }
        Ok(true)
    }

    fn remove_all(&self) {
        for path in entries(&self.folder) {
            if path.join(CARGO_LOCK).exists() {
                let inner = entries(&path).into_iter();
                inner
                    .filter(|it| name(it) != CARGO_LOCK)
                    .for_each(|it| remove(&it));
            } else {
                remove(&path);
            }
        }
    }

    /// Cargo's lock, taken by `wait`; what lies in its way is removed.
    fn lock(&self, wait: impl Fn(&File) -> io::Result<()>) -> io::Result<File> {
        let profile = self.folder.join(PROFILE);
        let lock = profile.join(CARGO_LOCK);
        for folder in [&self.folder, &profile] {
            if folder.exists() && !folder.is_dir() {
                remove(folder);
            }
        }
        if lock.is_dir() {
            remove(&lock);
        }
        fs::create_dir_all(&profile)?;
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(lock)?;
        wait(&file)?;
        Ok(file)
    }
}
