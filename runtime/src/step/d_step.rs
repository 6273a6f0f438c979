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
#[derive(Debug, Default)]
pub struct Watch {
    steps: u64,
    /// State and node to compare with.
    kept: Option<(Vec<u32>, u32)>,
}

impl Watch {
    /// To be called whenever control comes to one of the nodes, by number.
    ///
    /// # Errors
    /// It was there before in the same state, or the search must end.
    #[inline(always)]
    pub fn pass(&mut self, state: &State, node: u32) -> Result<(), Faulted> {
        self.steps += 1;
        if self.steps < UNWATCHED {
            return Ok(());
        }
        self.compare(state, node)
    }

    #[cold]
    fn compare(&mut self, state: &State, node: u32) -> Result<(), Faulted> {
        if self.steps.is_multiple_of(STEPS_PER_CHECK) {
            state.check_step()?;
        }
        if let Some((kept, at)) = &self.kept
            && *at == node
            && state.equals(kept)
        {
            return Err(state.fail(Fault::EndlessDStep));
        }
        if self.kept.is_none() || self.steps.is_power_of_two() {
            self.kept = Some((state.all_words(), node));
        }
        Ok(())
    }
}
