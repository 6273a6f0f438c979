//! `for` and `select` in terms of the other statements, as SPIN writes them out:
//!
//! ```text
//! for (i : a .. b) { B }   i = a; do :: (i <= b); B; i = i + 1 :: else -> break od
//! for (i in array) { B }   the same with 0 and the last index
//! for (m in c) { B }       n = 0; do :: (n < len(c)); c?m; c!m; B; n = n + 1 :: else -> break od
//! select (i : a .. b)      i = a; do :: break :: (i < b); i = i + 1 od
//! ```
//!
//! In the text of a model (not of an `inline`), a `select` between two literals is an `if` with one
//! option for each value, or, beyond 33 values, the loop with its options exchanged.

use super::elements::{ElementId, Jump, Kind, LoopId, Sequence};
use super::lower::Lowering;
use super::report::Report;
use super::symbols::Facts;
use crate::ast::{
    self, BinaryOp, ChannelQuery, Expression, ExpressionKind, Name, Statement, StatementKind,
    TextRange, VariableReference,
};
use crate::ir::{Action, Type, Variable};

/// Most values for which a `select` is written out as an `if`.
const UNROLLED_MAX: i64 = 33;

/// The counter of a loop over a channel; no name of the language.
const COUNTER: &str = "for@";

/// The statement at hand.
struct Heading<'s> {
    /// Without labels, up to the body.
    range: TextRange,
    labels: &'s [Name],
    variable: &'s VariableReference,
}

