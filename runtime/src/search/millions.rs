//! When a search has found each million of its states: whether it becomes slower.

use std::time::Duration;

/// The time since the program was started at each million of states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Millions(Vec<Duration>);

impl Millions {
    /// A search that looks at the clock has found this many states.
    pub(super) fn note(&mut self, states: u64, now: Duration) {
        while states / 1_000_000 > self.0.len() as u64 {
            self.0.push(now);
        }
    }

    /// All.
    pub fn times(&self) -> &[Duration] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_million_has_the_time_at_which_it_was_seen() {
        let mut millions = Millions::default();
        let seen = [
            (0, 1),
            (999_999, 2),
            (1_000_000, 3),
            (1_000_001, 4),
            (3_500_000, 5),
            (10, 6),
        ];
        for (states, now) in seen {
            millions.note(states, Duration::from_secs(now));
        }
        let times = millions.times().iter().map(Duration::as_secs);
        assert_eq!(times.collect::<Vec<_>>(), [3, 5, 5]);
    }
}
