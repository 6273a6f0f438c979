//! Promela text of expressions, for run-time errors: `buf[nxt + 1]`.

use std::fmt;

use super::{
    Access, BinaryOp, ChannelQuery, Expr, LabelQuery, Model, Pattern, Proctype, ProctypeId, Type,
    UnaryOp, Var,
};

/// A variable with its subscripts.
pub fn access(model: &Model, proctype: &Proctype, access: &Access) -> String {
    element(model, proctype, access, proctype)
}

/// A variable of `owner` with the subscripts that `asker` computes.
fn element(model: &Model, owner: &Proctype, access: &Access, asker: &Proctype) -> String {
    let variable = match access.var {
        Var::Global(id) => &model.globals[id.index()],
        Var::Local(id) => &owner.locals[id.index()],
    };
    let name = &variable.name;
    let plain = name.split('@').next().unwrap_or(name);
    let indices = access.subscripts.iter();
    indexed(
        plain,
        indices.map(|subscript| operand(model, asker, &subscript.index, 0)),
    )
}

/// A variable's name with its indices where they belong: `ts[].n[].p` and 0, 1 are `ts[0].n[1].p`,
/// `a.b` and 2 are `a.b[2]`.
pub fn indexed(name: &str, indices: impl Iterator<Item = String>) -> String {
    let mut text = name.to_owned();
    let mut searched = 0;
    for index in indices {
        let at = text[searched..].find("[]").map(|at| searched + at);
        match at {
            Some(at) => text.insert_str(at + 1, &index),
            None => text += &format!("[{index}]"),
        }
        searched = at.map_or(text.len(), |at| at + index.len() + 2);
    }
    text
}

/// An expression with the parentheses that C's precedences need.
pub fn expr(model: &Model, proctype: &Proctype, expr: &Expr) -> String {
    operand(model, proctype, expr, 0)
}

fn operand(model: &Model, proctype: &Proctype, expr: &Expr, outer: u8) -> String {
    let of = |expr: &Expr, outer| operand(model, proctype, expr, outer);
    match expr {
        Expr::Const(value) => value.to_string(),
        Expr::Load(place) => access(model, proctype, place),
        Expr::Unary(op, value) => format!("{op}{}", of(value, UNARY_BINDING)),
        Expr::Binary(op, left, right) => {
            let level = op.binding();
            let compares = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
            let compared = |side: &Expr, beside: &Expr, outer| match side {
                Expr::Const(value) if compares => value_of(model, proctype, *value, beside),
                _ => of(side, outer),
            };
            let text = format!(
                "{} {op} {}",
                compared(left, right, level),
                compared(right, left, level + 1)
            );
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
            format!("{query}({})", access(model, proctype, channel))
        }
        Expr::At(id, pid, places) => {
            let asked = &model.proctypes[id.index()];
            let mut labels = places
                .iter()
                .flat_map(|place| &asked.places[place.index()].labels);
            let label = labels.next().map_or("..", String::as_str);
            format!("{}@{label}", process(model, proctype, *id, pid))
        }
        Expr::Remote(id, pid, place) => {
            let variable = element(model, &model.proctypes[id.index()], place, proctype);
            format!("{}:{variable}", process(model, proctype, *id, pid))
        }
        Expr::FirstOf(id) => model.proctypes[id.index()].name.clone(),
        Expr::Last => "_last".to_owned(),
        Expr::Priority(pid) => format!("get_priority({})", of(pid, 0)),
        Expr::Enabled(pid) => format!("enabled({})", of(pid, 0)),
        Expr::PlaceNumber(pid) => format!("pc_value({})", of(pid, 0)),
        Expr::Poll {
            channel,
            arguments,
            random,
        } => {
            let arguments: Vec<String> = arguments
                .iter()
                .enumerate()
                .map(|(field, argument)| match argument {
                    Pattern::Match(Expr::Const(value)) => {
                        named(model, *value, field_type(model, channel, field))
                    }
                    Pattern::Match(e) => format!("eval({})", of(e, 0)),
                    Pattern::Store(place) => access(model, proctype, place),
                    Pattern::Discard => "_".to_owned(),
                })
                .collect();
            let mark = if *random { "??" } else { "?" };
            let channel = access(model, proctype, channel);
            format!("{channel}{mark}[{}]", arguments.join(", "))
        }
        Expr::Labels(LabelQuery::Accepts) => "accept".to_owned(),
        Expr::Labels(LabelQuery::NonProgress) => "np_".to_owned(),
        Expr::Spawned => "run".to_owned(),
    }
}

