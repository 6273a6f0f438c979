//! What a running search looks at now and then: the clock, Ctrl-C, the progress line.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::limits::Stop;
use crate::memory::Budget;
use crate::progress::Progress;
use crate::statistics::Statistics;

/// Set by the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Clock, interrupt and progress of one search.
pub struct Monitor {
    start: Instant,
    max_time: Option<Duration>,
    progress: Option<Progress>,
}

impl Monitor {
    /// Starts the clock.
    pub fn new(max_time: Option<Duration>, progress: Option<Progress>) -> Self {
        Self {
            start: Instant::now(),
            max_time,
            progress,
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// To be called every few thousand edges.
    ///
    /// # Errors
    /// Time is up, or the user wants an end.
    pub fn check(
        &mut self,
        statistics: &Statistics,
        depth: u64,
        budget: &Budget,
    ) -> Result<(), Stop> {
        if INTERRUPTED.load(Relaxed) {
            return Err(Stop::Interrupted);
        }
        if self.max_time.is_none() && self.progress.is_none() {
            return Ok(());
        }
        let elapsed = self.elapsed();
        if self.max_time.is_some_and(|max_time| elapsed >= max_time) {
            return Err(Stop::Time);
        }
        if let Some(progress) = &mut self.progress {
            progress.update(elapsed, statistics, depth, budget.used_bytes());
        }
        Ok(())
    }

    /// Removes the progress line.
    pub fn finish(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
    }
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
