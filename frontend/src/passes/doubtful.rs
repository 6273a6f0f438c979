//! Formulas that SPIN's grammar reads otherwise than many people do: prefix operators bind
//! tightest, `U`, `W` and `V` bind tighter than `&&` and `||`, and all infix operators group to the
//! left.

use super::lower::Lowering;
use super::report::Report;
use crate::ast::{ExpressionKind, Formula, FormulaKind, InfixOperator, PrefixOperator, TextRange};

/// How a formula is read, and the other way to read it.
struct Readings {
    read: String,
    other: String,
}

impl Lowering<'_> {
    /// Warns of the first place of a formula that would need parentheses to be plain.
    pub fn doubtful_formula(&mut self, formula: &Formula) {
        if let Some((range, readings)) = self.doubt(formula) {
            let Readings { read, other } = readings;
            let message = format!("this reads as `{read}`");
            let report = Report::warning("formula-precedence", range, message);
            let help = format!("write `{other}` if you mean that, otherwise the parentheses");
            self.report(report.help(help));
        }
    }

    fn doubt(&self, formula: &Formula) -> Option<(TextRange, Readings)> {
        match &formula.kind {
            FormulaKind::State(_) => None,
            FormulaKind::Prefix(_, operand) => self.doubt(operand),
            FormulaKind::Infix(operator, left, right) => {
                let own = self
                    .prefix_doubt(left, *operator, right)
                    .or_else(|| left_doubt(left, *operator, right))
                    .or_else(|| right_doubt(left, *operator, right));
                let own = own.map(|readings| (left.range.to(right.range), readings));
                own.or_else(|| self.doubt(left))
                    .or_else(|| self.doubt(right))
            }
        }
    }

    /// `[] p -> q`, `<> p U q`, `[] p && q`. But `[] p -> [] q`, `[]<> p -> <> q` and
    /// `<> p -> (q U r)` are what people write who know how they are read.
    fn prefix_doubt(
        &self,
        left: &Formula,
        operator: InfixOperator,
        right: &Formula,
    ) -> Option<Readings> {
        let FormulaKind::Prefix(first, operand) = &left.kind else {
            return None;
        };
        let (prefixes, inner) = left.prefixes();
        if *first == PrefixOperator::Not || self.is_plain(left, inner) {
            return None;
        }
        let single = !matches!(operand.kind, FormulaKind::Prefix(..));
        let is_state = matches!(right.kind, FormulaKind::State(_));
        let is_always = matches!(right.kind, FormulaKind::Prefix(PrefixOperator::Always, _));
        let doubtful = match (group(operator), first) {
            (Group::Until, _) => true,
            (_, PrefixOperator::Next) => false,
            (Group::Connective, _) => is_state,
            (Group::Arrow, PrefixOperator::Always) => single && !is_always,
            (Group::Arrow, _) => single && is_state,
        };
        let prefixes: Vec<String> = prefixes.iter().map(ToString::to_string).collect();
        doubtful.then(|| Readings {
            read: format!("({left}) {operator} {}", operand_text(right)),
            other: format!(
                "{} ({} {operator} {})",
                prefixes.join(" "),
                operand_text(inner),
                operand_text(right)
            ),
        })
    }

    /// Whether it is plain what the operators in front of `left` stand before: there are
    /// parentheses around `left` or around `inner`, its innermost operand, or `left` is a macro.
    /// Parentheses that come with a macro for `inner` are not seen where it is used.
    fn is_plain(&self, left: &Formula, inner: &Formula) -> bool {
        let text = self.origins.text().as_bytes();
        let is_open = |formula: &Formula| text.get(formula.range.start as usize) == Some(&b'(');
        let depth = |at: u32| {
            let byte = TextRange::new(at, at + 1);
            self.origins.source(byte, String::new()).via.len()
        };
        let behind = text.get(left.range.end as usize..).unwrap_or_default();
        let space = behind.iter().take_while(|it| it.is_ascii_whitespace());
        let operator = left.range.end + space.count() as u32;
        let own = depth(left.range.start);
        is_open(left) || own > depth(operator) || is_open(inner) && depth(inner.range.start) <= own
    }
}

/// `p U q && r`, `p U q -> r`, `p U q U r`, `p -> q -> r`.
fn left_doubt(left: &Formula, operator: InfixOperator, right: &Formula) -> Option<Readings> {
    let (inner, first, second) = open_infix(left)?;
    let doubtful = match (group(inner), group(operator)) {
        (Group::Until, Group::Connective | Group::Arrow) => !is_until(right),
        (Group::Until, Group::Until) => true,
        (Group::Arrow, Group::Arrow) => {
            (inner, operator) != (InfixOperator::Equivalent, InfixOperator::Equivalent)
        }
        _ => false,
    };
    doubtful.then(|| {
        let (first, second) = (operand_text(first), operand_text(second));
        let right = operand_text(right);
        Readings {
            read: format!("({first} {inner} {second}) {operator} {right}"),
            other: format!("{first} {inner} ({second} {operator} {right})"),
        }
    })
}

/// `p && q U r`.
fn right_doubt(left: &Formula, operator: InfixOperator, right: &Formula) -> Option<Readings> {
    let (inner, first, second) = open_infix(right)?;
    let doubtful = (group(inner), group(operator)) == (Group::Until, Group::Connective);
    (doubtful && !is_until(left)).then(|| {
        let (first, second) = (operand_text(first), operand_text(second));
        let left = operand_text(left);
        Readings {
            read: format!("{left} {operator} ({first} {inner} {second})"),
            other: format!("({left} {operator} {first}) {inner} {second}"),
        }
    })
}

/// The operands of an infix formula without parentheses: these would begin before the first.
fn open_infix(formula: &Formula) -> Option<(InfixOperator, &Formula, &Formula)> {
    match &formula.kind {
        FormulaKind::Infix(operator, left, right) if left.range.start == formula.range.start => {
            Some((*operator, left, right))
        }
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Arrow,
    Connective,
    Until,
}

fn group(operator: InfixOperator) -> Group {
    match operator {
        InfixOperator::Implies | InfixOperator::Equivalent => Group::Arrow,
        InfixOperator::Or | InfixOperator::And => Group::Connective,
        InfixOperator::Until | InfixOperator::WeakUntil | InfixOperator::Release => Group::Until,
    }
}

fn is_until(formula: &Formula) -> bool {
    matches!(&formula.kind, FormulaKind::Infix(operator, ..) if group(*operator) == Group::Until)
}

/// A formula as an operand, in parentheses if it has an infix operator.
fn operand_text(formula: &Formula) -> String {
    let compound = match &formula.kind {
        FormulaKind::State(expression) => matches!(expression.kind, ExpressionKind::Binary(..)),
        FormulaKind::Prefix(..) => false,
        FormulaKind::Infix(..) => true,
    };
    match compound {
        true => format!("({formula})"),
        false => formula.to_string(),
    }
}
