//! Statements with statements inside.

use super::Generator;
use super::scope::{Kind, Place, Variable};
use super::statement::{Inside, step, text};
use crate::random::features::Feature;
use crate::random::tree::{List, Node, Part, Sort, block, node, sequence};

impl Generator {
    pub(super) fn structured(&mut self, place: &mut Place) -> Option<Node> {
        let features = self.features.clone();
        let has = |feature| features.has(feature);
        Some(match self.numbers.below(18) {
            0..=3 => self.selection(place),
            4..=6 => self.reactive_loop(place)?,
            7 | 8 => self.counting_loop(place),
            9 | 10 if has(Feature::Atomic) => {
                let was = std::mem::replace(&mut place.in_atomic, true);
                let steps = self.steps(place, Inside::Block);
                place.in_atomic = was;
                step("atomic $", [block(steps).into()])
            }
            11 | 12 if has(Feature::DStep) && !place.in_d_step => self.d_step(place),
            13 | 14 if has(Feature::Unless) && !place.in_d_step => self.unless(place),
            15 => step("$", [block(self.steps(place, Inside::Block)).into()]),
            16 if has(Feature::For) => self.for_loop(place),
            17 if has(Feature::Select) => self.select(place)?,
            _ => return None,
        })
    }

    fn choices(&mut self, place: &mut Place, count: usize, otherwise: bool) -> Vec<Node> {
        let visible = place.variables.len();
        let mut choices = Vec::new();
        // It knows no variables that options declare: it may stand before them.
        let crowd = self.crowd_of_options(place);
        for _ in 0..count {
            let before = (place.labels.len(), place.variables.len());
            let mut first = self.first_of_choice(place);
            let declares = before != (place.labels.len(), place.variables.len());
            if first.print().contains("else") && !declares {
                // SPIN's verifier refuses a second `else`.
                first = self.blocking(place);
            }
            let mut steps = vec![first];
            if self.numbers.chance(75) {
                steps.extend(self.these_steps(place, Inside::Choice, 1));
            }
            choices.push(choice(steps));
        }
        if !crowd.is_empty() {
            let at = match self.numbers.chance(60) {
                true => 0,
                false => self.numbers.below(choices.len() + 1),
            };
            let crowd = crowd.into_iter().map(|first| choice(vec![first]));
            choices.splice(at..at, crowd);
        }
        if otherwise {
            let mut steps = vec![text("else")];
            if self.numbers.chance(70) {
                steps.extend(self.these_steps(place, Inside::Choice, 1));
            }
            self.insert(&mut choices, steps, place.variables.len() == visible);
        }
        choices
    }

    /// Adds an option: anywhere, or last when it may use what the others declare.
    fn insert(&mut self, choices: &mut Vec<Node>, steps: Vec<Node>, anywhere: bool) {
        let at = match anywhere {
            true => self.numbers.below(choices.len() + 1),
            false => choices.len(),
        };
        choices.insert(at, choice(steps));
    }

    /// What an option begins with: a condition, an operation on a channel, or anything else.
    fn first_of_choice(&mut self, place: &mut Place) -> Node {
        match self.numbers.below(10) {
            0..=3 => self.blocking(place),
            4 | 5 => self.receive(place).unwrap_or_else(|| self.blocking(place)),
            6 => self.send(place).unwrap_or_else(|| self.blocking(place)),
            _ => self.step(place),
        }
    }

    fn selection(&mut self, place: &mut Place) -> Node {
        let count = self.numbers.between(1, 3);
        let otherwise = place.in_d_step || self.numbers.chance(40);
        let choices = self.choices(place, count, otherwise);
        step("if\n$\nfi", [list(choices).into()])
    }

    /// A loop that ends when something happens, if at all.
    fn reactive_loop(&mut self, place: &mut Place) -> Option<Node> {
        if place.in_atomic || place.in_d_step {
            return None;
        }
        let was = (place.in_loop, place.is_endless);
        (place.in_loop, place.is_endless) = (true, true);
        let visible = place.variables.len();
        let count = self.numbers.between(1, 3);
        let otherwise = self.numbers.chance(30);
        let mut choices = self.choices(place, count, otherwise);
        (place.in_loop, place.is_endless) = was;
        let guard = match self.numbers.chance(30) {
            true => vec![],
            false => vec![self.blocking(place)],
        };
        let leave = guard.into_iter().chain([text("break")]).collect();
        self.insert(&mut choices, leave, place.variables.len() == visible);
        Some(step("do\n$\nod", [list(choices).into()]))
    }

