//! An error that lies deep.
//!
//! ```promela
//! short n;
//! active proctype P() { do :: n < 5000 -> n++ :: n == 5000 -> assert(n < 5000) od } /* each in one step */
//! ```

use runtime::model::{BLOCKED, ModelInfo, Outcome, SourceInfo, Variable};
use runtime::rows::{Place, Proctype, guard, place, proctype};
use runtime::state::{Field, Process, State};
use runtime::tables::{at, scalar};

use super::{assert_that, set, spawn, untagged};

/// Steps to the error, which is one more.
pub const ROUNDS: i32 = 5000;

const N: Variable = scalar(0, "n", Field::unsigned(0, 0, 16));

const L2: Place = place(1, 2);

const ASSERT_L2: SourceInfo = at(2, "assert(n < 5000)");

const P: Proctype = proctype(0, "P", 1).starts_at(L2).rows(&[
    guard(L2, count, L2).line(2, "n < 5000 -> n++"),
    guard(L2, fail, L2).lines(&[ASSERT_L2]),
]);

pub static MODEL: &ModelInfo = &ModelInfo {
    name: "counting",
    globals: &[N],
    initialize: |state| spawn(state, 0, L2),
    ..untagged(runtime::tables_of!(&[P]))
};

fn count(state: &mut State, me: Process) -> Outcome {
    match state.get(N) {
        ROUNDS => BLOCKED,
        n => set(N, n + 1, state, me, L2),
    }
}

fn fail(state: &mut State, me: Process) -> Outcome {
    match state.get(N) {
        ROUNDS => assert_that(false, &ASSERT_L2, state, me, L2),
        _ => BLOCKED,
    }
}
