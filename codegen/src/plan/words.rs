//! Conditions in words, for names of what they are about: needs, elements, assertions.

use frontend::ir::{
    Access, BinaryOp, ChannelQuery, Expr, Model, Pattern, ProctypeId, Type, UnaryOp, Var, text,
};
use frontend::tags::Facts;

/// Puts conditions of a proctype into words from which a name can be made.
pub(super) struct Words<'f, 'm> {
    pub(super) facts: &'f Facts<'m>,
    pub(super) id: ProctypeId,
}

impl Words<'_, '_> {
    /// `empty(q) || q?[sync]` as `q head is sync`, `!full` as `not full`.
    pub(super) fn condition(&self, condition: &Expr) -> String {
        match condition {
            Expr::Channel(query, channel) => {
                let is = match query {
                    ChannelQuery::Length => "has length",
                    ChannelQuery::Empty => "is empty",
                    ChannelQuery::NotEmpty => "has message",
                    ChannelQuery::Full => "is full",
                    ChannelQuery::NotFull => "has room",
                };
                format!("{} {is}", self.access(channel))
            }
            Expr::Binary(BinaryOp::Or, left, right) => match (&**left, &**right) {
                // A message that is awaited: `frontend/src/tags/needs.rs`.
                (Expr::Channel(ChannelQuery::Empty, _), poll @ Expr::Poll { .. }) => {
                    self.condition(poll)
                }
                _ => format!("{} or {}", self.condition(left), self.condition(right)),
            },
            Expr::Binary(BinaryOp::And, left, right) => {
                format!("{} and {}", self.condition(left), self.condition(right))
            }
            Expr::Unary(UnaryOp::Not, inner) => format!("not {}", self.condition(inner)),
            Expr::Binary(operator, left, right) => match comparison(*operator) {
                Some(is) => self.comparison(left, is, right),
                None => self.spoken(condition),
            },
            Expr::Poll {
                channel,
                arguments,
                random,
            } => self.message(channel, arguments, *random),
            _ => self.spoken(condition),
        }
    }

    fn comparison(&self, left: &Expr, is: &str, right: &Expr) -> String {
        let ty = |side: &Expr| match side {
            Expr::Load(access) => Some(self.variable_type(access.var)),
            _ => None,
        };
        let (of_left, of_right) = (self.value(left, ty(right)), self.value(right, ty(left)));
        format!("{of_left} {is} {of_right}")
    }

    fn message(&self, channel: &Access, arguments: &[Pattern], random: bool) -> String {
        let is = if random { "holds" } else { "head is" };
        let mut words = format!("{} {is}", self.access(channel));
        for (index, argument) in arguments.iter().enumerate() {
            if let Pattern::Match(value) = argument {
                words.push(' ');
                words += &self.value(value, self.field_type(channel, index));
            }
        }
        words
    }

    /// A value that has this type.
    fn value(&self, value: &Expr, ty: Option<Type>) -> String {
        let name = match (value, ty) {
            (Expr::Const(number), Some(Type::Mtype(set))) => {
                let mut names = self.model().mtypes[set as usize].names.iter();
                names.find(|(_, value)| value == number)
            }
            _ => None,
        };
        name.map_or_else(|| self.spoken(value), |(name, _)| name.clone())
    }

    /// Its Promela text, with words for operators that are no part of a name.
    pub(super) fn spoken(&self, expr: &Expr) -> String {
        let text = text::expr(self.model(), self.proctype(), expr);
        let mut words = text.replace("->", " then ");
        for (operator, word) in [("+", "plus"), ("-", "minus"), ("*", "times")] {
            words = words.replace(operator, &format!(" {word} "));
        }
        words
    }

    fn access(&self, access: &Access) -> String {
        text::access(self.model(), self.proctype(), access)
    }

    fn field_type(&self, channel: &Access, field: usize) -> Option<Type> {
        let origins = self.facts.flow.named_by(self.id, channel.var).iter();
        let mut fields = origins.filter_map(|it| it.signature(self.model()).fields.get(field));
        fields.next().map(|(ty, _)| *ty)
    }

    fn variable_type(&self, var: Var) -> Type {
        match var {
            Var::Global(id) => self.model().globals[id.index()].ty,
            Var::Local(id) => self.proctype().locals[id.index()].ty,
        }
    }

    fn model(&self) -> &Model {
        self.facts.model
    }

    fn proctype(&self) -> &frontend::ir::Proctype {
        &self.facts.model.proctypes[self.id.index()]
    }
}

fn comparison(operator: BinaryOp) -> Option<&'static str> {
    Some(match operator {
        BinaryOp::Equal => "is",
        BinaryOp::NotEqual => "is not",
        BinaryOp::Less => "below",
        BinaryOp::LessEqual => "at most",
        BinaryOp::Greater => "above",
        BinaryOp::GreaterEqual => "at least",
        _ => return None,
    })
}
