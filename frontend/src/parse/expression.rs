//! Expressions: precedence climbing over the flat list of operands and operators that the grammar
//! gives.

use super::{Builder, Rule};
use crate::ast::{
    Access, BinaryOp, ChannelQuery, Conditional, EmbeddedC, Expression, ExpressionKind, Name,
    Number, Poll, ReceiveArgument, RemoteLabel, RemoteVariable, Run, StringLiteral, TextRange,
    UnaryOp, VariableReference,
};
use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, Op, PrattParser};
use std::sync::LazyLock;

/// From the loosest to the tightest, as in C.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let logical = PrattParser::new().op(left(Rule::or)).op(left(Rule::and));
    let prefixes = Op::prefix(Rule::not) | Op::prefix(Rule::minus) | Op::prefix(Rule::complement);
    with_arithmetic(logical).op(prefixes)
});

/// A left-associative infix operator.
pub(super) fn left(rule: Rule) -> Op<Rule> {
    Op::infix(rule, Assoc::Left)
}

/// Adds the operators on numbers, tighter than those that are there.
pub(super) fn with_arithmetic(looser: PrattParser<Rule>) -> PrattParser<Rule> {
    looser
        .op(left(Rule::bit_or))
        .op(left(Rule::bit_xor))
        .op(left(Rule::bit_and))
        .op(left(Rule::equal) | left(Rule::not_equal))
        .op(left(Rule::less)
            | left(Rule::less_equal)
            | left(Rule::greater)
            | left(Rule::greater_equal))
        .op(left(Rule::shift_left) | left(Rule::shift_right))
        .op(left(Rule::add) | left(Rule::subtract))
        .op(left(Rule::multiply) | left(Rule::divide) | left(Rule::remainder))
}

