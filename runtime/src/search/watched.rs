//! A model with an invariant, for any of the searches: each looks at the states that it stores.

use crate::claim::{ClaimInfo, Invariant};
use crate::model::{Model, ModelInfo, Outcome, TransitionId};
use crate::reduce;
use crate::state::{Faulted, Process, State};

/// A model as a search has it that looks at an invariant, too.
pub struct Watched<'m> {
    model: &'m dyn Model,
    info: &'static ModelInfo,
    invariant: Invariant,
}

/// The claim, if it is an invariant and asks nothing that a stored state does not hold.
pub fn invariant(info: &ModelInfo, claim: &'static ClaimInfo) -> Option<Invariant> {
    let is_hidden = info.hidden_reads.iter().any(|read| read.by_claim);
    Invariant::of(claim).filter(|_| !is_hidden)
}

impl<'m> Watched<'m> {
    /// `None` if the claim is no [`invariant`].
    pub fn new(model: &'m dyn Model, claim: &'static ClaimInfo) -> Option<Self> {
        let info = model.info();
        invariant(info, claim).map(|invariant| Self {
            model,
            info: reduce::watched(info, claim),
            invariant,
        })
    }
}

impl Model for Watched<'_> {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        self.model.initialize(state)
    }

    fn execute(&self, state: &mut State, process: Process, transition: TransitionId) -> Outcome {
        self.model.execute(state, process, transition)
    }

    fn invariant(&self) -> Option<&Invariant> {
        Some(&self.invariant)
    }
}
