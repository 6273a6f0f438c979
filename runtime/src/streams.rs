//! Standard output and standard error, which may be closed, full, or without a reader.
//!
//! `println!` panics when a text does not arrive, and the standard library opens `/dev/null` in the
//! place of a stream that is closed, so that what is written there is lost without a word. Here a
//! text arrives or is an error. A reader that has gone is such an error too: Rust ignores
//! `SIGPIPE`.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;

/// Writes to standard output.
///
/// # Errors
/// Some of it has not arrived.
pub fn print(text: &str) -> io::Result<()> {
    output()?.write_all(text.as_bytes())
}

/// Writes to standard error.
///
/// # Errors
/// Some of it has not arrived.
pub fn complain(text: &str) -> io::Result<()> {
    let stream = io::stderr().as_fd().try_clone_to_owned()?;
    File::from(stream).write_all(text.as_bytes())
}

/// Standard output as a file: its own handle says of a stream that is closed that all has
/// arrived.
///
/// # Errors
/// There is no room for another open file.
pub fn output() -> io::Result<File> {
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Runs before `main`, and so before the standard library looks at the streams.
#[cfg(target_os = "linux")]
#[used]
// SAFETY: the loader calls what stands in this section, and expects functions there.
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = keep_closed;

/// Opens what is closed so that writing is an error, here and in the programs that are started.
#[cfg(target_os = "linux")]
extern "C" fn keep_closed() {
    for stream in 0..=2 {
        // SAFETY: no memory is touched. `open` gives the least number that is free: this one.
        unsafe {
            if libc::fcntl(stream, libc::F_GETFD) == -1 {
                libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY);
            }
        }
    }
}
