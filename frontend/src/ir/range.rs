//! Bounds of the values of expressions, to see where plain arithmetic cannot overflow and where an
//! index cannot be wrong.

use std::collections::BTreeMap;

use super::{Access, BinaryOp, ChannelQuery, Expr, Model, Proctype, UnaryOp, Var, Width};

/// An interval of values, both ends included, wide enough for exact results of operations on `i32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Least value.
    pub low: i64,
    /// Greatest value.
    pub high: i64,
}

impl Range {
    /// All values of an `i32`.
    pub const ALL: Self = Self::new(i32::MIN as i64, i32::MAX as i64);
    const BOOL: Self = Self::new(0, 1);

    const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    /// A single value.
    pub const fn only(value: i64) -> Self {
        Self::new(value, value)
    }

    /// The values of a field.
    pub fn of_width(width: Width) -> Self {
        if width.signed {
            let half = 1 << (width.bits - 1);
            Self::new(-half, half - 1)
        } else if width.bits == 32 {
            Self::ALL
        } else {
            Self::new(0, (1 << width.bits) - 1)
        }
    }

    /// Fits an `i32`.
    pub fn fits(self) -> bool {
        self.within(Self::ALL)
    }

    /// Lies in `other`.
    pub fn within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Has this value.
    pub fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Every value is a valid index below `length`.
    pub fn is_index(self, length: u32) -> bool {
        self.within(Self::new(0, i64::from(length) - 1))
    }

    /// Every value of either.
    pub fn hull(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// What is stored of these values in a field.
    pub fn stored(self, width: Width) -> Self {
        let all = Self::of_width(width);
        if self.within(all) { self } else { all }
    }

    fn corners(self, other: Self, op: impl Fn(i64, i64) -> i64) -> Self {
        let (a, b) = (op(self.low, other.low), op(self.low, other.high));
        let (c, d) = (op(self.high, other.low), op(self.high, other.high));
        Self::new(a.min(b).min(c).min(d), a.max(b).max(c).max(d))
    }
}

/// The exact result of `op` on values in these ranges, before it wraps; for `+`, `-` and `*` only.
pub fn exact(op: BinaryOp, left: Range, right: Range) -> Range {
    match op {
        BinaryOp::Add => Range::new(left.low + right.low, left.high + right.high),
        BinaryOp::Subtract => Range::new(left.low - right.high, left.high - right.low),
        BinaryOp::Multiply => left.corners(right, |a, b| a * b),
        _ => Range::ALL,
    }
}

/// Where an expression stands: what its variables are, and what is known of their values.
#[derive(Clone, Copy, Debug)]
pub struct Context<'m> {
    /// The model.
    pub model: &'m Model,
    /// The proctype.
    pub proctype: &'m Proctype,
    /// Beyond the widths of its variables.
    pub known: &'m Known,
}

/// Bounds of scalars that are closer than those of their widths.
pub type Known = BTreeMap<Var, Range>;

static NOTHING: Known = Known::new();

impl<'m> Context<'m> {
    /// Where only the widths of variables are known.
    pub fn new(model: &'m Model, proctype: &'m Proctype) -> Self {
        Self {
            model,
            proctype,
            known: &NOTHING,
        }
    }

    /// The width of a variable, or of an element.
    pub fn width(self, var: Var) -> Width {
        match var {
            Var::Global(id) => self.model.globals[id.index()].width,
            Var::Local(id) => self.proctype.locals[id.index()].width,
        }
    }
}

/// The values that an expression can have.
pub fn range(context: Context<'_>, expr: &Expr) -> Range {
    let of = |expr: &Expr| range(context, expr);
    match expr {
        Expr::Const(value) => Range::only(i64::from(*value)),
        Expr::Load(access) => match context.known.get(&access.var) {
            Some(known) => *known,
            None => Range::of_width(context.width(access.var)),
        },
        Expr::Unary(UnaryOp::Not, _)
        | Expr::Timeout
        | Expr::Poll { .. }
        | Expr::At(..)
        | Expr::Enabled(_) => Range::BOOL,
        Expr::Unary(UnaryOp::Negate, operand) => {
            let operand = of(operand);
            wrapped(Range::new(-operand.high, -operand.low))
        }
        Expr::Unary(UnaryOp::Complement, operand) => {
            let operand = of(operand);
            Range::new(-1 - operand.high, -1 - operand.low)
        }
        Expr::Binary(op, left, right) => of_binary(*op, of(left), of(right)),
        Expr::Conditional(_, then, otherwise) => of(then).hull(of(otherwise)),
        Expr::Pid | Expr::Spawned => Range::new(0, 254),
        Expr::ProcessCount => Range::new(0, 255),
        Expr::Channel(ChannelQuery::Length, _) => Range::new(0, i32::MAX.into()),
        Expr::Channel(..) => Range::BOOL,
        Expr::Remote(proctype, _, access) => {
            let proctype = &context.model.proctypes[proctype.index()];
            Range::of_width(Context::new(context.model, proctype).width(access.var))
        }
        Expr::FirstOf(_) => Range::new(-1, 254),
        Expr::Labels(_) => Range::BOOL,
        Expr::Last => Range::new(0, 254),
        Expr::Priority(_) => Range::new(0, 255),
        Expr::PlaceNumber(_) => Range::new(0, i32::MAX.into()),
    }
}

