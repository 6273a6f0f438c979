//! Never claims over the globals of a program.

use super::Generator;
use crate::random::features::{Feature, Features};
use crate::random::numbers::Numbers;
use crate::random::tree::{List, Node, Sort, block, node, sequence};

/// What SPIN's verifier makes something else of where there is a claim, or not the same as SPIN's
/// manual says.
const WITHOUT: [Feature; 7] = [
    Feature::Enabled,
    Feature::Faults,
    Feature::Hidden,
    Feature::Last,
    Feature::Priorities,
    Feature::Remote,
    Feature::Timeout,
];

/// What a program claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// `never { .. }`
    Never,
    /// `ltl { .. }`
    Formula,
}

/// A program like [`super::program`]'s, with a claim.
pub fn program_with_claim(seed: u64, index: u64, features: &Features, claimed: Claimed) -> Node {
    let mut features = features.clone();
    for feature in WITHOUT {
        features.remove(feature);
    }
    let mut generator = Generator::new(Numbers::of(seed, index), &features);
    generator.claimed = Some(claimed);
    generator.program()
}

/// The labels that a claim can jump to.
const LABELS: [&str; 3] = ["S0", "accept_S1", "accept_S2"];

impl Generator {
    /// The claim of a program that has one.
    pub(super) fn claim(&mut self) -> Option<Node> {
        Some(match self.claimed? {
            Claimed::Never => self.never(),
            Claimed::Formula => {
                let formula = self.formula(3);
                node(Sort::Unit, "ltl { $ }", [formula.into()])
            }
        })
    }

    fn formula(&mut self, depth: usize) -> Node {
        let place = self.place();
        if depth == 0 || self.numbers.chance(15) {
            let state = self.comparison(&place, 0);
            return node(Sort::Other, "($)", [state.into()]);
        }
        let (prefix, infix) = (
            ["!", "[]", "<>", "X", "[]<>"],
            ["&&", "||", "->", "U", "W", "V"],
        );
        let left = self.formula(depth - 1);
        if self.numbers.chance(50) {
            let operator = self.numbers.pick(&prefix);
            return node(Sort::Other, &format!("({operator} $)"), [left.into()]);
        }
        let operator = self.numbers.pick(&infix);
        let template = format!("($ {operator} $)");
        let right = self.formula(depth - 1);
        node(Sort::Other, &template, [left.into(), right.into()])
    }

    /// A claim of few places: at each a selection. Or an invariant, which comes to the closing
    /// brace, or asserts.
    fn never(&mut self) -> Node {
        match self.numbers.below(8) {
            0 => return self.asserted(),
            1 | 2 => return self.invariant(),
            _ => {}
        }
        let mut steps = Vec::new();
        for label in LABELS {
            let selection = self.claim_selection(2);
            let labelled = node(Sort::Other, &format!("{label}: $"), [selection.into()]);
            steps.push(labelled);
        }
        // The closing brace would be an error.
        steps.push(Node::text(Sort::Other, "do :: true od"));
        never(steps)
    }

    /// A claim that waits for a condition, at one place or at two behind one another.
    fn invariant(&mut self) -> Node {
        let waits = |generator: &mut Self, then: &str| {
            let place = generator.place();
            let condition = generator.comparison(&place, 0);
            let other = *generator.numbers.pick(&["else", "true", "true; true"]);
            let template = format!("do\n:: $ -> {then}\n:: {other}\nod");
            node(Sort::Step, &template, [condition.into()])
        };
        let mut steps = Vec::new();
        if self.numbers.chance(30) {
            steps.push(waits(self, "break"));
        }
        let (then, behind) = *self.numbers.pick(&[
            ("break", None),
            ("goto accept_all", Some("accept_all: skip")),
            ("goto accept_all", Some("accept_all: skip; true")),
        ]);
        steps.push(waits(self, then));
        steps.extend(behind.map(|text| Node::text(Sort::Step, text)));
        never(steps)
    }

    /// A claim that asserts a condition in each state, as by hand or as SPIN writes it.
    fn asserted(&mut self) -> Node {
        let place = self.place();
        let condition = self.comparison(&place, 0);
        let (template, held) = match self.numbers.chance(50) {
            true => ("do :: assert($) od", vec![condition.into()]),
            false => (
                "do :: atomic { !($) -> assert(!!($)) } :: true od",
                vec![condition.clone().into(), condition.into()],
            ),
        };
        never(vec![node(Sort::Step, template, held)])
    }

    fn claim_selection(&mut self, depth: usize) -> Node {
        let (open, close) = *self.numbers.pick(&[("if", "fi"), ("do", "od")]);
        let mut choices: Vec<Node> = (0..self.numbers.between(1, 3))
            .map(|_| self.claim_steps(depth, open == "do"))
            .map(|steps| node(Sort::Choice, ":: $", [steps.into()]))
            .collect();
        // SPIN refuses an `else` beside questions about channels, and two of them at one place.
        let texts: Vec<String> = choices.iter().map(Node::print).collect();
        let plain = |text: &String| {
            let doubtful = ["?", "full", "empty", "else", ":: if", ":: do", "d_step"];
            !doubtful.iter().any(|it| text.contains(it))
        };
        if self.numbers.chance(50) && texts.iter().all(plain) {
            let target = *self.numbers.pick(&LABELS);
            let text = format!(":: else -> goto {target}");
            choices.push(Node::text(Sort::Choice, text));
        }
        let choices = List {
            items: choices,
            separator: "\n",
            least: 1,
        };
        let template = format!("{open}\n$\n{close}");
        node(Sort::Other, &template, [choices.into()])
    }

    fn claim_steps(&mut self, depth: usize, in_loop: bool) -> List {
        let count = self.numbers.between(1, 3);
        sequence(
            (0..count)
                .map(|_| self.claim_step(depth, in_loop))
                .collect(),
        )
    }

    fn claim_step(&mut self, depth: usize, in_loop: bool) -> Node {
        match self.numbers.below(20) {
            0..=3 if depth > 0 => self.claim_selection(depth - 1),
            4..=6 => {
                let target = *self.numbers.pick(&LABELS);
                Node::text(Sort::Step, format!("goto {target}"))
            }
            7 if in_loop => Node::text(Sort::Step, "break"),
            8 | 9 => Node::text(Sort::Step, *self.numbers.pick(&["skip", "true"])),
            10 => {
                let place = self.place();
                let condition = self.comparison(&place, 0);
                let template = *self.numbers.pick(&["d_step { $; skip }", "assert($)"]);
                node(Sort::Step, template, [condition.into()])
            }
            _ => {
                let place = self.place();
                self.guard(&place)
            }
        }
    }
}

/// A never claim of these steps.
fn never(steps: Vec<Node>) -> Node {
    node(Sort::Unit, "never $", [block(steps).into()])
}
