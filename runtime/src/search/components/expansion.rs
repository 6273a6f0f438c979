//! The edges of a state of the product, each followed to the next stored state: for what is asked
//! about states that were left long ago.

use std::sync::Arc;

use super::product::{BY_CLAIM, Product, Turn};
use crate::claim::ClaimInfo;
use crate::limits::Stop;
use crate::memory::{Account, Budget};
use crate::model::Model;
use crate::reduce::Pids;
use crate::state::State;
use crate::step::{
    At, Chains, Cursor, Edge, Everything, Follow, Move, Next, OnPath, RunStep, Stack, Visit,
    explore,
};
use crate::violation::PathStep;

/// Where an edge leads.
pub(super) struct Found {
    pub(super) hash: u64,
    pub(super) words: Vec<u32>,
    /// The claim's, then those of the system.
    pub(super) steps: Vec<RunStep>,
    /// The accepting sets that it meets.
    pub(super) sets: u32,
    /// Who began a step.
    pub(super) moved: Option<u8>,
}

/// A working state of its own, and what is needed to go through its edges.
pub(super) struct Expansion<'m, M: Model + ?Sized> {
    model: &'m M,
    product: Product,
    state: State,
    stack: Stack,
    chains: Chains,
    turn: Option<Turn>,
    /// The system's edges on the stack, by name; `None` for a step of the claim alone.
    moves: Vec<Option<Move>>,
    /// Who is able to begin a step in the state.
    pub(super) able: Pids,
    found: Vec<Found>,
}

impl<'m, M: Model + ?Sized> Expansion<'m, M> {
    pub(super) fn new(model: &'m M, claim: &'static ClaimInfo, budget: &Arc<Budget>) -> Self {
        // For a state the search needed as much memory, and there is one at a time.
        let budget = Arc::new(budget.without_limit());
        Self {
            model,
            product: Product::new(claim, false),
            state: State::new(model.info()).for_report(budget.clone()),
            stack: Stack::new(budget.clone(), Account::Stack),
            chains: Chains::new(budget),
            turn: None,
            moves: Vec::new(),
            able: Pids::NONE,
            found: Vec::new(),
        }
    }

    /// All edges of a state, each to the next stored state. Where the system is stuck, also those
    /// of two steps of the claim at once.
    pub(super) fn run(&mut self, words: &[u32]) -> Result<Vec<Found>, Stop> {
        self.load(words);
        self.able = Pids::NONE;
        self.go_through()?;
        let mut found = std::mem::take(&mut self.found);
        let is_stuck = |found: &Found| matches!(found.steps[..], [RunStep::Claim(_)]);
        for index in 0..found.len() {
            if is_stuck(&found[index]) {
                self.load(&found[index].words.clone());
                self.go_through()?;
                for mut second in std::mem::take(&mut self.found) {
                    second.sets |= found[index].sets;
                    second.steps.splice(0..0, found[index].steps.clone());
                    found.push(second);
                }
            }
        }
        Ok(found)
    }

    fn load(&mut self, words: &[u32]) {
        let hidden = vec![0; self.model.info().hidden_words as usize];
        self.state.load(words, &hidden);
    }

    fn go_through(&mut self) -> Result<(), Stop> {
        self.moves.clear();
        let standing = self.product.claim.standing(&self.state);
        let (turn, cursor) = self
            .product
            .open(self.model, &mut self.state, standing, false);
        self.turn = Some(turn);
        explore(self, cursor)?;
        self.product.failed.clear();
        Ok(())
    }
}

impl<M: Model + ?Sized> Visit for Expansion<'_, M> {
    type Model = M;

    fn on_path(&mut self) -> OnPath<'_, M> {
        OnPath {
            model: self.model,
            stack: &mut self.stack,
            chains: &mut self.chains,
            state: &mut self.state,
        }
    }

    fn next(&mut self, cursor: &mut Cursor) -> Next {
        let Self {
            product,
            turn,
            model,
            state,
            ..
        } = self;
        let turn = turn.as_mut().expect("a state is open");
        product.next(turn, *model, state, cursor, &Everything)
    }

    fn taken(&mut self, cursor: &Cursor, edge: Edge, _: At) -> Result<bool, Stop> {
        self.state.stopped().map_or(Ok(()), Err)?;
        self.state.take_failures();
        let alone = edge.transition == BY_CLAIM;
        self.moves.truncate(self.stack.len());
        self.moves.push((!alone).then(|| cursor.last_move(&edge)));
        if !cursor.is_exclusive() && !alone {
            self.able.insert(cursor.pid());
        }
        if edge.faulted {
            self.state.take_fault();
        }
        Ok(!edge.faulted)
    }

    fn begin_sequence(&mut self, _: &Cursor) -> Result<(), Stop> {
        Ok(())
    }

    fn arrive(&mut self, from: &Cursor, edge: Option<Edge>) -> Result<Follow, Stop> {
        let claim = self.product.claim;
        let begun = self.stack.first().unwrap_or(from);
        let turn = self.turn.as_ref().expect("a state is open");
        let claims = turn.path(claim, *begun).filter_map(|step| match step {
            PathStep::Claim { edge, .. } => Some(RunStep::Claim(edge)),
            PathStep::System(_) | PathStep::Sees => None,
        });
        let taken = self.stack.len() + usize::from(edge.is_some());
        let moves = self.moves[..taken].iter().flatten();
        let moved = moves.clone().next().map(|first| first.pid);
        let found = Found {
            hash: self.state.hash(),
            words: self.state.words().to_vec(),
            steps: claims.chain(moves.copied().map(RunStep::System)).collect(),
            sets: turn.sets,
            moved,
        };
        self.found.push(found);
        Ok(Follow::Back)
    }

    fn expand_further(&mut self, cursor: &mut Cursor) -> Result<bool, Stop> {
        let Self {
            product,
            turn,
            state,
            ..
        } = self;
        let turn = turn.as_mut().expect("a state is open");
        Ok(product.expand_further(turn, state, cursor))
    }

    fn leave(&mut self, _: &Cursor, _: At) -> Result<(), Stop> {
        Ok(())
    }
}
