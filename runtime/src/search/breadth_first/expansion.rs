//! All edges of one state, each followed through the atomic sequence that it leads into.
//!
//! States inside an atomic sequence are neither stored nor put into the queue, so a sequence is
//! searched depth-first at once, from the state before it to all that it can come out at. The
//! search goes through a state once; [path reconstruction](super::reconstruct) goes through the
//! states of a path once more, and must be led in the same order. So what decides about the order
//! is the state, and a bit.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::limits::Stop;
use crate::memory::{Account, Budget};
use crate::model::{Model, ModelInfo, PlaceId};
use crate::reduce::{Opened, Reduction, Rounds, SetMethod, Trial};
use crate::state::State;
use crate::step::{
    At, Chains, Cursor, Edge, EveryKept, Follow, Next, OnPath, Stack, Visit, explore,
};

/// Steps of an atomic sequence after which the memory for the path is looked at.
const STEPS_PER_CHECK: usize = 1 << 10;

/// What is done with the edges of a state.
pub(in crate::search) trait Visitor {
    /// `edge` was executed, the last of `path`.
    fn edge(&mut self, edge: Edge, state: &mut State, path: Path<'_>) -> Result<(), Stop>;

    /// An edge, or an atomic sequence, has led to this state, on `path`: whether more edges are
    /// wanted.
    fn arrive(&mut self, state: &mut State, path: Path<'_>) -> Result<bool, Stop>;

    /// Whether one of the edges so far satisfies the proviso: it has led to a state of the next
    /// level.
    fn proviso(&mut self) -> Result<Proviso, Stop>;
}

/// Whether what a reduction puts off in a state will be tried later.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum Proviso {
    Holds,
    Fails,
    /// Another worker has to say; see [`Expansion::take_suspended`].
    Unanswered,
}

/// A state whose edges so far are enough, if they satisfy the proviso: how far it has come.
pub(super) struct Suspended {
    opened: Opened,
    cursor: Cursor,
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
    /// Which edges go first; `None`: every state is fully expanded.
    rounds: Option<Rounds>,
    suspended: Option<Suspended>,
}

impl<'m, M: Model + ?Sized> Expansion<'m, M> {
    /// At no state yet; `state` is empty.
    pub(in crate::search) fn new(
        model: &'m M,
        state: State,
        method: SetMethod,
        budget: Arc<Budget>,
    ) -> Self {
        let info: &'static ModelInfo = model.info();
        let (state, rounds) = match method {
            SetMethod::Full => (state, None),
            _ => {
                let reduction = Reduction {
                    method,
                    sleep: None,
                };
                (state.with_promises(), Some(Rounds::new(info, reduction)))
            }
        };
        Self {
            model,
            state,
            stack: Stack::new(budget.clone(), Account::Stack),
            chains: Chains::new(budget.clone()),
            budget,
            rounds,
            suspended: None,
        }
    }

    /// What came of asking for sets since the last time.
    pub(super) fn take_trial(&mut self) -> Trial {
        let rounds = self.rounds.as_mut();
        rounds.map_or_else(Trial::default, Rounds::take_trial)
    }

