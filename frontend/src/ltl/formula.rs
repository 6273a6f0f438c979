//! Formulas of linear temporal logic, as they are written.

use std::fmt::{self, Display, Formatter};

/// A formula over numbered propositions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always true, or never.
    Constant(bool),
    /// A proposition holds in the first letter.
    Proposition(u32),
    /// A prefix operator and its operand.
    Unary(Unary, Box<Formula>),
    /// An infix operator between its operands.
    Binary(Binary, Box<Formula>, Box<Formula>),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `!`
    Not,
    /// `X`
    Next,
    /// `[]`
    Always,
    /// `<>`
    Eventually,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `&&`
    And,
    /// `||`
    Or,
    /// `->`
    Implies,
    /// `<->`
    Equivalent,
    /// `U`: the right side holds some time, and the left one until then.
    Until,
    /// `W`: like until, or the left side holds for ever.
    WeakUntil,
    /// `V`: the right side holds up to and with the letter where the left one does, or for ever.
    Release,
}

impl Display for Unary {
    /// With the blank that parts a word from its operand.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unary::Not => "!",
            Unary::Next => "X ",
            Unary::Always => "[] ",
            Unary::Eventually => "<> ",
        })
    }
}

impl Display for Binary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Binary::And => "&&",
            Binary::Or => "||",
            Binary::Implies => "->",
            Binary::Equivalent => "<->",
            Binary::Until => "U",
            Binary::WeakUntil => "W",
            Binary::Release => "V",
        })
    }
}

impl Formula {
    /// The formula below a prefix operator.
    pub fn unary(operator: Unary, operand: Formula) -> Formula {
        Formula::Unary(operator, Box::new(operand))
    }

    /// Two formulas beside an infix operator.
    pub fn binary(operator: Binary, left: Formula, right: Formula) -> Formula {
        Formula::Binary(operator, Box::new(left), Box::new(right))
    }

    /// Its negation, as it is written.
    pub fn negated(self) -> Formula {
        Formula::unary(Unary::Not, self)
    }

    /// One more than the largest number of a proposition.
    pub fn propositions(&self) -> u32 {
        let numbers = self.parts().filter_map(|part| match part {
            Formula::Proposition(number) => Some(number + 1),
            _ => None,
        });
        numbers.max().unwrap_or(0)
    }

    /// Whether it speaks of the next letter.
    pub fn has_next(&self) -> bool {
        self.parts()
            .any(|part| matches!(part, Formula::Unary(Unary::Next, _)))
    }

    /// How many operators, propositions and constants it has.
    pub fn size(&self) -> usize {
        self.parts().count()
    }

    /// It and all below it. Not by recursion: it is asked of formulas that may be refused as too
    /// large.
    fn parts(&self) -> impl Iterator<Item = &Formula> {
        let mut left = vec![self];
        std::iter::from_fn(move || {
            let part = left.pop()?;
            match part {
                Formula::Constant(_) | Formula::Proposition(_) => {}
                Formula::Unary(_, operand) => left.push(operand),
                Formula::Binary(_, first, second) => left.extend([&**second, &**first]),
            }
            Some(part)
        })
    }
}

/// In SPIN's syntax, each operator in parentheses; propositions are `p0`, `p1`, ...
impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Constant(value) => write!(f, "{value}"),
            Formula::Proposition(number) => write!(f, "p{number}"),
            Formula::Unary(operator, operand) => {
                write!(f, "({operator}{operand})")
            }
            Formula::Binary(operator, left, right) => {
                write!(f, "({left} {operator} {right})")
            }
        }
    }
}
