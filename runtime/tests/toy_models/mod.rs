//! Hand-written models, each with its Promela and what SPIN counts for it (`spin -o1 -o2 -o3 -a`,
//! compiled with
//! `-DSAFETY -DNOREDUCE`, run with `-c0`).

#![allow(dead_code, reason = "each test uses some of them")]

pub mod blocked_atomic;
pub mod chains;
pub mod claims;
pub mod counting;
pub mod divider;
pub mod empty;
pub mod escape_offer;
pub mod handshake;
pub mod local_channel;
#[path = "../looking/mod.rs"]
pub mod looking;
pub mod peterson;
pub mod philosophers;
pub mod receive_or_else;
pub mod rounds;
pub mod timeout;

pub use empty::{EMPTY, tagged};
use runtime::model::{BLOCKED, DONE, Model, ModelInfo, Outcome, SourceInfo, Step, Variable};
use runtime::rows::Place;
use runtime::state::{Faulted, Field, Process, Queue, State};

/// A model with SPIN's figures.
pub struct Toy {
    pub model: &'static dyn Model,
    pub stored: u64,
    pub matched: u64,
    pub atomic_steps: u64,
    pub depth: u64,
    /// Distinct failed assertions and invalid end states.
    pub errors: u64,
}

/// Where a process stands, in a model that keeps that in the first byte.
pub const PLACE: Field = Field::unsigned(0, 0, 8);

/// Starts a process of the first proctype at the first place.
pub fn start(state: &mut State) -> Result<(), Faulted> {
    let process = state.spawn(0)?;
    state.set(process.at(PLACE), 1);
    Ok(())
}

/// A model of one word with these tables, which has no conflict tags.
pub const fn untagged(tables: ModelInfo) -> ModelInfo {
    ModelInfo {
        tags: &[],
        ..tagged(tables)
    }
}

/// Starts a process.
pub fn spawn(state: &mut State, proctype: u16, start: Place) -> Result<(), Faulted> {
    let me = state.spawn(proctype)?;
    enter(state, me, start).map(|_| ())
}

/// Comes to a place.
pub fn enter(state: &mut State, me: Process, to: Place) -> Outcome {
    state.set(me.at(PLACE), to.number as i32);
    DONE
}

/// A condition.
pub fn when(holds: bool, state: &mut State, me: Process, to: Place) -> Outcome {
    if holds { enter(state, me, to) } else { BLOCKED }
}

/// An assignment.
pub fn set(
    field: impl Into<Field>,
    value: i32,
    state: &mut State,
    me: Process,
    to: Place,
) -> Outcome {
    state.set(field, value);
    enter(state, me, to)
}

/// An assertion.
pub fn assert_that(
    holds: bool,
    assertion: &'static SourceInfo,
    state: &mut State,
    me: Process,
    to: Place,
) -> Outcome {
    state.assert(holds, assertion);
    enter(state, me, to)
}

/// A send.
pub fn send_to(queue: Queue, value: i32, state: &mut State, me: Process, to: Place) -> Outcome {
    if !state.can_send(queue) {
        return BLOCKED;
    }
    let step = state.send(queue, &[value]);
    enter(state, me, to).map(|_| step)
}

/// A receive into a local.
pub fn take_from(
    queue: Queue,
    local: Variable,
    state: &mut State,
    me: Process,
    to: Place,
) -> Outcome {
    if !state.can_receive(queue) {
        return BLOCKED;
    }
    state.set(me.at(local), state.incoming(queue, 0));
    state.take(queue);
    enter(state, me, to)
}

/// The end of a process.
pub fn end_process(state: &mut State, me: Process) -> Outcome {
    let ended = state.end_process(me);
    Ok(if ended { Step::Done } else { Step::Blocked })
}

pub const TOYS: [Toy; 9] = [
    peterson::TOY,
    handshake::INTO_ATOMIC,
    handshake::OUT_OF_ATOMIC,
    blocked_atomic::TOY,
    local_channel::TOY,
    timeout::TOY,
    receive_or_else::TOY,
    escape_offer::TOY,
    philosophers::TOY,
];
