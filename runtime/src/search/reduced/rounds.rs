//! The rounds in which the processes of a state are tried: those that are chosen to go first, all
//! others, all once more with `timeout` true.

use super::chooser::Chooser;
use super::path::{Opened, Stage};
use crate::model::Model;
use crate::state::State;
use crate::step::{Cursor, NO_PROCESS};

impl Opened {
    /// A new state, of which these processes are local; it is known that those of `stuck` can never
    /// move.
    #[inline(always)]
    pub(in crate::search) fn new<M: Model + ?Sized>(
        chooser: &mut Chooser,
        model: &M,
        state: &mut State,
        (local, stuck): (u64, u32),
        asks: bool,
    ) -> Self {
        let done = u64::from(stuck);
        let (set, stage) = match chooser.next(model, state, [local, done], asks, true) {
            Some(set) => (set, Stage::Chosen),
            None => (u64::MAX, Stage::All),
        };
        Self {
            set: set & !done,
            done,
            local,
            stuck,
            processes: state.process_count() as u8,
            stage,
            leads_on: false,
            stays_on_stack: false,
        }
    }

    /// Has the cursor try the first of the processes that are tried now.
    #[inline(always)]
    pub(in crate::search) fn begin_round(&self, cursor: &mut Cursor, state: &State) {
        match state.process_count() {
            0..=32 => cursor.keep_to(self.set as u32),
            count => cursor.keep_to_one(self.down_from((count - 1) as u8)),
        }
    }

    /// Has a cursor that keeps to one process try the next of them.
    #[inline(always)]
    pub(in crate::search) fn next_process(&self, cursor: &mut Cursor) -> bool {
        if !cursor.keeps_to_one() || cursor.pid() == NO_PROCESS {
            return false;
        }
        cursor.keep_to_one(self.down_from(cursor.pid().wrapping_sub(1)));
        cursor.pid() != NO_PROCESS
    }

    /// When the processes tried so far have not led on: goes on to the next ones, to all others,
    /// and at last to the round of `timeout`.
    #[inline(always)]
    pub(in crate::search) fn widen<M: Model + ?Sized>(
        &mut self,
        chooser: &mut Chooser,
        model: &M,
        state: &mut State,
        cursor: &mut Cursor,
        asks: bool,
    ) -> bool {
        match self.stage {
            Stage::Chosen if self.leads_on => false,
            Stage::Chosen => {
                self.done |= self.set;
                if !cursor.has_moved() && self.is_local() {
                    self.stuck |= self.set as u32;
                }
                let next = chooser.next(model, state, [self.local, self.done], asks, false);
                self.set = next.unwrap_or(u64::MAX) & !self.done;
                if next.is_none() {
                    self.stage = Stage::All;
                }
                cursor.rewind(state);
                self.begin_round(cursor, state);
                true
            }
            Stage::All => {
                self.set = u64::MAX;
                cursor.begin_timeout(state)
            }
            Stage::Reopened => false,
        }
    }
}
