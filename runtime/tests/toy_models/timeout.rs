//! `timeout` lets one process go on when nothing else can.
//!
//! ```promela
//! byte x;
//! active proctype P() { (x == 1); x = 2 }
//! active proctype Q() { timeout -> x = 1 }
//! ```

use runtime::model::{ModelInfo, Variable};
use runtime::rows::{Place, Proctype, assign, end, guard, place, proctype};
use runtime::state::Field;
use runtime::tables::scalar;

use super::{Toy, end_process, set, spawn, untagged, when};

pub const TOY: Toy = Toy {
    model: &MODEL,
    stored: 9,
    matched: 2,
    atomic_steps: 0,
    depth: 6,
    errors: 0,
};

const X: Variable = scalar(0, "x", Field::unsigned(0, 0, 8));

const L2: Place = place(1, 2);
const L2B: Place = place(2, 2);
const L2C: Place = place(3, 2).end();
const L3: Place = place(4, 3);
const L3B: Place = place(5, 3);
const L3C: Place = place(6, 3).end();

const P: Proctype = proctype(0, "P", 1).starts_at(L2).rows(&[
    guard(L2, |s, me| when(s.get(X) == 1, s, me, L2B), L2B).line(2, "x == 1"),
    assign(L2B, |s, me| set(X, 2, s, me, L2C), L2C).line(2, "x = 2"),
    end(L2C, end_process).line(2, "-end-"),
]);

const Q: Proctype = proctype(1, "Q", 1).starts_at(L3).rows(&[
    guard(L3, |s, me| when(s.timeout(), s, me, L3B), L3B).line(3, "timeout"),
    assign(L3B, |s, me| set(X, 1, s, me, L3C), L3C).line(3, "x = 1"),
    end(L3C, end_process).line(3, "-end-"),
]);

pub static MODEL: &ModelInfo = &ModelInfo {
    name: "timeout",
    globals: &[X],
    initialize: |state| spawn(state, 0, L2).and_then(|()| spawn(state, 1, L3)),
    ..untagged(runtime::tables_of!(&[P, Q]))
};
