//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Set by the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the user wants an end.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// From now on the first Ctrl-C ends the search with a report, the second ends the program with status 130; and to write a file that may not become so large is an error, not the end.
pub fn catch_interrupt() {
    #[cfg(unix)]
    {
        extern "C" fn on_interrupt(_: libc::c_int) {
            if INTERRUPTED.swap(true, Relaxed) {
                // SAFETY: `_exit` may be called in a signal handler.
                unsafe { libc::_exit(130) }
            }
        }
        let handler = on_interrupt as extern "C" fn(libc::c_int);
        // SAFETY: the handler touches an atomic and calls `_exit`, both safe in a signal handler.
        unsafe { libc::signal(libc::SIGINT, handler as libc::sighandler_t) };
        // SAFETY: no handler.
        unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    }
}
