//! All edges of one state, each followed through the atomic sequence that it leads into.
//!
//! States inside an atomic sequence are neither stored nor put into the queue, so a sequence is
//! searched depth-first at once, from the state before it to all that it can come out at. The
//! search goes through a state once; anyone who asks for the way to a state goes through those on
//! the way once more ([`way`](super::way)), and must be led in the same order. So what decides
//! about the order is the state, and a bit.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory};
use crate::model::{Model, ModelInfo, PlaceId};
use crate::reduce::First;
use crate::search::reduced::{Chooser, Opened, Stage};
use crate::state::State;
use crate::step::{Chains, Cursor, Edge, Everything, Next, Stack};

/// Steps of an atomic sequence after which the memory for the way back is looked at.
const STEPS_PER_CHECK: usize = 1 << 10;

/// What is done with the edges of a state.
pub(in crate::search) trait Visitor {
    /// Why not all edges are gone through.
    type End: From<OutOfMemory> + From<Stop>;

    /// `edge` was executed, the last of `path`.
    fn edge(&mut self, edge: Edge, state: &mut State, path: Path<'_>) -> Result<(), Self::End>;

    /// An edge, or an atomic sequence, has led to this state, on `path`.
    fn arrive(&mut self, state: &State, path: Path<'_>) -> Result<(), Self::End>;

    /// Whether one of the edges so far has led to a state whose edges will be executed later.
    fn leads_on(&mut self) -> Result<bool, Self::End>;
}

/// The cursors from the state on that is gone through.
#[derive(Clone, Copy)]
pub(in crate::search) struct Path<'p> {
    below: &'p [Cursor],
    last: Option<&'p Cursor>,
}

impl Path<'_> {
    pub(in crate::search) fn cursors(self) -> impl Iterator<Item = Cursor> {
        self.below.iter().chain(self.last).copied()
    }
}

/// A working state, and what is needed to go through its edges.
pub(in crate::search) struct Expansion<'m, M: Model + ?Sized> {
    model: &'m M,
    pub(in crate::search) state: State,
    stack: Stack,
    chains: Chains,
    budget: Arc<Budget>,
    /// Which edges go first; `None`: all.
    chooser: Option<Chooser>,
}

impl<'m, M: Model + ?Sized> Expansion<'m, M> {
    /// At no state yet.
    pub(in crate::search) fn new(model: &'m M, first: First, budget: Arc<Budget>) -> Self {
        let state = State::new(model.info()).within(budget.clone());
        Self::from(state, model, first, budget)
    }

    /// The same, to go a way once more for the report.
    pub(in crate::search) fn for_report(model: &'m M, first: First, budget: Arc<Budget>) -> Self {
        let state = State::new(model.info()).for_report(budget.clone());
        Self::from(state, model, first, budget)
    }

    fn from(state: State, model: &'m M, first: First, budget: Arc<Budget>) -> Self {
        let info: &'static ModelInfo = model.info();
        let (state, chooser) = match first {
            First::All => (state, None),
            _ => (state.with_promises(), Some(Chooser::new(info, first))),
        };
        Self {
            model,
            state,
            stack: Stack::new(budget.clone()),
            chains: Chains::new(budget.clone()),
            budget,
            chooser,
        }
    }

    /// How the edges of the next state would be chosen.
    pub(in crate::search) fn choice(&self) -> bool {
        self.chooser.as_ref().is_some_and(Chooser::asks)
    }

    /// The visitor has ended the run at a state: that is the one whose edges come next.
    pub(in crate::search) fn stay(&mut self) {
        while self.stack.pop().is_some() {}
        self.chains = Chains::new(self.budget.clone());
        self.state.forget();
    }

    /// Where endless chains were cut, and how often.
    pub(in crate::search) fn into_cuts(self) -> BTreeMap<PlaceId, u64> {
        self.chains.into_cuts()
    }

    /// Goes through the edges of the state; says whether there are any. The state is as before
    /// then, unless the visitor has ended it.
    pub(in crate::search) fn run<V: Visitor>(
        &mut self,
        choice: bool,
        visitor: &mut V,
    ) -> Result<bool, V::End> {
        let mut cursor = Cursor::open(&mut self.state);
        let mut opened = Opened::NONE;
        if let Some(chooser) = &mut self.chooser {
            let known = (chooser.local(&self.state), 0);
            opened = Opened::new(chooser, self.model, &mut self.state, known, choice);
            opened.begin_round(&mut cursor, &self.state);
        }
        loop {
            match cursor.next_selected(self.model, &mut self.state, &Everything) {
                Next::Edge(edge) => {
                    match self.follow(&cursor, edge, visitor)? {
                        Some(next) => cursor = next,
                        None => cursor.retract(&mut self.state),
                    }
                    continue;
                }
                Next::Interrupted => {
                    self.leave_atomic(&cursor);
                    let below = self.stack.frames();
                    visitor.arrive(&self.state, Path { below, last: None })?;
                }
                Next::Exhausted if cursor.is_exclusive() => self.leave_atomic(&cursor),
                Next::Exhausted if self.widen(&mut opened, &mut cursor, choice, visitor)? => {
                    continue;
                }
                Next::Exhausted => return Ok(cursor.has_moved()),
            }
            cursor = self.stack.pop().expect("a sequence began at an edge");
            cursor.retract(&mut self.state);
        }
    }

    /// An edge was executed: gives the cursor of the state that it leads to, if that is inside an
    /// atomic sequence.
    #[inline(always)]
    fn follow<V: Visitor>(
        &mut self,
        cursor: &Cursor,
        edge: Edge,
        visitor: &mut V,
    ) -> Result<Option<Cursor>, V::End> {
        let path = Path {
            below: self.stack.frames(),
            last: Some(cursor),
        };
        visitor.edge(edge, &mut self.state, path)?;
        if edge.faulted {
            return Ok(None);
        }
        if !edge.atomic {
            visitor.arrive(&self.state, path)?;
            return Ok(None);
        }
        self.stack.push(*cursor)?;
        if self.stack.len().is_multiple_of(STEPS_PER_CHECK) {
            self.state.charge_log()?;
        }
        if self
            .chains
            .enter(self.stack.frames(), &self.state, edge.last)?
        {
            self.stack.pop();
            return Ok(None);
        }
        Ok(Some(Cursor::exclusive(&mut self.state, edge.last)))
    }

    /// A state inside an atomic sequence is left, or is not inside it any more.
    #[inline(always)]
    fn leave_atomic(&mut self, cursor: &Cursor) {
        self.chains
            .leave(self.stack.len(), &self.state, cursor.pid());
    }

    /// Has the cursor try more processes, if there are any to try.
    #[inline(always)]
    fn widen<V: Visitor>(
        &mut self,
        opened: &mut Opened,
        cursor: &mut Cursor,
        choice: bool,
        visitor: &mut V,
    ) -> Result<bool, V::End> {
        let Some(chooser) = &mut self.chooser else {
            return Ok(cursor.begin_timeout(&self.state));
        };
        if opened.next_process(cursor) {
            return Ok(true);
        }
        if opened.stage == Stage::Chosen {
            opened.leads_on = visitor.leads_on()?;
        }
        Ok(opened.widen(chooser, self.model, &mut self.state, cursor, choice))
    }
}
