//! Which steps of a trail are told: a report has no room for a million of them.

use std::ops::Range;

/// Steps told at the start and at the end of a long trail.
const HEAD: usize = 20;
const TAIL: usize = 40;

/// Some steps of a trail, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// None of them overlaps another one.
    ranges: Vec<Range<usize>>,
}

impl Excerpt {
    /// No step.
    pub fn none() -> Self {
        Self { ranges: Vec::new() }
    }

    /// All of this many steps.
    pub fn whole(count: usize) -> Self {
        Self::of(0..count)
    }

    /// These steps, the first is 0.
    pub fn of(range: Range<usize>) -> Self {
        Self {
            ranges: vec![range],
        }
    }

    /// The first and the last ones of this many steps, unless all are few enough.
    pub fn ends(count: usize) -> Self {
        match count > HEAD + TAIL + 1 {
            true => Self {
                ranges: vec![0..HEAD, count - TAIL..count],
            },
            false => Self::whole(count),
        }
    }

    /// The steps, in their order.
    pub fn steps(&self) -> impl Iterator<Item = usize> + '_ {
        self.ranges.iter().cloned().flatten()
    }

    /// Whether a step is one of them.
    pub fn has(&self, step: usize) -> bool {
        self.ranges.iter().any(|range| range.contains(&step))
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(Range::len).sum()
    }

    /// There is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
