//! Local edges: Algorithm 2 of Holzmann, Godefroid and Pirottin (1992).
//!
//! A process whose next step touches nothing that others can see may go first: whatever the others do, before or after, comes to the same. It is
//! tempting to look at its *enabled* edges only. But a disabled one that others can enable would then never be seen: with `if :: l == 0 -> l = 1 :: c?l -> assert(false) fi`
//! beside `c!1` the assertion would not be found. So a process qualifies if every transition at its place is local, enabled or not.
//!
//! And a transition is local only if no other looks at where its process stands: an `else` beside a rendezvous send does, since it waits until nobody receives.
//! Such transitions conflict with everything, so where there are any, nothing is local.

use super::Pids;
use crate::model::ModelInfo;
use crate::state::State;

/// Which places have local transitions only.
pub struct Local {
    places: Vec<bool>,
}

impl Local {
    /// For a model with tags.
    pub fn new(info: &'static ModelInfo) -> Self {
        let watched = info.tags.iter().any(|tags| tags.everything);
        let is_local = |place: &crate::model::PlaceInfo| {
            let mut candidates = place.candidates.iter();
            !watched
                && !place.candidates.is_empty()
                && candidates.all(|it| info.tags[it.transition.0 as usize].is_local())
        };
        Self {
            places: info.places.iter().map(is_local).collect(),
        }
    }

    /// No process is ever local.
    pub fn is_useless(&self) -> bool {
        !self.places.contains(&true)
    }

    /// The local process with the highest pid that is not in `done`.
    #[inline(always)]
    pub fn next(&self, state: &State, done: &Pids) -> Option<Pids> {
        let pids = (0..state.process_count() as u8).rev();
        let is_local = |pid| self.places[state.place(state.process(pid)).0 as usize];
        let mut local = pids.filter(|&pid| is_local(pid));
        local.find(|&pid| !done.contains(pid)).map(Pids::only)
    }
}
