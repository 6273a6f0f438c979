//! Endless loops inside a `d_step`, which would never come back to the search.
//!
//! Remembering every state on the way would cost what `d_step` is there to save. As long as nothing
//! random happens, a loop is a cycle of states, and to find one it is enough to compare with a
//! single state kept from earlier, if a later one is kept each time the number of steps has doubled
//! (Brent 1980): the cycle is noticed at the latest when it has been gone through three times or
//! so. A `d_step` may be long without being endless: now and then it is looked whether the search
//! must end.

use crate::state::{Fault, Faulted, State};

/// Steps before a `d_step` is watched.
const UNWATCHED: u64 = 1000;

/// Steps between two looks at time and memory.
const STEPS_PER_CHECK: u64 = 1 << 10;

/// Watches one `d_step` that can go in circles.
#[derive(Debug)]
pub struct Watch {
    steps: u64,
    /// The number of steps at which there is something to do.
    due: u64,
    /// Hash of the state to compare with, which is enough as long as it is another.
    kept_hash: u64,
    /// State and node to compare with.
    kept: Option<(Vec<u32>, u32)>,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            steps: 0,
            due: UNWATCHED,
            kept_hash: 0,
            kept: None,
        }
    }
}

impl Watch {
    /// To be called whenever control comes to one of the nodes, by number.
    ///
    /// # Errors
    /// It was there before in the same state, or the search must end.
    #[inline(always)]
    pub fn pass(&mut self, state: &State, node: u32) -> Result<(), Faulted> {
        self.steps += 1;
        if self.steps == self.due || state.hash() == self.kept_hash {
            return self.compare(state, node);
        }
        Ok(())
    }

    #[cold]
    fn compare(&mut self, state: &State, node: u32) -> Result<(), Faulted> {
        if let Some((kept, at)) = &self.kept
            && *at == node
            && state.equals(kept)
        {
            return Err(state.fail(Fault::EndlessDStep));
        }
        if self.steps < self.due {
            return Ok(());
        }
        if self.kept.is_none() || self.steps.is_power_of_two() {
            self.kept = Some((state.all_words(), node));
            self.kept_hash = state.hash();
        }
        if self.steps.is_multiple_of(STEPS_PER_CHECK) {
            state.check_step()?;
        }
        self.due = (self.steps / STEPS_PER_CHECK + 1) * STEPS_PER_CHECK;
        Ok(())
    }
}
