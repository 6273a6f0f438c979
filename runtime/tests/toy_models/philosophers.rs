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

use runtime::model::{ModelInfo, Outcome, SourceInfo, Variable};
use runtime::rows::{Place, Proctype, assign, guard, otherwise, place, proctype};
use runtime::state::{Array, Faulted, Field, Process, State};
use runtime::tables::{array, at, scalar};

use super::{Toy, assert_that, enter, set, spawn, untagged, when};

pub const TOY: Toy = Toy {
    model: &THREE,
    stored: 1296,
    matched: 2341,
    atomic_steps: 414,
    depth: 326,
    errors: 0,
};

/// More states than the search takes for a small store.
pub const FIVE: Toy = Toy {
    model: &FIVE_PHILOSOPHERS,
    stored: 162_000,
    matched: 597_061,
    atomic_steps: 89_118,
    depth: 7000,
    errors: 0,
};

static THREE: &ModelInfo = &model::<3>(runtime::tables_of!(&[phil::<3>()]));
static FIVE_PHILOSOPHERS: &ModelInfo = &model::<5>(runtime::tables_of!(&[phil::<5>()]));
pub static SIX: &ModelInfo = &model::<6>(runtime::tables_of!(&[phil::<6>()]));
pub static SEVEN: &ModelInfo = &model::<7>(runtime::tables_of!(&[phil::<7>()]));

const EATING: Variable = scalar(0, "eating", Field::unsigned(0, 0, 8));
const L: Variable = scalar(0, "l", Field::unsigned(0, 8, 8));
const R: Variable = scalar(1, "r", Field::unsigned(0, 16, 8));
const C: Variable = scalar(2, "c", Field::unsigned(0, 24, 8));

const L4: Place = place(1, 4);
const L4B: Place = place(2, 4);
const L4C: Place = place(3, 4);
const L4D: Place = place(4, 4);
const L4E: Place = place(5, 4);
const L6: Place = place(6, 6);
const L7: Place = place(7, 7);
const L7B: Place = place(8, 7);
const L8: Place = place(9, 8);
const L8B: Place = place(10, 8);
const L9: Place = place(11, 9);
const L9B: Place = place(12, 9);
const L9C: Place = place(13, 9);
const L10: Place = place(14, 10);
const L10B: Place = place(15, 10);
const L10C: Place = place(16, 10);

const fn model<const N: u32>(tables: ModelInfo) -> ModelInfo {
    ModelInfo {
        name: "philosophers",
        global_words: (8 + 8 * N).div_ceil(32),
        globals: const { &[EATING, array(1, "fork", forks(N))] },
        initialize: |state| (0..N).try_for_each(|_| spawn(state, 0, L4)),
        ..untagged(tables)
    }
}

const ASSERT_L9: SourceInfo = at(9, "assert(eating <= N/2)");
const LOCALS: &[Variable] = &[L, R, C];

const fn phil<const N: u32>() -> Proctype {
    let rows = const {
        &[
            guard(L4, is_last::<N>, L4B).line(4, "_pid == N-1"),
            otherwise(L4, |s, me| enter(s, me, L4D), L4D).line(4, "else"),
            assign(L4B, |s, me| set(me.at(L), 0, s, me, L4C), L4C).line(4, "l = 0"),
            assign(L4C, |s, me| set(me.at(R), N as i32 - 1, s, me, L6), L6).line(4, "r = N-1"),
            assign(L4D, |s, me| set(me.at(L), number(me) - 1, s, me, L4E), L4E).line(4, "l = _pid"),
            assign(L4E, |s, me| set(me.at(R), number(me), s, me, L6), L6).line(4, "r = _pid+1"),
            assign(L6, |s, me| set(me.at(C), 0, s, me, L7), L7).line(6, "c = 0"),
            guard(L7, |s, me| find::<N>(L, s, me, L7B), L7B)
                .line(7, "fork[l] == 0")
                .atomic(),
            assign(L7B, |s, me| put::<N>(L, number(me), s, me, L8), L8).line(7, "fork[l] = _pid+1"),
            guard(L8, |s, me| find::<N>(R, s, me, L8B), L8B)
                .line(8, "fork[r] == 0")
                .atomic(),
            assign(L8B, |s, me| put::<N>(R, number(me), s, me, L9), L9).line(8, "fork[r] = _pid+1"),
            assign(L9, |s, me| set(EATING, s.get(EATING) + 1, s, me, L9B), L9B).line(9, "eating++"),
            guard(L9B, assert_eating::<N>, L9C).lines(&[ASSERT_L9]),
            assign(L9C, |s, me| set(EATING, s.get(EATING) - 1, s, me, L10), L10)
                .line(9, "eating--"),
            assign(L10, |s, me| put::<N>(R, 0, s, me, L10B), L10B).line(10, "fork[r] = 0"),
            assign(L10B, |s, me| set(me.at(C), 1, s, me, L10C), L10C).line(10, "c = 1"),
            assign(L10C, |s, me| put::<N>(L, 0, s, me, L6), L6).line(10, "fork[l] = 0"),
        ]
    };
    proctype(0, "phil", 1)
        .locals(LOCALS)
        .starts_at(L4)
        .rows(rows)
}

const fn forks(count: u32) -> Array {
    Array::unsigned(8, 8, 8, count)
}

/// How a fork names who has it.
fn number(me: Process) -> i32 {
    i32::from(me.pid) + 1
}

fn fork<const N: u32>(side: Variable, state: &State, me: Process) -> Result<Field, Faulted> {
    let index = state.index(state.get(me.at(side)), N, "fork[l]")?;
    Ok(const { forks(N) }.element(index))
}

fn is_last<const N: u32>(state: &mut State, me: Process) -> Outcome {
    when(number(me) == N as i32, state, me, L4B)
}

fn find<const N: u32>(side: Variable, state: &mut State, me: Process, to: Place) -> Outcome {
    let fork = fork::<N>(side, state, me)?;
    when(state.get(fork) == 0, state, me, to)
}

fn put<const N: u32>(
    side: Variable,
    by: i32,
    state: &mut State,
    me: Process,
    to: Place,
) -> Outcome {
    let fork = fork::<N>(side, state, me)?;
    set(fork, by, state, me, to)
}

fn assert_eating<const N: u32>(state: &mut State, me: Process) -> Outcome {
    let holds = state.get(EATING) <= N as i32 / 2;
    assert_that(holds, &ASSERT_L9, state, me, L9C)
}
