//! Child processes: run to their end or to a time limit, with what they said and what they cost.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// What a child process left behind.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The exit status; `None` when the child was stopped by the time limit.
    pub status: Option<ExitStatus>,
    /// All of its standard output; what is not UTF-8 is replaced.
    pub stdout: String,
    /// All of its standard error; what is not UTF-8 is replaced.
    pub stderr: String,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// User and system time of the child and what it waited for.
    pub cpu: Duration,
    /// Most memory resident at once, in bytes; not below what this process had when it started the
    /// child, which begins as its copy.
    pub peak_rss_bytes: u64,
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

/// Runs `command` to its end, or kills it after `limit`.
///
/// # Panics
/// When the program cannot be started.
pub fn run(command: &mut Command, limit: Duration) -> Finished {
    run_with_signal(command, limit, None)
}

/// As [`run`], but sends an interrupt (as Ctrl-C does) after `interrupt_after`.
///
/// Output goes through files: a pipe that no one reads would block the child. Another thread waits
/// for the child, because the one call that tells what a child has cost knows no time limit.
///
/// # Panics
/// When the program cannot be started.
pub fn run_with_signal(
    command: &mut Command,
    limit: Duration,
    interrupt_after: Option<Duration>,
) -> Finished {
    let mut stdout = tempfile::tempfile().expect("temporary file");
    let mut stderr = tempfile::tempfile().expect("temporary file");
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone().expect("temporary file"))
        .stderr(stderr.try_clone().expect("temporary file"))
        .spawn()
        .unwrap_or_else(|e| panic!("cannot start {command:?}: {e}"));
    let id = child.id();
    let (done, waiting) = mpsc::channel();
    thread::spawn(move || done.send(child.wait4().expect("our own child")));
    let mut ended = None;
    if let Some(pause) = interrupt_after {
        ended = waiting.recv_timeout(pause).ok();
        if ended.is_none() {
            signal("-INT", id);
        }
    }
    let rest = limit.saturating_sub(start.elapsed());
    ended = ended.or_else(|| waiting.recv_timeout(rest).ok());
    let elapsed = start.elapsed();
    let status = ended.as_ref().map(|usage| usage.status);
    let usage = ended.unwrap_or_else(|| {
        signal("-KILL", id);
        waiting.recv().expect("a killed child ends")
    });
    Finished {
        status,
        stdout: text(&mut stdout),
        stderr: text(&mut stderr),
        elapsed,
        cpu: usage.rusage.utime + usage.rusage.stime,
        peak_rss_bytes: usage.rusage.maxrss,
    }
}

/// Sends a signal to a child that no one has waited for yet, so that its number is still its own.
fn signal(which: &str, id: u32) {
    Command::new("kill")
        .arg(which)
        .arg(id.to_string())
        .status()
        .expect("kill is in every Unix");
}

fn text(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind()
        .and_then(|()| file.read_to_end(&mut bytes))
        .expect("temporary file");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What the system has seen a process take at most so far, in bytes.
pub fn peak_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn output_status_and_cost() {
        let script =
            "echo out; echo err >&2; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 3";
        let finished = run(
            Command::new("sh").args(["-c", script]),
            Duration::from_secs(60),
        );
        assert_eq!(finished.code(), Some(3));
        assert_eq!(finished.stdout, "out\n");
        assert_eq!(finished.stderr, "err\n");
        assert!(finished.cpu > Duration::ZERO && finished.cpu < Duration::from_secs(60));
        // Until it is replaced by the program, a child has the memory of these tests.
        let own = peak_bytes(std::process::id()).expect("we are there");
        assert!((100 << 10..(100 << 20).max(own + 1)).contains(&finished.peak_rss_bytes));
    }

    #[test]
    fn the_limit_ends_a_child() {
        let finished = run(Command::new("sleep").arg("20"), Duration::from_millis(100));
        assert!(finished.status.is_none());
        assert!(finished.elapsed < Duration::from_secs(10));
    }

    #[test]
    fn an_interrupt_arrives() {
        let pause = Some(Duration::from_millis(100));
        let finished = run_with_signal(
            Command::new("sleep").arg("20"),
            Duration::from_secs(15),
            pause,
        );
        assert_eq!(finished.status.and_then(|s| s.signal()), Some(2));
    }
}
