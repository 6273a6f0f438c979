//! Child processes with a time limit.

use std::fs::File;
use std::io::{Read, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a child process left behind.
#[derive(Debug)]
pub struct Finished {
    /// The exit status; `None` when the child was stopped by the time limit.
    pub status: Option<ExitStatus>,
    /// All of its standard output; what is not UTF-8 is replaced.
    pub stdout: String,
    /// All of its standard error; what is not UTF-8 is replaced.
    pub stderr: String,
}

impl Finished {
    /// The exit code; `None` when a signal or the time limit ended the child.
    pub fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }

    /// Output and error, for messages of tests.
    pub fn all_output(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}

/// Runs `command` to its end, or kills it after `limit`. Output goes through files: a pipe that nobody reads would block the child.
///
/// # Panics
/// When the program cannot be started.
pub fn run(command: &mut Command, limit: Duration) -> Finished {
    let mut stdout = tempfile::tempfile().expect("temporary file");
    let mut stderr = tempfile::tempfile().expect("temporary file");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone().expect("temporary file"))
        .stderr(stderr.try_clone().expect("temporary file"))
        .spawn()
        .unwrap_or_else(|e| panic!("cannot start {command:?}: {e}"));
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    let status = loop {
        if let Some(status) = child.try_wait().expect("our own child") {
            break Some(status);
        }
        if start.elapsed() > limit {
            child.kill().expect("our own child");
            child.wait().expect("our own child");
            break None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    Finished {
        status,
        stdout: text(&mut stdout),
        stderr: text(&mut stderr),
    }
}

fn text(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind()
        .and_then(|()| file.read_to_end(&mut bytes))
        .expect("temporary file");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_status() {
        let finished = run(
            Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]),
            Duration::from_secs(10),
        );
        assert_eq!(finished.code(), Some(3));
        assert_eq!(finished.stdout, "out\n");
        assert_eq!(finished.stderr, "err\n");
    }

    #[test]
    fn the_limit_ends_a_child() {
        let start = Instant::now();
        let finished = run(Command::new("sleep").arg("20"), Duration::from_millis(100));
        assert!(finished.status.is_none());
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
