//! What is wrong in a level, told at its end.
//!
//! What fails on an edge of a state is one step further away than that the state has no edges. So
//! nothing is told before all states of the level were seen. And a level is searched to its end
//! whatever is found in it, so that it is neither the order of its states nor timing that decides
//! which of several violations is told: the states themselves do.

use crate::limits::Stop;
use crate::step::Cursor;
use crate::violation::{EdgeViolation, Kind, PathStep, Recorder, VIOLATIONS_KEPT};

/// Something that is wrong in a state, or on one of its edges.
pub(super) struct Finding {
    /// The words of the state.
    pub(super) state: Box<[u32]>,
    /// What its path is found by: the number of the state, or its level.
    pub(super) at: u64,
    pub(super) what: What,
}

/// What is wrong.
pub(super) enum What {
    /// No process can move in the state.
    End(Kind, &'static str),
    /// An edge has failed, the last of the path from the state.
    Edge(EdgeViolation, Vec<Cursor>),
}

/// What was found in one level, as far as it can be of use.
#[derive(Default)]
pub(super) struct Findings {
    ends: Vec<Finding>,
    /// End states that are not among them, for there were more than are kept.
    more_ends: u64,
    /// Each thing that failed once, in the least state. Those of one state are in the order in
    /// which its edges were executed.
    edges: Vec<Finding>,
}

impl Findings {
    /// No process can move in a state.
    pub(super) fn add_end(
        &mut self,
        (kind, message): (Kind, &'static str),
        at: u64,
        state: &[u32],
    ) {
        self.ends.push(Finding {
            state: state.into(),
            at,
            what: What::End(kind, message),
        });
        if self.ends.len() >= 4 * VIOLATIONS_KEPT {
            self.drop_ends();
        }
    }

    /// Something has failed on an edge of a state, the last of the path that is asked for if need
    /// be.
    pub(super) fn add_edge(
        &mut self,
        found: EdgeViolation,
        at: u64,
        state: &[u32],
        path: impl FnOnce() -> Vec<Cursor>,
    ) {
        let is_same = |it: &Finding| matches!(&it.what, What::Edge(other, _) if *other == found);
        if let Some(known) = self.edges.iter().position(is_same) {
            if *self.edges[known].state <= *state {
                return;
            }
            self.edges.remove(known);
        }
        self.edges.push(Finding {
            state: state.into(),
            at,
            what: What::Edge(found, path()),
        });
    }

    /// Takes in what another worker has found in the same level.
    pub(super) fn append(&mut self, mut other: Self) {
        self.ends.append(&mut other.ends);
        self.more_ends += other.more_ends;
        for Finding { state, at, what } in other.edges {
            if let What::Edge(found, path) = what {
                self.add_edge(found, at, &state, || path);
            }
        }
    }

    /// Of end states the first ones are kept.
    fn drop_ends(&mut self) {
        self.ends.sort_by(|one, other| one.state.cmp(&other.state));
        let dropped = self.ends.len().saturating_sub(VIOLATIONS_KEPT);
        self.more_ends += dropped as u64;
        self.ends.truncate(VIOLATIONS_KEPT);
    }

    /// In the order in which they are told: end states first, for they are a step nearer; then by
    /// state. How many more end states there are is the second.
    pub(super) fn into_sorted(mut self) -> (impl Iterator<Item = Finding>, u64) {
        self.drop_ends();
        self.edges.sort_by(|one, other| one.state.cmp(&other.state));
        (self.ends.into_iter().chain(self.edges), self.more_ends)
    }
}

/// Adds findings to the violations, as far as they are asked for, and counts `more_ends`; `path_to`
/// gives the path to a state by where it is, and may have lost it.
///
/// # Errors
/// Enough was found, or a path is lost; what was found is reported all the same.
pub(super) fn tell(
    (findings, more_ends): (impl IntoIterator<Item = Finding>, u64),
    recorder: &mut Recorder<'_>,
    mut path_to: impl FnMut(u64, &[u32]) -> Result<Vec<Cursor>, Stop>,
) -> Result<(), Stop> {
    let mut lost = None;
    for finding in findings {
        if recorder.is_enough() {
            break;
        }
        let told = finding.tell(recorder, |at, state| {
            let path = path_to(at, state);
            lost = path.as_ref().err().copied().or(lost);
            path
        });
        if lost.is_none() {
            told?;
        }
    }
    recorder.count_more(more_ends);
    match lost {
        Some(stop) => Err(stop),
        None if more_ends > 0 && recorder.is_enough() => Err(Stop::Errors),
        None => Ok(()),
    }
}

impl Finding {
    /// Adds it to the violations, if it is not known.
    fn tell(
        self,
        recorder: &mut Recorder<'_>,
        path_to: impl FnOnce(u64, &[u32]) -> Result<Vec<Cursor>, Stop>,
    ) -> Result<(), Stop> {
        let Self { state, at, what } = self;
        let steps = |path: Vec<Cursor>| path.into_iter().map(PathStep::System);
        match what {
            What::End(kind, message) => {
                let path = match recorder.is_full() {
                    true => Ok(Vec::new()),
                    false => path_to(at, &state),
                };
                recorder.add_end(kind, message, path.map(steps))
            }
            What::Edge(found, last) if recorder.note(&found) => {
                let whole = path_to(at, &state).map(|path| steps(path).chain(steps(last)));
                recorder.add_noted(found, whole)
            }
            What::Edge(..) => Ok(()),
        }
    }
}
