//! `--dump-states` and `--dump-ends`: each new state of a store as a line of text.

use std::io::{self, Write};

use crate::first_error::FirstError;
use crate::limits::Stop;
use crate::model::ModelInfo;
use crate::outputs::{Draft, Writer};
use crate::state::State;
use crate::store::{Insertion, Observed, Observer, insert_or_grow};
use crate::view::View;
use crate::violation::EndStates;

/// A file with lines in the form of [`View::line`].
pub struct StateLines {
    info: &'static ModelInfo,
    file: FirstError<Writer>,
}

impl StateLines {
    /// No line yet.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn create(info: &'static ModelInfo, draft: Draft) -> io::Result<Self> {
        let file = draft.writer()?;
        Ok(Self {
            info,
            file: FirstError::new(file),
        })
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// Some line could not be written.
    pub fn finish(self) -> io::Result<()> {
        self.file.into_inner()?.finish()
    }
}

impl Observer for StateLines {
    fn inserted(&self, words: &[u32], answer: Insertion) {
        if let Insertion::Fresh(_) = answer {
            let line = View::new(self.info, words).line();
            self.file.write(|file| writeln!(file, "{line}"));
        }
    }
}

/// The store remembers which were written.
impl EndStates for Observed<StateLines> {
    fn meet(&mut self, state: &State) -> Result<(), Stop> {
        insert_or_grow(self, state.hash(), state.words()).map(drop)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.observer.finish()
    }
}
