//! `--dump-states` and `--dump-ends`: each new state of a store as a line of text.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::first_error::FirstError;
use crate::model::ModelInfo;
use crate::store::{Insertion, Observed, Observer};
use crate::view::View;

/// Invalid end states, each written once: a search that opens a state again meets its ends again.
pub type EndStates = Observed<Lines>;

/// A file with lines in the form of [`View::line`].
pub struct Lines {
    info: &'static ModelInfo,
    file: FirstError<BufWriter<File>>,
}

impl Lines {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create(info: &'static ModelInfo, path: &Path) -> io::Result<Self> {
        let file = BufWriter::new(File::create(path)?);
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
        self.file.into_inner()?.flush()
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
