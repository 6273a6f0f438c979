//! Expressions with constants folded and trivial operations gone, so that generated code has no
//! identities to trip over.

use frontend::ir::range::{Context, can_fail, exact, range};
use frontend::ir::{BinaryOp, Expr, UnaryOp};

/// An equal expression. What could fail at run time still can.
pub fn simplify(context: Context<'_>, expr: &Expr) -> Expr {
    match expr {
        Expr::Unary(op, operand) => unary(*op, simplify(context, operand)),
        Expr::Binary(op, left, right) => {
            let (left, right) = (simplify(context, left), simplify(context, right));
            binary(context, *op, left, right)
        }
        Expr::Conditional(condition, then, otherwise) => {
            let condition = simplify(context, condition);
            let (then, otherwise) = (simplify(context, then), simplify(context, otherwise));
            match (&condition, &then, &otherwise) {
                (Expr::Const(0), ..) => otherwise,
                (Expr::Const(_), ..) => then,
                (_, Expr::Const(1), Expr::Const(0)) => truth(condition),
                (_, Expr::Const(0), Expr::Const(1)) => unary(UnaryOp::Not, condition),
                _ if then == otherwise && !can_fail(context, &condition) => then,
                _ => Expr::Conditional(condition.into(), then.into(), otherwise.into()),
            }
        }
        Expr::Load(access) => {
            let mut access = access.clone();
            for subscript in &mut access.subscripts {
                subscript.index = simplify(context, &subscript.index);
            }
            Expr::Load(access)
        }
        _ => expr.clone(),
    }
}

/// Whether the value is 0 or 1 by its operator.
pub fn is_boolean(expr: &Expr) -> bool {
    use BinaryOp as Op;
    match expr {
        Expr::Unary(UnaryOp::Not, _)
        | Expr::Timeout
        | Expr::Poll { .. }
        | Expr::At(..)
        | Expr::Enabled(_)
        | Expr::Labels(_) => true,
        Expr::Channel(query, _) => *query != frontend::ir::ChannelQuery::Length,
        Expr::Binary(op, ..) => matches!(
            op,
            Op::Equal
                | Op::NotEqual
                | Op::Less
                | Op::LessEqual
                | Op::Greater
                | Op::GreaterEqual
                | Op::And
                | Op::Or
        ),
        _ => false,
    }
}

/// 1 if the value is not zero, else 0.
fn truth(expr: Expr) -> Expr {
    if is_boolean(&expr) {
        expr
    } else {
        Expr::Binary(BinaryOp::NotEqual, expr.into(), Expr::Const(0).into())
    }
}

fn unary(op: UnaryOp, operand: Expr) -> Expr {
    match (op, &operand) {
        (UnaryOp::Negate, Expr::Const(value)) => Expr::Const(value.wrapping_neg()),
        (UnaryOp::Not, Expr::Const(value)) => Expr::Const(i32::from(*value == 0)),
        (UnaryOp::Complement, Expr::Const(value)) => Expr::Const(!value),
        (UnaryOp::Not, Expr::Unary(UnaryOp::Not, inner)) => truth((**inner).clone()),
        (UnaryOp::Negate, Expr::Unary(UnaryOp::Negate, inner))
        | (UnaryOp::Complement, Expr::Unary(UnaryOp::Complement, inner)) => (**inner).clone(),
        _ => Expr::Unary(op, operand.into()),
    }
}

