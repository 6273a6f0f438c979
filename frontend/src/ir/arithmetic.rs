//! What operators and stores make of values; and constant folding: operators on constants are
//! worked out where that cannot fail.

use super::{BinaryOp, Expr, UnaryOp, Width};

/// `op a`, folded.
pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
    match operand {
        Expr::Const(value) => Expr::Const(apply_unary(op, value)),
        operand => Expr::Unary(op, Box::new(operand)),
    }
}

/// `a op b`, folded.
pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    if let (Expr::Const(a), Expr::Const(b)) = (&left, &right)
        && let Some(value) = apply_binary(op, *a, *b)
    {
        return Expr::Const(value);
    }
    Expr::Binary(op, Box::new(left), Box::new(right))
}

/// The value of an operator of one operand.
pub fn apply_unary(op: UnaryOp, value: i32) -> i32 {
    match op {
        UnaryOp::Negate => value.wrapping_neg(),
        UnaryOp::Not => i32::from(value == 0),
        UnaryOp::Complement => !value,
    }
}

/// The value of an operator of two operands; `None` when it divides by zero.
pub fn apply_binary(op: BinaryOp, a: i32, b: i32) -> Option<i32> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide if b == 0 => return None,
        BinaryOp::Remainder if b == 0 => return None,
        BinaryOp::Divide => a.wrapping_div(b),
        BinaryOp::Remainder => a.wrapping_rem(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::ShiftLeft => a.wrapping_shl(b as u32),
        BinaryOp::ShiftRight => a.wrapping_shr(b as u32),
        BinaryOp::Equal => i32::from(a == b),
        BinaryOp::NotEqual => i32::from(a != b),
        BinaryOp::Less => i32::from(a < b),
        BinaryOp::LessEqual => i32::from(a <= b),
        BinaryOp::Greater => i32::from(a > b),
        BinaryOp::GreaterEqual => i32::from(a >= b),
        BinaryOp::And => i32::from(a != 0 && b != 0),
        BinaryOp::Or => i32::from(a != 0 || b != 0),
    })
}

/// What is left of a value that is stored with this width.
pub fn truncate(value: i32, width: Width) -> i32 {
    let unused = 32 - u32::from(width.bits);
    match width.signed {
        true => value << unused >> unused,
        false => ((value as u32) << unused >> unused) as i32,
    }
}
