//! Atomic sequences without an end, and a long one that has an end.
//!
//! ```promela
//! byte x; short n;
//! active proctype P() { atomic { do :: x = 1 - x od } }  /* SPINNING */
//! active proctype P() { atomic { do :: x = 0 :: x = 1 :: break od; x = 2 } }  /* CHOOSING, without -end- */
//! active proctype P() { atomic { do :: n < 4999 -> n++ :: else -> break od; x = 2 } }  /* LONG, one step a round */
//!
//! active proctype P() { atomic {                                              /* GRID */
//!     do :: x = (x + 1) % 64 :: n = (n + 1) % 64 :: x == 63 && n == 63 -> break od; x = 2 } }
//! active proctype P() { atomic {                                              /* JOINING */
//!     do :: x < 200 -> x++ :: break od; x = 0; do :: n < 4999 -> n++ :: else -> break od; x = 2 } }
//! ```

use runtime::model::{BLOCKED, ModelInfo, Outcome};
use runtime::rows::{Place, Proctype, Row, assign, end, guard, otherwise, place, proctype};
use runtime::state::{Field, Process, State};

use super::{end_process, enter, set, start, untagged};

const X: Field = Field::unsigned(0, 0, 8);
const N: Field = Field::unsigned(0, 8, 16);

const L2: Place = place(1, 2);
const L3: Place = place(1, 3);
const L3B: Place = place(2, 3);
const L3C: Place = place(3, 3).end();
const L4: Place = place(1, 4);
const L4B: Place = place(2, 4);
const L4C: Place = place(3, 4).end();

const L6: Place = place(1, 6);
const L6B: Place = place(2, 6);
const L6C: Place = place(3, 6).end();
const L8: Place = place(1, 8);
const L8B: Place = place(2, 8);
const L8C: Place = place(3, 8);
const L8D: Place = place(4, 8);
const L8E: Place = place(5, 8).end();

const P: Proctype = proctype(0, "P", 1);

pub static SPINNING: &ModelInfo = &chain(runtime::tables_of!(&[SPINNING_P]));
pub static CHOOSING: &ModelInfo = &chain(runtime::tables_of!(&[CHOOSING_P]));
pub static LONG: &ModelInfo = &chain(runtime::tables_of!(&[LONG_P]));
pub static GRID: &ModelInfo = &chain(runtime::tables_of!(&[GRID_P]));
pub static JOINING: &ModelInfo = &chain(runtime::tables_of!(&[JOINING_P]));

const FLIP: Row = assign(L2, |s, me| set(X, 1 - s.get(X), s, me, L2), L2)
    .line(2, "x = 1 - x")
    .atomic();

const SPINNING_P: Proctype = P.starts_at(L2).rows(&[FLIP]);

const CHOOSING_P: Proctype = P.starts_at(L3).rows(&[
    assign(L3, |s, me| set(X, 0, s, me, L3), L3)
        .line(3, "x = 0")
        .atomic(),
    assign(L3, |s, me| set(X, 1, s, me, L3), L3)
        .line(3, "x = 1")
        .atomic(),
    guard(L3, |s, me| enter(s, me, L3B), L3B)
        .line(3, "break")
        .atomic(),
    assign(L3B, |s, me| set(X, 2, s, me, L3C), L3C).line(3, "x = 2"),
    end(L3C, end_process).line(3, "-end-"),
]);

const LONG_P: Proctype = P.starts_at(L4).rows(&[
    guard(L4, count_up, L4).line(4, "n < 4999 -> n++").atomic(),
    otherwise(L4, |s, me| enter(s, me, L4B), L4B)
        .line(4, "else")
        .atomic(),
    assign(L4B, |s, me| set(X, 2, s, me, L4C), L4C).line(4, "x = 2"),
    end(L4C, end_process).line(4, "-end-"),
]);

const GRID_P: Proctype = P.starts_at(L6).rows(&[
    assign(L6, |s, me| set(X, (s.get(X) + 1) % 64, s, me, L6), L6)
        .line(6, "x = (x + 1) % 64")
        .atomic(),
    assign(L6, |s, me| set(N, (s.get(N) + 1) % 64, s, me, L6), L6)
        .line(6, "n = (n + 1) % 64")
        .atomic(),
    guard(L6, leave_grid, L6B)
        .line(6, "x == 63 && n == 63")
        .atomic(),
    assign(L6B, |s, me| set(X, 2, s, me, L6C), L6C).line(6, "x = 2"),
    end(L6C, end_process).line(6, "-end-"),
]);

fn leave_grid(state: &mut State, me: Process) -> Outcome {
    match (state.get(X), state.get(N)) {
        (63, 63) => enter(state, me, L6B),
        _ => BLOCKED,
    }
}

const JOINING_P: Proctype = P.starts_at(L8).rows(&[
    guard(L8, count_x_up, L8).line(8, "x < 200 -> x++").atomic(),
    guard(L8, |s, me| enter(s, me, L8B), L8B)
        .line(8, "break")
        .atomic(),
    assign(L8B, |s, me| set(X, 0, s, me, L8C), L8C)
        .line(8, "x = 0")
        .atomic(),
    guard(L8C, count_up_joined, L8C)
        .line(8, "n < 4999 -> n++")
        .atomic(),
    otherwise(L8C, |s, me| enter(s, me, L8D), L8D)
        .line(8, "else")
        .atomic(),
    assign(L8D, |s, me| set(X, 2, s, me, L8E), L8E).line(8, "x = 2"),
    end(L8E, end_process).line(8, "-end-"),
]);

fn count_x_up(state: &mut State, me: Process) -> Outcome {
    match state.get(X) {
        200 => BLOCKED,
        x => set(X, x + 1, state, me, L8),
    }
}

fn count_up_joined(state: &mut State, me: Process) -> Outcome {
    match state.get(N) {
        4999 => BLOCKED,
        n => set(N, n + 1, state, me, L8C),
    }
}

const fn chain(tables: ModelInfo) -> ModelInfo {
    ModelInfo {
        name: "chain",
        initialize: start,
        ..untagged(tables)
    }
}

fn count_up(state: &mut State, me: Process) -> Outcome {
    match state.get(N) {
        4999 => BLOCKED,
        n => set(N, n + 1, state, me, L4),
    }
}
