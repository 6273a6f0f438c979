//! Statements: sequences of them, and those without statements inside.

use super::Generator;
use super::scope::{Channel, Kind, Parameter, Place, Variable};
use crate::random::features::Feature;
use crate::random::tree::{Node, Part, Sort, comma, node};

pub(super) fn step(template: &str, holes: impl IntoIterator<Item = Part>) -> Node {
    node(Sort::Step, template, holes)
}

pub(super) fn text(text: impl Into<String>) -> Node {
    Node::text(Sort::Step, text)
}

/// A `goto` whose label is not chosen yet: it may come later in the body.
pub(super) const SOMEWHERE: &str = "goto somewhere";

/// What a sequence of statements is the inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// A proctype or an inline.
    Body,
    /// Braces.
    Block,
    /// An option, behind its guard.
    Choice,
}

impl Generator {
    /// Statements in a row, at least one.
    pub(super) fn steps(&mut self, place: &mut Place, inside: Inside) -> Vec<Node> {
        let most = if inside == Inside::Body { 5 } else { 3 };
        let count = self.numbers.between(1, most);
        self.these_steps(place, inside, count)
    }

    pub(super) fn these_steps(
        &mut self,
        place: &mut Place,
        inside: Inside,
        count: usize,
    ) -> Vec<Node> {
        let outside = place.variables.len();
        let mut steps = Vec::new();
        for i in 0..count {
            if self
                .numbers
                .chance(if inside == Inside::Choice { 4 } else { 12 })
            {
                steps.push(self.declaration(place));
            }
            let made = self.step(place);
            if is_d_step(&made) && steps.last().is_some_and(ends_a_loop) {
                // For SPIN the `break` would be a jump into the `d_step`.
                steps.push(text("skip"));
            }
            // Not on the first statement: SPIN wants the label before the construct around it.
            let may_be_labelled = (i > 0 || inside == Inside::Body) && !place.in_d_step;
            let jumps = made == text(SOMEWHERE);
            // Nor does it want one on a `d_step` or an `unless`.
            let refused = jumps || is_d_step(&made) || is_unless(&made);
            let labelled = may_be_labelled && !refused && self.numbers.chance(15);
            steps.push(match labelled {
                true => self.labelled(place, made),
                false => made,
            });
        }
        if inside != Inside::Choice {
            let gone = place.variables.split_off(outside);
            let names = gone.into_iter().map(|variable| variable.name);
            place.released.extend(names);
        }
        steps
    }

    fn labelled(&mut self, place: &mut Place, made: Node) -> Node {
        let number = place.labels.len();
        let kind = match self.numbers.below(5) {
            0 => "end",
            1 => "progress",
            _ => "L",
        };
        // SPIN takes a label of an inline for one of the same name around the call, see
        // docs/vs-spin.md.
        let name = match place.in_inline {
            true => self.fresh(&format!("{kind}_in")),
            false => format!("{kind}{number}"),
        };
        if self.features.has(Feature::Goto) || name.starts_with("end") {
            place.labels.push(name.clone());
            return step("$: $", [name.into(), made.into()]);
        }
        made
    }

    /// A local variable where it stands: behind other statements its initial value is a step.
    pub(super) fn declaration(&mut self, place: &mut Place) -> Node {
        let kind = self.scalar_kind();
        let name = match place.released.is_empty() || self.numbers.chance(60) {
            true => self.fresh("v"),
            false => place
                .released
                .swap_remove(self.numbers.below(place.released.len())),
        };
        let array = self.features.has(Feature::Arrays) && !matches!(kind, Kind::Unsigned(_));
        let length = (array && self.numbers.chance(15)).then_some(2);
        let initial = match self.numbers.chance(60) && length.is_none() {
            true => Some(self.initial(place, kind)),
            false => None,
        };
        let variable = Variable {
            name,
            kind,
            length,
            fixed: false,
        };
        let declared = self.declare(&variable, initial);
        place.variables.push(variable);
        declared
    }

