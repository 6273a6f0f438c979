//! What every analyzer links.

pub mod model;
pub mod state;

pub mod memory;
pub mod store;

pub mod limits;
pub mod progress;
pub mod report;
pub mod search;
pub mod statistics;
pub mod violation;

pub mod trail;
pub mod view;

pub mod tags;
