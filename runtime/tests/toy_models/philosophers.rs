//! Dining philosophers without a deadlock: the last one takes the right fork first. `N` is 3 and 5
//! in tests, 6 and 7 for measurements.
//!
//! ```promela
//! byte fork[N]; byte eating;
//! active [N] proctype phil() {
//!   byte l, r, c;
//!   if :: _pid == N-1 -> l = 0; r = N-1 :: else -> l = _pid; r = _pid+1 fi;
//!   do
//!   :: c = 0;
//!      atomic { fork[l] == 0 -> fork[l] = _pid+1 };
//!      atomic { fork[r] == 0 -> fork[r] = _pid+1 };
//!      eating++; assert(eating <= N/2); eating--;
//!      fork[r] = 0; c = 1; fork[l] = 0
//!   od
//! }
//! ```

use runtime::model::{Model, ModelInfo, PlaceInfo, Shown, Step, TransitionId, VariableInfo};
use runtime::state::{Array, Faulted, Field, Process, State};
use runtime::tables::{array, at, atomic, offer, otherwise, place, proctype, scalar, transition};

use super::{EMPTY, Toy, UNUSED};

pub const TOY: Toy = Toy {
    model: &Philosophers {
        count: 3,
        info: &THREE,
    },
    stored: 1296,
    matched: 2341,
    atomic_steps: 414,
    depth: 326,
    errors: 0,
};

/// More states than the search takes for a small store.
pub const FIVE: Toy = Toy {
    model: &Philosophers {
        count: 5,
        info: &FIVE_INFO,
    },
    stored: 162_000,
    matched: 597_061,
    atomic_steps: 89_118,
    depth: 7000,
    errors: 0,
};

pub const SIX: Philosophers = Philosophers {
    count: 6,
    info: &SIX_INFO,
};

pub const SEVEN: Philosophers = Philosophers {
    count: 7,
    info: &SEVEN_INFO,
};

pub struct Philosophers {
    count: u32,
    info: &'static ModelInfo,
}

const FORK: Array = Array::unsigned(8, 8, 8, 6);
const EATING: Field = Field::unsigned(0, 0, 8);
const PLACE: Field = Field::unsigned(0, 0, 8);
const L: Field = Field::unsigned(0, 8, 8);
const R: Field = Field::unsigned(0, 16, 8);
const C: Field = Field::unsigned(0, 24, 8);

const fn forks(length: u32) -> VariableInfo {
    array("fork", Array { length, ..FORK }, Shown::Number)
}

static THREE: ModelInfo = ModelInfo {
    globals: &[scalar("eating", EATING, Shown::Number), forks(3)],
    ..COMMON
};
static SIX_INFO: ModelInfo = ModelInfo {
    global_words: 2,
    globals: &[scalar("eating", EATING, Shown::Number), forks(6)],
    ..COMMON
};

static FIVE_INFO: ModelInfo = ModelInfo {
    global_words: 2,
    globals: &[scalar("eating", EATING, Shown::Number), forks(5)],
    ..COMMON
};
static SEVEN_INFO: ModelInfo = ModelInfo {
    global_words: 2,
    globals: &[scalar("eating", EATING, Shown::Number), forks(7)],
    ..COMMON
};

const COMMON: ModelInfo = ModelInfo {
    name: "philosophers",
    proctypes: &[proctype(
        "phil",
        1,
        &[
            scalar("l", L, Shown::Number),
            scalar("r", R, Shown::Number),
            scalar("c", C, Shown::Number),
        ],
        &[],
    )],
    places: &PLACES,
    transitions: &[
        transition(0, 2, &[at(4, "_pid == N-1")]),
        transition(0, 4, &[at(4, "else")]),
        transition(0, 3, &[at(4, "l = 0")]),
        transition(0, 6, &[at(4, "r = N-1")]),
        transition(0, 5, &[at(4, "l = _pid")]),
        transition(0, 6, &[at(4, "r = _pid+1")]),
        transition(0, 7, &[at(6, "c = 0")]),
        transition(0, 8, &[at(7, "fork[l] == 0")]),
        transition(0, 9, &[at(7, "fork[l] = _pid+1")]),
        transition(0, 10, &[at(8, "fork[r] == 0")]),
        transition(0, 11, &[at(8, "fork[r] = _pid+1")]),
        transition(0, 12, &[at(9, "eating++")]),
        transition(0, 13, &[at(9, "assert(eating <= N/2)")]),
        transition(0, 14, &[at(9, "eating--")]),
        transition(0, 15, &[at(10, "fork[r] = 0")]),
        transition(0, 16, &[at(10, "c = 1")]),
        transition(0, 6, &[at(10, "fork[l] = 0")]),
    ],
    ..EMPTY
};

