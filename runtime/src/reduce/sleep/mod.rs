//! Sleep sets: edges that need not be executed in a state, because they were executed before, and
//! only independent ones since.
//!
//! In a state edges *a* and *b* are executed, in this order. Behind *b* an independent *a* would
//! lead to where *b* behind *a* has led. So behind *b* edge *a* sleeps, until one that depends on
//! it is executed. A sleeping edge is enabled, and is known to be without being tried.
//!
//! Where states are matched, this is not enough: a state met again, now with fewer edges asleep,
//! has been left by too few. Three remedies:
//!
//! | form | remedy | loses |
//! |---|---|---|
//! | stored | the set is kept with the state; what slept then and does not now is executed when the state is met again, and the intersection is kept (Godefroid 1996) | nothing |
//! | 1995 | an edge into the stack is never put to sleep: Algorithm 2 of *State-Space Caching Revisited*, lines 11 and 21 to 23 | nothing, without other reductions (Theorem 3.1) |
//! | 1992 | none: Algorithm 3 of *Coverage preserving reduction strategies* | states, rarely |

use std::sync::Arc;

use super::{Dependency, SleepSets};
use crate::memory::{Account, Budget, Charged, Chunks, OutOfMemory, OutOfMemoryCause};
use crate::model::{ModelInfo, TransitionId};
use crate::state::State;
use crate::step::Move;
use crate::store::Handle;

mod interned;

use interned::Interned;

/// An edge by name, in eight bytes: sender, receiver, and their transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sleeper(u64);

const NOBODY: u64 = 0xff;
const TRANSITION_BITS: u32 = 24;

impl Sleeper {
    /// The name of an edge.
    pub fn new(edge: &Move) -> Self {
        let (receiver, receive) = match edge.partner {
            Some((pid, transition)) => (u64::from(pid), u64::from(transition.0)),
            None => (NOBODY, 0),
        };
        let sent = u64::from(edge.transition.0);
        let pids = u64::from(edge.pid) << 8 | receiver;
        Self(pids << (2 * TRANSITION_BITS) | sent << TRANSITION_BITS | receive)
    }

    /// The edge.
    pub fn edge(self) -> Move {
        let receiver = self.0 >> (2 * TRANSITION_BITS) & 0xff;
        Move {
            pid: self.pid(),
            transition: self.transition(TRANSITION_BITS),
            partner: (receiver != NOBODY).then(|| (receiver as u8, self.transition(0))),
        }
    }

    #[inline(always)]
    fn transition(self, shift: u32) -> TransitionId {
        TransitionId((self.0 >> shift) as u32 & ((1 << TRANSITION_BITS) - 1))
    }

    /// The process that moves, or sends.
    #[inline(always)]
    pub fn pid(self) -> u8 {
        (self.0 >> (2 * TRANSITION_BITS + 8)) as u8
    }

    /// Whether it is this transition of this process, with or without a partner.
    #[inline(always)]
    pub fn begins_with(self, pid: u8, transition: TransitionId) -> bool {
        self.pid() == pid && self.transition(TRANSITION_BITS) == transition
    }

    /// Whether it is a step of one process alone.
    #[inline(always)]
    pub fn is_alone(self) -> bool {
        self.0 >> (2 * TRANSITION_BITS) & NOBODY == NOBODY
    }
}

/// Most sleepers of all states on the path (16 GiB), so that a frame can name them in 32 bits: one
/// state more has at most as many as that.
const SLEEPERS_MAX: usize = 1 << 31;

/// Where the sets of a state on the path lie among the sleepers.
///
/// `start..asleep` are not executed here (of a state opened again: are all that is executed).
/// `handed_on..end` sleep behind the edges executed from now on, as far as they do not depend on
/// them.
#[derive(Clone, Copy)]
struct Frame {
    start: u32,
    asleep: u32,
    handed_on: u32,
    end: u32,
    /// The edge being executed.
    current: Sleeper,
    /// It has led to a state on the stack.
    into_stack: bool,
}

/// The sleep sets of a search. Memory: 8 bytes for each sleeping edge of each state on the path and
/// 32 for the state; stored form: 4 bytes for each stored state, and each different set once.
pub struct Sleep {
    form: SleepSets,
    dependency: Dependency,
    sleepers: Charged<Sleeper>,
    frames: Charged<Frame>,
    sets: Interned,
    of_state: Chunks<u32>,
}

