//! Ctrl-C ends a run with a line, a second one ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Input is awaited: no one would look at the note above.
static WAITING: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C is noted.
pub fn catch() {
    #[cfg(unix)]
    {
        extern "C" fn on_interrupt(_: libc::c_int) {
            INTERRUPTED.store(true, SeqCst);
            if WAITING.load(SeqCst) {
                let text = "\ninterrupted\n";
                // SAFETY: `write` and `_exit` may be called in a signal handler; the text outlives
                // the call.
                unsafe {
                    libc::write(1, text.as_ptr().cast(), text.len());
                    libc::_exit(3);
                }
            }
        }
        let handler = on_interrupt as extern "C" fn(libc::c_int);
        // SAFETY: all zeros is a valid `sigaction`; the handler touches atomics and calls what it
        // may. With `SA_RESETHAND` the second signal does what it always did.
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
    INTERRUPTED.load(SeqCst)
}

/// Waits for input; `None` if there was an interrupt before. One that comes meanwhile ends the
/// program with a line: all output must have been written.
pub fn wait_for<T>(input: impl FnOnce() -> T) -> Option<T> {
    WAITING.store(true, SeqCst);
    let given = (!interrupted()).then(input);
    WAITING.store(false, SeqCst);
    given
}
