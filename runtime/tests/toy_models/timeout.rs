//! `timeout` lets one process go on when nothing else can.
//!
//! ```promela
//! byte x;
//! active proctype P() { (x == 1); x = 2 }
//! active proctype Q() { timeout -> x = 1 }
//! ```

use runtime::model::{Model, ModelInfo, Shown, Step, TransitionId};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{at, offer, place, proctype, scalar, transition};

use super::{EMPTY, Toy, UNUSED};

pub const TOY: Toy = Toy {
    model: &Timeout,
    stored: 9,
    matched: 2,
    atomic_steps: 0,
    depth: 6,
    errors: 0,
};

pub struct Timeout;

const X: Field = Field::unsigned(0, 0, 8);
const PLACE: Field = Field::unsigned(0, 0, 8);

static INFO: ModelInfo = ModelInfo {
    name: "timeout",
    globals: &[scalar("x", X, Shown::Number)],
    proctypes: &[proctype("P", 1, &[], &[]), proctype("Q", 1, &[], &[])],
    places: &[
        UNUSED,
        place(0, 2, false, &[offer(0)]),
        place(0, 2, false, &[offer(1)]),
        place(0, 2, true, &[offer(2)]),
        place(1, 3, false, &[offer(3)]),
        place(1, 3, false, &[offer(4)]),
        place(1, 3, true, &[offer(5)]),
    ],
    transitions: &[
        transition(0, 2, &[at(2, "x == 1")]),
        transition(0, 3, &[at(2, "x = 2")]),
        transition(0, 0, &[at(2, "-end-")]),
        transition(1, 5, &[at(3, "timeout")]),
        transition(1, 6, &[at(3, "x = 1")]),
        transition(1, 0, &[at(3, "-end-")]),
    ],
    ..EMPTY
};

impl Model for Timeout {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for (proctype, start) in [(0, 1), (1, 4)] {
            let process = state.spawn(proctype)?;
            state.set(process.at(PLACE), start);
        }
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        match transition.0 {
            0 if state.get(X) != 1 => return Ok(Step::Blocked),
            3 if !state.timeout() => return Ok(Step::Blocked),
            1 => state.set(X, 2),
            4 => state.set(X, 1),
            2 | 5 => {
                let ended = state.end_process(process);
                return Ok(if ended { Step::Done } else { Step::Blocked });
            }
            _ => {}
        }
        let target = INFO.transitions[transition.0 as usize].target;
        state.set(process.at(PLACE), target.0 as i32);
        Ok(Step::Done)
    }
}