impl Builder<'_> {
    /// An expression where probes (`full(c)` and its kin) may be combined with `&&` and `||`.
    pub(super) fn condition(&self, pair: Pair<'_, Rule>) -> Expression {
        PRECEDENCE
            .map_primary(|pair| self.primary(pair))
            .map_prefix(|operator, operand| self.unary(&operator, operand))
            .map_infix(|left, operator, right| self.binary(left, &operator, right))
            .parse(pair.into_inner())
    }

    /// An expression where probes may not occur.
    pub(super) fn expression(&self, pair: Pair<'_, Rule>) -> Expression {
        let expression = self.condition(pair);
        self.refuse_probe(&expression);
        expression
    }

    pub(super) fn unary(&self, operator: &Pair<'_, Rule>, operand: Expression) -> Expression {
        let range = self.range(operator).to(operand.range);
        let op = match operator.as_rule() {
            Rule::not => UnaryOp::Not,
            Rule::minus => UnaryOp::Negate,
            _ => UnaryOp::Complement,
        };
        match &operand.kind {
            ExpressionKind::Query(is, channel) if op == UnaryOp::Not && is_probe(*is) => {
                let (opposite, channel) = (opposite(*is), &channel.base.name.text);
                let message =
                    format!("`!{is}({channel})` is not allowed: use `{opposite}({channel})`");
                let help =
                    "SPIN refuses it too: partial order reduction needs to know what is asked";
                self.refuse(range, message, help);
            }
            _ => self.refuse_probe(&operand),
        }
        Expression {
            range,
            kind: ExpressionKind::Unary(op, Box::new(operand)),
        }
    }

    pub(super) fn binary(
        &self,
        left: Expression,
        operator: &Pair<'_, Rule>,
        right: Expression,
    ) -> Expression {
        let op = binary_operator(operator.as_rule());
        if !matches!(op, BinaryOp::And | BinaryOp::Or) {
            self.refuse_probe(&left);
            self.refuse_probe(&right);
        }
        let range = left.range.to(right.range);
        Expression {
            range,
            kind: ExpressionKind::Binary(op, Box::new(left), Box::new(right)),
        }
    }

    fn refuse_probe(&self, expression: &Expression) {
        if let Some((range, probe)) = find_probe(expression) {
            let message = format!("`{probe}(...)` cannot be used as a number");
            self.refuse(range, message, "it may stand in a condition, alone or combined with `&&` and `||`; `len(c)` is a number");
        }
    }

    pub(super) fn primary(&self, pair: Pair<'_, Rule>) -> Expression {
        let range = self.range(&pair);
        let kind = match pair.as_rule() {
            Rule::parenthesized => return self.parenthesized(pair),
            Rule::number => ExpressionKind::Number(number_value(pair.as_str())),
            Rule::character => ExpressionKind::Character(character_value(pair.as_str())),
            Rule::k_true => ExpressionKind::True,
            Rule::k_false => ExpressionKind::False,
            Rule::k_skip => ExpressionKind::Skip,
            Rule::run => ExpressionKind::Run(self.run(pair)),
            Rule::length => ExpressionKind::Query(ChannelQuery::Length, self.only_reference(pair)),
            Rule::probe => self.probe(pair),
            Rule::enabled => ExpressionKind::Enabled(Box::new(self.only_expression(pair))),
            Rule::get_priority => ExpressionKind::GetPriority(Box::new(self.only_expression(pair))),
            Rule::pc_value => ExpressionKind::PcValue(Box::new(self.only_expression(pair))),
            Rule::k_timeout => ExpressionKind::Timeout,
            Rule::k_np => ExpressionKind::NonProgress,
            Rule::c_expr => ExpressionKind::Embedded(self.embedded(pair)),
            _ => self.reference(pair),
        };
        Expression { range, kind }
    }

    /// `(e)` or `(e -> e : e)`.
    fn parenthesized(&self, pair: Pair<'_, Rule>) -> Expression {
        let range = self.range(&pair);
        let mut parts = children(pair, Rule::expression);
        let first = parts.next().map(|part| self.condition(part));
        match (first, parts.next(), parts.next()) {
            (Some(condition), Some(then), Some(otherwise)) => {
                self.refuse_probe(&condition);
                let (then, otherwise) = (self.expression(then), self.expression(otherwise));
                let conditional = Conditional {
                    condition,
                    then,
                    otherwise,
                };
                Expression {
                    range,
                    kind: ExpressionKind::Conditional(Box::new(conditional)),
                }
            }
            (Some(inner), _, _) => Expression { range, ..inner },
            (None, _, _) => unreachable!("the grammar has an expression between parentheses"),
        }
    }

    /// A reference with what may follow it: a remote label or variable, fields, a poll.
    fn reference(&self, pair: Pair<'_, Rule>) -> ExpressionKind {
        let mut range = self.range(&pair);
        let mut accesses = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::access => accesses.push(self.access(part)),
                Rule::remote_label => {
                    let (proctype, process) = self.remote(accesses);
                    let label = self.only_name(part);
                    let names = (proctype.text.clone(), label.text.clone());
                    self.remote_labels.borrow_mut().insert(names);
                    return ExpressionKind::RemoteLabel(RemoteLabel {
                        proctype,
                        process,
                        label,
                    });
                }
                Rule::remote_variable => {
                    let (proctype, process) = self.remote(accesses);
                    let variable = self.access(child(part, Rule::access));
                    return ExpressionKind::RemoteVariable(RemoteVariable {
                        proctype,
                        process,
                        variable,
                    });
                }
                Rule::poll => {
                    range.end = accesses.last().map_or(range.end, |access| access.range.end);
                    let random = part.as_str().starts_with("??");
                    let arguments = self.receive_arguments(part);
                    let channel = variable_reference(range, accesses);
                    return ExpressionKind::Poll(Poll {
                        channel,
                        random,
                        arguments,
                    });
                }
                _ => {}
            }
        }
        ExpressionKind::Variable(variable_reference(range, accesses))
    }

    fn remote(&self, mut accesses: Vec<Access>) -> (Name, Option<Box<Expression>>) {
        let access = accesses.swap_remove(0);
        (access.name, access.index)
    }

    /// A variable or a field of one.
    pub(super) fn variable_reference(&self, pair: Pair<'_, Rule>) -> VariableReference {
        let range = self.range(&pair);
        let accesses = children(pair, Rule::access);
        variable_reference(range, accesses.map(|access| self.access(access)).collect())
    }

    pub(super) fn only_reference(&self, pair: Pair<'_, Rule>) -> VariableReference {
        self.variable_reference(child(pair, Rule::variable_reference))
    }

    pub(super) fn only_expression(&self, pair: Pair<'_, Rule>) -> Expression {
        self.expression(child(pair, Rule::expression))
    }

    pub(super) fn only_name(&self, pair: Pair<'_, Rule>) -> Name {
        self.name(&child(pair, Rule::name))
    }

    fn access(&self, pair: Pair<'_, Rule>) -> Access {
        let range = self.range(&pair);
        let mut parts = pair.into_inner();
        let name = parts
            .next()
            .expect("the grammar has a name in every access");
        let name = self.name(&name);
        let index = parts.find(|part| part.as_rule() == Rule::expression);
        let index = index.map(|index| Box::new(self.expression(index)));
        Access { range, name, index }
    }

    pub(super) fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name {
            range: self.range(pair),
            text: pair.as_str().trim_end().to_owned(),
        }
    }

    pub(super) fn number(&self, pair: &Pair<'_, Rule>) -> Number {
        Number {
            range: self.range(pair),
            value: number_value(pair.as_str()),
        }
    }

    /// The text between the quotes.
    pub(super) fn string(&self, pair: &Pair<'_, Rule>) -> StringLiteral {
        let text = pair.as_str();
        StringLiteral {
            range: self.range(pair),
            text: text[1..text.len() - 1].to_owned(),
        }
    }

    /// `priority n`, if it is there.
    pub(super) fn optional_priority(&self, pair: Pair<'_, Rule>) -> Option<Number> {
        let priority = children(pair, Rule::priority).next()?;
        Some(self.number(&child(priority, Rule::number)))
    }

    pub(super) fn optional_name(&self, pair: Pair<'_, Rule>) -> Option<Name> {
        let name = children(pair, Rule::name).next()?;
        Some(self.name(&name))
    }

    fn probe(&self, pair: Pair<'_, Rule>) -> ExpressionKind {
        let mut query = ChannelQuery::Full;
        for part in pair.clone().into_inner() {
            match part.as_rule() {
                Rule::k_empty => query = ChannelQuery::Empty,
                Rule::k_nfull => query = ChannelQuery::NotFull,
                Rule::k_nempty => query = ChannelQuery::NotEmpty,
                _ => {}
            }
        }
        ExpressionKind::Query(query, self.only_reference(pair))
    }

    fn run(&self, pair: Pair<'_, Rule>) -> Run {
        Run {
            proctype: self.only_name(pair.clone()),
            priority: self.optional_priority(pair.clone()),
            arguments: self.child_expressions(pair),
        }
    }

    /// The arguments of a receive or a poll, flat: `a(b,c)` is `a,b,c`.
    pub(super) fn receive_arguments(&self, pair: Pair<'_, Rule>) -> Vec<ReceiveArgument> {
        let arguments = children(pair, Rule::receive_argument);
        arguments.map(|part| self.receive_argument(part)).collect()
    }

    fn receive_argument(&self, pair: Pair<'_, Rule>) -> ReceiveArgument {
        let range = self.range(&pair);
        let inner = pair.into_inner().next();
        match inner {
            Some(part) if part.as_rule() == Rule::variable_reference => {
                ReceiveArgument::Variable(self.variable_reference(part))
            }
            Some(part) if part.as_rule() == Rule::eval => {
                ReceiveArgument::Eval(self.only_expression(part))
            }
            Some(part) if part.as_rule() == Rule::negative => {
                let operand = part.into_inner().next_back();
                let operand = operand.expect("the grammar has a constant after the sign");
                let operand = self.primary(operand);
                let kind = ExpressionKind::Unary(UnaryOp::Negate, Box::new(operand));
                ReceiveArgument::Constant(Expression { range, kind })
            }
            Some(part) => ReceiveArgument::Constant(self.primary(part)),
            None => unreachable!("the grammar has no empty argument"),
        }
    }

    /// `assert`, `printf` and others: the expressions directly below `pair`.
    pub(super) fn child_expressions(&self, pair: Pair<'_, Rule>) -> Vec<Expression> {
        let expressions = children(pair, Rule::expression);
        expressions.map(|part| self.expression(part)).collect()
    }

    /// Embedded C: the keyword and the rest as text.
    pub(super) fn embedded(&self, pair: Pair<'_, Rule>) -> EmbeddedC {
        let range = self.range(&pair);
        let text = pair.as_str().trim_end();
        let word_end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let length = word_end.unwrap_or(text.len());
        EmbeddedC {
            range,
            keyword: Name {
                range: range.first(length),
                text: text[..length].into(),
            },
            text: text[length..].trim().into(),
        }
    }
}

