//! Basic statements: what each does, as an [`Action`].

use std::collections::HashMap;

use super::expression::{LoweredVariable, Runs, Sort, Spawn, Value};
use super::late::Look;
use super::lower::Lowering;
use super::messages::Operation;
use super::report::Report;
use super::symbols::Facts;
use crate::ast::{self, ExpressionKind, ReceiveArgument, StatementKind, TextRange};
use crate::ir::{Access, Action, BinaryOp, ChannelUse, Expr, Pattern, Type};

impl Lowering<'_> {
    /// The action of a basic statement; `None` for those that are made of several elements and for
    /// those with errors.
    pub fn basic(&mut self, statement: &ast::Statement) -> Option<Action> {
        match &statement.kind {
            StatementKind::Empty => Some(Action::Skip),
            StatementKind::Else => Some(Action::Else),
            StatementKind::Expression(e) => Some(self.condition(e)),
            StatementKind::Assign(assignment) => self.assign(&assignment.target, &assignment.value),
            StatementKind::Increment(target) => self.count(target, BinaryOp::Add),
            StatementKind::Decrement(target) => self.count(target, BinaryOp::Subtract),
            StatementKind::Send(send) => self.send(statement, send),
            StatementKind::Receive(receive) => self.receive(statement, receive),
            StatementKind::SetPriority(set) => {
                self.has_priorities(statement.range);
                Some(Action::SetPriority {
                    process: self.number(&set.process),
                    priority: self.number(&set.priority),
                })
            }
            StatementKind::Assert(e) => Some(Action::Assert(self.number(e))),
            StatementKind::Printf(printf) => {
                let arguments = printf.arguments.iter();
                Some(Action::Print {
                    format: printf.format.text.clone(),
                    arguments: arguments.map(|e| self.value(e).expr).collect(),
                })
            }
            StatementKind::Printm(e) => Some(Action::Print {
                format: "%e".into(),
                arguments: vec![self.value(e).expr],
            }),
            _ => None,
        }
    }

    fn condition(&mut self, e: &ast::Expression) -> Action {
        if let ExpressionKind::Run(_) = e.kind {
            let (_, spawn) = self.value_with_run(e);
            return spawn.map_or(Action::Skip, |spawn| spawn.into_action(None));
        }
        let written_as_one = match &e.kind {
            ExpressionKind::Variable(reference) => reference.is_plain(),
            ExpressionKind::Number(_)
            | ExpressionKind::True
            | ExpressionKind::Skip
            | ExpressionKind::Character(_) => true,
            _ => false,
        };
        match self.number(e) {
            Expr::Const(1) if written_as_one => Action::Skip,
            condition => Action::Condition(condition),
        }
    }

    /// An expression in which one `run` may occur.
    fn value_with_run(&mut self, e: &ast::Expression) -> (Value, Option<Spawn>) {
        self.runs = Runs::Allowed;
        let value = self.value(e);
        match std::mem::take(&mut self.runs) {
            Runs::Found(spawn) => (value, Some(spawn)),
            _ => (value, None),
        }
    }

    fn assign(
        &mut self,
        target: &ast::VariableReference,
        value: &ast::Expression,
    ) -> Option<Action> {
        if target.base.name.text == "_" {
            return self.compute(target, value);
        }
        if target.base.name.text == "_priority" {
            self.has_priorities(target.range);
            return Some(Action::SetPriority {
                process: Expr::Pid,
                priority: self.number(value),
            });
        }
        let place = self.target(target);
        let (lowered, spawn) = self.value_with_run(value);
        let LoweredVariable { access, ty } = place?;
        let name = &target.base.name.text;
        let constant = matches!(lowered.expr, Expr::Const(_)) && lowered.sort != Sort::Wrong;
        if ty == Type::Chan && constant && target.fields.is_empty() {
            let message = format!("`{name}` is a channel, but the value is a number");
            self.report(Report::error(value.range, message));
        } else {
            let stored = (ty, self.declaration(access.var).width);
            let name = self.text(target.range);
            self.check_passing(value.range, &lowered, stored, &format!("`{name}`"));
        }
        self.note_change(&access, ty);
        Some(match spawn {
            Some(spawn) => spawn.into_action(Some((access, lowered.expr))),
            None => Action::Assign(access, lowered.expr),
        })
    }

    /// `_ = value`: a step that keeps nothing, but in which computing the value can fail.
    fn compute(
        &mut self,
        target: &ast::VariableReference,
        value: &ast::Expression,
    ) -> Option<Action> {
        if !target.is_plain() {
            let message = "`_` has neither elements nor members";
            self.report(Report::error(target.range, message));
            return None;
        }
        let (lowered, spawn) = self.value_with_run(value);
        if lowered.sort == Sort::Wrong {
            return None;
        }
        if spawn.is_some() && lowered.expr.can_fail() {
            let message = "the value depends on a `run`, may fail, and is not kept";
            let report = Report::error(value.range, message);
            self.report(report.help("assign the number of the process to a variable first"));
            return None;
        }
        let message = "the value is ignored: `_` keeps nothing";
        let report = Report::warning("ignored-value", target.range, message);
        self.report(report.help(match spawn.is_some() {
            true => "write the `run` as a statement of its own",
            false => "declare a variable if the value is wanted",
        }));
        Some(match spawn {
            Some(spawn) => spawn.into_action(None),
            None => Action::computation_of(lowered.expr),
        })
    }

    fn count(&mut self, target: &ast::VariableReference, op: BinaryOp) -> Option<Action> {
        if target.base.name.text == "_" {
            let message = "`_` has no value that could be counted up or down";
            self.report(Report::error(target.range, message));
            return None;
        }
        let by_one = |old: Expr| Expr::Binary(op, old.into(), Expr::Const(1).into());
        if target.base.name.text == "_priority" {
            self.has_priorities(target.range);
            return Some(Action::SetPriority {
                process: Expr::Pid,
                priority: by_one(Expr::Priority(Box::new(Expr::Pid))),
            });
        }
        let LoweredVariable { access, ty } = self.target(target)?;
        if ty == Type::Chan {
            let name = &target.base.name.text;
            let message = format!("`{name}` is a channel, it cannot be counted up or down");
            self.report(Report::error(target.range, message));
            return None;
        }
        let value = by_one(Expr::Load(access.clone()));
        Some(Action::Assign(access, value))
    }

    /// Remembers that a channel variable may come to name another channel than the declared one.
    fn note_change(&mut self, access: &Access, ty: Type) {
        if ty == Type::Chan {
            let owned = self.owned(access.var);
            self.reassigned.insert(owned);
        }
    }

    fn send(&mut self, statement: &ast::Statement, send: &ast::Send) -> Option<Action> {
        let channel = self.channel(&send.channel);
        let values: Vec<Value> = send.arguments.iter().flat_map(|e| self.values(e)).collect();
        let channel = channel?;
        self.note_use(ChannelUse::Send, &channel, statement.range);
        if values.iter().all(|value| value.sort != Sort::Wrong) {
            self.note_message(Operation::Send, statement.range, &channel, values.len());
            self.note_sent(values.clone());
        }
        let arguments = values.into_iter().map(|value| value.expr).collect();
        Some(Action::Send {
            channel,
            arguments,
            sorted: send.sorted,
        })
    }

    fn receive(&mut self, statement: &ast::Statement, receive: &ast::Receive) -> Option<Action> {
        let channel = self.channel(&receive.channel);
        let arguments = self.patterns(&receive.arguments)?;
        self.check_stored_once(statement, &arguments);
        let channel = channel?;
        self.note_use(ChannelUse::Receive, &channel, statement.range);
        if receive.keep {
            self.note_look(statement.range, &channel);
        }
        let operation = match receive.keep {
            true => Operation::Copy,
            false => Operation::Receive,
        };
        self.note_message(operation, statement.range, &channel, arguments.len());
        Some(Action::Receive {
            channel,
            arguments,
            random: receive.random,
            keep: receive.keep,
        })
    }

    /// `c?[..]`, a condition.
    pub fn poll(&mut self, poll: &ast::Poll) -> Value {
        let channel = self.channel(&poll.channel);
        if let Some(channel) = &channel {
            self.note_look(poll.channel.range, channel);
            self.note_use(ChannelUse::Poll, channel, poll.channel.range);
        }
        let arguments = self.patterns(&poll.arguments);
        match (channel, arguments) {
            (Some(channel), Some(arguments)) => {
                let range = poll.channel.range;
                self.note_message(Operation::Poll, range, &channel, arguments.len());
                Value::number(Expr::Poll {
                    channel,
                    arguments,
                    random: poll.random,
                })
            }
            _ => self.wrong_value(),
        }
    }

    /// What a receive or a poll does with the fields of a message; `None` after an error.
    pub fn patterns(&mut self, arguments: &[ReceiveArgument]) -> Option<Vec<Pattern>> {
        let patterns = arguments.iter().flat_map(|argument| match argument {
            ReceiveArgument::Variable(reference) if self.is_whole(reference) => {
                match self.whole(reference) {
                    Some(places) => {
                        let stored = places.into_iter().map(|place| Some(self.stored(place)));
                        stored.collect()
                    }
                    None => vec![None],
                }
            }
            _ => vec![self.pattern(argument)],
        });
        let patterns: Vec<Option<Pattern>> = patterns.collect();
        patterns.into_iter().collect()
    }

    fn stored(&mut self, LoweredVariable { access, ty }: LoweredVariable) -> Pattern {
        self.note_change(&access, ty);
        Pattern::Store(access)
    }

    fn pattern(&mut self, argument: &ReceiveArgument) -> Option<Pattern> {
        match argument {
            ReceiveArgument::Eval(e) | ReceiveArgument::Constant(e) => {
                Some(Pattern::Match(self.value(e).expr))
            }
            ReceiveArgument::Variable(reference) => {
                let plain = reference.is_plain();
                let name = reference.base.name.text.as_str();
                if reference.is_scalar() && name == "_" {
                    return Some(Pattern::Discard);
                }
                if let (true, Some((_, value))) = (plain, self.named_value(name)) {
                    return Some(Pattern::Match(Expr::Const(value)));
                }
                let place = self.target(reference)?;
                Some(self.stored(place))
            }
        }
    }

    fn check_stored_once(&mut self, statement: &ast::Statement, arguments: &[Pattern]) {
        let mut stores = arguments.iter().filter_map(|pattern| match pattern {
            Pattern::Store(access) => Some(access),
            Pattern::Match(_) | Pattern::Discard => None,
        });
        // Only accesses with the same constant indices can be the same: a structure can have very
        // many elements.
        let mut seen: HashMap<_, Vec<&Access>> = HashMap::new();
        let twice = stores.find(|access| {
            let indices = access.subscripts.iter().map(|it| it.index.constant());
            let alike = seen.entry((access.var, indices.collect::<Vec<_>>()));
            let alike = alike.or_default();
            let known = alike.contains(access);
            alike.push(access);
            known
        });
        if let Some(access) = twice {
            let message = format!(
                "two fields of the message are received into `{}`",
                self.declaration(access.var).name
            );
            self.report(
                Report::error(statement.range, message)
                    .help("use `_` for a field that is not wanted"),
            );
        }
    }

    /// Remembers a look at the messages of a channel that seems to have none.
    pub fn note_look(&mut self, range: TextRange, channel: &Access) {
        let Facts {
            channel: Some((_, 0)),
            declared,
            ..
        } = *self.facts(channel.var)
        else {
            return;
        };
        let channel = self.owned(channel.var);
        self.looks.push(Look {
            channel,
            range,
            declared,
        });
    }
}
