//! What the first step of an atomic sequence makes sure of, for the steps behind it.
//!
//! `atomic { nfull(q) -> q!x; ... }` is a way to write a sequence that is not interrupted. By
//! itself the send in the middle would depend on a receive: without one it may be that the sequence
//! ends here. But no one else moves since there was room. So it is a send like one at the
//! beginning.

use super::facts::Facts;
use super::step::Finder;
use crate::ir::{
    Access, Action, BinaryOp, ChannelQuery, Expr, Pattern, ProctypeId, Subscript, Transition, Var,
};

/// Room for a message, or a message, in channels that are named the same way all along: a bit for
/// each.
pub struct Sure {
    items: Vec<(Kind, Access)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Room,
    Message,
}

impl Sure {
    /// Nothing.
    pub const NOTHING: Self = Self { items: Vec::new() };

    /// What a transition makes sure of, when `assigned` are the locals that are assigned in the
    /// sequence.
    pub fn after(
        facts: &Facts<'_>,
        id: ProctypeId,
        transition: &Transition,
        assigned: u64,
    ) -> Self {
        let mut sure = Self::NOTHING;
        if let Action::Condition(value) = &transition.steps[0].action {
            sure.condition(value);
        }
        sure.items.retain(|(_, channel)| {
            let stays = match channel.var {
                Var::Global(_) => facts.flow.constants.contains(&channel.var),
                Var::Local(local) => local.0 < 64 && assigned >> local.0 & 1 == 0,
            };
            let is_constant = |it: &Subscript| matches!(it.index, Expr::Const(_));
            let targets = Finder::new(facts, id).targets(channel);
            stays
                && channel.subscripts.iter().all(is_constant)
                && targets.iter().all(|it| !it.rendezvous)
        });
        sure.items.truncate(64);
        sure
    }

    fn condition(&mut self, value: &Expr) {
        match value {
            Expr::Binary(BinaryOp::And, left, right) => {
                self.condition(left);
                self.condition(right);
            }
            Expr::Channel(query, channel) => {
                let kind = match query {
                    ChannelQuery::NotFull | ChannelQuery::Empty => Kind::Room,
                    ChannelQuery::NotEmpty | ChannelQuery::Full => Kind::Message,
                    ChannelQuery::Length => return,
                };
                self.items.push((kind, channel.clone()));
            }
            _ => {}
        }
    }

    /// All of it.
    pub fn all(&self) -> u64 {
        (self.items.iter().enumerate()).fold(0, |all, (index, _)| all | 1 << index)
    }

    /// Whether a statement is executable for sure, as long as these are left.
    pub fn makes_executable(&self, action: &Action, left: u64) -> bool {
        let has = |kind, channel: &Access| {
            let mut items = self.items.iter().enumerate();
            items.any(|(index, (own, named))| {
                left >> index & 1 != 0 && *own == kind && named == channel
            })
        };
        match action {
            Action::Send { channel, .. } => has(Kind::Room, channel),
            Action::Receive {
                channel, arguments, ..
            } => {
                let mut patterns = arguments.iter();
                let matches = patterns.any(|it| matches!(it, Pattern::Match(_)));
                !matches && has(Kind::Message, channel)
            }
            _ => false,
        }
    }

    /// What is left behind a statement: two names may be of one channel.
    pub fn left_behind(&self, action: &Action, left: u64) -> u64 {
        let kept = |kind: Kind| match action {
            Action::Send { .. } => kind != Kind::Room,
            Action::Receive { .. } => kind != Kind::Message,
            Action::Deterministic(_) => false,
            _ => true,
        };
        let items = self.items.iter().enumerate();
        let items = items.filter(|(_, (kind, _))| kept(*kind));
        left & items.fold(0, |all, (index, _)| all | 1 << index)
    }
}