static PLACES: [PlaceInfo; 17] = [
    UNUSED,
    place(0, 4, false, &[offer(0), otherwise(1)]),
    place(0, 4, false, &[offer(2)]),
    place(0, 4, false, &[offer(3)]),
    place(0, 4, false, &[offer(4)]),
    place(0, 4, false, &[offer(5)]),
    place(0, 6, false, &[offer(6)]),
    place(0, 7, false, &[atomic(offer(7))]),
    place(0, 7, false, &[offer(8)]),
    place(0, 8, false, &[atomic(offer(9))]),
    place(0, 8, false, &[offer(10)]),
    place(0, 9, false, &[offer(11)]),
    place(0, 9, false, &[offer(12)]),
    place(0, 9, false, &[offer(13)]),
    place(0, 10, false, &[offer(14)]),
    place(0, 10, false, &[offer(15)]),
    place(0, 10, false, &[offer(16)]),
];

impl Philosophers {
    #[inline(always)]
    fn fork(&self, state: &State, process: Process, side: Field) -> Result<Field, Faulted> {
        let index = state.get(process.at(side));
        Ok(FORK.element(state.index(index, self.count, "fork[l]")?))
    }
}

#[inline(always)]
fn go(state: &mut State, process: Process, target: i32) -> Result<Step, Faulted> {
    state.set(process.at(PLACE), target);
    Ok(Step::Done)
}

impl Model for Philosophers {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for _ in 0..self.count {
            let process = state.spawn(0)?;
            state.set(process.at(PLACE), 1);
        }
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        let pid = i32::from(process.pid);
        let last = self.count as i32 - 1;
        match transition.0 {
            0 => {
                if pid != last {
                    return Ok(Step::Blocked);
                }
                go(state, process, 2)
            }
            1 => go(state, process, 4),
            2 => {
                state.set(process.at(L), 0);
                go(state, process, 3)
            }
            3 => {
                state.set(process.at(R), last);
                go(state, process, 6)
            }
            4 => {
                state.set(process.at(L), pid);
                go(state, process, 5)
            }
            5 => {
                state.set(process.at(R), pid + 1);
                go(state, process, 6)
            }
            6 => {
                state.set(process.at(C), 0);
                go(state, process, 7)
            }
            7 => {
                if state.get(self.fork(state, process, L)?) != 0 {
                    return Ok(Step::Blocked);
                }
                go(state, process, 8)
            }
            8 => {
                state.set(self.fork(state, process, L)?, pid + 1);
                go(state, process, 9)
            }
            9 => {
                if state.get(self.fork(state, process, R)?) != 0 {
                    return Ok(Step::Blocked);
                }
                go(state, process, 10)
            }
            10 => {
                state.set(self.fork(state, process, R)?, pid + 1);
                go(state, process, 11)
            }
            11 => {
                state.set(EATING, state.get(EATING) + 1);
                go(state, process, 12)
            }
            12 => {
                let holds = state.get(EATING) <= self.count as i32 / 2;
                state.assert(holds, 0);
                go(state, process, 13)
            }
            13 => {
                state.set(EATING, state.get(EATING) - 1);
                go(state, process, 14)
            }
            14 => {
                state.set(self.fork(state, process, R)?, 0);
                go(state, process, 15)
            }
            15 => {
                state.set(process.at(C), 1);
                go(state, process, 16)
            }
            _ => {
                state.set(self.fork(state, process, L)?, 0);
                go(state, process, 6)
            }
        }
    }
}
