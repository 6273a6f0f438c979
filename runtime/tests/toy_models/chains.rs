//! Atomic sequences without an end, and a long one that has an end.
//!
//! ```promela
//! byte x; short n;
//! active proctype P() { atomic { do :: x = 1 - x od } }  /* SPINNING */
//! active proctype P() { atomic { do :: x = 0 :: x = 1 :: break od; x = 2 } }  /* CHOOSING, without -end- */
//! active proctype P() { atomic { do :: n < 4999 -> n++ :: else -> break od; x = 2 } }  /* LONG, one step a round */
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

const P: Proctype = proctype(0, "P", 1);

pub static SPINNING: &ModelInfo = &chain(runtime::tables_of!(&[SPINNING_P]));
pub static CHOOSING: &ModelInfo = &chain(runtime::tables_of!(&[CHOOSING_P]));
pub static LONG: &ModelInfo = &chain(runtime::tables_of!(&[LONG_P]));

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
