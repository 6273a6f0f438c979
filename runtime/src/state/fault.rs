//! Run-time errors of a model: what a statement did that has no meaning.

/// Marks that a statement failed; what happened is kept in the state ([`super::State::take_fault`]).
///
/// It is empty so that `Result<Step, Faulted>` fits one byte: the hot path pays nothing for the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faulted;

/// A run-time error of the model.
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
    /// The value of a channel variable is no channel: 0 when never initialised, else one that is gone.
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
    /// A 256th process.
    TooManyProcesses,
    /// A 256th channel.
    TooManyChannels,
}

impl Fault {
    /// The expression at fault, as in the source, where there is one.
    pub fn what(&self) -> Option<&'static str> {
        match *self {
            Self::Index { what, .. }
            | Self::DivisionByZero { what }
            | Self::NoChannel { what, .. }
            | Self::MessageArity { what, .. } => Some(what),
            Self::TooManyProcesses | Self::TooManyChannels => None,
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
                write!(
                    f,
                    "{what} carries messages of {expected} fields, not {found}"
                )
            }
            Self::TooManyProcesses => {
                write!(f, "too many processes: at most 255 can exist at a time")
            }
            Self::TooManyChannels => {
                write!(f, "too many channels: at most 255 can exist at a time")
            }
        }
    }
}