impl Lowering<'_> {
    /// `for (i : a .. b) { .. }`.
    pub fn for_range(&mut self, written: &ast::For, statement: &Statement) {
        let heading = self.heading(statement, written.body.range.start, &written.variable);
        self.check_range(&written.from, &written.to);
        self.for_values(&heading, &written.from, written.to.clone(), &written.body);
    }

    /// `for (i in array) { .. }` and, with a structure, `for (m in channel) { .. }`.
    pub fn for_in(&mut self, written: &ast::ForIn, statement: &Statement) {
        let heading = self.heading(statement, written.body.range.start, &written.variable);
        let container = &written.container;
        let Some(variable) = self.find(&written.variable.base.name.text) else {
            self.unknown_variable(&written.variable.base.name);
            return self.only_body(&written.body);
        };
        let messages = self.facts(variable).structure.is_some();
        if !messages && container.fields.last().is_some_and(|it| it.index.is_none()) {
            return match self.elements_of_member(container) {
                Some(length) => self.for_indices(&heading, container.range, length, &written.body),
                None => self.only_body(&written.body),
            };
        }
        let var = self.find(&container.base.name.text);
        let var = var.filter(|_| container.fields.is_empty());
        let known = var.map(|var| {
            self.use_variable(var);
            let facts = self.facts(var);
            let length = match &facts.structure {
                Some(structure) => structure.length,
                None => self.declaration(var).dimensions.first().copied(),
            };
            (length, facts.channel.map_or(0, |(_, capacity)| capacity))
        });
        match known {
            Some((_, capacity)) if messages && capacity > 0 => {
                self.for_messages(&heading, written, capacity);
            }
            Some((Some(length), _)) if !messages => {
                self.ignore_index(&container.base);
                self.for_indices(&heading, container.range, length, &written.body);
            }
            _ => {
                self.no_container(written, messages);
                self.only_body(&written.body);
            }
        }
    }

    /// As in SPIN, `for (i in a[0])` goes over all of `a`.
    fn ignore_index(&mut self, array: &ast::Access) {
        if let Some(index) = &array.index {
            self.number(index);
            let message = "the index is ignored: a `for` goes over all elements";
            let report = Report::warning("ignored-value", index.range, message);
            self.report(report.help(format!("write `{}`", array.name.text)));
        }
    }

    /// The variable takes the indices of an array.
    fn for_indices(
        &mut self,
        heading: &Heading<'_>,
        array: TextRange,
        length: u32,
        block: &ast::Block,
    ) {
        let last = number(array, i64::from(length) - 1);
        self.for_values(heading, &number(array, 0), last, block);
    }

    /// The variable takes each value from the first to the last.
    fn for_values(
        &mut self,
        heading: &Heading<'_>,
        from: &Expression,
        to: Expression,
        block: &ast::Block,
    ) {
        if !self.check_counter(heading.variable, "for") {
            return self.only_body(block);
        }
        let id = self.body.open_loop();
        self.set(heading.variable, from);
        self.finish_for(heading, block, id, |it| {
            it.compare(heading.variable, BinaryOp::LessEqual, to);
        });
    }

    fn no_container(&mut self, written: &ast::ForIn, messages: bool) {
        let container = &written.container;
        let (variable, text) = (
            self.text(written.variable.range),
            self.text(container.range),
        );
        let message = format!("`{variable}` cannot go over `{text}`");
        let report = Report::error(container.range, message);
        let report = report.about(&container.base.name.text);
        self.report(report.help(if messages {
            "a structure goes over the messages of a channel that is declared as `chan c = [n] of { ... }`"
        } else {
            "a number goes over the indices of an array; only a structure can go over the messages of a channel"
        }));
    }

    /// Goes over the messages of a channel: each is received and sent again.
    fn for_messages(&mut self, heading: &Heading<'_>, written: &ast::ForIn, capacity: u32) {
        let channel = &written.container;
        let counter = &self.counter(channel.range, capacity);
        let heading = Heading {
            variable: counter,
            ..*heading
        };
        let id = self.body.open_loop();
        self.set(counter, &number(channel.range, 0));
        let length = Expression {
            range: channel.range,
            kind: ExpressionKind::Query(ChannelQuery::Length, channel.clone()),
        };
        let (name, message) = (self.text(channel.range), self.text(written.variable.range));
        let receive = StatementKind::Receive(ast::Receive {
            channel: channel.clone(),
            random: false,
            keep: false,
            arguments: vec![ast::ReceiveArgument::Variable(written.variable.clone())],
        });
        let send = StatementKind::Send(ast::Send {
            channel: channel.clone(),
            sorted: false,
            arguments: vec![variable(&written.variable)],
        });
        self.finish_for(&heading, &written.body, id, |it| {
            it.compare(counter, BinaryOp::Less, length);
            it.made(receive, heading.range, format!("{name}?{message}"));
            it.made(send, heading.range, format!("{name}!{message}"));
        });
    }

    /// The variable that counts messages; loops in one block share it, as in SPIN.
    fn counter(&mut self, range: TextRange, capacity: u32) -> VariableReference {
        if !self.locals.is_in_block(COUNTER) {
            let ty = if capacity > 255 {
                Type::Short
            } else {
                Type::Byte
            };
            let variable = Variable {
                name: COUNTER.to_owned(),
                ty,
                width: super::lower::width(ty),
                dimensions: Vec::new(),
                initial: Vec::new(),
                hidden: false,
                source: self.source(range),
            };
            let facts = Facts::new(range);
            self.locals.declare(COUNTER, vec![(variable, facts)]);
        }
        let name = Name {
            range,
            text: COUNTER.to_owned(),
        };
        VariableReference {
            range,
            base: ast::Access {
                range,
                name,
                index: None,
            },
            fields: Vec::new(),
        }
    }

    /// `select (i : a .. b)`.
    pub fn select(&mut self, written: &ast::Select, statement: &Statement) {
        self.body.begun = true;
        let heading = self.heading(statement, statement.range.end, &written.variable);
        if !self.check_counter(heading.variable, "select") {
            return;
        }
        self.check_range(&written.from, &written.to);
        let literals = literal(&written.from).zip(literal(&written.to));
        let literals = literals.filter(|_| self.is_written_out(statement, written));
        if let Some((from, to)) = literals
            && to - from < UNROLLED_MAX
        {
            return self.select_options(&heading, from..=to);
        }
        let id = self.body.open_loop();
        let set = self.set(heading.variable, &written.from);
        let option = self.in_sequence(|it| {
            it.compare(heading.variable, BinaryOp::Less, written.to.clone());
            it.add_one(heading.variable);
        });
        let leave = self.leave(id, heading.range, false);
        let (options, labels) = match literals {
            Some(_) => {
                self.mark(heading.labels, set);
                (vec![option, leave], &[][..])
            }
            None => (vec![leave, option], heading.labels),
        };
        let text = self.text(heading.range);
        self.join_options(options, (heading.range, &text), Some(id), labels);
    }

    /// SPIN writes a `select` out while it reads the text: not inside an `inline`, and only with a
    /// name of letters and digits.
    fn is_written_out(&self, statement: &Statement, written: &ast::Select) -> bool {
        let name = &written.variable.base.name.text;
        let plain = written.variable.is_plain() && name.chars().all(|c| c.is_ascii_alphanumeric());
        plain && !self.origins.in_inline(statement.range)
    }

    fn select_options(&mut self, heading: &Heading<'_>, values: std::ops::RangeInclusive<i64>) {
        let option = |value| {
            self.in_sequence(|it| {
                it.set(heading.variable, &number(heading.range, value));
            })
        };
        let options = values.map(option).collect();
        let text = self.text(heading.range);
        self.join_options(options, (heading.range, &text), None, heading.labels);
    }

    /// The options of a loop: what is done `before` the body, the body and the step of the counter;
    /// and the way out.
    fn finish_for(
        &mut self,
        heading: &Heading<'_>,
        block: &ast::Block,
        id: LoopId,
        before: impl FnOnce(&mut Self),
    ) {
        let option = self.in_sequence(|it| {
            before(it);
            it.body.begun = true;
            it.locals.open();
            block.steps.iter().for_each(|step| it.step(step));
            it.locals.close();
            it.add_one(heading.variable);
        });
        let options = vec![option, self.leave(id, heading.range, true)];
        let text = self.text(heading.range);
        self.join_options(options, (heading.range, &text), Some(id), heading.labels);
    }

    /// After an error: the body is checked all the same.
    fn only_body(&mut self, block: &ast::Block) {
        let id = self.body.open_loop();
        let inside = self.scope(block);
        let body = &mut self.body;
        body.loops.pop();
        if let (Some(first), Some(last)) = (inside.first, inside.last) {
            body.graph.exits[id.0] = Some(last);
            body.append(first);
            body.open.last = Some(last);
        }
    }

    /// `[else ->] break`.
    fn leave(&mut self, id: LoopId, range: TextRange, otherwise: bool) -> Sequence {
        self.in_sequence(|it| {
            if otherwise {
                it.put(Kind::Step(Action::Else), range, "else");
            }
            it.put(Kind::Jump(Jump::Loop(id)), range, "break");
        })
    }

    /// `variable = value`.
    fn set(&mut self, variable: &VariableReference, value: &Expression) -> ElementId {
        let text = format!("{} = {}", variable.base.name.text, self.shown(value));
        let kind = StatementKind::Assign(ast::Assignment {
            target: variable.clone(),
            value: value.clone(),
        });
        self.made(kind, value.range, text)
    }

    /// `variable = variable + 1`.
    fn add_one(&mut self, variable: &VariableReference) {
        let text = format!("{0} = {0} + 1", variable.base.name.text);
        let kind = StatementKind::Increment(variable.clone());
        self.made(kind, variable.range, text);
    }

    /// The condition `left op limit`.
    fn compare(&mut self, left: &VariableReference, op: BinaryOp, limit: Expression) {
        let text = format!("{} {op} {}", left.base.name.text, self.shown(&limit));
        let range = limit.range;
        let kind = ExpressionKind::Binary(op, Box::new(variable(left)), Box::new(limit));
        let kind = StatementKind::Expression(Expression { range, kind });
        self.made(kind, range, text);
    }

    /// Puts a statement that is not in the text behind the open sequence.
    fn made(&mut self, kind: StatementKind, range: TextRange, text: String) -> ElementId {
        let statement = Statement {
            range,
            labels: Vec::new(),
            kind,
        };
        self.basic_step(&statement, range, text)
    }

    fn shown(&self, e: &Expression) -> String {
        match &e.kind {
            ExpressionKind::Number(value) => value.to_string(),
            ExpressionKind::Query(_, channel) => format!("len({})", self.text(channel.range)),
            _ => self.text(e.range),
        }
    }

    fn heading<'s>(
        &self,
        statement: &'s Statement,
        end: u32,
        variable: &'s VariableReference,
    ) -> Heading<'s> {
        let start = self.start_without_labels(statement);
        Heading {
            range: TextRange::new(start, end),
            labels: &statement.labels,
            variable,
        }
    }

    /// Reports a variable that cannot count; false when nothing more is to be said of it.
    fn check_counter(&mut self, variable: &VariableReference, keyword: &str) -> bool {
        let name = &variable.base.name.text;
        let var = self.find(name);
        let scalar = var.is_none_or(|var| {
            let declaration = self.declaration(var);
            declaration.dimensions.is_empty() && declaration.ty != Type::Chan
        });
        if !variable.is_scalar() || !scalar || name == "_" {
            let message = format!(
                "`{}` cannot count in a `{keyword}`",
                self.text(variable.range)
            );
            let report = Report::error(variable.range, message).about(name);
            self.report(report.help(
                "take a variable that is neither an array, a channel nor a part of a structure",
            ));
        }
        name != "_"
    }

    fn check_range(&mut self, from: &Expression, to: &Expression) {
        if let (Some(first), Some(last)) = (literal(from), literal(to))
            && first > last
        {
            let range = from.range.to(to.range);
            let message = format!("the range is empty: {first} is greater than {last}");
            let report = Report::error(range, message);
            self.report(report.help("the first value is the smallest"));
        }
    }
}

fn number(range: TextRange, value: i64) -> Expression {
    let kind = ExpressionKind::Number(value);
    Expression { range, kind }
}

fn variable(reference: &VariableReference) -> Expression {
    Expression {
        range: reference.range,
        kind: ExpressionKind::Variable(reference.clone()),
    }
}

fn literal(e: &Expression) -> Option<i64> {
    match e.kind {
        ExpressionKind::Number(value) => Some(value),
        _ => None,
    }
}
