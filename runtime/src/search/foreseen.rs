//! All edges of a new state at once, for a store that must have a state to say what it needs.
//!
//! The naive search takes one edge, looks its state up, and only then tries the next. In a tree
//! each look-up begins with the search for the names of what has changed, starts from the state
//! that was looked up last, another successor of the same state, so that twice as much differs, and
//! then waits for memory.
//!
//! Ours executes all edges of a new state at once and takes them back. The store finds out what it
//! needs of each successor, starting from their common predecessor, and begins to load that. Then
//! they are looked up. Those that are stored are done with. Of the others the number that the store
//! gave is kept, with the place of the edge, and it is executed once more when the search comes to
//! it. Most are followed when the search has come back from the one before, and all that was loaded
//! has gone again. But it is known what comes next as long as nothing new is found: so the store is
//! told of each once more, some edges before it is followed. On a path so long that what is kept
//! would take much memory, states are searched the naive way.

use std::sync::Arc;

use super::charged::Charged;
use super::expand::{Cursor, Edge, Next, Position};
use super::selection::Everything;
use super::walk::Walk;
use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory};
use crate::model::Model;
use crate::store::{Handle, Store};

/// Edges of states on the path.
pub(super) struct Foreseen {
    /// Those that are not followed yet, the next one last.
    pending: Charged<Pending>,
    /// No state is looked at while there are more.
    pending_max: usize,
    /// Those of the state at hand.
    edges: Vec<LookedAt>,
}

/// An edge to be followed: 16 bytes.
#[derive(Clone, Copy)]
struct Pending {
    /// What the store has said of the state it leads to.
    number: u64,
    before: Position,
}

/// An edge that was executed and taken back.
struct LookedAt {
    edge: Edge,
    pending: Pending,
    /// Messages lost on it.
    lost: u64,
    /// The state it leads to is stored.
    found: Option<Handle>,
}

/// Of a state nothing is known.
pub(super) const NOTHING: u64 = 0;

/// On a long path they may take this part of what the store takes.
const PART: u64 = 8;
const PENDING_MIN: usize = 1 << 10;

/// Edges that are followed while something is loaded.
const DISTANCE: usize = 3;

impl Foreseen {
    pub(super) fn new(budget: Arc<Budget>) -> Self {
        Self {
            pending: Charged::new(budget),
            pending_max: PENDING_MIN,
            edges: Vec::new(),
        }
    }

    /// Keeps the edges whose states were not found; says whether there are any. On an error it
    /// keeps none.
    #[inline(always)]
    fn keep(&mut self) -> Result<bool, OutOfMemory> {
        let below = self.pending.len();
        let unknown = self.edges.iter().filter(|it| it.found.is_none());
        for LookedAt { pending, .. } in unknown.rev() {
            let mut pending = *pending;
            if self.pending.len() == below {
                pending.before = pending.before.last();
            }
            if let Err(error) = self.pending.push(pending) {
                self.pending.truncate(below);
                return Err(error);
            }
        }
        Ok(self.pending.len() > below)
    }

    /// There is room for the edges of another state.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.pending.len() < self.pending_max
    }

    /// The store, which takes this many bytes, will change: what it said means nothing any more.
    pub(super) fn forget(&mut self, store_bytes: u64) {
        let most = (store_bytes / PART) as usize / size_of::<Pending>();
        self.pending_max = most.max(PENDING_MIN);
        self.pending.iter_mut().for_each(|it| it.number = NOTHING);
    }
}

impl<M: Model + ?Sized, S: Store + ?Sized> Walk<'_, '_, M, S> {
    /// There is room for what is kept, and states at the depth bound, which are not looked up, need
    /// not be told from others.
    #[inline(always)]
    pub(super) fn may_foresee(&self) -> bool {
        self.foreseen.has_room() && self.context.max_depth.is_none()
    }

    /// Looks at all edges of the working state, at whose start `cursor` is, but not at states
    /// inside atomic sequences and behind what fails; then only the others remain to be followed.
    #[inline(always)]
    pub(super) fn foresee(&mut self, cursor: &mut Cursor) -> Result<(), Stop> {
        let (ahead, movers) = self.look_at_edges(*cursor);
        for looked_at in &mut self.foreseen.edges {
            if looked_at.pending.number != NOTHING {
                looked_at.found = self.store.find_foreseen(looked_at.pending.number);
            }
        }
        // Without memory for them the edges are followed as if nothing were known.
        let Ok(some_remain) = self.foreseen.keep() else {
            return Ok(());
        };
        let edges = std::mem::take(&mut self.foreseen.edges);
        for LookedAt {
            edge, lost, found, ..
        } in &edges
        {
            if let Some(handle) = *found {
                self.statistics.matched += 1;
                self.statistics.reach(*edge);
                self.state
                    .set_lost_messages(self.state.lost_messages() + lost);
                self.meet(handle, Some(edge.transition))?;
            }
        }
        self.foreseen.edges = edges;
        match some_remain {
            true => cursor.look_ahead(&ahead, movers),
            false => *cursor = ahead,
        }
        Ok(())
    }

    /// Executes all edges from `ahead` on and takes them back; gives where it stands then, and the
    /// processes that moved.
    #[inline(always)]
    fn look_at_edges(&mut self, mut ahead: Cursor) -> (Cursor, u32) {
        let Self {
            model,
            state,
            store,
            foreseen,
            ..
        } = self;
        store.depart(state.words());
        foreseen.edges.clear();
        let mut movers = 0;
        let lost_before = state.lost_messages();
        loop {
            let before = ahead.position();
            match ahead.next_selected(*model, state, &Everything) {
                Next::Edge(edge) => {
                    movers |= Cursor::bit(ahead.pid());
                    let is_looked_up = !(edge.atomic || edge.faulted || state.has_failed());
                    let recent = || store.find_recent(state.hash(), state.words());
                    let found = is_looked_up.then(recent).flatten();
                    let number = match is_looked_up && found.is_none() {
                        true => store.foresee(state.words()),
                        false => NOTHING,
                    };
                    foreseen.edges.push(LookedAt {
                        edge,
                        pending: Pending { number, before },
                        lost: state.lost_messages() - lost_before,
                        found,
                    });
                    state.set_lost_messages(lost_before);
                    ahead.retract(state);
                }
                Next::Exhausted if ahead.begin_timeout(state) => {}
                Next::Exhausted | Next::Interrupted => return (ahead, movers),
            }
        }
    }

    /// Executes the next edge at which `cursor` is, and gives what the store has said of the state
    /// it leads to.
    #[inline(always)]
    pub(super) fn next(&mut self, cursor: &mut Cursor) -> (Next, u64) {
        let Self { model, state, .. } = self;
        if !cursor.has_foreseen() {
            return (cursor.next(*model, state), NOTHING);
        }
        let pending = &mut self.foreseen.pending;
        let Pending { number, before } = pending.pop().expect("some edge is to be followed");
        if let Some(soon) = pending.len().checked_sub(DISTANCE) {
            self.store.approach(pending[soon].number);
        }
        (cursor.follow(before, *model, state), number)
    }
}
