//! Promela text of expressions, for run-time errors: `buf[nxt + 1]`.

use super::{Access, BinaryOp, ChannelQuery, Expr, Model, Proctype, UnaryOp, Var};

/// A variable with its subscripts.
pub fn access(model: &Model, proctype: &Proctype, access: &Access) -> String {
    let variable = match access.var {
        Var::Global(id) => &model.globals[id.index()],
        Var::Local(id) => &proctype.locals[id.index()],
    };
    let name = &variable.name;
    let mut text = name.split('@').next().unwrap_or(name).to_owned();
    for subscript in &access.subscripts {
        text += &format!("[{}]", operand(model, proctype, &subscript.index, 0));
    }
    text
}

/// An expression with the parentheses that C's precedences need.
pub fn expr(model: &Model, proctype: &Proctype, expr: &Expr) -> String {
    operand(model, proctype, expr, 0)
}

fn operand(model: &Model, proctype: &Proctype, expr: &Expr, outer: u8) -> String {
    let of = |expr: &Expr, outer| operand(model, proctype, expr, outer);
    let name = |query: ChannelQuery| match query {
        ChannelQuery::Length => "len",
        ChannelQuery::Empty => "empty",
        ChannelQuery::NotEmpty => "nempty",
        ChannelQuery::Full => "full",
        ChannelQuery::NotFull => "nfull",
    };
    match expr {
        Expr::Const(value) => value.to_string(),
        Expr::Load(place) => access(model, proctype, place),
        Expr::Unary(op, value) => {
            let op = match op {
                UnaryOp::Negate => '-',
                UnaryOp::Not => '!',
                UnaryOp::Complement => '~',
            };
            format!("{op}{}", of(value, 11))
        }
        Expr::Binary(op, left, right) => {
            let (op, level) = operator(*op);
            let text = format!("{} {op} {}", of(left, level), of(right, level + 1));
            if level < outer {
                format!("({text})")
            } else {
                text
            }
        }
        Expr::Conditional(condition, then, otherwise) => format!(
            "({} -> {} : {})",
            of(condition, 0),
            of(then, 0),
            of(otherwise, 0)
        ),
        Expr::Pid => "_pid".to_owned(),
        Expr::ProcessCount => "_nr_pr".to_owned(),
        Expr::Timeout => "timeout".to_owned(),
        Expr::Channel(query, channel) => {
            format!("{}({})", name(*query), access(model, proctype, channel))
        }
        Expr::At(id, pid, _) => {
            let name = &model.proctypes[id.index()].name;
            format!("{name}[{}]@..", of(pid, 0))
        }
        Expr::Spawned => "run".to_owned(),
        _ => unimplemented!(),
    }
}

fn operator(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Or => ("||", 1),
        BinaryOp::And => ("&&", 2),
        BinaryOp::BitOr => ("|", 3),
        BinaryOp::BitXor => ("^", 4),
        BinaryOp::BitAnd => ("&", 5),
        BinaryOp::Equal => ("==", 6),
        BinaryOp::NotEqual => ("!=", 6),
        BinaryOp::Less => ("<", 7),
        BinaryOp::LessEqual => ("<=", 7),
        BinaryOp::Greater => (">", 7),
        BinaryOp::GreaterEqual => (">=", 7),
        BinaryOp::ShiftLeft => ("<<", 8),
        BinaryOp::ShiftRight => (">>", 8),
        BinaryOp::Add => ("+", 9),
        BinaryOp::Subtract => ("-", 9),
        BinaryOp::Multiply => ("*", 10),
        BinaryOp::Divide => ("/", 10),
        BinaryOp::Remainder => ("%", 10),
    }
}
