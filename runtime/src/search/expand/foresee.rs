//! Edges that were looked at before they are followed: where each of them is found again.

use super::{Cursor, EXCLUSIVE, FORESEEN, NO_PROCESS, Next, OFFERED};
use crate::model::Model;
use crate::search::selection::Everything;
use crate::state::State;

/// Where a cursor stands at its state: a cursor without what is the same for all edges of one.
#[derive(Clone, Copy)]
pub(in crate::search) struct Position {
    candidate: u16,
    receive: u16,
    pid: u8,
    receiver: u8,
    tier: u8,
    flags: u8,
}

/// Of the position before an edge: no edge behind it is to be followed. No process moves alone where edges are looked at before.
const LAST: u8 = EXCLUSIVE;

impl Position {
    /// It is before the last edge that is to be followed.
    pub(in crate::search) fn last(self) -> Self {
        Self {
            flags: self.flags | LAST,
            ..self
        }
    }
}

impl Cursor {
    #[inline(always)]
    pub(in crate::search) fn position(&self) -> Position {
        Position {
            candidate: self.candidate,
            receive: self.receive,
            pid: self.pid,
            receiver: self.receiver,
            tier: self.tier,
            flags: self.flags,
        }
    }

    /// All edges were looked at, by a copy of this that is `ahead` now, and some of them are to be [followed](Self::follow). Only the processes of the set `movers` can move. An offer that nobody took is
    /// not made again, but has been made.
    #[inline(always)]
    pub(in crate::search) fn look_ahead(&mut self, ahead: &Cursor, movers: u32) {
        self.movers = movers;
        self.flags |= FORESEEN | ahead.flags & OFFERED;
    }

    /// Some edges that were looked at are still to be followed.
    #[inline(always)]
    pub(in crate::search) fn has_foreseen(&self) -> bool {
        self.flags & FORESEEN != 0
    }

    /// Executes the edge behind a position of this state. After the last one there are no more.
    #[inline(always)]
    pub(in crate::search) fn follow<M: Model + ?Sized>(
        &mut self,
        position: Position,
        model: &M,
        state: &mut State,
    ) -> Next {
        (self.candidate, self.receive) = (position.candidate, position.receive);
        (self.pid, self.receiver, self.tier) = (position.pid, position.receiver, position.tier);
        self.flags = self.flags & (FORESEEN | OFFERED) | position.flags & !LAST;
        let next = self.next_selected(model, state, &Everything);
        debug_assert!(matches!(next, Next::Edge(_)), "it was there before");
        if position.flags & LAST != 0 {
            self.flags &= !FORESEEN;
            self.movers = 0;
        }
        next
    }

    /// A bit for the process that made the last edge, or began it.
    #[inline(always)]
    pub(in crate::search) fn mover(&self) -> u32 {
        debug_assert_ne!(self.pid, NO_PROCESS);
        Self::bit(self.pid)
    }
}
