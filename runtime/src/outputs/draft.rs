//! A file that takes its name when it is whole.
//!
//! Anyone who reads the file sees the earlier one or the new one, and a program that ends in the
//! middle leaves neither half a file nor, where the system has files without a name, anything else.
//! What is no file, a device or a pipe, is written where it is.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::kind::FileKind;
use crate::disk;

/// A file to be written.
pub struct Draft {
    /// As the user has named it.
    path: PathBuf,
    kind: FileKind,
    destination: Destination,
}

enum Destination {
    /// Written where it is.
    Device,
    /// Beside the file that it becomes.
    Aside(Aside),
}

struct Aside {
    file: File,
    /// Its name, where it has one.
    temporary: Option<PathBuf>,
    /// What it becomes, links followed.
    target: PathBuf,
}

impl Draft {
    /// Begins a file, or finds out why it cannot be written.
    ///
    /// # Errors
    /// The folder is missing or cannot be written, or there is something that must not be replaced.
    pub fn create(path: &Path, kind: FileKind) -> io::Result<Self> {
        let destination = match target(path, kind)? {
            None => Destination::Device,
            Some(target) => Destination::Aside(Aside::create(target)?),
        };
        let path = path.to_owned();
        Ok(Self {
            path,
            kind,
            destination,
        })
    }

    /// As the user has named it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is replaced in the end; none for a device.
    pub fn target(&self) -> Option<&Path> {
        match &self.destination {
            Destination::Device => None,
            Destination::Aside(aside) => Some(&aside.target),
        }
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// It is as it was before, and why.
    pub fn write(self, file: impl AsRef<[u8]>) -> io::Result<()> {
        let mut writer = self.writer()?;
        writer.write_all(file.as_ref())?;
        writer.finish()
    }

    /// Writes it piece by piece. A pipe is waited for until it has a reader.
    ///
    /// # Errors
    /// The device cannot be opened.
    pub fn writer(self) -> io::Result<Writer> {
        let file = match &self.destination {
            Destination::Device => open_device(&self.path)?,
            Destination::Aside(aside) => aside.file.try_clone()?,
        };
        let file = BufWriter::new(file);
        Ok(Writer { file, draft: self })
    }
}

/// A file that is being written.
pub struct Writer {
    file: BufWriter<File>,
    draft: Draft,
}

impl Writer {
    /// Writes the rest and gives the file its name. Without this call there is no file.
    ///
    /// # Errors
    /// The file is as it was before, and why.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        match self.draft.destination {
            Destination::Device => Ok(()),
            Destination::Aside(aside) => {
                // A search is long: something else may be there by now.
                target(&self.draft.path, self.draft.kind)?;
                aside.keep()
            }
        }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// What a path may replace, links followed; none for a device.
///
/// # Errors
/// It must not be replaced, or cannot be.
pub fn target(path: &Path, kind: FileKind) -> io::Result<Option<PathBuf>> {
    if stream(path).is_some() {
        return Ok(None);
    }
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Some(path.to_owned())),
        found => found?,
    };
    if found.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if !found.is_file() {
        return Ok(None);
    }
    for stream in [io::stdout().as_fd(), io::stderr().as_fd()] {
        if is_same(&File::from(stream.try_clone_to_owned()?), &found) {
            let option = kind.option();
            return Err(io::Error::other(format!(
                "standard output or standard error goes there too: give another file with --{option}"
            )));
        }
    }
    kind.check(path)?;
    // A file that must not be written is not replaced either.
    OpenOptions::new().append(true).open(path)?;
    fs::canonicalize(path).map(Some)
}

fn is_same(stream: &File, found: &fs::Metadata) -> bool {
    let number = |it: &fs::Metadata| (it.dev(), it.ino());
    stream
        .metadata()
        .is_ok_and(|it| number(&it) == number(found))
}

/// A standard stream by its name as a file. Opened by that name, a file behind it would be written
/// from its start.
fn stream(path: &Path) -> Option<io::Result<OwnedFd>> {
    match path.to_str()? {
        "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => {
            Some(io::stdout().as_fd().try_clone_to_owned())
        }
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => {
            Some(io::stderr().as_fd().try_clone_to_owned())
        }
        _ => None,
    }
}

fn open_device(path: &Path) -> io::Result<File> {
    match stream(path) {
        Some(stream) => stream.map(File::from),
        None => OpenOptions::new().write(true).open(path),
    }
}

impl Aside {
    fn create(target: PathBuf) -> io::Result<Self> {
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        if target.file_name().is_none() {
            return Err(io::Error::other("it is not the name of a file"));
        }
        let (file, temporary) = match disk::without_name(folder) {
            Some(file) if can_be_named() => (file?, None),
            _ => {
                let temporary = beside(&target);
                let file = OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .open(&temporary)?;
                (file, Some(temporary))
            }
        };
        Ok(Self {
            file,
            temporary,
            target,
        })
    }

    /// Takes the place of the target.
    fn keep(mut self) -> io::Result<()> {
        if let Ok(earlier) = fs::metadata(&self.target) {
            self.file.set_permissions(earlier.permissions())?;
        }
        if self.temporary.is_none() {
            let name = beside(&self.target);
            give_name(&self.file, &name)?;
            self.temporary = Some(name);
        }
        let temporary = self.temporary.as_ref().expect("it has a name by now");
        fs::rename(temporary, &self.target)?;
        self.temporary = None;
        Ok(())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// A name that no other file beside the target has.
fn beside(target: &Path) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Relaxed);
    let path = target.with_file_name(format!(".pvgen-{}-{number}", process::id()));
    // Of an earlier process of this number, which was killed.
    let _ = fs::remove_file(&path);
    path
}

/// Whether [`give_name`] finds what it needs.
fn can_be_named() -> bool {
    Path::new("/proc/self/fd").exists()
}

/// Gives a file without a name one.
#[cfg(target_os = "linux")]
fn give_name(file: &File, name: &Path) -> io::Result<()> {
    use std::ffi::CString;
    use std::os::fd::AsRawFd;
    use std::os::unix::ffi::OsStrExt;
    let from = CString::new(format!("/proc/self/fd/{}", file.as_raw_fd()))?;
    let to = CString::new(name.as_os_str().as_bytes())?;
    let (here, follow) = (libc::AT_FDCWD, libc::AT_SYMLINK_FOLLOW);
    // SAFETY: both names end with a zero and outlive the call.
    match unsafe { libc::linkat(here, from.as_ptr(), here, to.as_ptr(), follow) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(not(target_os = "linux"))]
fn give_name(_: &File, _: &Path) -> io::Result<()> {
    unreachable!("only Linux has files without a name")
}
