//! Error trails: the path from the initial state to a violation.
//!
//! A trail names transitions, not states, and is checked before anyone sees it: [`mod@format`]
//! writes it as text and reads it back, [`replay`] executes it from the initial state, [`show`]
//! prints it with source lines and changed values. The format is described in `docs/trails.md`.

pub mod format;
pub mod replay;
pub mod show;

use crate::model::ModelInfo;
use crate::step::{Move, RunStep};
use crate::violation::{Kind, Violation};

/// A violation and the edges that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The model's file, as in [`ModelInfo::files`].
    pub model: String,
    /// Its digest: a trail fits one version of a model only.
    pub digest: String,
    /// As in [`ModelInfo::options`].
    pub options: String,
    /// What the trail shows.
    pub kind: Kind,
    /// The same in words.
    pub message: String,
    /// The edges from the initial state.
    pub moves: Vec<Move>,
}

impl Trail {
    /// The trail of a violation; `None` if its path was not kept.
    pub fn new(info: &ModelInfo, violation: &Violation) -> Option<Self> {
        Some(Self {
            model: name_of_model(info),
            digest: info.digest.to_string(),
            options: info.options.to_string(),
            kind: violation.kind,
            message: violation.message.clone(),
            moves: violation
                .path
                .as_ref()?
                .iter()
                .filter_map(|step| match step {
                    RunStep::System(edge) => Some(*edge),
                    RunStep::Claim(_) => None,
                })
                .collect(),
        })
    }
}

/// The model's file on one line.
pub fn name_of_model(info: &ModelInfo) -> String {
    let name = info.files[0].replace(char::is_control, "?");
    name.trim_end().to_owned()
}

/// Whether two names of files are the same path, however they were typed.
pub fn same_model(one: &str, other: &str) -> bool {
    let path = |name| std::path::absolute(name).ok();
    one == other || path(one) == path(other)
}
