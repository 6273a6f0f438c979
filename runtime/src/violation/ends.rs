//! States in which nothing can move: what is wrong with them, each told once.

use std::io;
use std::sync::Arc;

use super::{Checks, Kind, found_at_end};
use crate::limits::Stop;
use crate::memory::{Account, Budget};
use crate::state::State;
use crate::store::{ExactStore, Insertion, insert_or_grow};

/// What is wrong with a state in which nothing can move.
pub struct AtEnd {
    /// The kind of violation, and what it is in words.
    pub kind: Kind,
    /// See there.
    pub message: &'static str,
    /// When it is told the search ends: there was no memory to note that it was met.
    pub stop: Option<Stop>,
}

/// Where invalid end states are written: a search that opens a state again meets its ends again.
pub trait EndStates: Send {
    /// Writes a state, unless it was met before.
    ///
    /// # Errors
    /// There is no memory to note it.
    fn meet(&mut self, state: &State) -> Result<(), Stop>;

    /// Writes the rest.
    ///
    /// # Errors
    /// Some state could not be written.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The end states that a search has come to.
#[derive(Default)]
pub struct Ends {
    /// Where the invalid ones are written.
    pub file: Option<Box<dyn EndStates>>,
    /// For a search that may come to one again.
    repeats: Option<Repeats>,
}

impl Ends {
    /// From now on a state counts once, however often the search comes to it; the memory for that
    /// is charged to the budget.
    pub(super) fn expect_repeats(&mut self, budget: Arc<Budget>) {
        self.repeats = Some(Repeats { met: None, budget });
    }

    /// What is wrong with a state in which nothing can move, if it was not met before.
    ///
    /// # Errors
    /// There is no memory to write it.
    pub fn look(&mut self, state: &State, checks: Checks) -> Result<Option<AtEnd>, Stop> {
        let Some((kind, message)) = found_at_end(state, checks) else {
            return Ok(None);
        };
        let repeats = self.repeats.as_mut();
        let is_known = repeats.map_or(Ok(false), |repeats| repeats.knows(state));
        if is_known == Ok(true) {
            return Ok(None);
        }
        if kind == Kind::InvalidEndState
            && let Some(file) = &mut self.file
        {
            file.meet(state)?;
        }
        Ok(Some(AtEnd {
            kind,
            message,
            stop: is_known.err(),
        }))
    }
}

/// The states that were met, once there is one.
struct Repeats {
    met: Option<ExactStore>,
    budget: Arc<Budget>,
}

impl Repeats {
    /// Whether the state was met before; now it is.
    fn knows(&mut self, state: &State) -> Result<bool, Stop> {
        let met = match &mut self.met {
            Some(met) => met,
            none => none.insert(ExactStore::charged_as(
                Account::Tables,
                self.budget.clone(),
            )?),
        };
        let answer = insert_or_grow(met, state.hash(), state.words())?;
        Ok(matches!(answer, Insertion::Seen(_)))
    }
}
