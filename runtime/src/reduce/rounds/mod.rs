//! The rounds in which the processes of a state are tried: persistent sets, all other processes,
//! all once more with `timeout` true.
//!
//! This is which edges a state has, and in which order; it is the same in all orders of search. A
//! search tells whether the edges of a round satisfy the *proviso*: one of them has led to a state
//! in which what is put off here will be tried. If none has, another round begins; the last ones
//! are the full expansion of the state.

mod beside_claim;
mod while_it_pays;

use super::{Local, Pids, Reduction, Sets};
use crate::model::{Model, ModelInfo};
use crate::state::State;
use crate::step::{Cursor, NO_PROCESS};
pub use beside_claim::{ClaimOpened, ClaimRounds};
use while_it_pays::WhileItPays;
pub(crate) use while_it_pays::{Pauses, Trial};

/// Chooses the persistent sets of a state.
pub(crate) struct Rounds {
    local: Local,
    sets: Option<Box<WhileItPays>>,
}

/// A state whose edges are gone through: 32 bytes. Sets of processes are bits. Of processes from 64
/// on one may go first, if no other one of its set can move; else they are tried last, with all
/// others.
#[derive(Clone, Copy)]
pub(crate) struct Opened {
    /// Processes that are tried now.
    pub(crate) set: u64,
    /// Processes that were tried before.
    done: u64,
    /// Processes of which every transition is local where they stand.
    local: u64,
    /// Of the first 32 processes, those that can never move again: every transition at their place
    /// is local, and none was enabled, here or further up.
    stuck: u32,
    /// How many there are.
    processes: u8,
    /// The process from 64 on that goes first, or went first, by itself; [`NO_PROCESS`] for none.
    alone: u8,
    stage: Stage,
    /// The proviso holds: an executed edge has led to a state in which what is put off here will be
    /// tried.
    pub(crate) proviso_holds: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Those of a persistent set.
    Persistent,
    /// The only one of a persistent set that can move, from 64 on.
    Alone,
    /// All that are left: the state is fully expanded.
    Full,
    /// Only edges that slept when the state was opened before.
    Reopened,
    /// The same of a state that is on the stack, and stays there.
    ReopenedOnStack,
}

/// What is tried next.
struct Choice {
    set: u64,
    alone: u8,
    stage: Stage,
}

impl Rounds {
    /// For a model, which must have tags unless every state is fully expanded.
    pub(crate) fn new(info: &'static ModelInfo, reduction: Reduction) -> Self {
        let Reduction { method, sleep } = reduction;
        let sets = |with_guards| match sleep {
            None => Sets::with_starts_before_ends(info, with_guards),
            Some(_) => Sets::new(info, with_guards),
        };
        let while_it_pays = |sets| Box::new(WhileItPays::new(sets));
        Self {
            local: method.local(info),
            sets: method.with_guards().map(sets).map(while_it_pays),
        }
    }

    /// Whether it asks for sets now: this and the state decide about the rounds. For a search that
    /// goes from state to state; one that goes by levels decides at the end of each.
    #[inline(always)]
    pub(crate) fn asks(&mut self) -> bool {
        self.sets.as_mut().is_some_and(|sets| sets.asks())
    }

    /// What came of asking for sets since the last time.
    pub(crate) fn take_trial(&mut self) -> Trial {
        self.sets
            .as_mut()
            .map_or_else(Trial::default, |sets| sets.take_trial())
    }

