//! Programs that `pvgen check` runs, cargo and the analyzers, and signals that are passed on to
//! them.
//!
//! Ctrl-C in a terminal reaches all of us, `kill` only pvgen. So the first signal is passed on to
//! what is running, which is then waited for: an analyzer reports, cargo ends. What a terminal has
//! sent to an analyzer as well the analyzer takes for one wish. A second signal ends all at once.

use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::Failure;

/// Exit code when there is no report: interrupted before a search has begun, or twice.
pub const INTERRUPTED: u8 = 130;

/// Signals within this time after the first one are the same wish: `timeout` sends two.
const MOMENT: Duration = Duration::from_millis(200);
/// Time to end for a program that was told to.
const GRACE: Duration = Duration::from_millis(200);

/// A process has its signals, so it has one of this.
static STATE: Mutex<State> = Mutex::new(State {
    first: None,
    holds: 0,
    running: None,
});

struct State {
    /// When the first signal came.
    first: Option<Instant>,
    /// What must come to its end: with 0 and nothing running a signal ends the program.
    holds: usize,
    running: Option<Running>,
}

/// A child that was not waited for: its number is still its own.
#[derive(Clone, Copy)]
enum Running {
    Alone(Pid),
    /// With all that it has started.
    Group(Pid),
}

impl Running {
    /// It may have ended.
    fn send(self, signal: Signal) {
        let _ = match self {
            Self::Alone(pid) => rustix::process::kill_process(pid, signal),
            Self::Group(pid) => rustix::process::kill_process_group(pid, signal),
        };
    }
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on Ctrl-C, `SIGTERM` and `SIGHUP` are passed on; the last one not under `nohup`.
pub fn catch() -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::ours(format!("cannot catch signals: {error}"));
    let mut caught = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        caught.push(SIGHUP);
    }
    let mut signals = Signals::new(caught).map_err(failed)?;
    let listen = move || signals.forever().for_each(on_signal);
    thread::Builder::new().spawn(listen).map_err(failed)?;
    Ok(())
}

fn is_ignored(signal: libc::c_int) -> bool {
    // SAFETY: all zeros is a `sigaction`, and with a null pointer nothing is changed.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action);
        action.sa_sigaction == libc::SIG_IGN
    }
}

fn on_signal(signal: libc::c_int) {
    let mut state = state();
    let signal = Signal::from_named_raw(signal).unwrap_or(Signal::TERM);
    match (state.first, state.running) {
        (Some(first), _) if first.elapsed() < MOMENT => {}
        (Some(_), Some(running)) => {
            running.send(signal);
            thread::sleep(GRACE);
            running.send(Signal::KILL);
        }
        (None, Some(running)) => running.send(signal),
        (None, None) if state.holds > 0 => {}
        (_, None) => std::process::exit(i32::from(INTERRUPTED)),
    }
    state.first.get_or_insert_with(Instant::now);
}

/// Whether there was a signal.
pub fn interrupted() -> bool {
    state().first.is_some()
}

/// Ends the command if there was a signal.
pub fn check() -> Result<(), Failure> {
    match interrupted() {
        true => Err(Failure {
            code: INTERRUPTED,
            message: "interrupted".to_owned(),
        }),
        false => Ok(()),
    }
}

/// Does something that must not end in the middle; a first signal is noted meanwhile.
pub fn hold<T>(whole: impl FnOnce() -> T) -> T {
    state().holds += 1;
    let done = whole();
    state().holds -= 1;
    done
}

/// Runs a program to its end; `started` is called once it runs. Its output is `shown` as it comes;
/// or it reads no input, its output is kept, and all that it starts gets signals too.
///
/// # Errors
/// It cannot be started, or there was a signal before.
pub fn run(command: &mut Command, shown: bool, started: impl FnOnce()) -> io::Result<Output> {
    // Files, because a pipe has no end while a compiler lives on that cargo has started.
    let mut said = [tempfile::tempfile()?, tempfile::tempfile()?];
    if !shown {
        command.stdin(Stdio::null());
        command
            .stdout(said[0].try_clone()?)
            .stderr(said[1].try_clone()?);
        command.process_group(0);
    }
    let (mut child, pid) = start(command, shown)?;
    started();
    // It is reaped only when no signal can be sent to it any more: then its number may be another
    // process's.
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    rustix::io::retry_on_intr(|| rustix::process::waitid(WaitId::Pid(pid), ended))?;
    state().running = None;
    let status = child.wait()?;
    if !shown {
        end_group(pid);
    }
    let mut output = Output {
        status,
        stdout: Vec::new(),
        stderr: Vec::new(),
    };
    for (file, text) in said
        .iter_mut()
        .zip([&mut output.stdout, &mut output.stderr])
    {
        file.rewind()?;
        file.read_to_end(text)?;
    }
    Ok(output)
}

fn start(command: &mut Command, shown: bool) -> io::Result<(Child, Pid)> {
    let mut state = state();
    if state.first.is_some() {
        return Err(io::Error::other("interrupted"));
    }
    let child = command.spawn()?;
    let pid = Pid::from_child(&child);
    state.running = Some(match shown {
        true => Running::Alone(pid),
        false => Running::Group(pid),
    });
    Ok((child, pid))
}

/// Waits for what a child leaves behind that was interrupted, as the compilers that cargo has
/// started.
fn end_group(pid: Pid) {
    if !interrupted() {
        return;
    }
    for kill in [false, true] {
        if kill {
            Running::Group(pid).send(Signal::KILL);
        }
        let start = Instant::now();
        while start.elapsed() < GRACE {
            if rustix::process::test_kill_process_group(pid).is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}
