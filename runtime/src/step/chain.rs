//! Endless chains inside atomic sequences.
//!
//! States inside an atomic sequence are not stored, so a search that only goes on would follow
//! `atomic { do :: x = 1 - x od }` for ever. Storing them for all cases would cost what `atomic` is
//! there to save; remembering all states of the sequences that are long costs more than their steps
//! do, for a long sequence is mostly a loop over an array.
//!
//! So a sequence runs unwatched for its first 1,000 steps or somewhat more. From there on a state
//! is remembered as long as the sequence lasts if it has a [choice](PlaceInfo::has_choice), for
//! there the branches multiply. A state without a choice determines what follows up to the next
//! choice, so an endless stretch of such states is a cycle, and to find one it is enough to compare
//! with a single state that was kept on the path, if a later one is kept each time the length has
//! doubled (Brent 1980); its hash is enough as long as it is another. Branches that come together
//! between two choices would each go through what follows, so one state in 1,024 is remembered
//! there, too: one that its hash tells, for then it is the same on each branch.
//!
//! A state that is met again on the path is the loop: the branch is cut and reported. One that was
//! left before would only be repeated, and is cut without a word. Either way every state that can
//! be reached by leaving the sequence is still found. And the search comes to an end: an infinite
//! branch would have a choice again and again, and meet one twice, for there are finitely many
//! states; or it would have none from some state on, and meet the one that was kept.

use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use super::cursor::Cursor;
use crate::memory::{Account, Budget, Charge, OutOfMemory};
use crate::model::PlaceId;
#[cfg(doc)]
use crate::model::PlaceInfo;
use crate::state::State;

/// Steps of a sequence before it is watched; looked at whenever the path has a multiple of
/// [`STRIDE`] states.
const UNWATCHED: usize = 1000;
const STRIDE: usize = 1024;

/// Hashes below this are those of one state in 1,024.
const SAMPLED: u64 = u64::MAX >> 10;

/// The long atomic sequences on the path.
pub(crate) struct Chains {
    /// The innermost last.
    watches: Vec<Watch>,
    /// Position on the path of the state that the last watch will see next; 0 for want of a watch.
    next: usize,
    /// Hash of the state that the last watch compares with, if it does.
    kept_hash: u64,
    cuts: BTreeMap<PlaceId, u64>,
    budget: Arc<Budget>,
}

/// One sequence.
struct Watch {
    /// Position of its first state.
    first: usize,
    /// [`Chains::next`], while another watch is the last.
    next: usize,
    /// The state on the path to compare with, and its position.
    kept: Option<(usize, Met)>,
    /// States remembered; `true` for those on the path.
    met: HashMap<Met, bool>,
    /// Those on the path, with their positions.
    on_path: Vec<(usize, Met)>,
    charge: Charge,
}

impl Chains {
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        Self {
            watches: Vec::new(),
            next: 0,
            kept_hash: 0,
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
        has_choice: bool,
    ) -> Result<bool, OutOfMemory> {
        let (position, hash) = (frames.len(), state.hash());
        let is_due = position.is_multiple_of(STRIDE);
        if position == self.next || is_due && self.begin(frames) {
            if is_due || has_choice || hash < SAMPLED || hash == self.kept_hash {
                return self.meet(position, state, pid, has_choice);
            }
            self.next += 1;
        }
        Ok(false)
    }

    /// Begins to watch the sequence of the last of `frames` if it is long.
    #[cold]
    fn begin(&mut self, frames: &[Cursor]) -> bool {
        let inside = frames.iter().rev().take_while(|it| it.is_exclusive());
        let (position, steps) = (frames.len(), inside.count());
        if steps < UNWATCHED {
            return false;
        }
        if let Some(outer) = self.watches.last_mut() {
            outer.next = self.next;
        }
        self.next = position;
        self.watches.push(Watch {
            first: position - steps,
            next: position,
            kept: None,
            met: HashMap::new(),
            on_path: Vec::new(),
            charge: Charge::none(self.budget.clone(), Account::Tables),
        });
        true
    }

    /// As [`enter`](Self::enter), at a state that may be met again, or will be.
    #[cold]
    fn meet(
        &mut self,
        position: usize,
        state: &State,
        pid: u8,
        has_choice: bool,
    ) -> Result<bool, OutOfMemory> {
        let watch = self.watches.last_mut().expect("it waits for this position");
        let met = Met::new(state, pid);
        let is_kept = watch.kept.as_ref().is_some_and(|(_, kept)| *kept == met);
        if let Some(is_on_path) = is_kept.then_some(true).or(watch.met.get(&met).copied()) {
            if is_on_path {
                let place = state.place(state.process(pid));
                *self.cuts.entry(place).or_default() += 1;
            }
            return Ok(true);
        }
        if has_choice || met.hash < SAMPLED {
            watch.charge.add(met.bytes())?;
            watch.met.insert(met.clone(), true);
            watch.on_path.push((position, met.clone()));
        }
        let steps = |position| position - watch.first;
        let kept = watch.kept.as_ref();
        if kept.is_none_or(|&(before, _)| steps(position) >= 2 * steps(before)) {
            self.kept_hash = met.hash;
            watch.kept = Some((position, met));
        }
        self.next = position + 1;
        Ok(false)
    }

    /// The states from `position` on are left, or are not inside the sequence any more.
    #[inline(always)]
    pub(crate) fn leave(&mut self, position: usize) {
        if position < self.next {
            self.leave_watched(position);
        }
    }

    /// The same of the last state on the path, none of whose edges is left.
    #[inline(always)]
    pub(crate) fn leave_last(&mut self, position: usize, state: &State, pid: u8) {
        if position < self.next {
            self.leave_last_watched(position, state, pid);
        }
    }

    #[cold]
    fn leave_last_watched(&mut self, position: usize, state: &State, pid: u8) {
        let watch = self.watches.last_mut().expect("it has seen the state");
        let remembered = watch.on_path.last().is_some_and(|&(at, _)| at == position);
        if !remembered && state.has_choice(pid) {
            // It is from before the watch. These thousand are too few to be charged.
            watch.met.insert(Met::new(state, pid), false);
        }
        self.leave_watched(position);
    }

    #[cold]
    fn leave_watched(&mut self, position: usize) {
        let watch = self.watches.last_mut().expect("it has seen the state");
        while let Some((_, met)) = watch.on_path.pop_if(|(at, _)| *at >= position) {
            watch.met.insert(met, false);
        }
        watch.kept.take_if(|(at, _)| *at >= position);
        self.next = position;
        if position == watch.first {
            self.watches.pop();
            let outer = self.watches.last();
            self.next = outer.map_or(0, |outer| outer.next);
            let kept = outer.and_then(|outer| outer.kept.as_ref());
            self.kept_hash = kept.map_or(0, |(_, met)| met.hash);
        }
    }
}

/// What determines the rest of a sequence: the state, hidden variables too, and the process that
/// goes on.
#[derive(Clone, PartialEq, Eq)]
struct Met {
    hash: u64,
    pid: u8,
    words: Rc<[u32]>,
}

impl Met {
    fn new(state: &State, pid: u8) -> Self {
        Self {
            hash: state.hash(),
            pid,
            words: state.all_words().into(),
        }
    }

    /// Bytes that it takes, with its share of a table that doubles, roughly.
    fn bytes(&self) -> u64 {
        size_of_val(&*self.words) as u64 + 128
    }
}

/// The hash of the state is there already.
impl Hash for Met {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash);
    }
}
