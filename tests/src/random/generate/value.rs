//! Expressions: small ones, with values that wrap around now and then.

use super::Generator;
use super::crowd::FEW;
use super::scope::{Channel, Kind, Place, Variable};
use crate::random::features::Feature;
use crate::random::tree::{Node, Part, Sort, node};

fn value(template: &str, holes: impl IntoIterator<Item = Part>) -> Node {
    node(Sort::Value, template, holes)
}

fn text(text: impl Into<String>) -> Node {
    Node::text(Sort::Value, text)
}

/// Values at which some type wraps around.
const BORDERS: [&str; 10] = [
    "255",
    "256",
    "-1",
    "127",
    "128",
    "32767",
    "32768",
    "65535",
    "2147483647",
    "7",
];

const ARITHMETIC: [&str; 6] = ["+", "-", "*", "&", "|", "^"];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Generator {
    /// A variable, element or member that holds a number; the text of a place in memory. `None`
    /// when nothing is visible.
    pub(super) fn memory(&mut self, place: &Place, written: bool) -> Option<(Node, Kind)> {
        // SPIN's verifier does not undo the assignment to a hidden variable inside `d_step`.
        let lasting = |name: &String| place.in_d_step && self.hidden.contains(name);
        let usable = |it: &&Variable| !(written && (it.fixed || lasting(&it.name)));
        let all: Vec<&Variable> = place.variables.iter().filter(usable).collect();
        if all.is_empty() {
            return None;
        }
        // Late declarations are more interesting than globals, and near the end of the list.
        let at = self
            .numbers
            .below(all.len())
            .max(self.numbers.below(all.len()));
        let variable = all[at].clone();
        Some(self.within(place, variable, text("")))
    }

    /// The variable, or a part of it if it is an array or a structure; `path` comes before it.
    fn within(&mut self, place: &Place, variable: Variable, path: Node) -> (Node, Kind) {
        // A parameter of an inline may stand for a number.
        let as_array = !variable.fixed && self.features.has(Feature::Arrays);
        let mut reached = value("$$", [path.into(), text(variable.name).into()]);
        if let Some(length) = variable.length {
            let index = self.index(place, length);
            reached = value("$[$]", [reached.into(), index.into()]);
        } else if as_array && self.numbers.chance(2) {
            reached = value("$[0]", [reached.into()]);
        }
        reached.sort = Sort::Other;
        match variable.kind {
            Kind::Structure(index) => {
                let field = self.numbers.pick(&self.structures[index].fields).clone();
                let path = Node::new(Sort::Other, [reached.into(), ".".into()]);
                self.within(place, field, path)
            }
            kind => {
                reached.sort = Sort::Value;
                (reached, kind)
            }
        }
    }

    /// An index of an array that is in its bounds, or with little probability may be outside.
    pub(super) fn index(&mut self, place: &Place, length: usize) -> Node {
        let unsigned = |variable: &&Variable| {
            variable.length.is_none()
                && matches!(
                    variable.kind,
                    Kind::Byte | Kind::Bit | Kind::Pid | Kind::Unsigned(_)
                )
        };
        if self.features.has(Feature::Faults) && self.numbers.chance(2) {
            return text(self.beyond(length));
        }
        let indices: Vec<&Variable> = place.variables.iter().filter(unsigned).collect();
        if indices.is_empty() || self.numbers.chance(50) {
            let at = match length > FEW {
                // Else hardly any two would meet.
                true => *self.numbers.pick(&[0, 63.min(length - 1), length - 1]),
                false => self.numbers.below(length),
            };
            return text(at.to_string());
        }
        let name = self.numbers.pick(&indices).name.clone();
        match self.features.has(Feature::Faults) && self.numbers.chance(10) {
            true => text(name),
            false => value(
                "$",
                [Node::text(Sort::Other, format!("{name} % {length}")).into()],
            ),
        }
    }

    /// A constant that is no index of an array of this length.
    fn beyond(&mut self, length: usize) -> String {
        let indices = ["-1".to_owned(), length.to_string(), "250".to_owned()];
        self.numbers.pick(&indices).clone()
    }

    /// An element that some array does not have, for where it is never looked at.
    fn missing(&mut self, place: &Place) -> Option<Node> {
        let scalars = |it: &&Variable| !matches!(it.kind, Kind::Structure(_));
        let arrays = place.variables.iter().filter(scalars);
        let arrays: Vec<_> = arrays
            .filter_map(|it| Some((&it.name, it.length?)))
            .collect();
        let (name, length) = *arrays.get(self.numbers.below(arrays.len().max(1)))?;
        let index = self.beyond(length);
        Some(text(format!("{name}[{index}]")))
    }

    /// A constant: small as a rule.
    pub(super) fn constant(&mut self) -> Node {
        match self.numbers.chance(88) {
            true => text(self.numbers.below(4).to_string()),
            false => text(*self.numbers.pick(&BORDERS)),
        }
    }

    /// A value for a variable or message field of this kind.
    pub(super) fn value_of(&mut self, place: &Place, kind: Kind) -> Node {
        match kind {
            Kind::Mtype(set) if self.numbers.chance(80) => {
                text(self.numbers.pick(&self.mtypes[set].names).clone())
            }
            Kind::Bool if self.numbers.chance(40) => text(*self.numbers.pick(&["true", "false"])),
            _ if self.numbers.chance(45) => self.constant(),
            _ => self.value(place, 2),
        }
    }

    /// A number.
    pub(super) fn value(&mut self, place: &Place, depth: usize) -> Node {
        if depth == 0 {
            return self.atom(place);
        }
        let inner = depth - 1;
        match self.numbers.below(12) {
            0..=4 => self.atom(place),
            5 | 6 => {
                let operator = *self.numbers.pick(&ARITHMETIC);
                self.infix(place, operator, inner)
            }
            7 => {
                let (operator, right) = *self.numbers.pick(&[
                    ("/", "2"),
                    ("/", "3"),
                    ("%", "2"),
                    ("%", "3"),
                    ("<<", "1"),
                    ("<<", "7"),
                    (">>", "1"),
                    (">>", "2"),
                ]);
                let left = self.value(place, inner);
                value(&format!("($ {operator} {right})"), [left.into()])
            }
            8 => {
                let operator = *self.numbers.pick(&["-", "~", "!"]);
                let operand = self.value(place, inner);
                value(&format!("({operator}($))"), [operand.into()])
            }
            9 if self.numbers.chance(15) => match self.missing(place) {
                Some(missing) => value("(false -> $ : 1)", [missing.into()]),
                None => self.atom(place),
            },
            9 => {
                let parts = [
                    self.condition(place, inner).into(),
                    self.value(place, inner).into(),
                    self.value(place, inner).into(),
                ];
                value("($ -> $ : $)", parts)
            }
            10 => value("($)", [self.comparison(place, inner).into()]),
            _ if self.features.has(Feature::Faults) && self.numbers.chance(20) => {
                let operator = *self.numbers.pick(&["/", "%"]);
                // The C compiler makes 0 of `0 / x` and 1 of `x / x`, whatever `x` is.
                let left = self.memory(place, false).map(|(node, _)| node);
                let left = left.unwrap_or_else(|| text("1"));
                let right = self.atom(place);
                let plain = |it: &Node| it.print().trim_end_matches("[0]").to_owned();
                match plain(&left) == plain(&right) {
                    true => right,
                    false => value(&format!("($ {operator} $)"), [left.into(), right.into()]),
                }
            }
            _ => self.atom(place),
        }
    }

    /// Two operands, now and then without parentheses.
    fn infix(&mut self, place: &Place, operator: &str, depth: usize) -> Node {
        let (left, right) = (self.value(place, depth), self.value(place, depth));
        let template = match self.numbers.chance(30) {
            true => format!("$ {operator} $"),
            false => format!("($ {operator} $)"),
        };
        value(&template, [left.into(), right.into()])
    }

    fn atom(&mut self, place: &Place) -> Node {
        match self.numbers.below(20) {
            0..=4 => self.constant(),
            5 => text("_pid"),
            // SPIN counts the claim, too.
            6 if self.features.has(Feature::Run) && self.claimed.is_none() => text("_nr_pr"),
            7 => match self.channel(place, |_| true) {
                Some((_, name)) => value("len($)", [name.into()]),
                None => self.constant(),
            },
            9 if self.features.has(Feature::Last) => text("_last"),
            10 if self.features.has(Feature::Priorities) => {
                text(
                    *self
                        .numbers
                        .pick(&["get_priority(_pid)", "get_priority(0)", "_priority"]),
                )
            }
            11 if self.features.has(Feature::Remote) => self.remote(place),
            12 if self.features.has(Feature::Enabled)
                // Priorities ask who is enabled, too, and SPIN gets a question inside a question
                // wrong.
                && !self.features.has(Feature::Priorities)
                && !place.is_first
                && !place.in_inline
                && self.first.without_else =>
            {
                text("enabled(0)")
            }
            _ => match self.memory(place, false) {
                Some((node, _)) => node,
                None => self.constant(),
            },
        }
    }

    /// Where process 0 stands, or one of its variables.
    fn remote(&mut self, place: &Place) -> Node {
        let index = *self.numbers.pick(&["", "[0]"]);
        let first = &self.first;
        if place.is_first
            || place.in_inline
            || place.in_d_step
            || first.labels.is_empty() && first.locals.is_empty()
        {
            return self.constant();
        }
        let at = self.numbers.below(first.labels.len() + first.locals.len());
        match first.labels.get(at) {
            Some(label) => text(format!("{}{index}@{label}", first.name)),
            None => text(format!(
                "{}{index}:{}",
                first.name,
                first.locals[at - first.labels.len()]
            )),
        }
    }

    pub(super) fn comparison(&mut self, place: &Place, depth: usize) -> Node {
        let operator = *self.numbers.pick(&COMPARISONS);
        match self.memory(place, false) {
            Some((left, Kind::Mtype(set))) if self.numbers.chance(80) => {
                let right = text(self.numbers.pick(&self.mtypes[set].names).clone());
                value(&format!("$ {operator} $"), [left.into(), right.into()])
            }
            Some((left, _)) if self.numbers.chance(70) => {
                let right = self.constant();
                value(&format!("$ {operator} $"), [left.into(), right.into()])
            }
            _ => {
                let (left, right) = (self.value(place, depth), self.value(place, depth));
                value(&format!("($) {operator} ($)"), [left.into(), right.into()])
            }
        }
    }

    /// A condition, without the questions about channels that may stand only in some places.
    pub(super) fn condition(&mut self, place: &Place, depth: usize) -> Node {
        match self.numbers.below(10) {
            0..=5 => self.comparison(place, depth.saturating_sub(1)),
            6 if depth > 0 => {
                let operator = *self.numbers.pick(&["&&", "||"]);
                let left = self.condition(place, depth - 1);
                let right = self.condition(place, depth - 1);
                value(&format!("($ {operator} $)"), [left.into(), right.into()])
            }
            7 if depth > 0 => value("!($)", [self.condition(place, depth - 1).into()]),
            // SPIN puts no parentheses around it in C: in arithmetic it would be another value.
            8 if self.features.has(Feature::Poll) => self
                .poll(place)
                .unwrap_or_else(|| self.comparison(place, 0)),
            _ => value("($)", [self.atom(place).into()]),
        }
    }

    /// A condition as a whole statement, a guard, or the argument of `assert`: questions about
    /// channels are allowed.
    pub(super) fn guard(&mut self, place: &Place) -> Node {
        let condition = self.condition(place, 1);
        if !self.numbers.chance(20) {
            return condition;
        }
        let Some((_, name)) = self.channel(place, |_| true) else {
            return condition;
        };
        let probe = *self.numbers.pick(&["full", "empty", "nfull", "nempty"]);
        let probe = value(&format!("{probe}($)"), [name.into()]);
        match self.numbers.below(3) {
            0 => {
                let operator = *self.numbers.pick(&["&&", "||"]);
                value(&format!("$ {operator} $"), [probe.into(), condition.into()])
            }
            _ => probe,
        }
    }

    /// `c?[..]`
    fn poll(&mut self, place: &Place) -> Option<Node> {
        let known = |channel: &Channel| !channel.varies || channel.fields.len() == 1;
        let (channel, name) =
            self.channel(place, |channel| channel.capacity > 0 && known(channel))?;
        let operator = match self.features.has(Feature::Random) && self.numbers.chance(50) {
            true => "??",
            false => "?",
        };
        let fields: Vec<Node> = channel
            .fields
            .iter()
            .enumerate()
            .map(|(at, kind)| {
                let named = !Self::is_filling(&channel.fields, at) && self.numbers.chance(60);
                match named {
                    true => self.pattern_constant(*kind),
                    false => text("_"),
                }
            })
            .collect();
        let fields = crate::random::tree::comma(fields);
        Some(value(
            &format!("(${operator}[$])"),
            [name.into(), fields.into()],
        ))
    }

    /// What a field of a message is compared with.
    pub(super) fn pattern_constant(&mut self, kind: Kind) -> Node {
        match kind {
            Kind::Mtype(set) => text(self.numbers.pick(&self.mtypes[set].names).clone()),
            _ => text(self.numbers.below(3).to_string()),
        }
    }

    /// A channel that is as wanted, with its name or element.
    pub(super) fn channel(
        &mut self,
        place: &Place,
        wanted: impl Fn(&Channel) -> bool,
    ) -> Option<(Channel, Node)> {
        let all: Vec<&Channel> = place.channels.iter().filter(|it| wanted(it)).collect();
        if all.is_empty() {
            return None;
        }
        let channel = (*self.numbers.pick(&all)).clone();
        let name = Node::text(Sort::Other, channel.name.clone());
        let name = match channel.length {
            Some(length) => {
                let index = self.index(place, length);
                node(Sort::Other, "$[$]", [name.into(), index.into()])
            }
            None if self.features.has(Feature::Arrays) && self.numbers.chance(2) => {
                node(Sort::Other, "$[0]", [name.into()])
            }
            None => name,
        };
        Some((channel, name))
    }
}
