//! Ctrl-C, `SIGTERM` and `SIGHUP`: the first one is noted, a second one ends the program.
//!
//! One wish often arrives twice: a terminal sends Ctrl-C to `pvgen check` and to the analyzer it
//! has started, and `pvgen` passes it on; `timeout` sends to a program and then to its group. So
//! signals of the parent are counted apart from all others, and those that follow at once are not
//! counted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Set by the first signal.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the user wants an end.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// From now on the first signal asks for the report so far, a second one ends the program with
/// status 130; and to write a file that may not become so large is an error, not the end.
pub fn catch_interrupt() {
    let handler = on_signal as extern "C" fn(_, _, _);
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: all zeros is a `sigaction`. The handler touches atomics and calls only what a
        // signal handler may call.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &raw mut action);
            // `nohup` has been used.
            if signal == libc::SIGHUP && action.sa_sigaction == libc::SIG_IGN {
                continue;
            }
            action.sa_sigaction = handler as libc::sighandler_t;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
    // SAFETY: no handler.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Signals within this time after the first one are the same wish.
const MOMENT_MS: u64 = 200;

/// When the first signal came, in milliseconds of the system's clock: of others, and of the parent;
/// 0 for never.
static FIRST: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

extern "C" fn on_signal(_: libc::c_int, from: *const libc::siginfo_t, _: *mut std::ffi::c_void) {
    // SAFETY: the system gives a valid `siginfo_t` with SA_SIGINFO; `getppid`, `clock_gettime` and
    // `_exit` may be called in a signal handler.
    unsafe {
        let from_parent = (*from).si_code == libc::SI_USER && (*from).si_pid() == libc::getppid();
        let mut time: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time);
        let now = (time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000).max(1);
        let first = &FIRST[usize::from(from_parent)];
        match first.compare_exchange(0, now, Relaxed, Relaxed) {
            Ok(_) => INTERRUPTED.store(true, Relaxed),
            Err(first) if now - first < MOMENT_MS => {}
            Err(_) => libc::_exit(130),
        }
    }
}