fn wrapped(exact: Range) -> Range {
    if exact.fits() { exact } else { Range::ALL }
}

fn of_binary(op: BinaryOp, left: Range, right: Range) -> Range {
    use BinaryOp as Op;
    match op {
        Op::Add | Op::Subtract | Op::Multiply => wrapped(exact(op, left, right)),
        Op::Divide if right.low > 0 => left.corners(right, |a, b| a / b),
        Op::Remainder if right.low > 0 => {
            let most = right.high - 1;
            let low = if left.low >= 0 {
                0
            } else {
                (-most).max(left.low)
            };
            let high = if left.high <= 0 {
                0
            } else {
                most.min(left.high)
            };
            Range::new(low, high)
        }
        Op::BitAnd if left.low >= 0 && right.low >= 0 => Range::new(0, left.high.min(right.high)),
        Op::BitAnd if left.low >= 0 => Range::new(0, left.high),
        Op::BitAnd if right.low >= 0 => Range::new(0, right.high),
        Op::BitOr | Op::BitXor if left.low >= 0 && right.low >= 0 => {
            let bits = 64 - left.high.max(right.high).leading_zeros();
            Range::new(0, (1 << bits) - 1)
        }
        Op::ShiftRight if left.low >= 0 => Range::new(0, left.high),
        Op::Equal
        | Op::NotEqual
        | Op::Less
        | Op::LessEqual
        | Op::Greater
        | Op::GreaterEqual
        | Op::And
        | Op::Or => Range::BOOL,
        _ => Range::ALL,
    }
}

/// Whether evaluating can be a run-time error.
pub fn can_fail(context: Context<'_>, expr: &Expr) -> bool {
    match expr {
        Expr::Load(access) => can_miss(context, access),
        Expr::Unary(_, operand) => can_fail(context, operand),
        Expr::Binary(op, left, right) => {
            let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
            can_fail(context, left)
                || can_fail(context, right)
                || divides && range(context, right).contains(0)
        }
        Expr::Conditional(condition, then, otherwise) => {
            can_fail(context, condition) || can_fail(context, then) || can_fail(context, otherwise)
        }
        Expr::Channel(..) | Expr::Poll { .. } | Expr::Remote(..) | Expr::Enabled(_) => true,
        Expr::At(_, pid, _) | Expr::Priority(pid) | Expr::PlaceNumber(pid) => {
            can_fail(context, pid)
        }
        Expr::Const(_)
        | Expr::Pid
        | Expr::ProcessCount
        | Expr::Timeout
        | Expr::Spawned
        | Expr::FirstOf(_)
        | Expr::Labels(_)
        | Expr::Last => false,
    }
}

/// Whether an access can be outside of its array, or an index can fail.
pub fn can_miss(context: Context<'_>, access: &Access) -> bool {
    access.subscripts.iter().any(|subscript| {
        can_fail(context, &subscript.index)
            || !range(context, &subscript.index).is_index(subscript.length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every result of an operation on small values lies in the range computed for it.
    #[test]
    fn ranges_hold_every_result() {
        use BinaryOp as Op;
        let evaluate = |op, a: i32, b: i32| match op {
            Op::Add => a.wrapping_add(b),
            Op::Subtract => a.wrapping_sub(b),
            Op::Multiply => a.wrapping_mul(b),
            Op::Divide => a.checked_div(b).unwrap_or(0),
            Op::Remainder => a.checked_rem(b).unwrap_or(0),
            Op::BitAnd => a & b,
            Op::BitOr => a | b,
            Op::BitXor => a ^ b,
            Op::ShiftLeft => a.wrapping_shl(b as u32),
            _ => a.wrapping_shr(b as u32),
        };
        let ops = [
            Op::Add,
            Op::Subtract,
            Op::Multiply,
            Op::Divide,
            Op::Remainder,
            Op::BitAnd,
            Op::BitOr,
            Op::BitXor,
            Op::ShiftLeft,
            Op::ShiftRight,
        ];
        let ranges = [(-9, -3), (-4, 5), (0, 0), (0, 7), (3, 12)].map(|(a, b)| Range::new(a, b));
        for op in ops {
            for (left, right) in ranges.iter().flat_map(|&l| ranges.map(|r| (l, r))) {
                let range = of_binary(op, left, right);
                for a in left.low..=left.high {
                    for b in right.low..=right.high {
                        let result = evaluate(op, a as i32, b as i32);
                        let known = !matches!(op, Op::Divide | Op::Remainder) || b != 0;
                        assert!(
                            !known || range.contains(result.into()),
                            "{op:?} {a} {b}: {result} not in {range:?}"
                        );
                    }
                }
            }
        }
    }
}
