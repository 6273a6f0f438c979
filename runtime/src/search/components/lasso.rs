//! The cycle of a violation: through states that are known to be strongly connected, from the first
//! of them back to it, past all that the cycle must meet.
//!
//! The search knows that there is such a cycle, not where it runs: it keeps no edges. So the
//! shortest way to some edge or state that gives something of what is still missing is looked for
//! breadth-first, from where the last one ended, until nothing is missing; then the shortest way
//! back.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::product::{BY_CLAIM, Product, Turn};
use crate::claim::ClaimInfo;
use crate::limits::Stop;
use crate::memory::{Account, Budget};
use crate::model::Model;
use crate::reduce::Pids;
use crate::state::State;
use crate::step::{
    At, Chains, Cursor, Edge, Follow, Move, Next, OnPath, RunStep, Stack, Visit, explore,
};
use crate::store::{Handle, Store};
use crate::violation::{FINDING, PathStep};

/// What a cycle must be.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// It meets these accepting sets.
    pub(super) sets: u32,
    /// No process is able in all of its states and begins no step.
    pub(super) fair: bool,
}

/// The steps of such a cycle from `first` on, through states that are `within`. Time: for each set
/// and each process that waits, the edges of these states, at most. Memory: for each of the states
/// a way back, not charged to the search.
///
/// # Errors
/// It takes too long.
pub(super) fn cycle<M: Model + ?Sized, S: Store + ?Sized>(
    (model, claim): (&M, &'static ClaimInfo),
    (store, budget): (&mut S, &Arc<Budget>),
    first: Handle,
    wanted: Wanted,
    within: impl Fn(Handle) -> bool,
) -> Result<Vec<RunStep>, Stop> {
    let mut walker = Walker {
        expansion: Expansion::new(model, claim, budget),
        store,
        within,
        task: budget
            .monitor()
            .begin(FINDING, 0)
            .of_report()
            .of_long_steps(),
    };
    let mut missing = Missing {
        sets: wanted.sets,
        waiting: None,
        moved: Pids::NONE,
        fair: wanted.fair,
    };
    let (mut at, mut steps) = (first, Vec::new());
    while !missing.is_nothing() {
        let way = walker.way(at, |step, able| missing.gains(step, able))?;
        let Some(way) = way else { break };
        for step in &way {
            missing.meet(step);
        }
        at = way.last().map_or(at, |step| step.target);
        steps.extend(way.into_iter().flat_map(|step| step.steps));
    }
    if at != first || steps.is_empty() {
        let back = walker.way(at, |step, _| step.target == first)?;
        steps.extend(back.into_iter().flatten().flat_map(|step| step.steps));
    }
    Ok(steps)
}

/// What the steps so far have not met.
struct Missing {
    sets: u32,
    /// The processes that are able in all states so far; `None` before the first.
    waiting: Option<Pids>,
    moved: Pids,
    fair: bool,
}

impl Missing {
    fn is_nothing(&self) -> bool {
        let served = |waiting: &Pids| waiting.without(&self.moved).is_empty();
        self.sets == 0 && (!self.fair || self.waiting.as_ref().is_some_and(served))
    }

    /// Whether a step from a state with these able processes gives something that is missing.
    fn gains(&self, step: &Step, able: &Pids) -> bool {
        if step.sets & self.sets != 0 {
            return true;
        }
        if !self.fair {
            return false;
        }
        let Some(waiting) = self.waiting else {
            return true;
        };
        let unserved = waiting.without(&self.moved);
        !unserved.without(able).is_empty() || unserved.meets(&step.moved)
    }

    fn meet(&mut self, step: &Step) {
        self.sets &= !step.sets;
        self.moved.extend(&step.moved);
        let waiting = self.waiting.unwrap_or(Pids::ALL);
        self.waiting = Some(waiting.without(&waiting.without(&step.able)));
    }
}

/// An edge of the product.
#[derive(Clone)]
struct Step {
    target: Handle,
    /// The claim's, then those of the system.
    steps: Vec<RunStep>,
    sets: u32,
    /// Who began a step.
    moved: Pids,
    /// Who is able to begin one in the state before.
    able: Pids,
}

struct Walker<'w, M: Model + ?Sized, S: ?Sized, W> {
    expansion: Expansion<'w, M>,
    store: &'w mut S,
    within: W,
    task: crate::monitor::Task,
}

impl<M: Model + ?Sized, S: Store + ?Sized, W: Fn(Handle) -> bool> Walker<'_, M, S, W> {
    /// The shortest way from a state whose last step is one that is looked for, also back to where
    /// it begins; `None` if there is none.
    fn way(
        &mut self,
        from: Handle,
        is_last: impl Fn(&Step, &Pids) -> bool,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let mut reached: BTreeMap<Handle, (Handle, Step)> = BTreeMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            self.task.advance(1)?;
            for step in self.steps_of(at)? {
                let is_last = is_last(&step, &step.able);
                let target = step.target;
                if is_last {
                    let mut way = vec![step];
                    let mut back = at;
                    while back != from {
                        let (before, step) = &reached[&back];
                        way.push(step.clone());
                        back = *before;
                    }
                    way.reverse();
                    return Ok(Some(way));
                }
                if target != from && !reached.contains_key(&target) {
                    reached.insert(target, (at, step));
                    queue.push_back(target);
                }
            }
        }
        Ok(None)
    }

    /// The edges of a state to states that are within.
    fn steps_of(&mut self, at: Handle) -> Result<Vec<Step>, Stop> {
        let mut words = Vec::new();
        if !self.store.get(at, &mut words) {
            return Ok(Vec::new());
        }
        let found = self.expansion.run(&words)?;
        let able = self.expansion.able;
        let mut steps = Vec::new();
        for edge in found {
            let target = self.store.find(edge.hash, &edge.words);
            if let Some(target) = target.filter(|target| (self.within)(*target)) {
                steps.push(Step {
                    target,
                    steps: edge.steps,
                    sets: edge.sets,
                    moved: edge.moved,
                    able,
                });
            }
        }
        Ok(steps)
    }
}

/// Where an edge leads.
struct Found {
    hash: u64,
    words: Vec<u32>,
    steps: Vec<RunStep>,
    sets: u32,
    moved: Pids,
}

/// A working state of its own, and what is needed to go through its edges.
struct Expansion<'m, M: Model + ?Sized> {
    model: &'m M,
    product: Product,
    state: State,
    stack: Stack,
    chains: Chains,
    turn: Option<Turn>,
    /// The system's edges on the stack, by name; `None` for a step of the claim alone.
    moves: Vec<Option<Move>>,
    able: Pids,
    found: Vec<Found>,
}

impl<'m, M: Model + ?Sized> Expansion<'m, M> {
    fn new(model: &'m M, claim: &'static ClaimInfo, budget: &Arc<Budget>) -> Self {
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
    fn run(&mut self, words: &[u32]) -> Result<Vec<Found>, Stop> {
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
        let (turn, cursor) = self.product.open(self.model, &mut self.state, false);
        self.turn = Some(turn);
        explore(self, cursor)?;
        self.product.failed.clear();
        Ok(())
    }
}

impl<M: Model + ?Sized> Visit for Expansion<'_, M> {
    fn on_path(&mut self) -> OnPath<'_> {
        OnPath {
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
        product.next(turn, *model, state, cursor)
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
            PathStep::System(_) => None,
        });
        let taken = self.stack.len() + usize::from(edge.is_some());
        let moves = self.moves[..taken].iter().flatten();
        let mut moved = Pids::NONE;
        moves.clone().for_each(|edge| moved.insert(edge.pid));
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
