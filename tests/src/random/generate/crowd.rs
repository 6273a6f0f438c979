//! Many of something: as many as a word has bits or a byte has values, and a few less or more.
//!
//! What is many does little by itself, or all of it does the same, so that states stay few: options
//! that are never executable, or all alike; processes that wait for ever, or take any message and
//! wait for the next; a channel that is filled but for one place. What goes wrong is what stands
//! behind them, or among them.

use super::scope::{Channel, Kind, Place};
use super::statement::{step, text};
use super::{Generator, Node, Sort, block, unit};
use crate::random::features::Feature;
use crate::random::tree::{comma, node};

/// A channel array, a message or a channel with more is one of a crowd.
pub(super) const FEW: usize = 8;

impl Generator {
    /// Around the bits of a word as a rule, now and then around `most`, where a byte ends.
    fn many(&mut self, most: usize) -> usize {
        match self.numbers.chance(80) {
            true => self.numbers.between(62, 66),
            false => self.numbers.between(most - 3, most),
        }
    }

    /// As [`Generator::many`], once in a while and not often in one program; else `None`.
    fn crowd(&mut self, feature: Feature, most: usize) -> Option<usize> {
        let chosen = self.crowds > 0 && self.features.has(feature) && self.numbers.chance(50);
        chosen.then(|| {
            self.crowds -= 1;
            self.many(most)
        })
    }

    /// First statements of options to be put among others.
    pub(super) fn crowd_of_options(&mut self, place: &Place) -> Vec<Node> {
        let Some(count) = self.crowd(Feature::ManyOptions, 257) else {
            return Vec::new();
        };
        let alike = match self.numbers.below(6) {
            0 => Some(self.assignment(place)),
            1 => Some(self.blocking(place)),
            2 => self.receive(place),
            3 => self.send(place),
            _ => None,
        };
        let looked_at = self.memory(place, false).map(|(node, _)| node);
        let looked_at = looked_at.unwrap_or_else(|| Node::text(Sort::Value, "_pid"));
        let option = |i: usize| match &alike {
            Some(alike) => alike.clone(),
            None => step(
                "$ == $",
                [looked_at.clone().into(), (100 + i).to_string().into()],
            ),
        };
        (0..count).map(option).collect()
    }

    /// A proctype of which there are many processes, of which at most one goes far.
    pub(super) fn crowd_of_processes(&mut self) -> Option<Node> {
        // Not more than 255 with all others from the start.
        let count = self.crowd(Feature::ManyProcesses, 247)?;
        let mut place = Place {
            is_endless: true,
            budget: 3,
            ..self.place()
        };
        let label = self.fresh("end_w");
        let partner = self.channel(&place, |it| !it.varies);
        let mut steps = Vec::new();
        if self.features.has(Feature::Priorities) {
            // As for all others, see `body`.
            steps.push(text(format!("byte {}", self.fresh("v"))));
        }
        match (self.numbers.below(4), partner) {
            (0, Some((channel, name))) => {
                let fields: Vec<Node> = channel
                    .fields
                    .iter()
                    .map(
                        |kind| match channel.fields.len() <= FEW && self.numbers.chance(50) {
                            true => self.pattern_constant(*kind),
                            false => Node::text(Sort::Value, "_"),
                        },
                    )
                    .collect();
                let holes = [label.into(), name.into(), comma(fields).into()];
                steps.push(step("$:\ndo\n:: $?$\nod", holes));
            }
            (1 | 2, _) => {
                // One of the first, or of the last.
                let pid = match self.numbers.chance(30) {
                    true => self.numbers.between(1, 3),
                    false => self.numbers.between(count - 2, count),
                };
                steps.push(step("$: _pid == $", [label.into(), pid.to_string().into()]));
                steps.push(self.step(&mut place));
                steps.push(self.assignment(&place));
            }
            _ => {
                let looked_at = self.memory(&place, false).map(|(node, _)| node);
                let looked_at = looked_at.unwrap_or_else(|| Node::text(Sort::Value, "_pid"));
                steps.push(step("$: $ == 99", [label.into(), looked_at.into()]));
            }
        }
        let mut body = self.with_counters(steps);
        self.choose_labels(&mut body, &place.labels);
        let name = self.fresh("W");
        let template = format!("active [{count}] proctype {name}() $");
        Some(unit(&template, [block(body).into()]))
    }

    /// Kinds of the fields of a long message.
    pub(super) fn crowd_of_fields(&mut self) -> Option<usize> {
        // SPIN has at most 255.
        let lengths = self.features.has(Feature::Lengths);
        (!lengths).then(|| self.crowd(Feature::ManyFields, 255))?
    }

    /// Elements of an array of channels.
    pub(super) fn crowd_of_channels(&mut self) -> Option<usize> {
        // Not more than 255 with all others from the start.
        let is_crowd = |it: &Channel| it.length.is_some_and(|it| it > FEW);
        match self.channels.iter().any(is_crowd) {
            true => None,
            false => self.crowd(Feature::ManyChannels, 240),
        }
    }

    /// How many messages a channel holds.
    pub(super) fn crowd_of_messages(&mut self) -> Option<usize> {
        let lengths = self.features.has(Feature::Lengths);
        (!lengths).then(|| self.crowd(Feature::LongChannels, 257))?
    }

    /// Fills the channels that hold many messages, but for one place.
    pub(super) fn fill_channels(&mut self) -> Vec<Node> {
        let long = self.channels.iter().filter(|it| it.capacity > FEW);
        let fill = |it: &Channel| {
            let name = match it.length {
                Some(_) => format!("{}[0]", it.name),
                None => it.name.clone(),
            };
            let message = vec!["1"; it.fields.len()].join(", ");
            let last = it.capacity - 1;
            text(format!(
                "d_step {{ do :: len({name}) < {last} -> {name}!{message} :: else -> break od }}"
            ))
        };
        long.map(fill).collect()
    }

    /// Which fields of a message are only there to be many.
    pub(super) fn is_filling(fields: &[Kind], at: usize) -> bool {
        fields.len() > FEW && at > 1 && at + 1 < fields.len()
    }

    /// The statement, in the middle of blocks, selections or loops.
    pub(super) fn nested(&mut self, inner: Node) -> Node {
        let text = inner.print();
        // The body of an inline can be as deep.
        let is_call = text.starts_with('f') && text.ends_with(')');
        if is_call || is_deep(&text) {
            return inner;
        }
        let Some(depth) = self.crowd(Feature::DeepNesting, 240) else {
            return inner;
        };
        let (open, close) = *self.numbers.pick(&[
            ("{ ", " }"),
            ("if :: ", " fi"),
            ("do :: ", "; break od"),
            ("do :: break :: ", " od"),
        ]);
        let template = format!("{}${}", open.repeat(depth), close.repeat(depth));
        node(Sort::Step, &template, [inner.into()])
    }

    /// A condition in many parentheses, in which no question about room or messages may stand.
    pub(super) fn in_parentheses(&mut self, inner: Node) -> Node {
        let text = inner.print();
        if ["full(", "empty("].iter().any(|it| text.contains(it)) || is_deep(&text) {
            return inner;
        }
        let Some(depth) = self.crowd(Feature::DeepNesting, 240) else {
            return inner;
        };
        let open = *self.numbers.pick(&["(", "!("]);
        let template = format!("{}${}", open.repeat(depth), ")".repeat(depth));
        node(Sort::Value, &template, [inner.into()])
    }
}

/// Whether something in it is deep inside of brackets: with as many again it would be refused.
fn is_deep(text: &str) -> bool {
    ["((((((((", "!(!(!(!("].iter().any(|it| text.contains(it))
}