    /// One statement.
    pub(super) fn step(&mut self, place: &mut Place) -> Node {
        place.budget = place.budget.saturating_sub(1);
        let may_nest = place.depth < 3 && place.budget > 0;
        if may_nest && self.numbers.chance(45) {
            place.depth += 1;
            let nested = self.structured(place);
            place.depth -= 1;
            if let Some(nested) = nested {
                return nested;
            }
        }
        let simple = self.simple(place);
        match simple == text(SOMEWHERE) || place.in_d_step {
            true => simple,
            false => self.nested(simple),
        }
    }

    fn simple(&mut self, place: &mut Place) -> Node {
        for _ in 0..4 {
            if let Some(made) = self.perhaps_simple(place) {
                return made;
            }
        }
        self.assignment(place)
    }

    fn perhaps_simple(&mut self, place: &mut Place) -> Option<Node> {
        let features = self.features.clone();
        let has = |feature| features.has(feature);
        Some(match self.numbers.below(26) {
            0..=5 => self.assignment(place),
            6..=9 => self.send(place)?,
            10..=13 => self.receive(place)?,
            14 if !place.in_d_step => self.blocking(place),
            15 if has(Feature::Assert) => step("assert($)", [self.guard(place).into()]),
            16 if has(Feature::Goto) && !place.in_d_step => text(SOMEWHERE),
            17 if place.in_loop && !place.in_d_step => text("break"),
            18 => match self.numbers.chance(50) {
                true => text("skip"),
                false => step("printf(\"%d\\n\", $)", [self.value(place, 1).into()]),
            },
            19 | 20 if has(Feature::Run) && !place.in_d_step && !place.is_endless => {
                self.run(place)?
            }
            21 | 22 => self.call(place)?,
            23 if has(Feature::Priorities) => {
                let priority = self.numbers.between(1, 4).to_string();
                let process = *self.numbers.pick(&["_pid", "_pid", "0"]);
                text(format!("set_priority({process}, {priority})"))
            }
            24 | 25 if !place.in_d_step => self.scratch_step(place)?,
            _ => return None,
        })
    }

    /// A `d_step` that computes something in the scratch variable.
    fn scratch_step(&mut self, place: &mut Place) -> Option<Node> {
        let scratch = self.scratch.clone()?;
        let was = std::mem::replace(&mut place.in_d_step, true);
        let target = self.memory(place, true);
        let guard = self.guard(place);
        let values = [self.value(place, 1), self.value(place, 1)];
        place.in_d_step = was;
        let (target, kind) = target?;
        if matches!(kind, Kind::Mtype(_)) {
            return None;
        }
        let [first, second] = values.map(Part::from);
        let name = || Part::from(scratch.clone());
        let forms = if self.features.has(Feature::For) {
            3
        } else {
            2
        };
        let template = match self.numbers.below(forms) {
            0 => "d_step { $ = $; $ = $ & 1 }",
            1 => "d_step {\nif\n:: $ -> $ = $\n:: else -> $ = $\nfi;\n$ = $ & 3\n}",
            _ => "d_step {\nfor ($ : 0 .. 2) {\n$ = $\n}\n}",
        };
        let holes = match template.matches('$').count() {
            4 => vec![name(), first, target.into(), name()],
            7 => {
                let guarded = [guard.into(), name(), first, name(), second];
                guarded.into_iter().chain([target.into(), name()]).collect()
            }
            _ => vec![name(), target.into(), name()],
        };
        Some(step(template, holes))
    }

    pub(super) fn assignment(&mut self, place: &Place) -> Node {
        let Some((target, kind)) = self.memory(place, true) else {
            return text("skip");
        };
        match self.numbers.below(10) {
            0 => step("$++", [target.into()]),
            1 => step("$--", [target.into()]),
            _ => step("$ = $", [target.into(), self.value_of(place, kind).into()]),
        }
    }

    /// Something that may have to wait.
    pub(super) fn blocking(&mut self, place: &Place) -> Node {
        match self.features.has(Feature::Timeout) && self.numbers.chance(15) {
            true => text("timeout"),
            false => {
                let guard = self.guard(place);
                step("$", [self.in_parentheses(guard).into()])
            }
        }
    }