/// A constant that is compared with an expression: a name of an mtype if that is a variable of one.
fn value_of(model: &Model, proctype: &Proctype, value: i32, beside: &Expr) -> String {
    let (owner, access) = match beside {
        Expr::Load(access) => (proctype, access),
        Expr::Remote(id, _, access) => (&model.proctypes[id.index()], access),
        _ => return value.to_string(),
    };
    let variable = match access.var {
        Var::Global(id) => &model.globals[id.index()],
        Var::Local(id) => &owner.locals[id.index()],
    };
    named(model, value, Some(variable.ty))
}

/// The type of a field of the messages of a global channel, as it was declared.
fn field_type(model: &Model, channel: &Access, field: usize) -> Option<Type> {
    let Var::Global(id) = channel.var else {
        return None;
    };
    let first = *model.globals[id.index()].initial.first()?;
    let declared = model
        .channels
        .get(usize::try_from(first).ok()?.checked_sub(1)?)?;
    let fields = &model.signatures[declared.signature.index()].fields;
    fields.get(field).map(|(ty, _)| *ty)
}

/// A value of this type.
fn named(model: &Model, value: i32, ty: Option<Type>) -> String {
    let name = match ty {
        Some(Type::Mtype(set)) => {
            let mut names = model.mtypes[set as usize].names.iter();
            names.find(|(_, it)| *it == value)
        }
        _ => None,
    };
    name.map_or_else(|| value.to_string(), |(name, _)| name.clone())
}

/// `P[pid]`, or `P` for the first one.
fn process(model: &Model, proctype: &Proctype, id: ProctypeId, pid: &Expr) -> String {
    let name = &model.proctypes[id.index()].name;
    match pid {
        Expr::FirstOf(_) => name.clone(),
        pid => format!("{name}[{}]", operand(model, proctype, pid, 0)),
    }
}

/// How tight an operator of one operand binds, on the scale of [`BinaryOp::binding`].
pub const UNARY_BINDING: u8 = 11;

impl BinaryOp {
    /// How tight it binds, from 1; all associate to the left.
    pub fn binding(self) -> u8 {
        self.spelling().1
    }

    fn spelling(self) -> (&'static str, u8) {
        match self {
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
}

impl fmt::Display for BinaryOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spelling().0)
    }
}

impl fmt::Display for UnaryOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnaryOp::Negate => "-",
            UnaryOp::Not => "!",
            UnaryOp::Complement => "~",
        })
    }
}

impl fmt::Display for ChannelQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ChannelQuery::Length => "len",
            ChannelQuery::Empty => "empty",
            ChannelQuery::NotEmpty => "nempty",
            ChannelQuery::Full => "full",
            ChannelQuery::NotFull => "nfull",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_stand_where_they_belong() {
        let name =
            |name, indices: &[&str]| indexed(name, indices.iter().map(|it| (*it).to_owned()));
        assert_eq!(name("x", &[]), "x");
        assert_eq!(name("a", &["i + 1"]), "a[i + 1]");
        assert_eq!(name("ts[].n[].p", &["0", "b[]"]), "ts[0].n[b[]].p");
        assert_eq!(name("ts[].n.p", &["0", "1"]), "ts[0].n.p[1]");
    }
}