impl Sleep {
    /// Nothing asleep.
    pub fn new(info: &'static ModelInfo, form: SleepSets, budget: &Arc<Budget>) -> Self {
        Self {
            form,
            dependency: Dependency::new(info, budget.clone()),
            sleepers: Charged::new(budget.clone(), Account::Stack),
            frames: Charged::new(budget.clone(), Account::Stack),
            sets: Interned::new(budget.clone()),
            of_state: Chunks::new(budget.clone()),
        }
    }

    /// New states are to apply [`Sleep::drop_from_stack`].
    #[inline(always)]
    pub fn has_stack_rule(&self) -> bool {
        self.form == SleepSets::Paper1995
    }

    /// The edges that are not executed in the last state on the path; of a state opened again, all
    /// that are executed.
    #[inline(always)]
    pub fn asleep(&self) -> &[Sleeper] {
        match self.frames.last() {
            Some(frame) => &self.sleepers[frame.start as usize..frame.asleep as usize],
            None => &[],
        }
    }

    /// An edge of the last state was executed.
    #[inline(always)]
    pub fn begin(&mut self, edge: &Move) {
        if let Some(frame) = self.frames.last_mut() {
            frame.current = Sleeper::new(edge);
            frame.into_stack = false;
        }
    }

    /// The edge being executed has led to a state on the stack.
    #[inline(always)]
    pub fn note_into_stack(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.into_stack = true;
        }
    }

    /// The edge being executed, and all behind it, is done: from now on it sleeps.
    ///
    /// # Errors
    /// The budget or the system refuses the memory; as of all that makes sets longer.
    ///
    /// # Panics
    /// No state is on the path.
    #[inline(always)]
    pub fn finish(&mut self) -> Result<(), OutOfMemory> {
        let frame = self.frames.last_mut().expect("a state on the path");
        self.sleepers.truncate(frame.end as usize);
        if self.form == SleepSets::Paper1995 && frame.into_stack {
            return Ok(());
        }
        self.sleepers.push(frame.current)?;
        frame.end += 1;
        Ok(())
    }

    /// Appends what sleeps behind the edge being executed. `state` is behind its first step; with
    /// `timeout` nothing sleeps.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    #[inline]
    pub fn hand_on(&mut self, state: &State, timeout: bool) -> Result<(), OutOfMemory> {
        let Some(&frame) = self.frames.last() else {
            return Ok(());
        };
        if timeout {
            return Ok(());
        }
        let edge = frame.current.edge();
        for index in frame.handed_on..frame.end {
            let sleeper = self.sleepers[index as usize];
            if !self.dependency.dependent(state, &edge, &sleeper.edge()) {
                self.sleepers.push(sleeper)?;
            }
        }
        Ok(())
    }

    /// Opens a new state, behind an edge or, `in_sequence`, at the end of an atomic sequence for
    /// which [`Sleep::hand_on`] was called when it began.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn open(
        &mut self,
        state: &State,
        handle: Handle,
        timeout: bool,
        in_sequence: bool,
    ) -> Result<(), OutOfMemory> {
        let start = self.inherit(state, timeout, in_sequence)?;
        if self.form == SleepSets::Stored {
            let set = self.sets.intern(&self.sleepers[start..])?;
            // The handle may have been that of a state that is forgotten by now.
            if set != self.of_state.value(handle.index()) {
                *self.of_state.slot(handle.index())? = set;
            }
        }
        let end = self.sleepers.len();
        self.push_frame(start, end, start)
    }

    /// Opens a state again that was met before, if edges slept then that do not now. Gives whether
    /// there are such edges.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn reopen(
        &mut self,
        state: &State,
        handle: Handle,
        timeout: bool,
        in_sequence: bool,
    ) -> Result<bool, OutOfMemory> {
        if self.form != SleepSets::Stored {
            return Ok(false);
        }
        let set = self.of_state.value(handle.index());
        if set == Interned::EMPTY {
            return Ok(false);
        }
        let start = self.inherit(state, timeout, in_sequence)?;
        let now = &self.sleepers[start..];
        let sleeps = |sleeper: &Sleeper| now.binary_search(sleeper).is_ok();
        let stored = self.sets.get(set).iter();
        if stored.clone().all(sleeps) {
            self.sleepers.truncate(start);
            return Ok(false);
        }
        let (common, woken): (Vec<Sleeper>, Vec<Sleeper>) = stored.partition(|&it| sleeps(it));
        self.sleepers.truncate(start);
        *self.of_state.slot(handle.index())? = self.sets.intern(&common)?;
        for sleeper in woken {
            self.sleepers.push(sleeper)?;
        }
        let handed_on = self.sleepers.len();
        for sleeper in common {
            self.sleepers.push(sleeper)?;
        }
        self.push_frame(start, handed_on, handed_on)?;
        Ok(true)
    }

    /// Appends the sorted sleep set of the state being entered, and gives where it starts.
    fn inherit(
        &mut self,
        state: &State,
        timeout: bool,
        in_sequence: bool,
    ) -> Result<usize, OutOfMemory> {
        let start = self.sleepers.len();
        if in_sequence {
            // What lies at the end of the last state's frame.
            let handed_on = self.frames.last().map_or(0, |frame| frame.end as usize);
            for index in handed_on..start {
                let sleeper = self.sleepers[index];
                self.sleepers.push(sleeper)?;
            }
        } else {
            self.hand_on(state, timeout)?;
        }
        self.sleepers[start..].sort_unstable();
        Ok(start)
    }

    fn push_frame(
        &mut self,
        start: usize,
        asleep: usize,
        handed_on: usize,
    ) -> Result<(), OutOfMemory> {
        if self.sleepers.len() > SLEEPERS_MAX {
            let (bytes, cause) = (size_of::<Sleeper>() as u64, OutOfMemoryCause::Capacity);
            return Err(self.sleepers.charge().refused(bytes, cause));
        }
        self.frames.push(Frame {
            start: start as u32,
            asleep: asleep as u32,
            handed_on: handed_on as u32,
            end: self.sleepers.len() as u32,
            current: Sleeper(0),
            into_stack: false,
        })
    }

    /// The stack rule for a new state: sleeping edges for which `leads_into_stack` holds are not
    /// executed here, but do not sleep behind others.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn drop_from_stack(
        &mut self,
        mut leads_into_stack: impl FnMut(&Move) -> bool,
    ) -> Result<(), OutOfMemory> {
        let Some(&frame) = self.frames.last() else {
            return Ok(());
        };
        for index in frame.start..frame.asleep {
            let sleeper = self.sleepers[index as usize];
            if !leads_into_stack(&sleeper.edge()) {
                self.sleepers.push(sleeper)?;
            }
        }
        let end = self.sleepers.len() as u32;
        let frame = self.frames.last_mut().expect("looked at above");
        (frame.handed_on, frame.end) = (frame.asleep, end);
        Ok(())
    }

    /// Whether no set is kept with any state.
    pub fn knows_nothing(&self) -> bool {
        self.of_state.is_empty()
    }

    /// Makes room for the sets of states with handles below `bound`.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn reserve(&mut self, bound: usize) -> Result<(), OutOfMemory> {
        match bound.checked_sub(1) {
            Some(last) if !self.knows_nothing() => self.of_state.slot(last).map(drop),
            _ => Ok(()),
        }
    }

    /// Which set is kept with the state.
    pub fn set_of(&self, handle: Handle) -> u32 {
        self.of_state.value(handle.index())
    }

    /// Keeps a set, for a state that has got another handle.
    ///
    /// # Panics
    /// The handle lies at or above the bound that was [reserved](Self::reserve).
    pub fn put(&mut self, handle: Handle, set: u32) {
        if set != self.set_of(handle) {
            let slot = self.of_state.slot(handle.index());
            *slot.expect("room was reserved") = set;
        }
    }

    /// Only these states are stored: sets that none of them has are given up.
    pub fn keep(&mut self, stored: &mut dyn Iterator<Item = Handle>) {
        let used = stored.map(|handle| self.of_state.value(handle.index()));
        self.sets.keep(used);
    }

    /// The last state is left.
    #[inline(always)]
    pub fn close(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.sleepers.truncate(frame.start as usize);
        }
    }
}
