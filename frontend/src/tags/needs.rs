//! What must hold before a disabled transition can be executed.
//!
//! A transition that waits for `x == 1 && nempty(q)` and finds `x` to be 0 can only be enabled by a
//! step that writes `x`, whatever is done to `q`. Each need is one such condition, with the tags of
//! what can bring it about.

use super::facts::{Facts, Target};
use super::step::Finder;
use super::{Need, Tag, Verb};
use crate::ir::{
    Access, Action, BinaryOp, ChannelQuery, Expr, Pattern, ProctypeId, Transition, UnaryOp,
};

/// The needs of a transition that stands alone; none where they cannot be told apart.
pub fn of(
    facts: &Facts<'_>,
    id: ProctypeId,
    transition: &Transition,
    touches: &[Tag],
) -> Vec<Need> {
    let proctype = &facts.model.proctypes[id.index()];
    let found = Needs { facts, id };
    let Some(mut needs) = found.action(&transition.steps[0].action) else {
        return Vec::new();
    };
    if let Some(provided) = &proctype.provided {
        found.condition(provided, &mut needs);
    }
    if let [only] = &needs[..]
        && only.tags == touches
        && touches
            .iter()
            .all(|it| matches!(it.verb, Verb::Read | Verb::Ask))
    {
        // It says no more than what is touched.
        needs.clear();
    }
    needs
}

/// What an answer waits for that is not yet positive.
fn awaited(query: ChannelQuery) -> Option<Verb> {
    match query {
        ChannelQuery::NotEmpty | ChannelQuery::Full => Some(Verb::AwaitSend),
        ChannelQuery::NotFull | ChannelQuery::Empty => Some(Verb::AwaitReceive),
        ChannelQuery::Length => None,
    }
}

struct Needs<'f> {
    facts: &'f Facts<'f>,
    id: ProctypeId,
}

impl Needs<'_> {
    /// The needs of a statement: an empty list if it is always executable, none if they cannot be
    /// told apart.
    fn action(&self, action: &Action) -> Option<Vec<Need>> {
        let mut needs = Vec::new();
        match action {
            Action::Skip
            | Action::Assign(..)
            | Action::Assert(_)
            | Action::Print { .. }
            | Action::Run { .. } => {}
            Action::Condition(value) => self.condition(value, &mut needs),
            Action::Send { .. } if self.facts.model.lossy_sends => return None,
            Action::Send { channel, .. } => needs.push(self.room(channel)?),
            Action::Receive {
                channel,
                arguments,
                random,
                ..
            } => self.message(channel, arguments, *random, &mut needs)?,
            Action::Deterministic(inside) => match &inside.nodes[0].branches[..] {
                [only] => return self.action(&only.step.action),
                _ => return None,
            },
            Action::Else | Action::SetPriority { .. } | Action::End => return None,
        }
        Some(needs)
    }

    /// Each part of a conjunction must hold.
    fn condition(&self, value: &Expr, needs: &mut Vec<Need>) {
        match value {
            Expr::Binary(BinaryOp::And, left, right) => {
                self.condition(left, needs);
                self.condition(right, needs);
            }
            Expr::Unary(UnaryOp::Not, inner) => match &**inner {
                Expr::Binary(BinaryOp::Or, left, right) => {
                    for part in [left, right] {
                        self.condition(&Expr::Unary(UnaryOp::Not, part.clone()), needs);
                    }
                }
                _ => needs.push(self.part(value)),
            },
            Expr::Const(value) if *value != 0 => {}
            _ => needs.push(self.part(value)),
        }
    }

    fn part(&self, value: &Expr) -> Need {
        if let Expr::Channel(query, channel) = value
            && let Some(verb) = awaited(*query)
            && let Some(tags) = self.waiting(channel, verb)
        {
            let holds = Some(value.clone());
            return Need { holds, tags };
        }
        let mut finder = self.finder();
        finder.read(value);
        // What `timeout` is depends on who asks.
        let mut asks_timeout = false;
        value.walk(&mut |it| asks_timeout |= matches!(it, Expr::Timeout));
        Need {
            holds: (!asks_timeout).then(|| value.clone()),
            tags: finder.found.into_tags(),
        }
    }

    /// Room in a channel. Whether there is a receiver cannot be asked for.
    fn room(&self, channel: &Access) -> Option<Need> {
        Some(Need {
            holds: Some(Expr::Channel(ChannelQuery::NotFull, channel.clone())),
            tags: self.waiting(channel, Verb::AwaitReceive)?,
        })
    }

    /// A message; and where the receive says which, that it is this one.
    fn message(
        &self,
        channel: &Access,
        arguments: &[Pattern],
        random: bool,
        needs: &mut Vec<Need>,
    ) -> Option<()> {
        needs.push(Need {
            holds: Some(Expr::Channel(ChannelQuery::NotEmpty, channel.clone())),
            tags: self.waiting(channel, Verb::AwaitSend)?,
        });
        if arguments.iter().any(|it| matches!(it, Pattern::Match(_))) {
            let mut finder = self.finder();
            finder.patterns(arguments);
            for target in finder.targets(channel) {
                finder.each(&target, Verb::AwaitReceive);
                // A message can be found behind others, or be put before them.
                if random || target.sorted {
                    finder.each(&target, Verb::AwaitSend);
                }
            }
            let poll = Expr::Poll {
                channel: channel.clone(),
                arguments: arguments.to_vec(),
                random,
            };
            // As long as there is no message, it is not the wrong one.
            let empty = Expr::Channel(ChannelQuery::Empty, channel.clone());
            let holds = Expr::Binary(BinaryOp::Or, Box::new(empty), Box::new(poll));
            needs.push(Need {
                holds: Some(holds),
                tags: finder.found.into_tags(),
            });
        }
        Some(())
    }

    /// The tags of waiting for a buffered channel; none if it may be a rendezvous channel.
    fn waiting(&self, channel: &Access, verb: Verb) -> Option<Vec<Tag>> {
        let mut finder = self.finder();
        let targets: Vec<Target> = finder.targets(channel);
        if targets.iter().any(|it| it.rendezvous) {
            return None;
        }
        for target in &targets {
            finder.each(target, verb);
        }
        Some(finder.found.into_tags())
    }

    fn finder(&self) -> Finder<'_> {
        Finder::new(self.facts, self.id)
    }
}
