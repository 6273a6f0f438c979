//! How often a search looks at the clock.
//!
//! A look costs as much as a short edge, so it must be once in thousands of them; but an edge may
//! take a nanosecond or, where a `d_step` does much, a second. So the distance between two looks is
//! doubled as long as they follow each other quickly, and becomes less when they do not. It decides
//! about nothing else: what depends on edges must not depend on the clock.

use std::time::Duration;

/// When to look: at each edge whose number has these lowest bits all clear.
pub(super) struct Pace {
    mask: u64,
    mask_most: u64,
    last: Duration,
}

/// Looks that are less than this apart are too often.
const SHORT: Duration = Duration::from_millis(4);

/// Looks that are more than this apart are too rare.
const LONG: Duration = Duration::from_millis(16);

impl Pace {
    /// Looks once in this many edges at most, a power of two; at first at each.
    pub(super) fn new(edges_most: u64) -> Self {
        Self {
            mask: 0,
            mask_most: edges_most - 1,
            last: Duration::ZERO,
        }
    }

    #[inline(always)]
    pub(super) fn is_due(&self, edges: u64) -> bool {
        edges & self.mask == 0
    }

    /// Whether it would look even at the slowest pace.
    pub(super) fn is_full_round(&self, edges: u64) -> bool {
        edges & self.mask_most == 0
    }

    /// It has looked at this time.
    pub(super) fn note(&mut self, now: Duration) {
        let apart = now.saturating_sub(self.last);
        self.last = now;
        if apart < SHORT {
            self.mask = (self.mask << 1 | 1).min(self.mask_most);
        } else if apart > LONG {
            let times = apart.as_nanos() / LONG.as_nanos();
            self.mask >>= times.ilog2() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks among this many edges that take so long each, and the time between the last two.
    fn looks(pace: &mut Pace, edges: std::ops::Range<u64>, each: Duration) -> (u64, Duration) {
        let (mut looks, mut apart) = (0, Duration::ZERO);
        let mut now = pace.last;
        for edge in edges {
            now += each;
            if pace.is_due(edge) {
                apart = now - pace.last;
                pace.note(now);
                looks += 1;
            }
        }
        (looks, apart)
    }

    #[test]
    fn short_edges_are_looked_at_rarely_and_long_ones_often() {
        let mut pace = Pace::new(1 << 12);
        let (often, _) = looks(&mut pace, 1..1 << 20, Duration::from_nanos(200));
        assert!((256..300).contains(&often), "{often}");
        let ms = Duration::from_millis(1);
        let (_, apart) = looks(&mut pace, 1 << 20..(1 << 20) + 9_000, ms);
        assert!(apart <= 32 * ms, "{apart:?}");
        let (_, apart) = looks(&mut pace, 1 << 21..(1 << 21) + 10, 1_000 * ms);
        assert_eq!(apart, 1_000 * ms);
        assert!(pace.is_full_round(1 << 13) && !pace.is_full_round(3 << 11));
    }
}
