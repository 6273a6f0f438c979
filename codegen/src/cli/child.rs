//! Programs that `pvgen check` runs: cargo and the analyzers.

use std::io;
use std::process::{Command, Output, Stdio};

/// Runs a program to its end; `started` is called once it runs. Its output is `shown` as it comes, or kept, and then it reads no input.
pub fn run(command: &mut Command, shown: bool, started: impl FnOnce()) -> io::Result<Output> {
    if !shown {
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    let child = command.spawn()?;
    started();
    child.wait_with_output()
}
