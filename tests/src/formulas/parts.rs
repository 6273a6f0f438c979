//! Formulas as the runtime has them.

use frontend::ltl::formula::{Binary, Formula, Unary};
use runtime::claim::{Operator, Part};

/// A formula as its parts, each behind its operands.
#[derive(Debug, Default)]
pub struct Parts {
    /// As an analyzer has them.
    pub parts: Vec<Part>,
    /// The same as formulas.
    pub formulas: Vec<Formula>,
}

impl Parts {
    /// Those of a formula; the last is the whole. Their texts are never freed.
    pub fn of(formula: &Formula) -> Self {
        let mut all = Self::default();
        all.add(formula);
        all
    }

    fn add(&mut self, formula: &Formula) -> u16 {
        let what = match formula {
            Formula::Constant(value) => Operator::Constant(*value),
            Formula::Proposition(number) => Operator::Proposition(*number as u16),
            Formula::Unary(operator, operand) => {
                let a = self.add(operand);
                match operator {
                    Unary::Not => Operator::Not(a),
                    Unary::Next => Operator::Next(a),
                    Unary::Always => Operator::Always(a),
                    Unary::Eventually => Operator::Eventually(a),
                }
            }
            Formula::Binary(operator, left, right) => {
                let (a, b) = (self.add(left), self.add(right));
                match operator {
                    Binary::And => Operator::And(a, b),
                    Binary::Or => Operator::Or(a, b),
                    Binary::Implies => Operator::Implies(a, b),
                    Binary::Equivalent => Operator::Equivalent(a, b),
                    Binary::Until => Operator::Until(a, b),
                    Binary::WeakUntil => Operator::WeakUntil(a, b),
                    Binary::Release => Operator::Release(a, b),
                }
            }
        };
        let text = formula.to_string().leak();
        self.parts.push(Part { text, what });
        self.formulas.push(formula.clone());
        self.parts.len() as u16 - 1
    }
}