fn binary(context: Context<'_>, op: BinaryOp, left: Expr, right: Expr) -> Expr {
    use BinaryOp as Op;
    use Expr::Const;
    if let (Const(a), Const(b)) = (&left, &right)
        && let Some(value) = fold(op, *a, *b)
    {
        return Const(value);
    }
    match (op, &left, &right) {
        (Op::ShiftLeft | Op::ShiftRight, _, Const(count)) if !(0..32).contains(count) => {
            binary(context, op, left, Const(count & 31))
        }
        (Op::Add | Op::BitOr | Op::BitXor, Const(0), _)
        | (Op::Multiply, Const(1), _)
        | (Op::BitAnd, Const(-1), _) => right,
        (
            Op::Add | Op::Subtract | Op::BitOr | Op::BitXor | Op::ShiftLeft | Op::ShiftRight,
            _,
            Const(0),
        )
        | (Op::Multiply | Op::Divide, _, Const(1))
        | (Op::BitAnd, _, Const(-1)) => left,
        (Op::Multiply | Op::BitAnd, Const(0), other)
        | (Op::Multiply | Op::BitAnd, other, Const(0))
        | (Op::Remainder, other, Const(1))
            if !can_fail(context, other) =>
        {
            Const(0)
        }
        (Op::Multiply, Const(-1), _) => Expr::Unary(UnaryOp::Negate, right.into()),
        (Op::Multiply, _, Const(-1)) => Expr::Unary(UnaryOp::Negate, left.into()),
        (Op::And, Const(0), _) => Const(0),
        (Op::And, other, Const(0)) if !can_fail(context, other) => Const(0),
        (Op::And, Const(_), _) => truth(right),
        (Op::And, _, Const(value)) if *value != 0 => truth(left),
        (Op::Or, Const(0), _) => truth(right),
        (Op::Or, Const(_), _) => Const(1),
        (Op::Or, _, Const(0)) => truth(left),
        (Op::Or, other, Const(_)) if !can_fail(context, other) => Const(1),
        (Op::Equal | Op::NotEqual, _, Const(value @ (0 | 1))) if is_boolean(&left) => {
            same(left, (op == Op::Equal) == (*value == 1))
        }
        (Op::Equal | Op::NotEqual, Const(value @ (0 | 1)), _) if is_boolean(&right) => {
            same(right, (op == Op::Equal) == (*value == 1))
        }
        _ => strict(context, op, left, right),
    }
}

fn same(expr: Expr, positive: bool) -> Expr {
    if positive {
        expr
    } else {
        unary(UnaryOp::Not, expr)
    }
}

/// `x >= y + 1` as `x > y`, and its kin, where nothing wraps.
fn strict(context: Context<'_>, op: BinaryOp, left: Expr, right: Expr) -> Expr {
    use BinaryOp as Op;
    let less_one = |side: &Expr, inner: Op| match side {
        Expr::Binary(op, a, b) if *op == inner && exact_fits(context, side) => match (&**a, &**b) {
            (_, Expr::Const(1)) => Some((**a).clone()),
            (Expr::Const(1), _) if inner == Op::Add => Some((**b).clone()),
            _ => None,
        },
        _ => None,
    };
    let (left_inner, right_inner, strictly) = match op {
        Op::GreaterEqual => (Op::Subtract, Op::Add, Op::Greater),
        Op::LessEqual => (Op::Add, Op::Subtract, Op::Less),
        _ => return Expr::Binary(op, left.into(), right.into()),
    };
    if let Some(left) = less_one(&left, left_inner) {
        Expr::Binary(strictly, left.into(), right.into())
    } else if let Some(right) = less_one(&right, right_inner) {
        Expr::Binary(strictly, left.into(), right.into())
    } else {
        Expr::Binary(op, left.into(), right.into())
    }
}

/// Whether a sum, difference or product never wraps.
pub fn exact_fits(context: Context<'_>, expr: &Expr) -> bool {
    match expr {
        Expr::Binary(op, left, right) => {
            exact(*op, range(context, left), range(context, right)).fits()
        }
        _ => false,
    }
}

fn fold(op: BinaryOp, a: i32, b: i32) -> Option<i32> {
    use BinaryOp as Op;
    Some(match op {
        Op::Add => a.wrapping_add(b),
        Op::Subtract => a.wrapping_sub(b),
        Op::Multiply => a.wrapping_mul(b),
        Op::Divide => (b != 0).then(|| a.wrapping_div(b))?,
        Op::Remainder => (b != 0).then(|| a.wrapping_rem(b))?,
        Op::BitAnd => a & b,
        Op::BitOr => a | b,
        Op::BitXor => a ^ b,
        Op::ShiftLeft => a.wrapping_shl(b as u32),
        Op::ShiftRight => a.wrapping_shr(b as u32),
        Op::Equal => i32::from(a == b),
        Op::NotEqual => i32::from(a != b),
        Op::Less => i32::from(a < b),
        Op::LessEqual => i32::from(a <= b),
        Op::Greater => i32::from(a > b),
        Op::GreaterEqual => i32::from(a >= b),
        Op::And => i32::from(a != 0 && b != 0),
        Op::Or => i32::from(a != 0 || b != 0),
    })
}
