//! Run-time errors: they end their path, and are reported once for each statement.
//!
//! ```promela
//! byte x = 3; byte y; bool a[3];
//! active proctype P() { do :: x > 0 -> x--; ... :: y = 6 / x :: a[x] = 1 od } /* x > 0 -> x-- is one step here */
//! ```

use runtime::model::{BLOCKED, ModelInfo, Outcome, Variable};
use runtime::rows::{Place, Proctype, assign, guard, place, proctype};
use runtime::state::{Array, Field, Process, State};
use runtime::tables::{array, scalar};

use super::{set, spawn, untagged};

const X: Variable = scalar(0, "x", Field::unsigned(0, 0, 8));
const Y: Variable = scalar(1, "y", Field::unsigned(0, 8, 8));
const A: Variable = array(2, "a", Array::unsigned(16, 1, 1, 3));

const L2: Place = place(1, 2);

const P: Proctype = proctype(0, "P", 1).starts_at(L2).rows(&[
    guard(L2, count_down, L2).line(2, "x > 0 -> x--"),
    assign(L2, divide, L2).line(2, "y = 6 / x"),
    assign(L2, assign_a, L2).line(2, "a[x] = 1"),
]);

pub static MODEL: &ModelInfo = &ModelInfo {
    name: "divider",
    globals: &[X, Y, A],
    initialize: |state| {
        state.set(X, 3);
        spawn(state, 0, L2)
    },
    ..untagged(runtime::tables_of!(&[P]))
};

fn count_down(state: &mut State, me: Process) -> Outcome {
    match state.get(X) {
        0 => BLOCKED,
        x => set(X, x - 1, state, me, L2),
    }
}

fn divide(state: &mut State, me: Process) -> Outcome {
    set(Y, state.divide(6, state.get(X), "6 / x")?, state, me, L2)
}

fn assign_a(state: &mut State, me: Process) -> Outcome {
    let index = state.index(state.get(X), 3, "a")?;
    set(A.element(index), 1, state, me, L2)
}
