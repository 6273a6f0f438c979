//! Which element of an array, or which channel, as far as a process can tell by itself.
//!
//! Of what a process computes from its own locals, an analyzer can ask in any state which element
//! it is, and finds that `fork[left]` of one philosopher is none of another's. The locals must not
//! have changed in between: see `chain.rs`.

use super::Element;
use crate::ir::arithmetic;
use crate::ir::{Access, BinaryOp, Expr, UnaryOp, Var};

/// Locals that can be told apart in a set: the bits of a word.
const LOCALS_MAX: u32 = u64::BITS;

/// A local's bit; none for the locals behind the first 64.
pub fn bit(local: u32) -> u64 {
    if local < LOCALS_MAX { 1 << local } else { 0 }
}

/// The number of the element in row-major order; none for a scalar.
pub fn index(access: &Access) -> Option<Expr> {
    let subscripts = access.subscripts.iter();
    subscripts.fold(None, |outer, subscript| {
        let inner = subscript.index.clone();
        let length = Expr::Const(i32::try_from(subscript.length).unwrap_or(i32::MAX));
        Some(match outer {
            None => inner,
            Some(outer) => {
                let row = arithmetic::binary(BinaryOp::Multiply, outer, length);
                arithmetic::binary(BinaryOp::Add, row, inner)
            }
        })
    })
}

/// The element with this number, if it can be known.
pub fn known(number: Expr) -> Option<Element> {
    match number {
        Expr::Const(number) => Some(Element::At(number)),
        number => own(&number).map(|locals| Element::Of(number, locals)),
    }
}

/// What a process can tell by itself when a condition is true, or false: something that is true
/// then, with the locals on which it depends.
pub fn own_part(condition: &Expr, truth: bool) -> Option<(Expr, u64)> {
    if let Some(locals) = own(condition) {
        let part = match truth {
            true => condition.clone(),
            false => arithmetic::unary(UnaryOp::Not, condition.clone()),
        };
        return Some((part, locals));
    }
    match (condition, truth) {
        (Expr::Unary(UnaryOp::Not, operand), _) => own_part(operand, !truth),
        (Expr::Binary(BinaryOp::And, left, right), true)
        | (Expr::Binary(BinaryOp::Or, left, right), false) => {
            match (own_part(left, truth), own_part(right, truth)) {
                (Some((left, on_left)), Some((right, on_right))) => {
                    let both = arithmetic::binary(BinaryOp::And, left, right);
                    Some((both, on_left | on_right))
                }
                (one, other) => one.or(other),
            }
        }
        _ => None,
    }
}

/// The locals on which an expression depends, if it depends on nothing else but `_pid` and cannot
/// be a run-time error.
fn own(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Const(_) | Expr::Pid => Some(0),
        Expr::Load(access) => match access.var {
            Var::Local(id) if access.subscripts.is_empty() && id.0 < LOCALS_MAX => Some(bit(id.0)),
            _ => None,
        },
        Expr::Unary(_, operand) => own(operand),
        Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, left, right) => match **right {
            Expr::Const(divisor) if divisor != 0 => own(left),
            _ => None,
        },
        Expr::Binary(_, left, right) => Some(own(left)? | own(right)?),
        Expr::Conditional(condition, then, otherwise) => {
            Some(own(condition)? | own(then)? | own(otherwise)?)
        }
        _ => None,
    }
}