    /// A loop that counts.
    fn counting_loop(&mut self, place: &mut Place) -> Node {
        let counter = self.counter();
        let rounds = self.numbers.between(1, 3);
        let was = std::mem::replace(&mut place.in_loop, true);
        let mut inside = self.these_steps(place, Inside::Choice, 1);
        place.in_loop = was;
        inside.insert(0, text(format!("{counter} < {rounds}")));
        inside.push(text(format!("{counter}++")));
        let leave = match self.numbers.chance(50) {
            true => vec![text("else"), text("break")],
            false => vec![text(format!("{counter} >= {rounds}")), text("break")],
        };
        let mut choices = vec![choice(inside), choice(leave)];
        if self.numbers.chance(30) {
            choices.swap(0, 1);
        }
        let whole = step("do\n$\nod", [list(choices).into()]);
        match self.numbers.chance(50) {
            true => step("$;\n$ = 0", [whole.into(), counter.into()]),
            false => whole,
        }
    }

    /// A local that no other loop counts with: those of the body are declared at its top.
    fn counter(&mut self) -> String {
        let name = self.fresh("k");
        self.counters.push(name.clone());
        name
    }

    fn for_loop(&mut self, place: &mut Place) -> Node {
        let arrays = place.variables.iter().filter_map(|it| {
            let plain = !matches!(it.kind, Kind::Structure(_));
            it.length.filter(|_| plain).map(|_| it.name.clone())
        });
        let arrays: Vec<String> = arrays.collect();
        let variable = self.counter();
        let over = match self.features.has(Feature::ForIn) && !arrays.is_empty() {
            true if self.numbers.chance(50) => {
                format!("{variable} in {}", self.numbers.pick(&arrays))
            }
            _ => format!("{variable} : 1 .. {}", self.numbers.between(1, 3)),
        };
        let was = std::mem::replace(&mut place.in_loop, true);
        let steps = self.steps(place, Inside::Block);
        place.in_loop = was;
        step("for ($) $", [over.into(), block(steps).into()])
    }

    fn select(&mut self, place: &Place) -> Option<Node> {
        let integer = |it: &&Variable| {
            let wide = matches!(it.kind, Kind::Byte | Kind::Short | Kind::Int);
            wide && !it.fixed && it.length.is_none()
        };
        let all: Vec<&Variable> = place.variables.iter().filter(integer).collect();
        if all.is_empty() {
            return None;
        }
        let name = self.numbers.pick(&all).name.clone();
        let least = self.numbers.below(3);
        let most = match self.numbers.chance(85) {
            true => Node::text(Sort::Value, (least + self.numbers.below(3)).to_string()),
            false => node(
                Sort::Value,
                &format!("{least} + ($ & 1)"),
                [self.value(place, 0).into()],
            ),
        };
        Some(step(
            "select ($ : $ .. $)",
            [name.into(), least.to_string().into(), most.into()],
        ))
    }

    /// Inside, nothing may wait: it begins with what may, and goes on with what cannot.
    fn d_step(&mut self, place: &mut Place) -> Node {
        let guard = match self.numbers.below(4) {
            0 => Some(self.blocking_condition(place)),
            // Nor does SPIN's verifier undo what a `d_step` receives into a hidden variable.
            1 => (self.receive(place)).filter(|it| {
                let text = it.print();
                !self.hidden.iter().any(|name| text.contains(name))
            }),
            2 => self.send(place).filter(|_| self.numbers.chance(50)),
            _ => None,
        };
        let was = std::mem::replace(&mut place.in_d_step, true);
        let was_in_loop = std::mem::replace(&mut place.in_loop, false);
        let outside = place.variables.len();
        let mut steps: Vec<Node> = guard.into_iter().collect();
        steps.extend(self.quiet_steps(place));
        if self.features.has(Feature::Rendezvous) && may_begin_in_a_handshake(&steps[0]) {
            steps.insert(0, text("skip"));
        }
        place.variables.truncate(outside);
        place.in_d_step = was;
        place.in_loop = was_in_loop;
        step("d_step $", [block(steps).into()])
    }