    /// Opens a state of which nothing is known, and gives the cursor at its first edge.
    pub(crate) fn open<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        asks: bool,
    ) -> (Opened, Cursor) {
        let known = (self.local.processes(state), 0);
        self.open_knowing(known, model, state, asks)
    }

    /// The same, at less cost, for the state that the last edge of `from`, an edge of `before`, has
    /// led to; without `from` it is the initial one.
    #[inline(always)]
    pub(crate) fn open_after<M: Model + ?Sized>(
        &mut self,
        (before, from): (&Opened, Option<&Cursor>),
        model: &M,
        state: &mut State,
    ) -> (Opened, Cursor) {
        let known = (self.local_after(before, from, state), before.stuck);
        let asks = self.asks();
        self.open_knowing(known, model, state, asks)
    }

    /// Opens a state once more, for edges that sleep no more.
    pub(crate) fn reopen(&self, state: &mut State, stays_on_stack: bool) -> (Opened, Cursor) {
        let opened = Opened {
            set: u64::MAX,
            local: self.local.processes(state),
            processes: state.process_count() as u8,
            stage: match stays_on_stack {
                true => Stage::ReopenedOnStack,
                false => Stage::Reopened,
            },
            ..Opened::NONE
        };
        (opened, opened.cursor(state))
    }

    /// It is known which processes are local, and that those of `stuck` can never move.
    #[inline(always)]
    fn open_knowing<M: Model + ?Sized>(
        &mut self,
        (local, stuck): (u64, u32),
        model: &M,
        state: &mut State,
        asks: bool,
    ) -> (Opened, Cursor) {
        let done = u64::from(stuck);
        let tried = ([local, done], NO_PROCESS);
        let Choice { set, alone, stage } = self.next(tried, model, state, asks, true);
        let opened = Opened {
            set: set & !done,
            done,
            local,
            stuck,
            processes: state.process_count() as u8,
            alone,
            stage,
            ..Opened::NONE
        };
        (opened, opened.cursor(state))
    }

    /// The local processes. Where one edge of `from` leads from `before` to this state, only those
    /// that have moved stand elsewhere now.
    #[inline(always)]
    fn local_after(&self, before: &Opened, from: Option<&Cursor>, state: &State) -> u64 {
        let places = &self.local;
        let same = u32::from(before.processes) == state.process_count();
        let local = match from.filter(|from| same && !from.is_exclusive()) {
            None => places.processes(state),
            Some(from) => {
                let [one, other] = from.movers_of_last();
                let local = places.update(before.local, state, one);
                places.update(local, state, other)
            }
        };
        debug_assert_eq!(local, places.processes(state));
        local
    }

    /// The next processes to try, some of them not `done`, or all others. A local process where
    /// there is one, the one with the highest pid; otherwise a set, if it `asks` for one. `alone`
    /// was tried by itself. `first`: nothing was tried here yet; what is done was stuck before.
    #[inline(always)]
    fn next<M: Model + ?Sized>(
        &mut self,
        ([local, done], alone): ([u64; 2], u8),
        model: &M,
        state: &mut State,
        asks: bool,
        first: bool,
    ) -> Choice {
        let of = |set, stage| Choice { set, alone, stage };
        let local = local & !done;
        if local != 0 {
            return of(1 << local.ilog2(), Stage::Persistent);
        }
        let Some(asked) = self.sets.as_mut() else {
            return of(u64::MAX, Stage::Full);
        };
        let mut done = Pids::from(done);
        if alone != NO_PROCESS {
            done.insert(alone);
        }
        let Some(set) = asked.next(model, state, [&done, &Pids::NONE], asks, first) else {
            return of(u64::MAX, Stage::Full);
        };
        match set.below_64() {
            Some(set) => of(set, Stage::Persistent),
            None => {
                let able = asked.sets.able(model, state, &set.without(&done));
                Choice::beyond_64(&able, alone)
            }
        }
    }

    /// When the edges tried so far do not satisfy the proviso: goes on to the next set, to all
    /// other processes, and at last to the round of `timeout`.
    #[inline(always)]
    pub(crate) fn next_round<M: Model + ?Sized>(
        &mut self,
        opened: &mut Opened,
        model: &M,
        state: &mut State,
        cursor: &mut Cursor,
        asks: bool,
    ) -> bool {
        if opened.needs_proviso() {
            opened.done |= opened.set;
            if !cursor.has_moved() && opened.is_local() {
                opened.stuck |= opened.set as u32;
            }
            let tried = ([opened.local, opened.done], opened.alone);
            let Choice { set, alone, stage } = self.next(tried, model, state, asks, false);
            opened.set = set & !opened.done;
            (opened.alone, opened.stage) = (alone, stage);
            cursor.rewind(state);
            opened.begin_round(cursor, state);
            return true;
        }
        if opened.stage != Stage::Full {
            return false;
        }
        (opened.set, opened.alone) = (u64::MAX, NO_PROCESS);
        cursor.begin_timeout(state)
    }
}

impl Choice {
    /// Of a set with a process from 64 on, of which these can move: one such process if it is the
    /// only one, and none was tried so far.
    #[cold]
    fn beyond_64(able: &Pids, alone: u8) -> Self {
        let of = |set, alone, stage| Self { set, alone, stage };
        match (able.below_64(), able.highest()) {
            (Some(set), Some(_)) => of(set, alone, Stage::Persistent),
            (None, Some(pid)) if able.len() == 1 && alone == NO_PROCESS => of(0, pid, Stage::Alone),
            _ => of(u64::MAX, alone, Stage::Full),
        }
    }
}

