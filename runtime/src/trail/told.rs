//! The run of a trail with the values that the text of the model gives.
//!
//! What a search leaves out of its states must not show in a trail: locals that are set back to 0
//! where nothing reads them any more, variables that nothing reads at all. So a state that
//! [tells](State::telling) is led along. It takes the same edges, each by its transitions alone:
//! that they are enabled was seen of the search's own state. What is left out decides nothing, so
//! they are enabled here as well; if one is not, the analyzer was optimised wrongly.

use std::sync::Arc;

use crate::claim::{ClaimEdge, ClaimInfo};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::{Model, Step};
use crate::state::{Faulted, State};
use crate::step::Move;
use crate::view::View;

/// A run whose state tells.
pub(super) struct Told<'m> {
    model: &'m dyn Model,
    state: State,
    /// A view of some state before, perhaps of this one.
    last: Option<View>,
}

impl<'m> Told<'m> {
    /// Stands in the initial state, as far as it can be built.
    pub(super) fn new(model: &'m dyn Model, budget: &Arc<Budget>) -> Self {
        let state = State::new(model.info()).telling();
        let mut state = state.for_report(budget.clone());
        let _ = model.initialize(&mut state);
        state.forget();
        Self {
            model,
            state,
            last: None,
        }
    }

    /// The claim begins.
    pub(super) fn start(&mut self, claim: &ClaimInfo) {
        claim.start(&mut self.state);
        self.state.forget();
    }

    /// Takes an edge of the system, in the round of `timeout` or not; `faulted` if it ends in a
    /// run-time error, `stops` if nothing of it counts behind what fails.
    ///
    /// # Errors
    /// It does not take the edge as the search's state does.
    pub(super) fn step(
        &mut self,
        edge: Move,
        timeout: bool,
        (faulted, stops): (bool, bool),
    ) -> Result<(), String> {
        // Of several statements those count that come before the one that fails.
        let info = &self.state.info().transitions[edge.transition.0 as usize];
        let several = info.steps.len() > 1 && info.inside.is_empty();
        if faulted && !stops && (edge.partner.is_some() || !several) {
            return Ok(());
        }
        self.state.set_timeout(timeout);
        let mut outcome = Ok(Step::Offered);
        for (pid, transition) in edge.halves() {
            if outcome == Ok(Step::Offered)
                && let Some(process) = self.state.live(pid.into())
            {
                outcome = self.model.execute(&mut self.state, process, transition);
            }
        }
        self.state.take_fault();
        if stops {
            self.state.undo_to_failure();
        }
        self.state.forget();
        let wanted = match faulted {
            true => Err(Faulted),
            false => Ok(Step::Done),
        };
        match outcome == wanted {
            true => Ok(()),
            false => Err(format!(
                "depends on a variable that was taken for one that nothing reads: {edge:?}"
            )),
        }
    }

    /// Takes an edge of the claim.
    pub(super) fn step_claim(&mut self, claim: &ClaimInfo, edge: &ClaimEdge) {
        let _ = claim.take(&mut self.state, edge);
        self.state.take_fault();
        self.state.forget();
    }

    /// Why the last step has ended half-way, if it has.
    pub(super) fn stopped(&self) -> Option<Stop> {
        self.state.stopped()
    }

    /// The state as it stands.
    pub(super) fn view(&mut self) -> View {
        let last = self.last.take().filter(|last| last.is_of(&self.state));
        last.unwrap_or_else(|| View::whole(&self.state))
    }

    /// A view that may be wanted again.
    pub(super) fn keep(&mut self, view: View) {
        self.last = Some(view);
    }
}
