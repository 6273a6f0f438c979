//! What a statement does with channels, as the promises `xr` and `xs` see it.

use super::{Access, Action, ChannelQuery, Direction, Expr};

/// What is done with a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChannelUse {
    /// Any receive.
    Receive,
    /// Any send.
    Send,
    /// `len(c)` and its kin.
    Query(ChannelQuery),
    /// `c?[..]`.
    Poll,
}

impl ChannelUse {
    /// Whether the promise of this direction is one not to do this. As in SPIN, who asks for the
    /// fill is a reader, a writer, or both: a send or receive of the process that made the promise
    /// changes the answer.
    pub fn is_promised(self, direction: Direction) -> bool {
        match self {
            Self::Receive | Self::Query(ChannelQuery::NotEmpty) => direction == Direction::Receive,
            Self::Send | Self::Query(ChannelQuery::NotFull) => direction == Direction::Send,
            Self::Query(ChannelQuery::Length | ChannelQuery::Empty | ChannelQuery::Full)
            | Self::Poll => true,
        }
    }
}

impl Action {
    /// Visits what a statement does with channels; of a `d_step` nothing.
    pub fn channel_uses(&self, visit: &mut dyn FnMut(ChannelUse, &Access)) {
        match self {
            Action::Send { channel, .. } => visit(ChannelUse::Send, channel),
            Action::Receive { channel, .. } => visit(ChannelUse::Receive, channel),
            _ => {}
        }
        self.walk(&mut |expr| match expr {
            Expr::Channel(query, channel) => visit(ChannelUse::Query(*query), channel),
            Expr::Poll { channel, .. } => visit(ChannelUse::Poll, channel),
            _ => {}
        });
    }
}
