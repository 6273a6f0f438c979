//! Models that stand for the protocols of a paper.

use std::path::{Path, PathBuf};
use support::{examples, spin};

/// A model without parameters.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    file: &'static str,
    of_spin: bool,
    /// The paper measured this one, and the same figures must come out.
    pub of_the_paper: bool,
}

impl Model {
    /// One of this project's examples.
    pub const fn ours(file: &'static str) -> Model {
        Model {
            file,
            of_spin: false,
            of_the_paper: false,
        }
    }

    /// One of the examples of SPIN's package.
    pub const fn of_spin(file: &'static str) -> Model {
        Model {
            of_spin: true,
            ..Model::ours(file)
        }
    }

    /// The very model of the paper.
    pub const fn of_the_paper(self) -> Model {
        Model {
            of_the_paper: true,
            ..self
        }
    }

    /// For tables.
    pub fn name(self) -> String {
        match self.of_spin {
            true => format!("SPIN's {}", self.file),
            false => self.file.into(),
        }
    }

    /// Its place, if it is installed.
    pub fn path(self) -> Option<PathBuf> {
        let folder = match self.of_spin {
            true => Path::new(spin::EXAMPLES).to_path_buf(),
            false => examples(),
        };
        let path = folder.join(self.file);
        path.exists().then_some(path)
    }
}
