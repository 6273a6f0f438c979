//! Hand-written models, each with its Promela and what SPIN counts for it (`spin -o1 -o2 -o3 -a`,
//! compiled with
//! `-DSAFETY -DNOREDUCE`, run with `-c0`).

#![allow(dead_code, reason = "each test uses some of them")]

pub mod blocked_atomic;
pub mod chains;
pub mod claims;
pub mod divider;
pub mod empty;
pub mod escape_offer;
pub mod handshake;
pub mod local_channel;
pub mod peterson;
pub mod philosophers;
pub mod receive_or_else;
pub mod timeout;

pub use empty::{EMPTY, UNUSED};
use runtime::model::Model;
use runtime::state::{Faulted, Field, State};

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
