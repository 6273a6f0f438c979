//! An atomic sequence that blocks in the middle: its state is stored, and others may move.
//!
//! ```promela
//! byte x;
//! active proctype P() { atomic { x = 1; x == 2; x = 3 } }
//! active proctype Q() { x == 1 -> x = 2 }
//! ```

use runtime::model::{ModelInfo, Variable};
use runtime::rows::{Place, Proctype, assign, end, guard, place, proctype};
use runtime::state::Field;
use runtime::tables::scalar;

use super::{Toy, end_process, set, spawn, untagged, when};

pub const TOY: Toy = Toy {
    model: &MODEL,
    stored: 8,
    matched: 1,
    atomic_steps: 3,
    depth: 7,
    errors: 0,
};

const X: Variable = scalar(0, "x", Field::unsigned(0, 0, 8));

const L2: Place = place(1, 2);
const L2B: Place = place(2, 2);
const L2C: Place = place(3, 2);
const L2D: Place = place(4, 2).end();
const L3: Place = place(5, 3);
const L3B: Place = place(6, 3);
const L3C: Place = place(7, 3).end();

const P: Proctype = proctype(0, "P", 1).starts_at(L2).rows(&[
    assign(L2, |s, me| set(X, 1, s, me, L2B), L2B)
        .line(2, "x = 1")
        .atomic(),
    guard(L2B, |s, me| when(s.get(X) == 2, s, me, L2C), L2C)
        .line(2, "x == 2")
        .atomic(),
    assign(L2C, |s, me| set(X, 3, s, me, L2D), L2D).line(2, "x = 3"),
    end(L2D, end_process).line(2, "-end-"),
]);

const Q: Proctype = proctype(1, "Q", 1).starts_at(L3).rows(&[
    guard(L3, |s, me| when(s.get(X) == 1, s, me, L3B), L3B).line(3, "x == 1"),
    assign(L3B, |s, me| set(X, 2, s, me, L3C), L3C).line(3, "x = 2"),
    end(L3C, end_process).line(3, "-end-"),
]);

static MODEL: &ModelInfo = &ModelInfo {
    name: "blocked_atomic",
    globals: &[X],
    initialize: |state| spawn(state, 0, L2).and_then(|()| spawn(state, 1, L3)),
    ..untagged(runtime::tables_of!(&[P, Q]))
};
