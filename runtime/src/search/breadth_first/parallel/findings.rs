//! What was found in a level, in an order that no thread decides.

use std::cmp::Ordering;

use crate::step::Cursor;
use crate::violation::{EdgeViolation, Kind, VIOLATIONS_KEPT};

/// Something that is wrong in a state of a level, or on one of its edges.
pub(super) struct Finding {
    /// The words of the state.
    pub(super) state: Box<[u32]>,
    pub(super) what: What,
}

/// What is wrong.
pub(super) enum What {
    /// No process can move in the state.
    End(Kind, &'static str),
    /// An edge has failed, the last of the path from the state.
    Edge(EdgeViolation, Vec<Cursor>),
}

impl Finding {
    /// End states first, for they are a step nearer; then by state. The edges of a state stay in
    /// the order in which they were executed.
    fn order(&self, other: &Self) -> Ordering {
        let rank = |it: &Self| u8::from(matches!(it.what, What::Edge(..)));
        let by_rank = rank(self).cmp(&rank(other));
        by_rank.then_with(|| self.state.cmp(&other.state))
    }
}

/// What was found in one level, as far as it can be of use.
#[derive(Default)]
pub(super) struct Findings {
    all: Vec<Finding>,
    /// End states that are not among them, for there were more than are kept.
    pub(super) more_ends: u64,
}

impl Findings {
    pub(super) fn push(&mut self, finding: Finding) {
        self.all.push(finding);
        if self.all.len() >= 4 * VIOLATIONS_KEPT {
            self.sort();
        }
    }

    /// Takes in what another worker has found in the same level.
    pub(super) fn append(&mut self, mut other: Self) {
        self.all.append(&mut other.all);
        self.more_ends += other.more_ends;
    }

    /// Puts them in order, and drops what is not kept: of end states all but the first ones, of a
    /// statement that fails in the same way all but the first time.
    pub(super) fn sort(&mut self) {
        self.all.sort_by(Finding::order);
        let Self { all, more_ends } = self;
        let mut ends = 0;
        let mut met: Vec<EdgeViolation> = Vec::new();
        all.retain(|finding| match &finding.what {
            What::End(..) if ends == VIOLATIONS_KEPT => {
                *more_ends += 1;
                false
            }
            What::End(..) => {
                ends += 1;
                true
            }
            What::Edge(found, _) if met.contains(found) => false,
            What::Edge(found, _) => {
                met.push(found.clone());
                true
            }
        });
    }

    pub(super) fn into_sorted(mut self) -> (Vec<Finding>, u64) {
        self.sort();
        (self.all, self.more_ends)
    }
}