    pub(super) fn send(&mut self, place: &Place) -> Option<Node> {
        let buffered_only = place.in_d_step || place.guards_escape;
        let (channel, name) =
            self.channel(place, |channel| !buffered_only || channel.capacity > 0)?;
        let sorted = self.features.has(Feature::Sorted) && channel.capacity > 0;
        let operator = if sorted && self.numbers.chance(50) {
            "!!"
        } else {
            "!"
        };
        let named = self.named(&channel);
        let fields: Vec<Node> = named
            .iter()
            .enumerate()
            .map(|(at, kind)| match Self::is_filling(&named, at) {
                true => self.constant(),
                false => self.value_of(place, *kind),
            })
            .collect();
        let template = format!("${operator}$");
        Some(step(&template, [name.into(), comma(fields).into()]))
    }

    pub(super) fn receive(&mut self, place: &Place) -> Option<Node> {
        let buffered_only = place.in_d_step;
        let (channel, name) =
            self.channel(place, |channel| !buffered_only || channel.capacity > 0)?;
        let random = self.features.has(Feature::Random) && self.numbers.chance(35);
        // Of a message of a single field SPIN copies a second one.
        let copies = self.features.has(Feature::Copying) && channel.capacity > 0 && !channel.varies;
        let (open, close) = match copies && self.numbers.chance(25) {
            true => ("<", ">"),
            false => ("", ""),
        };
        let operator = if random { "??" } else { "?" };
        let fields = self.patterns(place, &channel, &name.print());
        let template = format!("${operator}{open}${close}");
        Some(step(&template, [name.into(), comma(fields).into()]))
    }

    /// The fields that a send or receive names: with little probability others than there are,
    /// where the channel is not known.
    fn named(&mut self, channel: &Channel) -> Vec<Kind> {
        match (
            channel.varies && self.numbers.chance(10),
            &channel.fields[..],
        ) {
            (true, [only]) => vec![*only, Kind::Byte],
            (true, fields) => vec![fields[0]],
            (false, fields) => fields.to_vec(),
        }
    }

    /// `name` is how the channel is written.
    fn patterns(&mut self, place: &Place, channel: &Channel, name: &str) -> Vec<Node> {
        let mut taken: Vec<String> = Vec::new();
        let mut patterns = Vec::new();
        let named = self.named(channel);
        for (at, kind) in named.iter().enumerate() {
            if Self::is_filling(&named, at) {
                patterns.push(Node::text(Sort::Value, "_"));
                continue;
            }
            let kept = match kind {
                // The only field of a message has 8 bits at least.
                Kind::Bit | Kind::Bool if channel.fields.len() == 1 => Kind::Byte,
                kind => *kind,
            };
            let chosen = match channel.varies && at > 0 {
                // For SPIN a second field is 0 where messages have a single one.
                true => self.numbers.between(3, 9),
                false => self.numbers.below(10),
            };
            patterns.push(match chosen {
                0 | 1 => self.pattern_constant(*kind),
                2 => {
                    let value = self.value(place, 1);
                    let text = value.print();
                    // To undo a receive, SPIN's verifier puts back what the `eval` is afterwards.
                    let changing = ["len(", "full(", "empty(", "?", "enabled(", "timeout"];
                    match changing.iter().any(|it| text.contains(it)) {
                        true => self.pattern_constant(*kind),
                        false => node(Sort::Value, "eval($)", [value.into()]),
                    }
                }
                3 => Node::text(Sort::Value, "_"),
                _ => self.target(place, kept, &mut taken),
            });
        }
        // Nor may the `eval`, or an index of the channel, read what the same receive changes.
        for pattern in &mut patterns {
            let text = pattern.print();
            let reads = text.starts_with("eval") && taken.iter().any(|it| text.contains(it));
            if reads || (taken.contains(&text) && name.contains(&text)) {
                *pattern = Node::text(Sort::Value, "_");
            }
        }
        patterns
    }

