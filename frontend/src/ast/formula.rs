//! Formulas of linear temporal logic.

use super::{Expression, TextRange};
use crate::ltl::formula::{Binary, Unary};

/// A formula: temporal operators above expressions without any.
///
/// Connectives below all temporal operators belong to the expressions: `p && q` is one
/// [`FormulaKind::State`].
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Where.
    pub range: TextRange,
    /// What it is.
    pub kind: FormulaKind,
}

impl Formula {
    /// The prefix operators at the beginning, and what they stand before.
    pub fn prefixes(&self) -> (Vec<PrefixOperator>, &Formula) {
        let (mut prefixes, mut inner) = (Vec::new(), self);
        while let FormulaKind::Prefix(operator, operand) = &inner.kind {
            prefixes.push(*operator);
            inner = operand;
        }
        (prefixes, inner)
    }
}

/// What a formula is.
#[derive(Clone, Debug, PartialEq)]
pub enum FormulaKind {
    /// Holds or not in a single state.
    State(Expression),
    /// A prefix operator and its operand.
    Prefix(PrefixOperator, Box<Formula>),
    /// An infix operator between its operands.
    Infix(InfixOperator, Box<Formula>, Box<Formula>),
}

/// Prefix operators on formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrefixOperator {
    /// `!`
    Not,
    /// `[]`, `always`
    Always,
    /// `<>`, `eventually`
    Eventually,
    /// `X`, `next`
    Next,
}

/// Infix operators on formulas, all left-associative; each line of the list binds tighter than the
/// one before.
///
/// `->`, `<->`; `||`; `&&`; `U`, `W`, `V`. All bind looser than `|` and the other operators of
/// expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfixOperator {
    /// `->`, `implies`
    Implies,
    /// `<->`, `equivalent`
    Equivalent,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `U`, `until`, `stronguntil`: the left side holds until the right one does, which it does
    /// some time.
    Until,
    /// `W`, `weakuntil`: like until, or the left side holds for ever.
    WeakUntil,
    /// `V`, `release`: the right side holds up to and with the state where the left one does, or
    /// for ever.
    Release,
}

impl From<PrefixOperator> for Unary {
    fn from(operator: PrefixOperator) -> Self {
        match operator {
            PrefixOperator::Not => Unary::Not,
            PrefixOperator::Always => Unary::Always,
            PrefixOperator::Eventually => Unary::Eventually,
            PrefixOperator::Next => Unary::Next,
        }
    }
}

impl From<InfixOperator> for Binary {
    fn from(operator: InfixOperator) -> Self {
        match operator {
            InfixOperator::Implies => Binary::Implies,
            InfixOperator::Equivalent => Binary::Equivalent,
            InfixOperator::Or => Binary::Or,
            InfixOperator::And => Binary::And,
            InfixOperator::Until => Binary::Until,
            InfixOperator::WeakUntil => Binary::WeakUntil,
            InfixOperator::Release => Binary::Release,
        }
    }
}
