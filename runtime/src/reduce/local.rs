//! Local edges: Algorithm 2 of Holzmann, Godefroid and Pirottin (1992).
//!
//! A process whose next step touches nothing that others can see may go first: whatever the others
//! do, before or after, comes to the same. It is tempting to look at its *enabled* edges only. But
//! a disabled one that others can enable would then never be seen: with
//! `if :: l == 0 -> l = 1 :: c?l -> assert(false) fi` beside `c!1` the assertion would not be
//! found. So a process qualifies if every transition at its place is local, enabled or not.
//!
//! And some transitions look at where other processes stand: an `else` beside a rendezvous send
//! waits until no one receives, and a send in the middle of an atomic sequence goes on only if
//! somebody does. Tags can say so ([`Verb::SeeksReceiver`](crate::tags::Verb::SeeksReceiver)).
//! Where they do not, such a transition conflicts with everything; but what it sees of a step
//! without tags is only that its process can receive afterwards and could not before. So where
//! there are transitions that conflict with everything, steps of that kind are not local.

use super::Pids;
use crate::model::{Candidate, ModelInfo, PlaceInfo, Role};
use crate::state::State;

/// Which places have local transitions only.
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
    pub fn nowhere(info: &'static ModelInfo) -> Self {
        Self {
            places: vec![false; info.places.len()],
        }
    }

    /// Whether every transition there is local.
    pub(super) fn is_local(&self, place: usize) -> bool {
        self.places[place]
    }

    /// The local processes, a bit for each of the first 64.
    pub fn processes(&self, state: &State) -> u64 {
        let places = state.places().take(64).enumerate();
        places.fold(0, |set, (pid, place)| {
            set | u64::from(self.places[place.0 as usize]) << pid
        })
    }

    /// The same after `pid` has moved, if it is one of them.
    #[inline(always)]
    pub fn update(&self, processes: u64, state: &State, pid: u8) -> u64 {
        if pid >= 64 {
            return processes;
        }
        let place = state.place(state.process(pid));
        let local = self.places[place.0 as usize];
        processes & !(1 << pid) | u64::from(local) << pid
    }

    /// The local process with the highest pid that is not in `done`, of the first 64.
    pub fn next(&self, state: &State, done: &Pids) -> Option<Pids> {
        let local = Pids::from(self.processes(state)).without(done);
        local.highest().map(Pids::only)
    }
}
