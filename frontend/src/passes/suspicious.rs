//! Statements that are right, but probably not what was meant: `=` for `==` and the other way
//! round.

use super::expression::count;
use super::lower::Lowering;
use super::report::Report;
use crate::ast::{
    BinaryOp, Block, Choice, Expression, ExpressionKind, Printf, Statement, StatementKind, Step,
};
use crate::interpret::conversions;

impl Lowering<'_> {
    /// Looks through the body of a process.
    pub fn suspicious(&mut self, block: &Block) {
        self.suspicious_steps(&block.steps);
    }

    fn suspicious_steps(&mut self, steps: &[Step]) {
        let mut begun = false;
        for step in steps {
            match step {
                Step::Declaration(_) | Step::Exclusive(_) => {}
                Step::Statement(statement) => {
                    self.suspicious_statement(statement, begun);
                    begun = true;
                }
                // The main part may well wait for ever: its escape ends that.
                Step::Unless(unless) => {
                    self.suspicious_statement(&unless.escape, false);
                    begun = true;
                }
            }
        }
    }

    fn suspicious_statement(&mut self, statement: &Statement, begun: bool) {
        use StatementKind as Kind;
        match &statement.kind {
            // With a label, a process may be meant to stop here.
            Kind::Expression(e) if begun && statement.labels.is_empty() => {
                self.check_comparison_of_locals(e);
            }
            Kind::Else if begun => {
                let message =
                    "this `else` is no option: behind a statement it can always be executed";
                let report = Report::warning("else-in-sequence", statement.range, message);
                let report = report.help("write `:: else` for an option, or leave it out");
                self.report(report.structural());
            }
            Kind::Printf(printf) => self.check_printf(printf),
            Kind::If(options) | Kind::Do(options) => {
                let choice = options.len() > 1 && options.iter().all(begins_with_assignment);
                for option in options {
                    if !choice {
                        self.check_guard(option);
                    }
                    self.suspicious_steps(&option.steps);
                }
            }
            Kind::Block(block) | Kind::Atomic(block) | Kind::DStep(block) => {
                self.suspicious(block);
            }
            Kind::For(it) => self.suspicious(&it.body),
            Kind::ForIn(it) => self.suspicious(&it.body),
            _ => {}
        }
    }

    /// A value is left over, or one is missing.
    fn check_printf(&mut self, printf: &Printf) {
        let (wanted, given) = (conversions(&printf.format.text), printf.arguments.len());
        if wanted != given {
            let are = |number: usize| match number {
                0 => "none is".to_owned(),
                1 => "1 is".to_owned(),
                _ => format!("{number} are"),
            };
            let values = count(wanted, "value");
            let message = format!("the format prints {values}, but {} given", are(given));
            let report = Report::warning("printf-values", printf.format.range, message);
            self.report(report.help("write a `%d` for each value, and a value for each `%d`"));
        }
    }

    /// `:: x = 1 ->` looks like a condition, unless all options assign: they are a choice of
    /// values. Automata are written so, too: `:: x = 1 -> goto there`.
    fn check_guard(&mut self, option: &Choice) {
        let [Step::Statement(first), second, ..] = &option.steps[..] else {
            return;
        };
        let jumps =
            |it: &Statement| matches!(it.kind, StatementKind::Goto(_) | StatementKind::Break);
        if matches!(second, Step::Statement(second) if jumps(second)) {
            return;
        }
        let StatementKind::Assign(assignment) = &first.kind else {
            return;
        };
        let behind = self
            .origins
            .text()
            .get(first.range.end as usize..)
            .unwrap_or_default();
        if behind.trim_start().starts_with("->") {
            let name = self.text(assignment.target.range);
            let value = self.text(assignment.value.range);
            let message = format!("this option assigns to `{name}`, which is always possible");
            let report = Report::warning("assignment-as-guard", first.range, message);
            self.report(report.help(format!(
                "write `{name} == {value}` for a condition, `;` behind an assignment that is meant"
            )));
        }
    }

    /// `x == 1` behind another statement, of locals only: waiting for it makes no sense, since no
    /// other process changes them.
    fn check_comparison_of_locals(&mut self, e: &Expression) {
        let ExpressionKind::Binary(BinaryOp::Equal, left, _) = &e.kind else {
            return;
        };
        let ExpressionKind::Variable(target) = &left.kind else {
            return;
        };
        let is_value = self.globals.values.contains_key(&target.base.name.text);
        if !is_value && self.is_of_locals(e) {
            let (name, text) = (self.text(left.range), self.text(e.range));
            let message =
                format!("this waits for ever when it is false: nobody else changes `{name}`");
            let report = Report::warning("condition-of-locals", e.range, message);
            self.report(report.help(format!(
                "write `{}` for an assignment, `assert({text})` for a check",
                text.replacen("==", "=", 1)
            )));
        }
    }

    /// Whether the value of an expression depends on locals only.
    fn is_of_locals(&self, e: &Expression) -> bool {
        match &e.kind {
            ExpressionKind::Variable(reference) => {
                let name = &reference.base.name.text;
                let global = self.globals.variables.contains_key(name) || name.starts_with('_');
                let mut indices = reference.accesses().filter_map(|it| it.index.as_ref());
                !global && indices.all(|index| self.is_of_locals(index))
            }
            ExpressionKind::Unary(_, operand) => self.is_of_locals(operand),
            ExpressionKind::Binary(_, left, right) => {
                self.is_of_locals(left) && self.is_of_locals(right)
            }
            ExpressionKind::Conditional(parts) => {
                let mut parts = [&parts.condition, &parts.then, &parts.otherwise].into_iter();
                parts.all(|part| self.is_of_locals(part))
            }
            ExpressionKind::Number(_)
            | ExpressionKind::Character(_)
            | ExpressionKind::True
            | ExpressionKind::False => true,
            _ => false,
        }
    }
}

/// Whether an option begins with an assignment.
fn begins_with_assignment(option: &Choice) -> bool {
    let first = option.steps.first();
    matches!(first, Some(Step::Statement(it)) if matches!(it.kind, StatementKind::Assign(_)))
}