/// The children with this rule.
pub(super) fn children(pair: Pair<'_, Rule>, rule: Rule) -> impl Iterator<Item = Pair<'_, Rule>> {
    pair.into_inner().filter(move |part| part.as_rule() == rule)
}

/// The first child with this rule, which the grammar has.
pub(super) fn child(pair: Pair<'_, Rule>, rule: Rule) -> Pair<'_, Rule> {
    match children(pair, rule).next() {
        Some(part) => part,
        None => unreachable!("the grammar requires {rule:?} here"),
    }
}

fn variable_reference(range: TextRange, mut accesses: Vec<Access>) -> VariableReference {
    let fields = accesses.split_off(1);
    VariableReference {
        range,
        base: accesses.swap_remove(0),
        fields,
    }
}

/// A probe that `expression` would have as its value.
fn find_probe(expression: &Expression) -> Option<(TextRange, ChannelQuery)> {
    match &expression.kind {
        ExpressionKind::Query(query, _) if is_probe(*query) => Some((expression.range, *query)),
        ExpressionKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
            find_probe(left).or_else(|| find_probe(right))
        }
        _ => None,
    }
}

fn is_probe(query: ChannelQuery) -> bool {
    query != ChannelQuery::Length
}

fn opposite(query: ChannelQuery) -> ChannelQuery {
    match query {
        ChannelQuery::Full => ChannelQuery::NotFull,
        ChannelQuery::NotFull => ChannelQuery::Full,
        ChannelQuery::Empty => ChannelQuery::NotEmpty,
        ChannelQuery::NotEmpty => ChannelQuery::Empty,
        ChannelQuery::Length => ChannelQuery::Length,
    }
}

fn number_value(digits: &str) -> i64 {
    digits.trim_end().parse().unwrap_or(i64::MAX)
}

/// The value of a character between quotes; an unknown escape is the character itself.
fn character_value(quoted: &str) -> u8 {
    match quoted.as_bytes() {
        [_, b'\\', b'n', ..] => b'\n',
        [_, b'\\', b'r', ..] => b'\r',
        [_, b'\\', b't', ..] => b'\t',
        [_, b'\\', b'f', ..] => 0x0c,
        [_, b'\\', other, ..] => *other,
        [_, other, ..] => *other,
        _ => 0,
    }
}

fn binary_operator(rule: Rule) -> BinaryOp {
    match rule {
        Rule::or => BinaryOp::Or,
        Rule::and => BinaryOp::And,
        Rule::bit_or => BinaryOp::BitOr,
        Rule::bit_xor => BinaryOp::BitXor,
        Rule::bit_and => BinaryOp::BitAnd,
        Rule::equal => BinaryOp::Equal,
        Rule::not_equal => BinaryOp::NotEqual,
        Rule::less => BinaryOp::Less,
        Rule::less_equal => BinaryOp::LessEqual,
        Rule::greater => BinaryOp::Greater,
        Rule::greater_equal => BinaryOp::GreaterEqual,
        Rule::shift_left => BinaryOp::ShiftLeft,
        Rule::shift_right => BinaryOp::ShiftRight,
        Rule::add => BinaryOp::Add,
        Rule::subtract => BinaryOp::Subtract,
        Rule::multiply => BinaryOp::Multiply,
        Rule::divide => BinaryOp::Divide,
        Rule::remainder => BinaryOp::Remainder,
        other => unreachable!("{other:?} is no infix operator"),
    }
}
