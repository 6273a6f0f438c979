//! A channel local to a process, passed to two others that are created and die.
//!
//! ```promela
//! byte a; bool b;
//! proctype W(chan o; byte n) { o!n; a++ }
//! init { chan q = [2] of {byte}; byte v;
//!   atomic { run W(q, 1); run W(q, 2) }
//!   q?v; q?v; b = (v == 2 -> true : false); (_nr_pr == 1); d_step { a = 0; v = 0 } }
//! ```

use runtime::model::{Model, ModelInfo, QueueKind, Shown, Step, TransitionId};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{at, atomic, channel, offer, place, proctype, scalar, transition, unsigned};

use super::{EMPTY, Toy, UNUSED};

pub const TOY: Toy = Toy {
    model: &LocalChannel,
    stored: 74,
    matched: 63,
    atomic_steps: 1,
    depth: 14,
    errors: 0,
};

pub struct LocalChannel;

const A: Field = Field::unsigned(0, 0, 8);
const B: Field = Field::unsigned(0, 8, 1);
const PLACE: Field = Field::unsigned(0, 0, 8);
const O: Field = Field::unsigned(0, 8, 8);
const N: Field = Field::unsigned(0, 16, 8);
const Q: Field = Field::unsigned(0, 8, 8);
const V: Field = Field::unsigned(0, 16, 8);

static INFO: ModelInfo = ModelInfo {
    name: "local_channel",
    globals: &[scalar("a", A, Shown::Number), scalar("b", B, Shown::Number)],
    queues: &[QueueKind::new(2, &[unsigned(0, 8, Shown::Number)])],
    proctypes: &[
        proctype(
            "W",
            1,
            &[
                scalar("o", O, Shown::Channel),
                scalar("n", N, Shown::Number),
            ],
            &[],
        ),
        proctype(
            "init",
            1,
            &[scalar("v", V, Shown::Number)],
            &[channel("q", 0)],
        ),
    ],
    places: &[
        UNUSED,
        place(0, 2, false, &[offer(0)]),
        place(0, 2, false, &[offer(1)]),
        place(0, 2, true, &[offer(2)]),
        place(1, 4, false, &[atomic(offer(3))]),
        place(1, 4, false, &[offer(4)]),
        place(1, 5, false, &[offer(5)]),
        place(1, 5, false, &[offer(6)]),
        place(1, 5, false, &[offer(7)]),
        place(1, 5, false, &[offer(8)]),
        place(1, 5, false, &[offer(9)]),
        place(1, 5, true, &[offer(10)]),
    ],
    transitions: &[
        transition(0, 2, &[at(2, "o!n")]),
        transition(0, 3, &[at(2, "a++")]),
        transition(0, 0, &[at(2, "-end-")]),
        transition(1, 5, &[at(4, "run W(q, 1)")]),
        transition(1, 6, &[at(4, "run W(q, 2)")]),
        transition(1, 7, &[at(5, "q?v")]),
        transition(1, 8, &[at(5, "q?v")]),
        transition(1, 9, &[at(5, "b = (v == 2 -> true : false)")]),
        transition(1, 10, &[at(5, "_nr_pr == 1")]),
        transition(1, 11, &[at(5, "d_step { a = 0; v = 0 }")]),
        transition(1, 0, &[at(5, "-end-")]),
    ],
    ..EMPTY
};

fn run_worker(state: &mut State, channel: i32, n: i32) -> Result<(), Faulted> {
    let worker = state.spawn(0)?;
    state.set(worker.at(PLACE), 1);
    state.set(worker.at(O), channel);
    state.set(worker.at(N), n);
    Ok(())
}

impl Model for LocalChannel {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        let own = state.channel_count() + 1;
        let process = state.spawn(1)?;
        state.set(process.at(PLACE), 4);
        state.set(process.at(Q), own as i32);
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        match transition.0 {
            0 => {
                let channel = state.channel(state.get(process.at(O)), "o")?;
                if !state.can_send(channel) {
                    return Ok(Step::Blocked);
                }
                let n = state.get(process.at(N));
                state.send(channel, &[n]);
            }
            1 => state.set(A, state.get(A) + 1),
            3 | 4 => run_worker(state, state.get(process.at(Q)), transition.0 as i32 - 2)?,
            5 | 6 => {
                let channel = state.channel(state.get(process.at(Q)), "q")?;
                if !state.can_receive(channel) {
                    return Ok(Step::Blocked);
                }
                state.set(process.at(V), state.incoming(channel, 0));
                state.take(channel);
            }
            7 => state.set(B, i32::from(state.get(process.at(V)) == 2)),
            8 if state.process_count() != 1 => return Ok(Step::Blocked),
            9 => {
                state.set(A, 0);
                state.set(process.at(V), 0);
            }
            2 | 10 => {
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
