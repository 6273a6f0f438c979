//! Error trails: the path from the initial state to a violation.
//!
//! A trail names transitions, not states, and is checked before anyone sees it: [`mod@format`]
//! writes it as text and reads it back, [`replay`] executes it from the initial state, [`show`]
//! prints it with source lines and changed values. The format is described in `docs/trails.md`.
//!
//! The counter-example of a claim is a run: the claim and the system take turns, and where it is
//! infinite, its last steps are a cycle. That it shows what it should is checked by definition
//! ([`mod@cycle`]), and of a formula by [its own truth](lasso), for which no automaton is needed.
//! [`why`] says in a sentence where a formula fails, [`starves`] which processes a cycle starves.

mod compact;
pub mod cycle;
mod excerpt;
pub mod format;
pub mod lasso;
mod player;
pub mod replay;
pub mod show;
pub mod starves;
mod told;
pub mod why;

pub use excerpt::Excerpt;

use crate::claim::Fairness;
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
    /// The claim whose search has found it.
    pub claim: Option<OfClaim>,
    /// The steps from the initial state.
    pub steps: Vec<RunStep>,
}

/// What the trail of a claim says beside its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfClaim {
    /// As in [`ClaimInfo::name`](crate::claim::ClaimInfo::name).
    pub name: String,
    /// Which runs count.
    pub fairness: Fairness,
    /// The step with which the cycle begins; the last one leads back there.
    pub cycle: Option<usize>,
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
            claim: violation.claim.map(|by| OfClaim {
                name: info.claims[by.claim].name.to_string(),
                fairness: by.fairness,
                cycle: by.cycle,
            }),
            steps: violation.path.clone()?,
        })
    }

    /// It shows that a claim is violated, by a run or by the beginning of one.
    pub fn shows_a_run(&self) -> bool {
        use Kind::{AcceptanceCycle, Claim, NonProgressCycle};
        matches!(self.kind, Claim | AcceptanceCycle | NonProgressCycle)
    }

    /// The step with which the cycle begins.
    pub fn cycle(&self) -> Option<usize> {
        self.claim.as_ref().and_then(|claim| claim.cycle)
    }

    /// The steps of the system.
    pub fn moves(&self) -> impl Iterator<Item = Move> + Clone + '_ {
        self.steps.iter().filter_map(|step| match step {
            RunStep::System(edge) => Some(*edge),
            RunStep::Claim(_) => None,
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
