//! Ctrl-C: the first ends a run with a line, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C is noted, and waiting for input ends with [`std::io::ErrorKind::Interrupted`].
pub fn catch() {
    #[cfg(unix)]
    {
        extern "C" fn on_interrupt(_: libc::c_int) {
            INTERRUPTED.store(true, Relaxed);
        }
        let handler = on_interrupt as extern "C" fn(libc::c_int);
        // SAFETY: all zeros is a valid `sigaction`; the handler touches an atomic only. Without `SA_RESTART` a read is not taken up
        // again; with `SA_RESETHAND` the second signal does what it always did.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as libc::sighandler_t;
            action.sa_flags = libc::SA_RESETHAND;
            libc::sigaction(libc::SIGINT, &raw const action, std::ptr::null_mut());
        }
    }
}

/// Whether there was one.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}
