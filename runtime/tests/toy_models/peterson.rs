//! Peterson's mutual exclusion with a counter of processes in the critical section.
//!
//! ```promela
//! bool turn, flag[2]; byte cnt;
//! active [2] proctype P() { pid i, j; i = _pid; j = 1 - _pid;
//! again: flag[i] = true; turn = i; (flag[j] == false || turn != i) -> cnt++; assert(cnt == 1); cnt--; flag[i] = false; goto again }
//! ```

use runtime::model::{Model, ModelInfo, PlaceInfo, Shown, Step, TransitionId};
use runtime::state::{Array, Faulted, Field, Process, State};
use runtime::tables::{
    array, assigning, at, offer, place, proctype, read, scalar, tags, transition, write,
};
use runtime::tags::Object;

use super::{EMPTY, Toy, UNUSED};

pub const TOY: Toy = Toy {
    model: &Peterson,
    stored: 74,
    matched: 63,
    atomic_steps: 0,
    depth: 41,
    errors: 0,
};

pub struct Peterson;

const TURN: Field = Field::unsigned(0, 0, 1);
const FLAG: Array = Array::unsigned(1, 1, 1, 2);
const CNT: Field = Field::unsigned(0, 8, 8);
const PLACE: Field = Field::unsigned(0, 0, 8);
const I: Field = Field::unsigned(0, 8, 8);
const J: Field = Field::unsigned(0, 16, 8);

const IS_TURN: Object = Object(0);
const IS_FLAG: Object = Object(1);
const IS_CNT: Object = Object(2);

fn i(state: &State, process: Process) -> i32 {
    state.get(process.at(I))
}

fn j(state: &State, process: Process) -> i32 {
    state.get(process.at(J))
}

static INFO: ModelInfo = ModelInfo {
    name: "peterson",
    globals: &[
        scalar("turn", TURN, Shown::Number),
        array("flag", FLAG, Shown::Number),
        scalar("cnt", CNT, Shown::Number),
    ],
    proctypes: &[proctype(
        "P",
        1,
        &[scalar("i", I, Shown::Number), scalar("j", J, Shown::Number)],
        &[],
    )],
    places: &PLACES,
    objects: &["turn", "flag", "cnt"],
    tags: &[
        assigning(0b01, tags(&[])),
        assigning(0b10, tags(&[])),
        tags(&[write(IS_FLAG).of(0b01, i)]),
        tags(&[write(IS_TURN)]),
        tags(&[read(IS_FLAG).of(0b10, j), read(IS_TURN)]),
        tags(&[write(IS_CNT)]),
        tags(&[read(IS_CNT)]),
        tags(&[write(IS_CNT)]),
        tags(&[write(IS_FLAG).of(0b01, i)]),
    ],
    transitions: &[
        transition(0, 2, &[at(2, "i = _pid")]),
        transition(0, 3, &[at(2, "j = 1 - _pid")]),
        transition(0, 4, &[at(3, "flag[i] = true")]),
        transition(0, 5, &[at(3, "turn = i")]),
        transition(0, 6, &[at(3, "flag[j] == false || turn != i")]),
        transition(0, 7, &[at(3, "cnt++")]),
        transition(0, 8, &[at(3, "assert(cnt == 1)")]),
        transition(0, 9, &[at(3, "cnt--")]),
        transition(0, 3, &[at(3, "flag[i] = false")]),
    ],
    ..EMPTY
};

static PLACES: [PlaceInfo; 10] = [
    UNUSED,
    place(0, 2, false, &[offer(0)]),
    place(0, 2, false, &[offer(1)]),
    place(0, 3, false, &[offer(2)]),
    place(0, 3, false, &[offer(3)]),
    place(0, 3, false, &[offer(4)]),
    place(0, 3, false, &[offer(5)]),
    place(0, 3, false, &[offer(6)]),
    place(0, 3, false, &[offer(7)]),
    place(0, 3, false, &[offer(8)]),
];

impl Model for Peterson {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for _ in 0..2 {
            let process = state.spawn(0)?;
            state.set(process.at(PLACE), 1);
        }
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        let i = state.get(process.at(I));
        let flag = |state: &State, index| {
            Ok::<_, Faulted>(FLAG.element(state.index(index, 2, "flag[i]")?))
        };
        match transition.0 {
            0 => state.set(process.at(I), i32::from(process.pid)),
            1 => state.set(process.at(J), 1 - i32::from(process.pid)),
            2 => {
                let flag = flag(state, i)?;
                state.set(flag, 1);
            }
            3 => state.set(TURN, i),
            4 => {
                let other = state.get(process.at(J));
                if state.get(flag(state, other)?) != 0 && state.get(TURN) == i {
                    return Ok(Step::Blocked);
                }
            }
            5 => state.set(CNT, state.get(CNT) + 1),
            6 => {
                let holds = state.get(CNT) == 1;
                state.assert(holds, 0);
            }
            7 => state.set(CNT, state.get(CNT) - 1),
            _ => {
                let flag = flag(state, i)?;
                state.set(flag, 0);
            }
        }
        let target = INFO.transitions[transition.0 as usize].target;
        state.set(process.at(PLACE), target.0 as i32);
        Ok(Step::Done)
    }
}
