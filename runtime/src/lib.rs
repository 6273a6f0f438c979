//! What every analyzer links.

pub mod model;
pub mod state;
