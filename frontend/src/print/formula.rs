//! Formulas as text, with the short operators.

use crate::ast::{
    BinaryOp, Expression, ExpressionKind, Formula, FormulaKind, InfixOperator, PrefixOperator,
    UnaryOp,
};
use crate::ir::text::UNARY_BINDING;
use std::fmt::{self, Display, Formatter};

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FormulaKind::State(expression) => write!(f, "{expression}"),
            FormulaKind::Prefix(operator, inner) => {
                match operator {
                    PrefixOperator::Not => write!(f, "{operator}")?,
                    _ => write!(f, "{operator} ")?,
                }
                // `!!` is another token.
                let twice = *operator == PrefixOperator::Not && is_negation(inner);
                operand(f, inner, TIGHTEST + u8::from(twice))
            }
            FormulaKind::Infix(operator, left, right) => {
                operand(f, left, level(*operator))?;
                write!(f, " {operator} ")?;
                operand(f, right, level(*operator) + 1)
            }
        }
    }
}

/// `formula` in parentheses, if its operator binds looser than `minimum`.
fn operand(f: &mut Formatter<'_>, formula: &Formula, minimum: u8) -> fmt::Result {
    let own = match &formula.kind {
        FormulaKind::State(expression) => level_of_expression(expression),
        FormulaKind::Prefix(..) => TIGHTEST,
        FormulaKind::Infix(operator, ..) => level(*operator),
    };
    if own < minimum {
        write!(f, "({formula})")
    } else {
        write!(f, "{formula}")
    }
}

/// Between the connectives `||` and `&&` and the other operators of expressions are the temporal
/// ones.
const TEMPORAL: u8 = 4;

const TIGHTEST: u8 = TEMPORAL + UNARY_BINDING;

fn level(operator: InfixOperator) -> u8 {
    match operator {
        InfixOperator::Implies | InfixOperator::Equivalent => 1,
        InfixOperator::Or => 2,
        InfixOperator::And => 3,
        InfixOperator::Until | InfixOperator::WeakUntil | InfixOperator::Release => TEMPORAL,
    }
}

fn level_of_expression(expression: &Expression) -> u8 {
    match &expression.kind {
        ExpressionKind::Binary(BinaryOp::Or, ..) => level(InfixOperator::Or),
        ExpressionKind::Binary(BinaryOp::And, ..) => level(InfixOperator::And),
        ExpressionKind::Binary(operator, ..) => TEMPORAL + operator.binding(),
        _ => TIGHTEST,
    }
}

fn is_negation(formula: &Formula) -> bool {
    match &formula.kind {
        FormulaKind::State(expression) => {
            matches!(expression.kind, ExpressionKind::Unary(UnaryOp::Not, _))
        }
        FormulaKind::Prefix(operator, _) => *operator == PrefixOperator::Not,
        FormulaKind::Infix(..) => false,
    }
}

impl Display for PrefixOperator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PrefixOperator::Not => "!",
            PrefixOperator::Always => "[]",
            PrefixOperator::Eventually => "<>",
            PrefixOperator::Next => "X",
        })
    }
}

impl Display for InfixOperator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InfixOperator::Implies => "->",
            InfixOperator::Equivalent => "<->",
            InfixOperator::Or => "||",
            InfixOperator::And => "&&",
            InfixOperator::Until => "U",
            InfixOperator::WeakUntil => "W",
            InfixOperator::Release => "V",
        })
    }
}
