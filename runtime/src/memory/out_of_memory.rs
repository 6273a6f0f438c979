//! The error of all that grows.

use std::fmt;

use super::Account;
use crate::units::Size;

/// What refused the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfMemoryCause {
    /// The limit of the budget.
    Budget,
    /// The operating system (for instance a `ulimit -v` below the budget).
    System,
    /// A numbering: 2^32 handles are used up, say, or one state is longer than the store can hold.
    Capacity,
}

/// Memory was refused; nothing was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Who asked.
    pub account: Account,
    /// How much was asked for.
    pub wanted_bytes: u64,
    /// What was charged at that moment, all accounts.
    pub used_bytes: u64,
    /// The budget's limit.
    pub limit_bytes: u64,
    /// What refused it.
    pub cause: OutOfMemoryCause,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let reason = match self.cause {
            OutOfMemoryCause::Budget => "the limit is reached",
            OutOfMemoryCause::System => "the operating system refuses more",
            OutOfMemoryCause::Capacity => "no more can be numbered or held",
        };
        write!(
            f,
            "out of memory: {reason} ({} asked for {}; {} of {} used)",
            self.account.name(),
            Size(self.wanted_bytes),
            Size(self.used_bytes),
            Size(self.limit_bytes)
        )
    }
}

impl std::error::Error for OutOfMemory {}
