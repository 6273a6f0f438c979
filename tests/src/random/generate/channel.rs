//! Channels of a random program, and variables that name one of two.

use super::scope::{Channel, Kind, Place};
use super::{Feature, Generator, Node, Sort, statement};

impl Generator {
    pub(super) fn message_fields(&mut self) -> Vec<Kind> {
        let few = self.numbers.between(1, 2);
        let count = self.crowd_of_fields().unwrap_or(few);
        let field = |_| loop {
            let kind = self.scalar_kind();
            if !matches!(kind, Kind::Unsigned(_)) {
                return kind;
            }
        };
        (0..count).map(field).collect()
    }

    pub(super) fn global_channels(&mut self) -> Vec<Node> {
        let mut units = Vec::new();
        let least = if self.features.has(Feature::Lengths) {
            2
        } else {
            0
        };
        for _ in 0..self.numbers.between(least, 3) {
            let rendezvous = self.features.has(Feature::Rendezvous) && self.numbers.chance(55);
            let array = self.features.has(Feature::Arrays) && self.numbers.chance(15);
            let mut channel = Channel {
                name: self.fresh("c"),
                length: self.crowd_of_channels().or(array.then_some(2)),
                capacity: if rendezvous {
                    0
                } else {
                    self.numbers.between(1, 2)
                },
                fields: self.message_fields(),
                varies: false,
            };
            if !rendezvous && let Some(capacity) = self.crowd_of_messages() {
                channel.capacity = capacity;
            }
            if self.features.has(Feature::Lengths)
                && let Some(before) = self.channels.last()
            {
                channel.capacity = before.capacity;
                channel.fields = match before.fields[..] {
                    [only] => vec![only, Kind::Byte],
                    _ => vec![before.fields[0]],
                };
            }
            let mut declared = self.declare_channel(&channel);
            declared.sort = Sort::Unit;
            units.push(declared);
            self.channels.push(channel);
        }
        units
    }

    pub(super) fn declare_channel(&self, channel: &Channel) -> Node {
        let fields: Vec<String> = channel
            .fields
            .iter()
            .map(|kind| self.spelling(*kind))
            .collect();
        let length = channel
            .length
            .map(|length| format!("[{length}]"))
            .unwrap_or_default();
        let text = format!(
            "chan {}{length} = [{}] of {{ {} }}",
            channel.name,
            channel.capacity,
            fields.join(", ")
        );
        Node::text(Sort::Step, text)
    }

    /// A variable that names one of two channels, whose messages have different lengths.
    pub(super) fn either_channel(&mut self, place: &mut Place) -> Vec<Node> {
        if !self.features.has(Feature::Lengths) || !self.numbers.chance(50) {
            return Vec::new();
        }
        let one = self.numbers.pick(&self.channels).clone();
        let Some(other) = self.channels.iter().find(|it| it.is_like(&one)).cloned() else {
            return Vec::new();
        };
        let name = self.fresh("c");
        let named = [&one, &other].map(|it| match it.length {
            Some(_) => format!("{}[1]", it.name),
            None => it.name.clone(),
        });
        place.channels.push(Channel {
            name: name.clone(),
            length: None,
            varies: true,
            ..one
        });
        let [one, other] = named;
        let chosen = format!("if :: {name} = {one} :: {name} = {other} fi");
        [format!("chan {name}"), chosen]
            .map(statement::text)
            .to_vec()
    }
}
