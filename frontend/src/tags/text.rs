//! Tags for people: `write fork[left]`, `send q as out`.

use super::{Element, Facts, Object, Tag, Verb};
use crate::ir::{ProctypeId, text};

impl Facts<'_> {
    /// A tag of a transition of a proctype: verb, object, element.
    pub fn text(&self, id: ProctypeId, tag: &Tag) -> String {
        let text = format!("{} {}", verb(tag.verb), self.part(id, tag));
        match &tag.only_if {
            None => text,
            Some((condition, _)) => {
                let proctype = &self.model.proctypes[id.index()];
                let condition = text::expr(self.model, proctype, condition);
                format!("{text} if {condition}")
            }
        }
    }

    fn part(&self, id: ProctypeId, tag: &Tag) -> String {
        let name = self.name(tag.object);
        let expr = |it| text::expr(self.model, &self.model.proctypes[id.index()], it);
        match (&tag.element, tag.object) {
            (Element::Any, _) => name,
            (Element::At(index), Object::Global(id)) => {
                let variable = &self.model.globals[id.index()];
                match usize::try_from(*index) {
                    Ok(index) => variable.element_name(index),
                    Err(_) => format!("{name}[{index}]"),
                }
            }
            (Element::At(id), Object::Channels(_)) => {
                let channel = usize::try_from(*id - 1).ok();
                let channel = channel.and_then(|it| self.model.channels.get(it));
                channel.map_or(name, |it| it.name.clone())
            }
            (Element::At(index), _) => format!("{name}[{index}]"),
            (Element::Of(index, _), Object::Channels(_) | Object::OwnChannels(..)) => {
                format!("{name} as {}", expr(index))
            }
            (Element::Of(index, _), Object::Global(id))
                if self.model.globals[id.index()].dimensions.len() > 1 =>
            {
                format!("{name} at {}", expr(index))
            }
            (Element::Of(index, _), _) => text::indexed(&name, std::iter::once(expr(index))),
        }
    }
}

/// What is done, in a word or two.
fn verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Read => "read",
        Verb::Write => "write",
        Verb::Send => "send",
        Verb::Receive => "receive",
        Verb::Ask => "ask",
        Verb::FindsMessage => "find message",
        Verb::FindsRoom => "find room",
        Verb::AwaitSend => "await send",
        Verb::AwaitReceive => "await receive",
        Verb::Offer => "offer",
        Verb::Accept => "accept",
        Verb::SeeksReceiver => "seek receiver",
        Verb::MovesReceiver => "move receiver",
        Verb::Start => "start",
        Verb::End => "end",
    }
}