impl Opened {
    /// Below the initial state.
    pub(crate) const NONE: Opened = Opened {
        set: 0,
        done: 0,
        local: 0,
        stuck: 0,
        processes: 0,
        alone: NO_PROCESS,
        stage: Stage::Full,
        proviso_holds: false,
    };

    /// Whether edges of this round are still to satisfy the proviso.
    #[inline(always)]
    pub(crate) fn needs_proviso(&self) -> bool {
        matches!(self.stage, Stage::Persistent | Stage::Alone) && !self.proviso_holds
    }

    /// Only edges that slept are tried.
    #[inline(always)]
    pub(crate) fn is_reopened(&self) -> bool {
        matches!(self.stage, Stage::Reopened | Stage::ReopenedOnStack)
    }

    /// It was opened again while it was on the stack.
    #[inline(always)]
    pub(crate) fn stays_on_stack(&self) -> bool {
        self.stage == Stage::ReopenedOnStack
    }

    /// Whether the edges of a process are tried in this round.
    pub(crate) fn tries(&self, pid: u8) -> bool {
        match (pid, self.stage) {
            (..64, _) => self.set & 1 << pid != 0,
            (_, Stage::Persistent) => false,
            (_, Stage::Alone) => pid == self.alone,
            (_, Stage::Full | Stage::Reopened | Stage::ReopenedOnStack) => pid != self.alone,
        }
    }

    /// Has a cursor that keeps to one process try the next of this round.
    #[inline(always)]
    pub(crate) fn next_process(&self, cursor: &mut Cursor) -> bool {
        self.tried().next_process(cursor)
    }

    #[inline(always)]
    fn tried(&self) -> Tried {
        Tried {
            set: self.set,
            alone: self.alone,
            stage: self.stage,
        }
    }

    /// The cursor at the first edge of the first round.
    #[inline(always)]
    fn cursor(&self, state: &mut State) -> Cursor {
        let mut cursor = Cursor::open(state);
        self.begin_round(&mut cursor, state);
        cursor
    }

    /// Has the cursor try the first of the processes that are tried now.
    #[inline(always)]
    fn begin_round(&self, cursor: &mut Cursor, state: &State) {
        self.tried().begin(cursor, state);
    }

    /// One process is tried, and every transition at its place is local: if none is enabled, none
    /// ever will be, since no one else can change that.
    fn is_local(&self) -> bool {
        self.set.is_power_of_two() && self.set & self.local != 0
    }
}

/// The processes that are tried in a round.
#[derive(Clone, Copy)]
struct Tried {
    set: u64,
    alone: u8,
    stage: Stage,
}

impl Tried {
    /// Has the cursor try the first of them.
    #[inline(always)]
    fn begin(self, cursor: &mut Cursor, state: &State) {
        match state.process_count() {
            0..=32 => cursor.keep_to(self.set as u32),
            count => cursor.keep_to_one(self.down_from((count - 1) as u8)),
        }
    }

    /// Has a cursor that keeps to one process try the next.
    #[inline(always)]
    fn next_process(self, cursor: &mut Cursor) -> bool {
        if !cursor.keeps_to_one() || cursor.pid() == NO_PROCESS {
            return false;
        }
        cursor.keep_to_one(self.down_from(cursor.pid().wrapping_sub(1)));
        cursor.pid() != NO_PROCESS
    }

    /// The highest process from `pid` downwards that is tried; [`NO_PROCESS`] if there is none, or
    /// `pid` is none.
    fn down_from(self, pid: u8) -> u8 {
        if pid >= 64 {
            match self.stage {
                _ if pid == NO_PROCESS => return NO_PROCESS,
                Stage::Persistent => {}
                Stage::Alone if pid >= self.alone => return self.alone,
                Stage::Alone => return NO_PROCESS,
                // It was tried, and the one before it is perhaps the last with a bit.
                _ if pid == self.alone => return self.down_from(pid - 1),
                _ => return pid,
            }
        }
        let below = self.set & u64::MAX >> (63 - pid.min(63));
        // Of no bit the highest is none: 63 - 64 wraps to `NO_PROCESS`.
        63u8.wrapping_sub(below.leading_zeros() as u8)
    }
}
