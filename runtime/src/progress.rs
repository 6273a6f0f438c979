//! The line that a running search shows on a terminal.

use std::io::Write;
use std::time::Duration;

use crate::cache::warning;
use crate::memory::Size;
use crate::report::grouped;
use crate::statistics::Statistics;

/// Rewrites one line on standard error, at most four times a second.
pub struct Progress {
    next: Duration,
    /// Stored states and time at the last line, for the rate.
    last: (u64, Duration),
    shown: bool,
    warned: bool,
}

const INTERVAL: Duration = Duration::from_millis(250);

impl Progress {
    /// The first line comes after an interval: short searches show none.
    pub fn new() -> Self {
        Self {
            next: INTERVAL,
            last: (0, Duration::ZERO),
            shown: false,
            warned: false,
        }
    }

    /// Shows where the search is, if it is time to; and, once, what there is to say of its cache.
    pub fn update(
        &mut self,
        elapsed: Duration,
        statistics: &Statistics,
        depth: u64,
        used_bytes: u64,
    ) {
        if elapsed < self.next {
            return;
        }
        self.next = elapsed + INTERVAL;
        let states = statistics.visited;
        let (states_before, time_before) = self.last;
        self.last = (states, elapsed);
        let rate = (states - states_before) as f64 / (elapsed - time_before).as_secs_f64();
        if !self.warned
            && let Some(warning) = warning(statistics)
        {
            self.warned = true;
            let _ = writeln!(std::io::stderr(), "\r{warning}\x1b[K");
        }
        // Not an error worth an end: the line is for the eye only.
        let _ = write!(
            std::io::stderr(),
            "\r{} states, {} states/s, depth {} steps, {} used, {} s\x1b[K",
            grouped(states),
            grouped(rate as u64),
            grouped(depth),
            Size(used_bytes),
            elapsed.as_secs()
        );
        self.shown = true;
    }

    /// Removes the line.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}
