//! An atomic sequence that blocks in the middle: its state is stored, and others may move.
//!
//! ```promela
//! byte x;
//! active proctype P() { atomic { x = 1; x == 2; x = 3 } }
//! active proctype Q() { x == 1 -> x = 2 }
//! ```

use runtime::model::{Model, ModelInfo, Shown, Step, TransitionId};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{at, atomic, offer, place, proctype, scalar, transition};

use super::{EMPTY, Toy, UNUSED};

pub const TOY: Toy = Toy {
    model: &BlockedAtomic,
    stored: 8,
    matched: 1,
    atomic_steps: 3,
    depth: 7,
    errors: 0,
};

pub struct BlockedAtomic;

const X: Field = Field::unsigned(0, 0, 8);
const PLACE: Field = Field::unsigned(0, 0, 8);

static INFO: ModelInfo = ModelInfo {
    name: "blocked_atomic",
    globals: &[scalar("x", X, Shown::Number)],
    proctypes: &[proctype("P", 1, &[], &[]), proctype("Q", 1, &[], &[])],
    places: &[
        UNUSED,
        place(0, 2, false, &[atomic(offer(0))]),
        place(0, 2, false, &[atomic(offer(1))]),
        place(0, 2, false, &[offer(2)]),
        place(0, 2, true, &[offer(3)]),
        place(1, 3, false, &[offer(4)]),
        place(1, 3, false, &[offer(5)]),
        place(1, 3, true, &[offer(6)]),
    ],
    transitions: &[
        transition(0, 2, &[at(2, "x = 1")]),
        transition(0, 3, &[at(2, "x == 2")]),
        transition(0, 4, &[at(2, "x = 3")]),
        transition(0, 0, &[at(2, "-end-")]),
        transition(1, 6, &[at(3, "x == 1")]),
        transition(1, 7, &[at(3, "x = 2")]),
        transition(1, 0, &[at(3, "-end-")]),
    ],
    ..EMPTY
};

impl Model for BlockedAtomic {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for (proctype, start) in [(0, 1), (1, 5)] {
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
            1 if state.get(X) != 2 => return Ok(Step::Blocked),
            4 if state.get(X) != 1 => return Ok(Step::Blocked),
            0 => state.set(X, 1),
            2 => state.set(X, 3),
            5 => state.set(X, 2),
            3 | 6 => {
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