    fn blocking_condition(&mut self, place: &Place) -> Node {
        step("$", [self.guard(place).into()])
    }

    /// Statements that never wait.
    pub(super) fn quiet_steps(&mut self, place: &mut Place) -> Vec<Node> {
        let count = self.numbers.between(1, 3);
        let mut steps = Vec::new();
        for _ in 0..count {
            let chosen = self.numbers.below(12);
            place.budget = place.budget.saturating_sub(1);
            steps.push(match chosen {
                0 if self.features.has(Feature::Faults) => self.blocking_condition(place),
                1 => self.declaration(place),
                2 | 3 => self.quiet_selection(place),
                4 => self.counting_loop(place),
                5 => match self.call(place) {
                    Some(call) => call,
                    None => self.assignment(place),
                },
                6 if self.features.has(Feature::Assert) => {
                    step("assert($)", [self.guard(place).into()])
                }
                _ => self.assignment(place),
            });
        }
        // A sequence may not be declarations only.
        steps.push(self.assignment(place));
        steps
    }

    /// A selection in which something can always be chosen.
    fn quiet_selection(&mut self, place: &mut Place) -> Node {
        let first = match self.numbers.below(4) {
            0 => self.receive(place),
            1 => self.send(place),
            _ => None,
        };
        let first = first.unwrap_or_else(|| self.blocking_condition(place));
        let choices = vec![
            choice(vec![first, self.assignment(place)]),
            choice(vec![text("else"), self.assignment(place)]),
        ];
        step("if\n$\nfi", [list(choices).into()])
    }

    fn unless(&mut self, place: &mut Place) -> Node {
        let main = match self.numbers.below(8) {
            0 if self.features.has(Feature::Atomic) => {
                let was = std::mem::replace(&mut place.in_atomic, true);
                let steps = self.steps(place, Inside::Block);
                place.in_atomic = was;
                step("atomic $", [block(steps).into()])
            }
            1 if self.features.has(Feature::DStep) => self.d_step(place),
            2 => self.assignment(place),
            3 => self.selection(place),
            _ => step("$", [block(self.steps(place, Inside::Block)).into()]),
        };
        let outside = place.variables.len();
        let guard = match self.numbers.below(10) {
            0..=2 => self.receive(place),
            3 => self.send(place),
            4 => Some(self.selection_of_escape(place)),
            _ => None,
        };
        let mut steps = vec![guard.unwrap_or_else(|| self.blocking(place))];
        if self.numbers.chance(60) {
            steps.extend(self.these_steps(place, Inside::Choice, 1));
        }
        let escape = match self.numbers.below(4) {
            0 if self.features.has(Feature::Atomic) => step("atomic $", [block(steps).into()]),
            1 if steps.len() == 1 => steps.swap_remove(0),
            _ => step("$", [block(steps).into()]),
        };
        place.variables.truncate(outside);
        step("$ unless $", [main.into(), escape.into()])
    }

    fn selection_of_escape(&mut self, place: &mut Place) -> Node {
        let was = std::mem::replace(&mut place.guards_escape, true);
        let selection = self.selection(place);
        place.guards_escape = was;
        selection
    }
}

/// SPIN executes a `d_step` that begins so in the middle of a handshake, see docs/vs-spin.md.
fn may_begin_in_a_handshake(first: &Node) -> bool {
    let text = first.print();
    text.contains("assert") || text.contains("printf") || text.starts_with('f')
}

fn choice(steps: Vec<Node>) -> Node {
    let parts = [
        ":: ".into(),
        Part::Indent(1),
        sequence(steps).into(),
        Part::Indent(-1),
    ];
    Node::new(Sort::Choice, parts)
}

fn list(choices: Vec<Node>) -> List {
    List {
        items: choices,
        separator: "\n",
        least: 1,
    }
}
