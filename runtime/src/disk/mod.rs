//! Disk for what does not fit into memory.
//!
//! A search that uses the disk writes blocks, in order, and reads each back later, as a whole.
//! Three things may go wrong. The disk may be full, or the folder not be there: that is an error
//! with a cause. What is read may not be what was written: each block carries a checksum of itself
//! and its place. And the process may be killed, which must leave nothing behind that a later
//! search could take for its own, or that fills the disk: so files have no names
//! ([`Folder::create`]). The system frees them when the process ends, however it ends.

mod blocks;

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub use blocks::{Block, BlockFile};

/// Where a search puts its files.
#[derive(Clone, Debug)]
pub struct Folder {
    path: Arc<Path>,
    /// Bytes on the disk now, and most at any time, of all files created here.
    usage: Arc<Usage>,
}

#[derive(Debug, Default)]
struct Usage {
    bytes: AtomicU64,
    peak_bytes: AtomicU64,
}

impl Folder {
    /// The folder at `path`, which need not exist until a file is created.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path: path.into(),
            usage: Arc::default(),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Most bytes that all files have taken together at any time.
    pub fn peak_bytes(&self) -> u64 {
        self.usage.peak_bytes.load(Relaxed)
    }

    /// A file that has no name, so that no one else opens it, and nothing is left when the process
    /// ends.
    ///
    /// # Errors
    /// The folder does not exist, or nothing can be written there.
    pub fn create(&self) -> Result<BlockFile, DiskError> {
        let file = nameless(&self.path).map_err(|error| DiskError::of(Doing::Create, &error))?;
        Ok(BlockFile::new(file, self.clone()))
    }

    fn add(&self, bytes: u64) {
        let now = self.usage.bytes.fetch_add(bytes, Relaxed) + bytes;
        self.usage.peak_bytes.fetch_max(now, Relaxed);
    }

    fn give_back(&self, bytes: u64) {
        self.usage.bytes.fetch_sub(bytes, Relaxed);
    }
}

/// A file without a name where the system has such; otherwise one that has had a name for a moment.
fn nameless(folder: &Path) -> io::Result<File> {
    if let Some(file) = without_name(folder) {
        return file;
    }
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Relaxed);
    let path = folder.join(format!("pvgen-{}-{number}.tmp", process::id()));
    let mut options = OpenOptions::new();
    let file = options
        .read(true)
        .write(true)
        .create_new(true)
        .open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

/// A file that has no name; `None` where the file system knows no such files.
pub fn without_name(folder: &Path) -> Option<io::Result<File>> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let mut options = OpenOptions::new();
        options.read(true).write(true).custom_flags(libc::O_TMPFILE);
        let file = options.open(folder);
        (!file.as_ref().is_err_and(cannot_be_nameless)).then_some(file)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(target_os = "linux")]
fn cannot_be_nameless(error: &io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(libc::EOPNOTSUPP | libc::EISDIR | libc::EINVAL)
    )
}

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// To make a file.
    Create,
    /// To write a block.
    Write,
    /// To read one.
    Read,
}

/// The disk does not do what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskError {
    /// What was tried.
    pub doing: Doing,
    /// What the system said.
    pub cause: Cause,
}

/// Why something failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The system's number for it.
    Number(i32),
    /// Where it gave none.
    Kind(io::ErrorKind),
    /// A block is not what was written.
    Damaged,
}

impl DiskError {
    fn of(doing: Doing, error: &io::Error) -> Self {
        let number = error.raw_os_error();
        let cause = number.map_or(Cause::Kind(error.kind()), Cause::Number);
        Self { doing, cause }
    }
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.doing {
            Doing::Create => "no file can be made",
            Doing::Write => "a file cannot be written",
            Doing::Read => "a file cannot be read",
        };
        match self.cause {
            Cause::Number(number) => {
                write!(f, "{doing}: {}", io::Error::from_raw_os_error(number))
            }
            Cause::Kind(kind) => write!(f, "{doing}: {kind}"),
            Cause::Damaged => write!(f, "what was read from a file is not what was written to it"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_leaves_nothing_in_its_folder() {
        let path = std::env::temp_dir().join(format!("pvgen-test-{}", process::id()));
        std::fs::create_dir(&path).expect("a folder");
        let mut file = Folder::new(path.clone()).create().expect("a file");
        file.append(b"something").expect("there is room");
        let names = std::fs::read_dir(&path).expect("it is there").count();
        std::fs::remove_dir_all(&path).expect("it is ours");
        assert_eq!(names, 0);
    }

    #[test]
    fn what_cannot_be_made_is_an_error_with_its_cause() {
        let folder = Folder::new("/nowhere/at/all".into());
        let error = folder
            .create()
            .map(|_| ())
            .expect_err("there is no such folder");
        assert_eq!(error.doing, Doing::Create);
        assert!(
            error.to_string().contains("No such file or directory"),
            "{error}"
        );
    }
}
