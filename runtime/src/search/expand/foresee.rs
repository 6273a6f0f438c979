//! Edges that were looked at before they are followed: where each of them is found again.

use super::{Cursor, EXCLUSIVE, FORESEEN, Next, OFFERED, Position};
use crate::model::Model;
use crate::search::selection::Everything;
use crate::state::State;

/// Of the position before an edge: no edge behind it is to be followed. No process moves alone
/// where edges are looked at before.
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
        self.at
    }

    /// All edges were looked at, by a copy of this that is `ahead` now, and some of them are to be
    /// [followed](Self::follow). Only the processes of the set `movers` can move. An offer that
    /// no one took is not made again, but has been made.
    #[inline(always)]
    pub(in crate::search) fn look_ahead(&mut self, ahead: &Cursor, movers: u32) {
        self.movers = movers;
        self.at.flags |= FORESEEN | ahead.at.flags & OFFERED;
    }

    /// Some edges that were looked at are still to be followed.
    #[inline(always)]
    pub(in crate::search) fn has_foreseen(&self) -> bool {
        self.at.flags & FORESEEN != 0
    }

    /// Executes the edge behind a position of this state. After the last one there are no more.
    #[inline(always)]
    pub(in crate::search) fn follow<M: Model + ?Sized>(
        &mut self,
        position: Position,
        model: &M,
        state: &mut State,
    ) -> Next {
        let kept = self.at.flags & (FORESEEN | OFFERED);
        self.at = position;
        self.at.flags = kept | position.flags & !LAST;
        let next = self.next_selected(model, state, &Everything);
        debug_assert!(matches!(next, Next::Edge(_)), "it was there before");
        if position.flags & LAST != 0 {
            self.at.flags &= !FORESEEN;
            self.movers = 0;
        }
        next
    }
}
