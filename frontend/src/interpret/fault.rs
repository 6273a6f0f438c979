//! Run-time errors of a model, in the words of the analyzers.

use std::fmt;

/// Why a path ends: an error while a step is executed. `what` is the expression at fault, as in the
/// source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Fault {
    /// An index outside of its array.
    Index {
        what: String,
        index: i32,
        length: u32,
    },
    /// Division, or remainder, by zero.
    Division { what: String },
    /// An operation on channel 0 or on one that is gone.
    NoChannel { what: String, id: i32 },
    /// A send or receive with another number of fields than the channel's messages have.
    FieldCount {
        what: String,
        expected: usize,
        found: usize,
    },
    /// `run` with 255 processes alive.
    TooManyProcesses,
    /// More than 255 channels.
    TooManyChannels,
    /// The contents of a rendezvous channel are asked for.
    Polled { what: String },
    /// A reference to a variable or the place of a process that does not exist, or is of another
    /// proctype.
    NoProcess { what: String, pid: i32 },
    /// A process asks whether it is enabled itself, perhaps by way of others.
    AskedItself { what: String },
    /// A priority that is not from 1 to 255.
    Priority { value: i32 },
    /// Nothing is executable inside a `d_step` that has begun.
    BlockedInDStep,
    /// A `d_step` comes back to where it was, with nothing changed.
    EndlessDStep,
    /// A send on a rendezvous channel inside a `d_step`.
    SendInDStep,
    /// Two events of a `trace` fit one message.
    AmbiguousTrace,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index {
                what,
                index,
                length,
            } => {
                // An array has an element.
                write!(f, "index {index} of {what} is not in 0..{}", length - 1)
            }
            Self::Division { what } => write!(f, "division by zero in {what}"),
            Self::NoChannel { what, id: 0 } => write!(f, "{what} is an uninitialised channel"),
            Self::NoChannel { what, id } => {
                write!(f, "{what} names channel {id}, which does not exist")
            }
            Self::FieldCount {
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
            Self::TooManyProcesses => {
                write!(f, "too many processes: at most 255 can exist at a time")
            }
            Self::TooManyChannels => {
                write!(f, "too many channels: at most 255 can exist at a time")
            }
            Self::Polled { what } => write!(
                f,
                "{what} is a rendezvous channel: it never holds a message to look at"
            ),
            Self::NoProcess { what, pid } => write!(f, "{what}: there is no such process {pid}"),
            Self::AskedItself { what } => {
                write!(
                    f,
                    "{what}: a process cannot ask whether it is enabled itself"
                )
            }
            Self::Priority { value } => {
                write!(f, "a priority is a number from 1 to 255, not {value}")
            }
            Self::BlockedInDStep => write!(f, "a d_step blocks after it has begun"),
            Self::EndlessDStep => write!(f, "endless d_step: it comes back to where it was"),
            Self::SendInDStep => write!(f, "a d_step sends on a rendezvous channel"),
            Self::AmbiguousTrace => write!(f, "two events of the trace fit one message"),
        }
    }
}
