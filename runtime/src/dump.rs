//! `--dump-states` and `--dump-ends`: each new state of a store as a line of text.

use std::io::{self, Write};

use crate::first_error::FirstError;
use crate::model::ModelInfo;
use crate::outputs::{Draft, Writer};
use crate::store::{Insertion, Observed, Observer};
use crate::view::View;

/// Invalid end states, each written once: a search that opens a state again meets its ends again.
pub type EndStates = Observed<Lines>;

/// A file with lines in the form of [`View::line`].
pub struct Lines {
    info: &'static ModelInfo,
    file: FirstError<Writer>,
}

impl Lines {
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

impl Observer for Lines {
    fn inserted(&self, words: &[u32], answer: Insertion) {
        if let Insertion::Fresh(_) = answer {
            let line = View::new(self.info, words).line();
            self.file.write(|file| writeln!(file, "{line}"));
        }
    }
}
