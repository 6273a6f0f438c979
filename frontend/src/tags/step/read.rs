//! What expressions look at.

use super::{Finder, is_own};
use crate::ir::arithmetic;
use crate::ir::{Access, BinaryOp, ChannelQuery, Expr, Pattern, Var};
use crate::tags::element;
use crate::tags::{Element, Object, Verb};

impl Finder<'_> {
    /// What is compared with the fields of a message.
    pub fn patterns(&mut self, arguments: &[Pattern]) {
        for pattern in arguments {
            if let Pattern::Match(value) = pattern {
                self.read(value);
            }
        }
    }

    /// Everything that an expression looks at.
    pub fn read(&mut self, expr: &Expr) {
        match expr {
            Expr::Load(access) => self.load(access),
            Expr::Unary(_, operand) => self.read(operand),
            Expr::Binary(op, left, right) => {
                self.read(left);
                match op {
                    BinaryOp::And => self.read_if(left, true, right),
                    BinaryOp::Or => self.read_if(left, false, right),
                    _ => self.read(right),
                }
            }
            Expr::Conditional(condition, then, otherwise) => {
                self.read(condition);
                self.read_if(condition, true, then);
                self.read_if(condition, false, otherwise);
            }
            Expr::ProcessCount | Expr::FirstOf(_) => {
                self.found.any(Verb::Read, Object::ProcessCount);
            }
            Expr::Timeout => self.found.any(Verb::Read, Object::Timeout),
            Expr::Channel(_, channel) => self.question(channel, Verb::Ask),
            Expr::Poll {
                channel, arguments, ..
            } => {
                self.question(channel, Verb::Ask);
                self.patterns(arguments);
            }
            Expr::At(id, pid, _) => self.look_at(Object::Places(*id), pid),
            Expr::Remote(id, pid, access) => {
                if let Var::Local(local) = access.var {
                    self.look_at(Object::Local(*id, local), pid);
                }
                self.subscripts(access);
            }
            // Any step of any process can change the answer; such models are not reduced at all.
            Expr::Last | Expr::Priority(_) | Expr::Enabled(_) | Expr::PlaceNumber(_) => {
                self.found.everything = true;
            }
            // Only claims ask, and places say which transitions change it.
            Expr::Labels(_) => {}
            Expr::Const(_) | Expr::Pid | Expr::Spawned => {}
        }
    }

    /// A condition that holds when the transition is executed: what could make it false.
    pub(super) fn guard(&mut self, value: &Expr) {
        match value {
            Expr::Binary(BinaryOp::And, left, right) => {
                self.guard(left);
                self.guard(right);
            }
            Expr::Channel(query, channel) => {
                let verb = match query {
                    ChannelQuery::NotEmpty | ChannelQuery::Full => Verb::FindsMessage,
                    ChannelQuery::NotFull | ChannelQuery::Empty => Verb::FindsRoom,
                    ChannelQuery::Length => Verb::Ask,
                };
                self.question(channel, verb);
            }
            _ => self.read(value),
        }
    }

    /// Everything that an expression looks at that is evaluated only if a condition is true, or
    /// false.
    fn read_if(&mut self, condition: &Expr, truth: bool, expr: &Expr) {
        let own = (!self.stranger).then(|| element::own_part(condition, truth));
        let Some((condition, locals)) = own.flatten() else {
            return self.read(expr);
        };
        let outer = self.only_if.take();
        self.only_if = Some(match outer.clone() {
            None => (condition, locals),
            Some((outer, outers)) => {
                let both = arithmetic::binary(BinaryOp::And, outer, condition);
                (both, outers | locals)
            }
        });
        self.read(expr);
        self.only_if = outer;
    }

    /// A question about the fill. Of a rendezvous channel the answer is always the same.
    fn question(&mut self, channel: &Access, verb: Verb) {
        for target in self.targets(channel) {
            if target.buffered || is_own(&target) {
                self.each(&target, verb);
            }
        }
    }

    /// A remote reference: the process may also end.
    fn look_at(&mut self, object: Object, pid: &Expr) {
        self.read(pid);
        let element = self.known(pid.clone()).unwrap_or(Element::Any);
        self.found.add(Verb::Read, object, element);
        self.found.any(Verb::Read, Object::ProcessCount);
    }
}
