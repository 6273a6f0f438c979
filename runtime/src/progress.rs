//! The line that a running search shows on a terminal.

use std::io::Write;
use std::thread::{self, ThreadId};
use std::time::Duration;

use crate::statistics::{Statistics, warning};
use crate::units::{Size, grouped};

/// Rewrites one line on standard error, at most four times a second.
pub struct Progress {
    next: Duration,
    /// Where each of the searches is that run at once, by the thread that looks.
    searches: Vec<(ThreadId, Place)>,
    /// Stored states of all and time at the last line, for the rate.
    last: (u64, Duration),
    /// What is searched for, if that is not all.
    about: Option<&'static str>,
    /// What was shown of the search last.
    line: String,
    /// What searches that are over have found.
    violated: Option<&'static str>,
    shown: bool,
    warned: bool,
}

/// Where a search is.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    /// What it has counted.
    pub statistics: &'a Statistics,
    /// Steps of the path, or levels.
    pub depth: u64,
    /// Memory charged.
    pub used_bytes: u64,
}

/// The same, to be added up.
#[derive(Clone, Copy, Default)]
struct Place {
    states: u64,
    depth: u64,
    used_bytes: u64,
}

const INTERVAL: Duration = Duration::from_millis(250);

impl Progress {
    /// The first line comes after an interval: short searches show none.
    pub fn new() -> Self {
        Self {
            next: INTERVAL,
            searches: Vec::new(),
            last: (0, Duration::ZERO),
            about: None,
            line: String::new(),
            violated: None,
            shown: false,
            warned: false,
        }
    }

    /// From now on another search is shown, for this.
    pub fn turn_to(&mut self, what: &'static str, elapsed: Duration) {
        self.about = Some(what);
        self.searches.clear();
        self.last = (0, elapsed);
        self.line = what.to_string();
    }

    /// A search has found this violated, and others may take long.
    pub fn note_violated(&mut self, what: &'static str) {
        self.violated.get_or_insert(what);
    }

    /// Shows where the search is, if it is time to; and, once, what there is to say of its cache.
    pub fn update(&mut self, elapsed: Duration, numbers: Numbers<'_>) {
        let all = self.all_with(numbers);
        if !self.is_time(elapsed) {
            return;
        }
        // A search that follows another one in its thread begins with none.
        let (before, time_before) = self.last;
        self.last = (all.states, elapsed);
        let more = all.states.saturating_sub(before);
        let rate = more as f64 / (elapsed - time_before).as_secs_f64();
        if !self.warned
            && let Some(warning) = warning(numbers.statistics)
        {
            self.warned = true;
            let _ = writeln!(std::io::stderr(), "\r{warning}\x1b[K");
        }
        let about = self.about.map_or(String::new(), |it| format!("{it}: "));
        self.line = format!(
            "{about}{} states, {} states/s, depth {} steps, {} used",
            grouped(all.states),
            grouped(rate as u64),
            grouped(all.depth),
            Size(all.used_bytes),
        );
        self.show(elapsed, "");
    }

    /// Notes where the search of this thread is; gives what all have together, and the depth of the
    /// deepest.
    fn all_with(&mut self, numbers: Numbers<'_>) -> Place {
        let me = thread::current().id();
        let place = Place {
            states: numbers.statistics.visited,
            depth: numbers.depth,
            used_bytes: numbers.used_bytes,
        };
        match self.searches.iter_mut().find(|(it, _)| *it == me) {
            Some((_, known)) => *known = place,
            None => self.searches.push((me, place)),
        }
        let places = self.searches.iter().map(|(_, place)| place);
        places.fold(Place::default(), |all, one| Place {
            states: all.states + one.states,
            depth: all.depth.max(one.depth),
            used_bytes: all.used_bytes + one.used_bytes,
        })
    }

    /// Shows what is done in the middle of the search, or after it, if it is time to.
    pub fn update_task(&mut self, elapsed: Duration, name: &str, percent: Option<u64>) {
        if self.is_time(elapsed) {
            let percent = percent.map_or_else(String::new, |it| format!(": {it} %"));
            self.show(elapsed, &format!(", {name}{percent}"));
        }
    }

    fn is_time(&mut self, elapsed: Duration) -> bool {
        let is_time = elapsed >= self.next;
        if is_time {
            self.next = elapsed + INTERVAL;
        }
        is_time
    }

    fn show(&mut self, elapsed: Duration, task: &str) {
        let (line, seconds) = (&self.line, elapsed.as_secs());
        let mut text = match line.is_empty() {
            true => format!("{seconds} s{task}"),
            false => format!("{line}, {seconds} s{task}"),
        };
        if let Some(what) = self.violated {
            text += &format!("; {what} violated, Ctrl-C for the report");
        }
        // Not an error worth an end: the line is for the eye only.
        let _ = write!(std::io::stderr(), "\r{text}\x1b[K");
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(progress: &mut Progress, millis: u64, states: u64) {
        let statistics = Statistics {
            visited: states,
            ..Statistics::default()
        };
        let numbers = Numbers {
            statistics: &statistics,
            depth: 3,
            used_bytes: 1 << 20,
        };
        progress.update(Duration::from_millis(millis), numbers);
    }

    /// The line of searches at once is about all of them, and numbers may fall.
    #[test]
    fn searches_at_once_are_added_up() {
        let mut progress = Progress::new();
        at(&mut progress, 0, 1_000);
        thread::scope(|scope| {
            let other = scope.spawn(|| at(&mut progress, 1_000, 500));
            other.join().expect("it ends");
        });
        assert_eq!(
            progress.line,
            "1,500 states, 1,500 states/s, depth 3 steps, 2.0 MiB used"
        );
        at(&mut progress, 2_000, 20);
        let falls = "520 states, 0 states/s, depth 3 steps, 2.0 MiB used";
        assert_eq!(progress.line, falls);
    }
}
