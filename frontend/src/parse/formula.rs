//! Formulas: one table of precedences for temporal operators and those of expressions, as in SPIN's
//! grammar.

use super::expression::{child, left, with_arithmetic};
use super::{Builder, Rule};
use crate::ast::{Expression, ExpressionKind, Formula, FormulaKind, InfixOperator, PrefixOperator};
use pest::iterators::Pair;
use pest::pratt_parser::{Op, PrattParser};
use std::sync::LazyLock;

/// From the loosest to the tightest.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let logical = PrattParser::new()
        .op(left(Rule::implies) | left(Rule::equivalent))
        .op(left(Rule::or))
        .op(left(Rule::and))
        .op(left(Rule::until) | left(Rule::weak_until) | left(Rule::release));
    let numeric = Op::prefix(Rule::not) | Op::prefix(Rule::minus) | Op::prefix(Rule::complement);
    let temporal = Op::prefix(Rule::always) | Op::prefix(Rule::eventually) | Op::prefix(Rule::next);
    with_arithmetic(logical).op(numeric | temporal)
});

impl Builder<'_> {
    pub(super) fn formula(&self, pair: Pair<'_, Rule>) -> Formula {
        PRECEDENCE
            .map_primary(|pair| self.formula_primary(pair))
            .map_prefix(|operator, operand| self.prefix(&operator, operand))
            .map_infix(|left, operator, right| self.infix(left, &operator, right))
            .parse(pair.into_inner())
    }

    fn formula_primary(&self, pair: Pair<'_, Rule>) -> Formula {
        if pair.as_rule() != Rule::formula_parenthesized {
            return state(self.primary(pair));
        }
        let range = self.range(&pair);
        let inner = self.formula(child(pair, Rule::formula));
        match inner.kind {
            FormulaKind::State(expression) => state(Expression {
                range,
                ..expression
            }),
            kind => Formula { range, kind },
        }
    }

    fn prefix(&self, operator: &Pair<'_, Rule>, operand: Formula) -> Formula {
        let temporal = match operator.as_rule() {
            Rule::always => PrefixOperator::Always,
            Rule::eventually => PrefixOperator::Eventually,
            Rule::next => PrefixOperator::Next,
            rule => match operand.kind {
                FormulaKind::State(expression) => return state(self.unary(operator, expression)),
                _ if rule == Rule::not => PrefixOperator::Not,
                _ => return self.no_number(operator, &operand, None),
            },
        };
        Formula {
            range: self.range(operator).to(operand.range),
            kind: FormulaKind::Prefix(temporal, Box::new(operand)),
        }
    }

    fn infix(&self, left: Formula, operator: &Pair<'_, Rule>, right: Formula) -> Formula {
        let range = left.range.to(right.range);
        let (temporal, infix) = match operator.as_rule() {
            Rule::implies => (true, InfixOperator::Implies),
            Rule::equivalent => (true, InfixOperator::Equivalent),
            Rule::until => (true, InfixOperator::Until),
            Rule::weak_until => (true, InfixOperator::WeakUntil),
            Rule::release => (true, InfixOperator::Release),
            Rule::or => (false, InfixOperator::Or),
            Rule::and => (false, InfixOperator::And),
            _ => match (left.kind, right.kind) {
                (FormulaKind::State(left), FormulaKind::State(right)) => {
                    return state(self.binary(left, operator, right));
                }
                (FormulaKind::State(_), kind) => {
                    return self.no_number(operator, &Formula { kind, ..right }, None);
                }
                (kind, second) => {
                    let right = Formula {
                        kind: second,
                        ..right
                    };
                    return self.no_number(operator, &Formula { kind, ..left }, Some(&right));
                }
            },
        };
        match (left.kind, right.kind) {
            (FormulaKind::State(left), FormulaKind::State(right)) if !temporal => {
                state(self.binary(left, operator, right))
            }
            (first, second) => {
                let first = Formula {
                    kind: first,
                    ..left
                };
                let second = Formula {
                    kind: second,
                    ..right
                };
                let kind = FormulaKind::Infix(infix, Box::new(first), Box::new(second));
                Formula { range, kind }
            }
        }
    }

    /// `[] x == 1`: SPIN reads it as `([] x) == 1`, and makes a number of `[] x`. `right` is the
    /// other operand, if the formula is on the left.
    fn no_number(
        &self,
        operator: &Pair<'_, Rule>,
        operand: &Formula,
        right: Option<&Formula>,
    ) -> Formula {
        let text = operator.as_str().trim_end();
        let message = format!("a formula is an operand of `{text}`");
        let (prefixes, inner) = operand.prefixes();
        let help = match (text, right) {
            ("&" | "|", _) => format!("write `{text}{text}`"),
            ("==" | "!=" | "<" | ">" | "<=" | ">=", Some(right)) if !prefixes.is_empty() => {
                let prefixes: Vec<String> = prefixes.iter().map(ToString::to_string).collect();
                let prefixes = prefixes.join(" ");
                format!(
                    "this reads as `({operand}) {text} {right}`: write `{prefixes} ({inner} {text} {right})`"
                )
            }
            _ => "put the comparison in parentheses: `[] (x == 1)`".into(),
        };
        self.refuse(operand.range, message, &help);
        state(Expression {
            range: operand.range,
            kind: ExpressionKind::True,
        })
    }
}

fn state(expression: Expression) -> Formula {
    Formula {
        range: expression.range,
        kind: FormulaKind::State(expression),
    }
}