    /// The state gone through last, if it is to be gone [on](Self::go_on) with unless the proviso
    /// holds.
    pub(super) fn take_suspended(&mut self) -> Option<Suspended> {
        self.suspended.take()
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

    /// Goes through the edges of the state; says whether there are any, and nothing if the visitor
    /// wants no more. The state is as before then, unless the visitor has ended it. `choice`:
    /// whether a reduction asks for sets.
    pub(in crate::search) fn run<V: Visitor>(
        &mut self,
        choice: bool,
        visitor: &mut V,
    ) -> Result<Option<bool>, Stop> {
        let (opened, cursor) = match &mut self.rounds {
            None => (Opened::NONE, Cursor::open(&mut self.state)),
            Some(rounds) => rounds.open(self.model, &mut self.state, choice),
        };
        self.go_through(opened, cursor, choice, visitor)
    }

    /// Goes on with a state that was suspended, and is loaded again: the proviso fails.
    pub(super) fn go_on<V: Visitor>(
        &mut self,
        suspended: Suspended,
        choice: bool,
        visitor: &mut V,
    ) -> Result<(), Stop> {
        let Suspended {
            mut opened,
            mut cursor,
        } = suspended;
        let (model, state) = (self.model, &mut self.state);
        let rounds = self.rounds.as_mut().expect("a reduction has suspended it");
        if rounds.next_round(&mut opened, model, state, &mut cursor, choice) {
            self.go_through(opened, cursor, choice, visitor)?;
        }
        Ok(())
    }

    fn go_through<V: Visitor>(
        &mut self,
        opened: Opened,
        cursor: Cursor,
        choice: bool,
        visitor: &mut V,
    ) -> Result<Option<bool>, Stop> {
        let mut run = Run {
            expansion: self,
            visitor,
            opened,
            choice,
            has_edges: false,
        };
        let is_done = explore(&mut run, cursor)?;
        Ok(is_done.then_some(run.has_edges))
    }
}

/// At an edge of the state.
struct Run<'r, 'm, M: Model + ?Sized, V> {
    expansion: &'r mut Expansion<'m, M>,
    visitor: &'r mut V,
    opened: Opened,
    choice: bool,
    has_edges: bool,
}

impl<M: Model + ?Sized, V: Visitor> Visit for Run<'_, '_, M, V> {
    type Model = M;

    #[inline(always)]
    fn on_path(&mut self) -> OnPath<'_, M> {
        let Expansion {
            model,
            stack,
            chains,
            state,
            ..
        } = &mut *self.expansion;
        OnPath {
            model: *model,
            stack,
            chains,
            state,
        }
    }

    #[inline(always)]
    fn next(&mut self, cursor: &mut Cursor) -> Next {
        let Expansion { model, state, .. } = &mut *self.expansion;
        cursor.next_selected(*model, state, &EveryKept)
    }

    #[inline(always)]
    fn taken(&mut self, cursor: &Cursor, edge: Edge, _: At) -> Result<bool, Stop> {
        let Expansion { stack, state, .. } = &mut *self.expansion;
        let path = Path {
            below: stack,
            last: Some(cursor),
        };
        self.visitor.edge(edge, state, path)?;
        Ok(!edge.faulted)
    }

    #[inline(always)]
    fn begin_sequence(&mut self, _: &Cursor) -> Result<(), Stop> {
        let steps = self.expansion.stack.len() + 1;
        if steps.is_multiple_of(STEPS_PER_CHECK) {
            self.expansion.state.charge_log()?;
        }
        Ok(())
    }

    /// A state is not gone down from: its edges come later.
    #[inline(always)]
    fn arrive(&mut self, from: &Cursor, edge: Option<Edge>) -> Result<Follow, Stop> {
        let path = Path {
            below: &self.expansion.stack,
            last: edge.map(|_| from),
        };
        match self.visitor.arrive(&mut self.expansion.state, path)? {
            true => Ok(Follow::Back),
            false => Ok(Follow::End),
        }
    }

    #[inline(always)]
    fn expand_further(&mut self, cursor: &mut Cursor) -> Result<bool, Stop> {
        let Expansion {
            model,
            state,
            rounds,
            suspended,
            ..
        } = &mut *self.expansion;
        let (opened, choice) = (&mut self.opened, self.choice);
        let Some(rounds) = rounds else {
            return Ok(cursor.begin_timeout(state));
        };
        if opened.next_process(cursor) {
            return Ok(true);
        }
        if opened.needs_proviso() {
            match self.visitor.proviso()? {
                Proviso::Holds => opened.proviso_holds = true,
                Proviso::Fails => {}
                Proviso::Unanswered => {
                    *suspended = Some(Suspended {
                        opened: *opened,
                        cursor: *cursor,
                    });
                    return Ok(false);
                }
            }
        }
        Ok(rounds.next_round(opened, *model, state, cursor, choice))
    }

    #[inline(always)]
    fn leave(&mut self, cursor: &Cursor, _: At) -> Result<(), Stop> {
        self.has_edges = cursor.has_moved();
        Ok(())
    }
}
