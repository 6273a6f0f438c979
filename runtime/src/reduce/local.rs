//! Local edges: Algorithm 2 of Holzmann, Godefroid and Pirottin (1992).
//!
//! A process whose next step touches nothing that others can see may go first: whatever the others do, before or after, comes to the same. It is
//! tempting to look at its *enabled* edges only. But a disabled one that others can enable would then never be seen: with `if :: l == 0 -> l = 1 :: c?l -> assert(false) fi`
//! beside `c!1` the assertion would not be found. So a process qualifies if every transition at its place is local, enabled or not.
//!
//! And some transitions look at where other processes stand: an `else` beside a rendezvous send waits until nobody receives, and a send in the middle of an atomic
//! sequence goes on only if somebody does. Tags can say so ([`Verb::SeeksReceiver`](crate::tags::Verb::SeeksReceiver)). Where they do not, such a transition conflicts
//! with everything; but what it sees of a step without tags is only that its process can receive afterwards and could not before. So where there are
//! transitions that conflict with everything, steps of that kind are not local.

use super::Pids;
use crate::model::{Candidate, ModelInfo, PlaceInfo, Role};
use crate::state::State;

/// Which places have local transitions only.
#[derive(Clone)]
pub struct Local {
    places: Vec<bool>,
}

impl Local {
    /// For a model with tags.
    pub fn new(info: &'static ModelInfo) -> Self {
        let watched = info.tags.iter().any(|tags| tags.everything);
        let is_seen = |it: &Candidate| {
            let target = info.transitions[it.transition.0 as usize].target;
            let mut next = info.places[target.0 as usize].candidates.iter();
            it.atomic || next.any(|it| it.role == Role::Receive)
        };
        let is_local = |place: &PlaceInfo| {
            let mut candidates = place.candidates.iter();
            !place.candidates.is_empty()
                && candidates.all(|it| {
                    info.tags[it.transition.0 as usize].is_local() && !(watched && is_seen(it))
                })
        };
        Self {
            places: info.places.iter().map(is_local).collect(),
        }
    }

    /// No process is ever local.
    pub fn is_useless(&self) -> bool {
        !self.places.contains(&true)
    }

    /// Whether every transition at the place of `pid` is local.
    pub fn is_local(&self, state: &State, pid: u8) -> bool {
        self.places[state.place(state.process(pid)).0 as usize]
    }

    /// The local process with the highest pid that is not in `done`.
    #[inline(always)]
    pub fn next(&self, state: &State, done: &Pids) -> Option<Pids> {
        // A loop, since the adaptors of iterators are not always unrolled into one; it runs at each state.
        let mut pid = state.process_count();
        for place in state.places().rev() {
            pid -= 1;
            if self.places[place.0 as usize] && !done.contains(pid as u8) {
                return Some(Pids::only(pid as u8));
            }
        }
        None
    }
}
