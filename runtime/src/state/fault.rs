//! Run-time errors of a model: what a statement did that has no meaning.

use super::promise::{Promise, Use};
use crate::model::SourceInfo;

/// Marks that a statement failed; what happened is kept in the state
/// ([`super::State::take_fault`]).
///
/// It is empty so that `Result<Step, Faulted>` fits one byte: the hot path pays nothing for the
/// details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faulted;

/// What is wrong with a step that could be executed all the same: the search goes on through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// This assertion does not hold.
    Assertion(&'static SourceInfo),
    /// A process of a `D_proctype` could have executed another transition.
    Nondeterminism,
    /// What is sent or received does not fit the model's `trace`.
    TraceMismatch,
    /// All that the model's `notrace` describes has happened.
    TraceCompleted,
    /// A channel is used that another process has for itself.
    Promise {
        /// What it says.
        promise: &'static Promise,
        /// The proctype of the process that uses the channel.
        by: u16,
        /// How.
        used: Use,
        /// The statement that uses it.
        statement: &'static SourceInfo,
    },
}

/// A run-time error of the model, which ends the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `index` is not below `length`.
    Index {
        /// The expression, as in the source.
        what: &'static str,
        /// Its subscript.
        index: i32,
        /// Number of elements.
        length: u32,
    },
    /// `/` or `%` by zero.
    DivisionByZero {
        /// The expression.
        what: &'static str,
    },
    /// The value of a channel variable is no channel: 0 when never initialised, else one that is
    /// gone.
    NoChannel {
        /// The channel expression.
        what: &'static str,
        /// Its value.
        id: i32,
    },
    /// A message with another number of fields than the channel's.
    MessageArity {
        /// The channel expression.
        what: &'static str,
        /// Fields of the channel.
        expected: usize,
        /// Fields of the statement.
        found: usize,
    },
    /// A poll of a rendezvous channel, or a receive from one that would leave the message.
    RendezvousContents {
        /// The channel expression.
        what: &'static str,
    },
    /// A statement of a `d_step`, not the first, is not executable.
    BlockedInDStep {
        /// The statement, or the selection.
        what: &'static str,
    },
    /// A send on a rendezvous channel inside a `d_step`.
    RendezvousInDStep {
        /// The statement.
        what: &'static str,
    },
    /// A `d_step` that comes to the same state again and again.
    EndlessDStep,
    /// A remote reference to a process that is not alive, or is of another proctype.
    NoProcess {
        /// The reference.
        what: &'static str,
        /// The pid.
        pid: i32,
    },
    /// `enabled` of the process that asks, itself or through others.
    OwnEnabled {
        /// The expression.
        what: &'static str,
    },
    /// `set_priority` with a number that is none.
    Priority {
        /// The number.
        priority: i32,
    },
    /// Two events of a `trace` or `notrace` fit one message.
    AmbiguousTrace,
    /// A 256th process.
    TooManyProcesses,
    /// A 256th channel.
    TooManyChannels,
    /// No error of the model: time or memory of the search are used up in the middle of the step.
    Stopped,
}

impl Fault {
    /// The expression at fault, as in the source, where there is one.
    pub fn what(&self) -> Option<&'static str> {
        match *self {
            Self::Index { what, .. }
            | Self::DivisionByZero { what }
            | Self::NoChannel { what, .. }
            | Self::MessageArity { what, .. }
            | Self::RendezvousContents { what }
            | Self::BlockedInDStep { what }
            | Self::RendezvousInDStep { what }
            | Self::OwnEnabled { what }
            | Self::NoProcess { what, .. } => Some(what),
            _ => None,
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Index {
                what,
                index,
                length,
            } => {
                write!(f, "index {index} of {what} is not in 0..{}", length - 1)
            }
            Self::DivisionByZero { what } => write!(f, "division by zero in {what}"),
            Self::NoChannel { what, id: 0 } => write!(f, "{what} is an uninitialised channel"),
            Self::NoChannel { what, id } => {
                write!(f, "{what} names channel {id}, which does not exist")
            }
            Self::MessageArity {
                what,
                expected,
                found,
            } => {
                let fields = if *expected == 1 { "field" } else { "fields" };
                write!(
                    f,
                    "{what} carries messages of {expected} {fields}, not {found}"
                )
            }
            Self::RendezvousContents { what } => {
                write!(
                    f,
                    "{what} is a rendezvous channel: it never holds a message to look at"
                )
            }
            Self::BlockedInDStep { .. } => write!(f, "a d_step blocks after it has begun"),
            Self::RendezvousInDStep { .. } => write!(f, "a d_step sends on a rendezvous channel"),
            Self::EndlessDStep => write!(f, "endless d_step: it comes back to where it was"),
            Self::NoProcess { what, pid } => write!(f, "{what}: there is no such process {pid}"),
            Self::OwnEnabled { what } => {
                write!(
                    f,
                    "{what}: a process cannot ask whether it is enabled itself"
                )
            }
            Self::Priority { priority } => {
                write!(f, "a priority is a number from 1 to 255, not {priority}")
            }
            Self::AmbiguousTrace => write!(f, "two events of the trace fit one message"),
            Self::TooManyProcesses => {
                write!(f, "too many processes: at most 255 can exist at a time")
            }
            Self::TooManyChannels => {
                write!(f, "too many channels: at most 255 can exist at a time")
            }
            Self::Stopped => write!(f, "the search had to end in the middle of the step"),
        }
    }
}
