//! Models of a few transitions each. Proctypes `P`, `Q` and `R` have a local `l`, the globals are
//! `x`, `y`, `z` and `a[2]`; `c` is a channel of capacity 2, `m` a rendezvous channel.

use runtime::model::{Model, ModelInfo, QueueKind, Shown, Step, TransitionId, Variable};
use runtime::state::{Array, Faulted, Field, Process, Queue, State};
use runtime::tables::{array, channel, proctype, scalar, unsigned};
use runtime::tags::Object;

#[path = "../toy_models/empty.rs"]
mod empty;

use empty::EMPTY;
pub use empty::UNUSED;

/// Tries a transition, without moving the process.
pub type Effect = fn(&mut State, Process) -> Result<Step, Faulted>;

/// A model by its tables.
pub struct Tiny {
    pub info: &'static ModelInfo,
    /// Where the first processes start.
    pub starts: &'static [i32],
    /// By transition.
    pub effects: &'static [Effect],
}

pub const X: Variable = scalar(0, "x", Field::unsigned(0, 0, 8));
pub const Y: Variable = scalar(1, "y", Field::unsigned(0, 8, 8));
pub const Z: Variable = scalar(2, "z", Field::unsigned(0, 16, 8));
pub const A: Variable = array(3, "a", Array::unsigned(32, 8, 8, 2));
pub const PLACE: Field = Field::unsigned(0, 0, 8);
pub const L: Variable = scalar(0, "l", Field::unsigned(0, 8, 8));

pub const OF_C: Object = Object(4);
pub const OF_M: Object = Object(5);
pub const PROCESSES: Object = Object(6);
pub const TIMEOUT: Object = Object(7);

/// What the models share.
pub const SHAPE: ModelInfo = ModelInfo {
    name: "tiny",
    files: &["tiny.pml"],
    global_words: 2,
    globals: &[X, Y, Z, A],
    channels: &[channel("c", 0), channel("m", 1)],
    queues: &[
        QueueKind::new(2, &[unsigned(0, 8, Shown::Number)]),
        QueueKind::new(0, &[unsigned(0, 8, Shown::Number)]),
    ],
    proctypes: &[
        proctype("P", 1, &[L], &[]),
        proctype("Q", 1, &[L], &[]),
        proctype("R", 1, &[L], &[]),
    ],
    objects: &["x", "y", "z", "a", "c", "m", "_nr_pr", "timeout"],
    ..EMPTY
};

impl Model for Tiny {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        for &start in self.starts {
            spawn(state, start)?;
        }
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        let number = transition.0 as usize;
        let target = self.info.transitions[number].target;
        if target.0 == 0 {
            let ended = state.end_process(process);
            return Ok(if ended { Step::Done } else { Step::Blocked });
        }
        let step = self.effects[number](state, process)?;
        if step != Step::Blocked {
            state.set(process.at(PLACE), target.0 as i32);
        }
        Ok(step)
    }
}

/// Starts the process whose first place this is.
pub fn spawn(state: &mut State, start: i32) -> Result<(), Faulted> {
    let proctype = state.info().places[start as usize].proctype;
    let process = state.spawn(proctype)?;
    state.set(process.at(PLACE), start);
    Ok(())
}

/// A condition.
pub fn when(holds: bool) -> Result<Step, Faulted> {
    Ok(if holds { Step::Done } else { Step::Blocked })
}

/// An assignment.
pub fn set(state: &mut State, field: impl Into<Field>, value: i32) -> Result<Step, Faulted> {
    state.set(field, value);
    Ok(Step::Done)
}

/// Nothing.
pub const SKIP: Effect = |_, _| Ok(Step::Done);

/// `c!1` or `m!1`, by channel id.
pub fn sending(state: &mut State, id: i32, value: i32) -> Result<Step, Faulted> {
    let queue = state.channel(id, "a channel")?;
    match state.can_send(queue) {
        true => Ok(state.send(queue, &[value])),
        false => Ok(Step::Blocked),
    }
}

/// `c?l` or `m?l`, by channel id.
pub fn receiving(state: &mut State, process: Process, id: i32) -> Result<Step, Faulted> {
    let queue: Queue = state.channel(id, "a channel")?;
    if !state.can_receive(queue) {
        return Ok(Step::Blocked);
    }
    state.set(process.at(L), state.incoming(queue, 0));
    state.take(queue);
    Ok(Step::Done)
}
