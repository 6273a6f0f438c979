//! Statements and sequences of them.

use super::expression::{child, children};
use super::{Builder, Rule};
use crate::ast::{
    Assignment, Block, Choice, Direction, Exclusive, Expression, For, ForIn, Printf, Receive,
    Select, Send, SetPriority, Statement, StatementKind, Step, Unless, VariableReference,
};
use pest::iterators::Pair;

impl Builder<'_> {
    pub(super) fn block(&self, pair: Pair<'_, Rule>) -> Block {
        Block {
            range: self.range(&pair),
            steps: self.steps(pair),
        }
    }

    fn steps(&self, pair: Pair<'_, Rule>) -> Vec<Step> {
        pair.into_inner()
            .filter_map(|part| self.step(part))
            .collect()
    }

    /// A step, or nothing for a separator.
    fn step(&self, pair: Pair<'_, Rule>) -> Option<Step> {
        Some(match pair.as_rule() {
            Rule::declaration => Step::Declaration(self.declaration(pair)),
            Rule::exclusive => Step::Exclusive(self.exclusive(pair)),
            Rule::guarded => {
                let range = self.range(&pair);
                let mut statements = children(pair, Rule::statement);
                let main = self.statement(statements.next()?);
                match statements.next() {
                    None => Step::Statement(main),
                    Some(escape) => {
                        let escape = Box::new(self.statement(escape));
                        Step::Unless(Unless {
                            range,
                            main: Box::new(main),
                            escape,
                        })
                    }
                }
            }
            _ => return None,
        })
    }

    fn exclusive(&self, pair: Pair<'_, Rule>) -> Exclusive {
        let range = self.range(&pair);
        let sends = children(pair.clone(), Rule::k_xs).next().is_some();
        let channels = children(pair, Rule::variable_reference);
        Exclusive {
            range,
            direction: match sends {
                true => Direction::Send,
                false => Direction::Receive,
            },
            channels: channels.map(|part| self.variable_reference(part)).collect(),
        }
    }

    fn statement(&self, pair: Pair<'_, Rule>) -> Statement {
        let range = self.range(&pair);
        let (mut labels, mut kind) = (Vec::new(), StatementKind::Empty);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::label => labels.push(self.only_name(part)),
                _ => kind = self.basic(part),
            }
        }
        Statement {
            range,
            labels,
            kind,
        }
    }

    fn basic(&self, pair: Pair<'_, Rule>) -> StatementKind {
        match pair.as_rule() {
            Rule::if_statement => StatementKind::If(self.choices(pair)),
            Rule::do_statement => StatementKind::Do(self.choices(pair)),
            Rule::for_statement => self.for_statement(pair),
            Rule::select => {
                let (from, to) = self.two(child(pair.clone(), Rule::from_to));
                StatementKind::Select(Select {
                    variable: self.only_reference(pair),
                    from,
                    to,
                })
            }
            Rule::k_break => StatementKind::Break,
            Rule::goto => StatementKind::Goto(self.only_name(pair)),
            Rule::k_else => StatementKind::Else,
            Rule::assert => StatementKind::Assert(self.condition(child(pair, Rule::expression))),
            Rule::printf => {
                let format = self.string(&child(pair.clone(), Rule::string));
                StatementKind::Printf(Printf {
                    format,
                    arguments: self.child_expressions(pair),
                })
            }
            Rule::printm => StatementKind::Printm(self.only_expression(pair)),
            Rule::set_priority => {
                let (process, priority) = self.two(pair);
                StatementKind::SetPriority(SetPriority { process, priority })
            }
            Rule::atomic => StatementKind::Atomic(self.block(child(pair, Rule::block))),
            Rule::d_step => StatementKind::DStep(self.block(child(pair, Rule::block))),
            Rule::block => StatementKind::Block(self.block(pair)),
            Rule::c_code => StatementKind::Embedded(self.embedded(pair)),
            Rule::reference_statement => self.reference_statement(pair),
            _ => StatementKind::Expression(self.condition(child(pair, Rule::expression))),
        }
    }

    fn choices(&self, pair: Pair<'_, Rule>) -> Vec<Choice> {
        let choice = |choice| Choice {
            range: self.range(&choice),
            steps: self.steps(choice),
        };
        children(pair, Rule::choice).map(choice).collect()
    }

    fn for_statement(&self, pair: Pair<'_, Rule>) -> StatementKind {
        let body = self.block(child(pair.clone(), Rule::block));
        let variable = self.only_reference(pair.clone());
        if variable.base.name.text == "in" {
            let message = "the variable of a `for` cannot have the name `in`";
            let help = "between the parentheses of a `for`, `in` is a keyword";
            self.refuse(variable.range, message, help);
        }
        let mut parts = pair
            .into_inner()
            .filter(|part| matches!(part.as_rule(), Rule::from_to | Rule::variable_reference));
        match parts.nth(1) {
            Some(range) if range.as_rule() == Rule::from_to => {
                let (from, to) = self.two(range);
                StatementKind::For(For {
                    variable,
                    from,
                    to,
                    body,
                })
            }
            Some(container) => {
                let container = self.variable_reference(container);
                StatementKind::ForIn(ForIn {
                    variable,
                    container,
                    body,
                })
            }
            None => unreachable!("the grammar has a range or a container in every `for`"),
        }
    }

    /// The two expressions below `pair`.
    fn two(&self, pair: Pair<'_, Rule>) -> (Expression, Expression) {
        let mut expressions = self.child_expressions(pair).into_iter();
        match (expressions.next(), expressions.next()) {
            (Some(first), Some(second)) => (first, second),
            _ => unreachable!("the grammar has two expressions here"),
        }
    }

    /// What starts with a variable or channel and is no expression.
    fn reference_statement(&self, pair: Pair<'_, Rule>) -> StatementKind {
        let mut parts = pair.into_inner();
        let (Some(reference), Some(action)) = (parts.next(), parts.next()) else {
            unreachable!("the grammar has a reference and what is done with it")
        };
        let reference = self.variable_reference(reference);
        match action.as_rule() {
            Rule::increment => StatementKind::Increment(reference),
            Rule::decrement => StatementKind::Decrement(reference),
            Rule::assignment => {
                let value = self.condition(child(action, Rule::expression));
                StatementKind::Assign(Assignment {
                    target: reference,
                    value,
                })
            }
            Rule::send => {
                let sorted = action.as_str().starts_with("!!");
                StatementKind::Send(Send {
                    channel: reference,
                    sorted,
                    arguments: self.child_expressions(action),
                })
            }
            _ => StatementKind::Receive(self.receive(reference, action)),
        }
    }

    fn receive(&self, channel: VariableReference, action: Pair<'_, Rule>) -> Receive {
        let kept = children(action.clone(), Rule::kept).next();
        Receive {
            channel,
            random: action.as_str().starts_with("??"),
            keep: kept.is_some(),
            arguments: self.receive_arguments(kept.unwrap_or(action)),
        }
    }
}
