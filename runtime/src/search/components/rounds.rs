//! Which processes go first behind each step of the claim, where something is left out.

use super::product::Turn;
use crate::claim::{ClaimInfo, Fairness};
use crate::limits::Stop;
use crate::memory::{Account, Charged};
use crate::model::Model;
use crate::reduce::{ClaimOpened, ClaimRounds, Pids, Reduction};
use crate::search::Context;
use crate::state::State;
use crate::step::{Cursor, Edge, EveryKept, Everything, Next, Selection};

/// What a search leaves out: by its type, so that one that leaves nothing out has no code for it.
pub(super) trait LeavesOut {
    /// The edges that a cursor gives.
    type Wanted: Selection;
    const WANTED: Self::Wanted;

    fn get(&self) -> Option<&PathRounds>;

    fn get_mut(&mut self) -> Option<&mut PathRounds>;
}

impl LeavesOut for () {
    type Wanted = Everything;
    const WANTED: Everything = Everything;

    #[inline(always)]
    fn get(&self) -> Option<&PathRounds> {
        None
    }

    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut PathRounds> {
        None
    }
}

impl LeavesOut for PathRounds {
    type Wanted = EveryKept;
    const WANTED: EveryKept = EveryKept;

    #[inline(always)]
    fn get(&self) -> Option<&PathRounds> {
        Some(self)
    }

    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut PathRounds> {
        Some(self)
    }
}

/// The rounds of the states on the path.
pub(super) struct PathRounds {
    rounds: ClaimRounds,
    opened: Charged<ClaimOpened>,
}

impl PathRounds {
    /// `None` if nothing is left out.
    pub(super) fn new<M: Model + ?Sized>(
        model: &M,
        claim: &ClaimInfo,
        fairness: Fairness,
        reduction: Reduction,
        context: &Context<'_>,
    ) -> Option<Self> {
        (!reduction.is_none()).then(|| Self {
            rounds: ClaimRounds::new(model.info(), reduction.method, claim, fairness),
            opened: Charged::new(context.budget.clone(), Account::Stack),
        })
    }

    /// A state is opened, with this turn and cursor, from the last one on the path.
    #[inline(always)]
    pub(super) fn open<M: Model + ?Sized>(
        &mut self,
        turn: &Turn,
        cursor: &mut Cursor,
        model: &M,
        state: &mut State,
    ) -> Result<(), Stop> {
        if let Some(before) = self.opened.last_mut() {
            before.leads(false);
        }
        let mut opened = ClaimOpened::NONE;
        if turn.is_of_both() {
            let before = self.opened.last();
            (opened, *cursor) = self.rounds.open(before, model, state);
        }
        Ok(self.opened.push(opened)?)
    }

    /// An edge of the last state on the path was found.
    #[inline(always)]
    pub(super) fn taken(&mut self, edge: Edge) {
        if let Some(opened) = self.opened.last_mut() {
            self.rounds.taken(opened, &edge);
        }
    }

    /// It has led to a stored state.
    #[inline(always)]
    pub(super) fn meet(&mut self, on_path: bool) {
        if let Some(opened) = self.opened.last_mut() {
            opened.leads(on_path);
        }
    }

    /// Goes on to the next processes, if what was tried is not enough.
    #[inline(always)]
    pub(super) fn next_round<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        cursor: &mut Cursor,
    ) -> bool {
        let Self { rounds, opened } = self;
        let opened = opened.last_mut().expect("a state is open");
        rounds.next_round(opened, model, state, cursor)
    }

    /// The claim has made its next step in the same state.
    #[inline(always)]
    pub(super) fn open_again(&mut self, state: &mut State, cursor: &mut Cursor) {
        let opened = self.opened.last_mut().expect("a state is open");
        (*opened, *cursor) = self.rounds.open_again(opened, state);
    }

    /// The last state leaves the path. Of the processes that `may_be` able to begin a step there,
    /// and were not tried, gives those that are.
    pub(super) fn able<M: Model + ?Sized>(
        &self,
        may_be: &Pids,
        model: &M,
        state: &mut State,
    ) -> Pids {
        let mut able = Pids::NONE;
        if self.opened.last().is_none_or(ClaimOpened::is_full) {
            return able;
        }
        state.set_timeout(false);
        let alive = Pids::below(state.process_count());
        for pid in may_be.common(&alive).iter() {
            let mut cursor = Cursor::probe(state, pid);
            if let Next::Edge(_) = cursor.next(model, state) {
                able.insert(pid);
                cursor.retract(state);
                state.take_fault();
            }
        }
        able
    }

    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.opened.pop();
    }
}
