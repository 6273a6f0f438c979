//! Error trails: the way from the initial state to a violation.
//!
//! A trail names transitions, not states, and is checked before anyone sees it: [`mod@format`] writes it as text and reads it back, [`replay`]
//! executes it from the initial state, [`show`] prints it with source lines and changed values. The format is described in `docs/trails.md`.

pub mod format;
pub mod replay;
pub mod show;

use crate::model::ModelInfo;
use crate::search::Move;
use crate::violation::{Kind, Violation};

/// A violation and the edges that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// Name of the model.
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
            model: info.name.to_string(),
            digest: info.digest.to_string(),
            options: info.options.to_string(),
            kind: violation.kind,
            message: violation.message.clone(),
            moves: violation.path.clone()?,
        })
    }
}
