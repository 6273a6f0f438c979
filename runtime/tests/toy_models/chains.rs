//! Atomic sequences without an end, and a long one that has an end.
//!
//! ```promela
//! byte x; short n;
//! active proctype P() { atomic { do :: x = 1 - x od } }  /* SPINNING */
//! active proctype P() { atomic { do :: x = 0 :: x = 1 :: break od; x = 2 } }  /* CHOOSING, without -end- */
//! active proctype P() { atomic { do :: n < 4999 -> n++ :: else -> break od; x = 2 } }  /* LONG, one step a round */
//! ```

use runtime::model::{Model, ModelInfo, Step, TransitionId};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{at, atomic, offer, otherwise, place, proctype, transition};

use super::{EMPTY, PLACE, UNUSED, start};

pub const SPINNING: Chain = Chain {
    info: &SPINNING_INFO,
};
pub const CHOOSING: Chain = Chain {
    info: &CHOOSING_INFO,
};
pub const LONG: Chain = Chain { info: &LONG_INFO };

pub struct Chain {
    info: &'static ModelInfo,
}

const X: Field = Field::unsigned(0, 0, 8);
const N: Field = Field::unsigned(0, 8, 16);

const COMMON: ModelInfo = ModelInfo {
    name: "chain",
    proctypes: &[proctype("P", 1, &[], &[])],
    transitions: &[
        transition(0, 1, &[at(2, "x = 1 - x")]),
        transition(0, 1, &[at(3, "x = 0")]),
        transition(0, 1, &[at(3, "x = 1")]),
        transition(0, 2, &[at(3, "break")]),
        transition(0, 3, &[at(3, "x = 2")]),
        transition(0, 1, &[at(4, "n < 4999 -> n++")]),
        transition(0, 2, &[at(4, "else")]),
        transition(0, 0, &[at(4, "-end-")]),
    ],
    ..EMPTY
};

static SPINNING_INFO: ModelInfo = ModelInfo {
    places: &[UNUSED, place(0, 2, false, &[atomic(offer(0))])],
    ..COMMON
};

static CHOOSING_INFO: ModelInfo = ModelInfo {
    places: &[
        UNUSED,
        place(
            0,
            3,
            false,
            &[atomic(offer(1)), atomic(offer(2)), atomic(offer(3))],
        ),
        place(0, 3, false, &[offer(4)]),
        place(0, 3, true, &[offer(7)]),
    ],
    ..COMMON
};

static LONG_INFO: ModelInfo = ModelInfo {
    places: &[
        UNUSED,
        place(0, 4, false, &[atomic(offer(5)), atomic(otherwise(6))]),
        place(0, 4, false, &[offer(4)]),
        place(0, 4, true, &[offer(7)]),
    ],
    ..COMMON
};

impl Model for Chain {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        start(state)
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        match transition.0 {
            0 => state.set(X, 1 - state.get(X)),
            1 => state.set(X, 0),
            2 => state.set(X, 1),
            4 => state.set(X, 2),
            5 if state.get(N) == 4999 => return Ok(Step::Blocked),
            5 => state.set(N, state.get(N) + 1),
            7 => {
                let ended = state.end_process(process);
                return Ok(if ended { Step::Done } else { Step::Blocked });
            }
            _ => {}
        }
        let target = self.info.transitions[transition.0 as usize].target;
        state.set(process.at(PLACE), target.0 as i32);
        Ok(Step::Done)
    }
}