    /// A variable to receive into, no two of them the same in one statement. It holds all values of
    /// the field: SPIN's verifier undoes a receive by putting the variable's value back into the
    /// channel.
    fn target(&mut self, place: &Place, field: Kind, taken: &mut Vec<String>) -> Node {
        for _ in 0..3 {
            let lasting = |it: &Variable| place.in_d_step && self.hidden.contains(&it.name);
            let scalar = |it: &&Variable| {
                !it.fixed && it.length.is_none() && it.kind.holds(field) && !lasting(it)
            };
            let all: Vec<&Variable> = place.variables.iter().filter(scalar).collect();
            if all.is_empty() {
                break;
            }
            let name = self.numbers.pick(&all).name.clone();
            if !taken.contains(&name) {
                taken.push(name.clone());
                return Node::text(Sort::Value, name);
            }
        }
        Node::text(Sort::Value, "_")
    }

    fn run(&mut self, place: &Place) -> Option<Node> {
        if self.runnables.is_empty() {
            return None;
        }
        let callee = self.numbers.pick(&self.runnables).clone();
        let mut actuals = self.actuals(place, &callee.parameters, true)?;
        if actuals.len() > 1 && self.numbers.chance(5) {
            actuals.pop();
        }
        let priority = match self.features.has(Feature::Priorities) && self.numbers.chance(40) {
            true => format!(" priority {}", self.numbers.between(1, 4)),
            false => String::new(),
        };
        let template = format!("run {}($){priority}", callee.name);
        let run = node(Sort::Other, &template, [comma(actuals).into()]);
        if self.numbers.chance(25)
            && let Some((target, _)) = self.memory(place, true)
        {
            return Some(step("$ = $", [target.into(), run.into()]));
        }
        Some(step("$", [run.into()]))
    }

    pub(super) fn call(&mut self, place: &Place) -> Option<Node> {
        let d_step = place.in_d_step;
        let atomic = place.in_atomic;
        let usable =
            |it: &&super::scope::Inline| (!d_step || it.deterministic) && (!atomic || it.bounded);
        let callable: Vec<_> = self.inlines.iter().filter(usable).collect();
        if callable.is_empty() {
            return None;
        }
        let callee = (*self.numbers.pick(&callable)).clone();
        let actuals = self.actuals(place, &callee.parameters, false)?;
        let template = format!("{}($)", callee.name);
        let call = node(Sort::Other, &template, [comma(actuals).into()]);
        if callee.returns {
            let (target, _) = self.memory(place, true)?;
            return Some(step("$ = $", [target.into(), call.into()]));
        }
        Some(step("$", [call.into()]))
    }

    /// Actual parameters; `None` when the place has nothing that fits.
    fn actuals(
        &mut self,
        place: &Place,
        parameters: &[Parameter],
        by_value: bool,
    ) -> Option<Vec<Node>> {
        let mut actuals = Vec::new();
        for parameter in parameters {
            actuals.push(match parameter {
                Parameter::Channel(index) => {
                    let model = self.channels[*index].clone();
                    let any_length =
                        by_value && self.features.has(Feature::Lengths) && self.numbers.chance(40);
                    let same =
                        |it: &Channel| it.capacity == model.capacity && it.fields == model.fields;
                    // An inline relies on what it is given.
                    let alike = |it: &Channel| match any_length {
                        true => it.is_like(&model),
                        false => same(it) && (by_value || !it.varies),
                    };
                    self.channel(place, alike)?.1
                }
                Parameter::Variable(kind) if by_value => self.value_of(place, *kind),
                Parameter::Value => self.constant(),
                Parameter::Variable(kind) => {
                    let alike = |it: &&Variable| {
                        let lasting = it.fixed || self.hidden.contains(&it.name);
                        !lasting && it.kind == *kind && it.length.is_none()
                    };
                    let all: Vec<&Variable> = place.variables.iter().filter(alike).collect();
                    if all.is_empty() {
                        return None;
                    }
                    Node::text(Sort::Value, self.numbers.pick(&all).name.clone())
                }
            });
        }
        Some(actuals)
    }
}

fn is_d_step(step: &Node) -> bool {
    step.print().starts_with("d_step")
}

fn is_unless(step: &Node) -> bool {
    let word = Part::from(" unless ");
    step.parts.contains(&word)
}

fn ends_a_loop(step: &Node) -> bool {
    let text = step.print();
    text.ends_with("od") || text.starts_with("for ")
}
