//! Formulas from text, through the front end's parser.

use frontend::ast::{BinaryOp, Expression, ExpressionKind, UnaryOp, Unit};
use frontend::ast::{Formula as Written, FormulaKind};
use frontend::ltl::formula::{Binary, Formula};
use frontend::parse::parse;

/// A formula whose propositions are variables, and their names in order of their numbers.
///
/// # Panics
///
/// It cannot be read.
pub fn formula(text: &str) -> (Formula, Vec<String>) {
    let mut names = Vec::new();
    let formula = of_formula(&written(text), &mut |name| {
        let known = names.iter().position(|it| *it == name);
        known.unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        })
    });
    (formula, names)
}

/// A formula whose propositions are `p0`, `p1`, ..., with these numbers.
///
/// # Panics
///
/// It cannot be read.
pub fn numbered(text: &str) -> Formula {
    of_formula(&written(text), &mut |name| {
        let number = name.strip_prefix('p').and_then(|it| it.parse().ok());
        number.unwrap_or_else(|| panic!("{name} has no number"))
    })
}

fn written(text: &str) -> Written {
    // A model has a process.
    let model = format!("init {{ skip }} ltl {{ {text} }}");
    let tree = parse(&model).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let mut units = tree.units.into_iter();
    let ltl = units.find_map(|unit| match unit {
        Unit::Ltl(ltl) => Some(ltl.formula),
        _ => None,
    });
    ltl.expect("an ltl block")
}

/// Numbers of propositions by their names.
type Numbering<'a> = dyn FnMut(String) -> usize + 'a;

fn of_formula(written: &Written, number: &mut Numbering<'_>) -> Formula {
    match &written.kind {
        FormulaKind::State(expression) => of_expression(expression, number),
        FormulaKind::Prefix(operator, operand) => {
            Formula::unary((*operator).into(), of_formula(operand, number))
        }
        FormulaKind::Infix(operator, left, right) => {
            let left = of_formula(left, number);
            Formula::binary((*operator).into(), left, of_formula(right, number))
        }
    }
}

fn of_expression(expression: &Expression, number: &mut Numbering<'_>) -> Formula {
    match &expression.kind {
        ExpressionKind::True => Formula::Constant(true),
        ExpressionKind::False => Formula::Constant(false),
        ExpressionKind::Number(value) => Formula::Constant(*value != 0),
        ExpressionKind::Unary(UnaryOp::Not, operand) => of_expression(operand, number).negated(),
        ExpressionKind::Binary(operator, left, right) => {
            let operator = match operator {
                BinaryOp::And => Binary::And,
                BinaryOp::Or => Binary::Or,
                other => panic!("{other:?} is no connective"),
            };
            let left = of_expression(left, number);
            Formula::binary(operator, left, of_expression(right, number))
        }
        ExpressionKind::Variable(_) => Formula::Proposition(number(expression.to_string()) as u32),
        other => panic!("{other:?} is no proposition"),
    }
}
