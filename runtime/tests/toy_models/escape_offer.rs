//! A send on a rendezvous channel as escape: the main path is left out exactly when the handshake
//! can be completed.
//!
//! ```promela
//! chan r = [0] of {byte}; byte x;
//! active proctype S() { byte v; r?v }
//! active proctype R() { { x = 5; x = 6 } unless { r!3 -> x = 1 }; assert(x != 1); assert(x != 5); assert(x != 6) }
//! ```

use runtime::model::{Model, ModelInfo, QueueKind, Shown, Step, TransitionId};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{
    at, channel, offer, place, proctype, receive, scalar, tier, transition, unsigned,
};

use super::{EMPTY, Toy, UNUSED};

pub const TOY: Toy = Toy {
    model: &EscapeOffer,
    stored: 8,
    matched: 0,
    atomic_steps: 0,
    depth: 8,
    errors: 1,
};

pub struct EscapeOffer;

const X: Field = Field::unsigned(0, 0, 8);
const PLACE: Field = Field::unsigned(0, 0, 8);
const V: Field = Field::unsigned(0, 8, 8);

static INFO: ModelInfo = ModelInfo {
    name: "escape_offer",
    globals: &[scalar("x", X, Shown::Number)],
    channels: &[channel("r", 0)],
    queues: &[QueueKind::new(0, &[unsigned(0, 8, Shown::Number)])],
    proctypes: &[
        proctype("S", 1, &[scalar("v", V, Shown::Number)], &[]),
        proctype("R", 1, &[], &[]),
    ],
    places: &[
        UNUSED,
        place(0, 2, false, &[receive(0)]),
        place(0, 2, true, &[offer(1)]),
        place(1, 3, false, &[offer(2), tier(1, offer(3))]),
        place(1, 3, false, &[offer(2), tier(1, offer(4))]),
        place(1, 3, false, &[offer(5)]),
        place(1, 3, false, &[offer(6)]),
        place(1, 3, false, &[offer(7)]),
        place(1, 3, false, &[offer(8)]),
        place(1, 3, true, &[offer(9)]),
    ],
    transitions: &[
        transition(0, 2, &[at(2, "r?v")]),
        transition(0, 0, &[at(2, "-end-")]),
        transition(1, 5, &[at(3, "r!3")]),
        transition(1, 4, &[at(3, "x = 5")]),
        transition(1, 6, &[at(3, "x = 6")]),
        transition(1, 6, &[at(3, "x = 1")]),
        transition(1, 7, &[at(3, "assert(x != 1)")]),
        transition(1, 8, &[at(3, "assert(x != 5)")]),
        transition(1, 9, &[at(3, "assert(x != 6)")]),
        transition(1, 0, &[at(3, "-end-")]),
    ],
    ..EMPTY
};

impl Model for EscapeOffer {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for (proctype, start) in [(0, 1), (1, 3)] {
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
        let channel = state.channel(1, "r")?;
        let mut step = Step::Done;
        match transition.0 {
            0 => {
                if !state.can_receive(channel) {
                    return Ok(Step::Blocked);
                }
                state.set(process.at(V), state.incoming(channel, 0));
                state.take(channel);
            }
            2 => step = state.send(channel, &[3]),
            3 => state.set(X, 5),
            4 => state.set(X, 6),
            5 => state.set(X, 1),
            6..=8 => {
                let forbidden = [1, 5, 6][transition.0 as usize - 6];
                let holds = state.get(X) != forbidden;
                state.assert(holds, 0);
            }
            _ => {
                let ended = state.end_process(process);
                return Ok(if ended { Step::Done } else { Step::Blocked });
            }
        }
        let target = INFO.transitions[transition.0 as usize].target;
        state.set(process.at(PLACE), target.0 as i32);
        Ok(step)
    }
}
