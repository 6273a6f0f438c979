//! Endless chains inside atomic sequences.
//!
//! States inside an atomic sequence are not stored, so a search that only goes on would follow
//! `atomic { do :: x = 1 - x od }` for ever. Storing them for all cases would cost what `atomic` is
//! there to save. So a sequence runs unwatched for its first 1,000 steps or somewhat more; then
//! each state that it reaches is remembered as long as the sequence lasts. One that is met again on
//! the path is the loop: the branch is cut and reported. One that was left before would only be
//! repeated, and is cut without a word. Either way every state that can be reached by leaving the
//! sequence is still found.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::cursor::Cursor;
use crate::memory::{Account, Budget, Charge, OutOfMemory};
use crate::model::PlaceId;
use crate::state::State;

/// Steps of a sequence before it is watched; looked at whenever the path has a multiple of
/// [`STRIDE`] states.
const UNWATCHED: usize = 1000;
const STRIDE: usize = 1024;

/// The long atomic sequences on the path, the innermost last.
pub(crate) struct Chains {
    watches: Vec<Watch>,
    cuts: BTreeMap<PlaceId, u64>,
    budget: Arc<Budget>,
}

/// One sequence. Its states on the path are those at the positions `first..=last`.
struct Watch {
    first: usize,
    last: usize,
    /// States met, with their process; `true` for those on the path.
    met: HashMap<Box<[u32]>, bool>,
    charge: Charge,
}

impl Chains {
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        Self {
            watches: Vec::new(),
            cuts: BTreeMap::new(),
            budget,
        }
    }

    /// Where endless chains were cut, and how often.
    pub(crate) fn into_cuts(self) -> BTreeMap<PlaceId, u64> {
        self.cuts
    }

    /// A state inside an atomic sequence of `pid` is reached, with `frames` below it; `true` when
    /// the branch ends here.
    #[inline(always)]
    pub(crate) fn enter(
        &mut self,
        frames: &[Cursor],
        state: &State,
        pid: u8,
    ) -> Result<bool, OutOfMemory> {
        if self.watches.is_empty() && !frames.len().is_multiple_of(STRIDE) {
            return Ok(false);
        }
        self.enter_watched(frames, state, pid)
    }

    /// The state at `position` on the path is left, or is not inside the sequence any more.
    #[inline(always)]
    pub(crate) fn leave(&mut self, position: usize, state: &State, pid: u8) {
        if !self.watches.is_empty() {
            self.leave_watched(position, state, pid);
        }
    }

    #[cold]
    fn enter_watched(
        &mut self,
        frames: &[Cursor],
        state: &State,
        pid: u8,
    ) -> Result<bool, OutOfMemory> {
        let position = frames.len();
        if self
            .watches
            .last()
            .is_none_or(|watch| watch.last + 1 != position)
        {
            let steps = frames
                .iter()
                .rev()
                .take_while(|frame| frame.is_exclusive())
                .count();
            if steps < UNWATCHED || !position.is_multiple_of(STRIDE) {
                return Ok(false);
            }
            self.watches.push(Watch {
                first: position - steps,
                last: position - 1,
                met: HashMap::new(),
                charge: Charge::none(self.budget.clone(), Account::Tables),
            });
        }
        let watch = self.watches.last_mut().expect("pushed if there was none");
        let key = key(state, pid);
        if let Some(&on_path) = watch.met.get(&key) {
            if on_path {
                let place = state.place(state.process(pid));
                *self.cuts.entry(place).or_default() += 1;
            }
            return Ok(true);
        }
        // The table's own slots are counted roughly: it doubles.
        watch.charge.add(size_of_val(&*key) as u64 + 64)?;
        watch.met.insert(key, true);
        watch.last = position;
        Ok(false)
    }

    #[cold]
    fn leave_watched(&mut self, position: usize, state: &State, pid: u8) {
        let watch = self.watches.last_mut().expect("called when there is one");
        if watch.last != position {
            return;
        }
        // The thousand states from before the watch are remembered now; they are too few to be
        // charged.
        watch.met.insert(key(state, pid), false);
        watch.last -= 1;
        if position == watch.first {
            self.watches.pop();
        }
    }
}

/// What determines the rest of a sequence: the state and the process that goes on.
fn key(state: &State, pid: u8) -> Box<[u32]> {
    let mut key = state.words().to_vec();
    key.push(u32::from(pid));
    key.into_boxed_slice()
}
