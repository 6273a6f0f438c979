//! A model with a claim of safety, for any of the searches: each lets it see the states that it
//! stores.

use crate::claim::{ClaimInfo, Safety};
use crate::model::{Candidate, Model, ModelInfo, Outcome, TransitionId};
use crate::reduce;
use crate::state::{Faulted, Process, State};

/// A model whose state has the place of a claim, too.
pub struct Watched<'m> {
    model: &'m dyn Model,
    info: &'static ModelInfo,
    safety: Safety,
}

/// The claim, if it is one of safety and asks nothing that a stored state does not hold.
pub fn safety(info: &ModelInfo, claim: &'static ClaimInfo) -> Option<Safety> {
    let is_hidden = info.hidden_reads.iter().any(|read| read.by_claim);
    Safety::of(claim).filter(|_| !is_hidden)
}

impl<'m> Watched<'m> {
    /// `None` if the claim needs a product: it is not one of [`safety`].
    pub fn new(model: &'m dyn Model, claim: &'static ClaimInfo) -> Option<Self> {
        let info = model.info();
        safety(info, claim).map(|safety| Self {
            model,
            info: reduce::watched(info, claim),
            safety,
        })
    }
}

impl Model for Watched<'_> {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        self.model.initialize(state)?;
        self.safety.claim().start(state);
        Ok(())
    }

    fn execute(&self, state: &mut State, process: Process, transition: TransitionId) -> Outcome {
        self.model.execute(state, process, transition)
    }

    fn attempt(&self, state: &mut State, process: Process, candidate: &Candidate) -> Outcome {
        self.model.attempt(state, process, candidate)
    }

    fn safety(&self) -> Option<&Safety> {
        Some(&self.safety)
    }
}
