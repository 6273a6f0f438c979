//! Models that do nothing, of which more is said than a search looks at.

use runtime::model::{Model, ModelInfo, Step, TransitionId, Unchecked};
use runtime::state::{Faulted, Process, State};
use runtime::tables::{at, by_claim, hidden_read};

use super::EMPTY;

/// A model without processes.
pub struct Silent(&'static ModelInfo);

impl Model for Silent {
    fn info(&self) -> &'static ModelInfo {
        self.0
    }

    fn initialize(&self, _: &mut State) -> Result<(), Faulted> {
        Ok(())
    }

    fn execute(&self, _: &mut State, _: Process, _: TransitionId) -> Result<Step, Faulted> {
        Ok(Step::Blocked)
    }
}

/// With formulas, a claim and labels.
pub const CLAIMING: Silent = Silent(&ModelInfo {
    unchecked: Unchecked {
        claims: &[
            "ltl every_request_is_answered",
            "ltl never_two_at_a_time",
            "ltl p",
            "never claim",
        ],
        accept_labels: 1,
        progress_labels: 2,
    },
    ..EMPTY
});

/// With hidden variables that decide, and one that a claim reads.
pub const HIDING: Silent = Silent(&ModelInfo {
    hidden_reads: &[
        hidden_read("flag", at(11, "flag == 0")),
        hidden_read("flag", at(12, "flag == 1")),
        hidden_read("mode", at(12, "mode > 2")),
        by_claim(hidden_read("seen", at(20, "seen"))),
    ],
    ..EMPTY
});

/// With a hidden variable that only a claim reads.
pub const LOOKING: Silent = Silent(&ModelInfo {
    hidden_reads: &[by_claim(hidden_read("seen", at(20, "seen")))],
    ..EMPTY
});
