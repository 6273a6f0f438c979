//! What every analyzer links.

pub mod model;
pub mod state;

pub mod memory;
pub mod store;
