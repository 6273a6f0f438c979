//! Rounds of a state behind a step of a claim.
//!
//! In three things they differ from those of a plain search. No process goes first that is held:
//! what the claim sees must not come earlier or later than what it sees besides. The proviso asks
//! for more: *no* edge of the set, of those that count, may lead back to the path, since a run that
//! is not accepted for what it does, but for what it does again and again, could go round there. So
//! once a set has led back, no set is enough that contains a process of it: its edges are among
//! those of the larger set. And the first set is kept, for the claim's other steps.

use super::{Stage, Tried, WhileItPays};
use crate::claim::{ClaimInfo, Fairness};
use crate::model::{Model, ModelInfo};
use crate::reduce::{Held, Local, Pids, SetMethod, Sets};
use crate::state::State;
use crate::step::{Cursor, Edge, NO_PROCESS};

/// Chooses the processes that go first behind a step of a claim.
pub struct ClaimRounds {
    local: Local,
    sets: Option<Box<WhileItPays>>,
    held: Held,
}

/// A state whose edges behind one step of a claim are gone through: 40 bytes.
#[derive(Clone, Copy)]
pub struct ClaimOpened {
    /// Processes that are tried now.
    set: u64,
    /// Processes that were tried before, those that led back apart: they have no edges.
    done: u64,
    /// Processes of the sets that led back.
    back: u64,
    /// The first set of this state; all where there is none.
    first: u64,
    /// Of the first 32 processes, those that can never move again: every transition at their place
    /// is local, and none was enabled, here or further up. A claim changes nothing of that.
    stuck: u32,
    stage: Stage,
    /// An edge of this round has led to a state.
    has_led: bool,
    /// The edge found last counts.
    counts: bool,
    /// An edge of this round that counts has led to a state on the path.
    led_back: bool,
}

impl ClaimRounds {
    /// For a model with tags and a claim, with a method that [`claim_reduction`] allows.
    ///
    /// [`claim_reduction`]: crate::reduce::claim_reduction
    pub fn new(
        info: &'static ModelInfo,
        method: SetMethod,
        claim: &ClaimInfo,
        fairness: Fairness,
    ) -> Self {
        let sets = |with_guards| Sets::new(info, with_guards).keeping_fair(fairness);
        let sets = |with_guards| Box::new(WhileItPays::new(sets(with_guards)));
        Self {
            local: method.local(info),
            sets: method.with_guards().map(sets),
            held: Held::new(info, claim),
        }
    }

    /// Opens a state behind the first step of the claim there, and gives the cursor at its first
    /// edge. `before` is what an edge to this state was found in.
    #[inline(always)]
    pub fn open<M: Model + ?Sized>(
        &mut self,
        before: Option<&ClaimOpened>,
        model: &M,
        state: &mut State,
    ) -> (ClaimOpened, Cursor) {
        let stuck = before.map_or(0, |it| it.stuck);
        let asks = self.sets.as_mut().is_some_and(|sets| sets.asks());
        let first = self.choose(model, state, [u64::from(stuck), 0], asks, true);
        let first = first.unwrap_or(u64::MAX);
        ClaimOpened::starting(first, stuck, state)
    }

    /// Opens the same state behind another step of the claim, at less cost.
    #[inline(always)]
    pub fn open_again(&self, opened: &ClaimOpened, state: &mut State) -> (ClaimOpened, Cursor) {
        ClaimOpened::starting(opened.first, opened.stuck, state)
    }

    /// An edge of the state was found: it may lead to several states, or to a run-time error.
    #[inline(always)]
    pub fn taken(&self, opened: &mut ClaimOpened, edge: &Edge) {
        opened.counts = self.held.counts(edge.transition, edge.partner);
    }

    /// When all edges of a round were found: goes on to the next processes, and at last to the
    /// round of `timeout`, unless what was tried is enough.
    #[inline(always)]
    pub fn next_round<M: Model + ?Sized>(
        &mut self,
        opened: &mut ClaimOpened,
        model: &M,
        state: &mut State,
        cursor: &mut Cursor,
    ) -> bool {
        if opened.tried().next_process(cursor) {
            return true;
        }
        match opened.stage {
            Stage::Persistent if opened.has_led && !opened.led_back => false,
            Stage::Persistent => {
                self.give_up(opened, model, state);
                cursor.rewind(state);
                opened.tried().begin(cursor, state);
                true
            }
            _ => {
                opened.set = u64::MAX;
                cursor.begin_timeout(state)
            }
        }
    }

    /// What was tried is not enough: chooses what is tried next.
    fn give_up<M: Model + ?Sized>(
        &mut self,
        opened: &mut ClaimOpened,
        model: &M,
        state: &mut State,
    ) {
        if opened.led_back {
            opened.back |= opened.set;
        } else {
            opened.done |= opened.set;
            let pid = opened.set.trailing_zeros() as u8;
            if opened.set.is_power_of_two() && self.is_local(state, pid) {
                opened.stuck |= opened.set as u32;
            }
        }
        (opened.has_led, opened.led_back) = (false, false);
        let tried = [opened.done, opened.back];
        let asks = self.sets.as_mut().is_some_and(|sets| sets.asks());
        let next = self.choose(model, state, tried, asks, false);
        opened.set = next.unwrap_or(u64::MAX) & !(opened.done | opened.back);
        if next.is_none() {
            opened.stage = Stage::Full;
        }
    }

    /// The next processes to try, a bit for each, none that is held or led back, and some not in
    /// `done`; `None`: all others.
    fn choose<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        [done, back]: [u64; 2],
        asks: bool,
        first: bool,
    ) -> Option<u64> {
        let barred = self.held.processes(state) | back;
        let local = self.local.processes(state) & !(barred | done);
        if local != 0 {
            return Some(1 << local.ilog2());
        }
        let sets = self.sets.as_mut()?;
        let (done, barred) = (Pids::from(done), Pids::from(barred));
        let set = sets.next(model, state, [&done, &barred], asks, first);
        set.and_then(|set| set.below_64())
    }

    fn is_local(&self, state: &State, pid: u8) -> bool {
        let place = state.place(state.process(pid));
        self.local.is_local(place.0 as usize)
    }
}

impl ClaimOpened {
    /// Of a state that has no edges.
    pub const NONE: Self = Self {
        set: 0,
        done: 0,
        back: 0,
        first: 0,
        stuck: 0,
        stage: Stage::Full,
        has_led: false,
        counts: false,
        led_back: false,
    };

    /// All processes were tried, or are tried now.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.stage != Stage::Persistent
    }

    #[inline(always)]
    fn starting(first: u64, stuck: u32, state: &mut State) -> (Self, Cursor) {
        let opened = Self {
            set: first & !u64::from(stuck),
            done: u64::from(stuck),
            back: 0,
            first,
            stuck,
            stage: match first {
                u64::MAX => Stage::Full,
                _ => Stage::Persistent,
            },
            has_led: false,
            counts: false,
            led_back: false,
        };
        let mut cursor = Cursor::open(state);
        opened.tried().begin(&mut cursor, state);
        (opened, cursor)
    }

    /// Processes that are tried now, a bit for each.
    #[inline(always)]
    pub fn set(&self) -> u64 {
        self.set
    }

    /// The edge found last has led to a state, perhaps one on the path.
    #[inline(always)]
    pub fn leads(&mut self, on_path: bool) {
        self.has_led = true;
        self.led_back |= on_path & self.counts;
    }

    #[inline(always)]
    fn tried(&self) -> Tried {
        Tried {
            set: self.set,
            alone: NO_PROCESS,
            stage: self.stage,
        }
    }
}
