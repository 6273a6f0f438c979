//! Run-time errors: they end their path, and are reported once for each statement.
//!
//! ```promela
//! byte x = 3; byte y; bool a[3];
//! active proctype P() { do :: x > 0 -> x--; ... :: y = 6 / x :: a[x] = 1 od } /* x > 0 -> x-- is one step here */
//! ```

use runtime::model::{Model, ModelInfo, Shown, Step, TransitionId};
use runtime::state::{Array, Faulted, Field, Process, State};
use runtime::tables::{array, at, offer, place, proctype, scalar, transition};

use super::{EMPTY, UNUSED, start};

pub struct Divider;

const X: Field = Field::unsigned(0, 0, 8);
const Y: Field = Field::unsigned(0, 8, 8);
const A: Array = Array::unsigned(16, 1, 1, 3);

static INFO: ModelInfo = ModelInfo {
    name: "divider",
    globals: &[
        scalar("x", X, Shown::Number),
        scalar("y", Y, Shown::Number),
        array("a", A, Shown::Number),
    ],
    proctypes: &[proctype("P", 1, &[], &[])],
    places: &[UNUSED, place(0, 2, false, &[offer(0), offer(1), offer(2)])],
    transitions: &[
        transition(0, 1, &[at(2, "x > 0 -> x--")]),
        transition(0, 1, &[at(2, "y = 6 / x")]),
        transition(0, 1, &[at(2, "a[x] = 1")]),
    ],
    ..EMPTY
};

impl Model for Divider {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        state.set(X, 3);
        start(state)
    }

    fn execute(
        &self,
        state: &mut State,
        _process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        let x = state.get(X);
        match transition.0 {
            0 if x == 0 => return Ok(Step::Blocked),
            0 => state.set(X, x - 1),
            1 => state.set(Y, state.divide(6, x, "6 / x")?),
            _ => {
                let index = state.index(x, 3, "a")?;
                state.set(A.element(index), 1);
            }
        }
        Ok(Step::Done)
    }
}
