//! What every analyzer links.

pub mod model;
pub mod state;

pub mod memory;
pub mod store;
pub mod tags;

pub mod limits;
pub mod search;
pub mod statistics;
pub mod violation;

pub mod dump;
pub mod reached;
pub mod trail;
pub mod view;

pub mod cli;
pub mod json;
pub mod options;
pub mod progress;
pub mod report;
