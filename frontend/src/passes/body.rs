//! Bodies of processes: declarations, labels and structured statements become a [`Graph`].

use super::elements::{ElementId, Graph, Jump, Kind, LoopId, Sequence};
use super::labels::Label;
use super::lower::Lowering;
use super::report::Report;
use crate::ast::{self, Name, Statement, StatementKind, Step, TextRange};
use crate::ir::{Access, Action, Expr, LocalChannel, Promise, Source};

/// Most labels of a process, those of its calls of inlines included.
const LABELS_MAX: usize = 4_096;

/// A body in the making.
#[derive(Default)]
pub struct Body {
    /// Its control graph.
    pub graph: Graph,
    /// Assignments made when a process is created.
    pub creation: Vec<(Access, Expr)>,
    /// Channels made when a process is created.
    pub channels: Vec<LocalChannel>,
    /// `xr` and `xs` declarations.
    pub promises: Vec<Promise>,
    /// The loops around the statement at hand, innermost last.
    pub loops: Vec<LoopId>,
    /// A statement, or a block, has begun: from here on a declaration is a step.
    pub begun: bool,
    /// How many `d_step`s are around the statement at hand.
    pub d_steps: usize,
}

impl Body {
    /// Enters a loop: a `break` leads to its exit.
    pub fn open_loop(&mut self) -> LoopId {
        let id = LoopId(self.graph.exits.len());
        self.graph.exits.push(None);
        self.loops.push(id);
        id
    }
}

impl Lowering<'_> {
    /// Lowers the body of a process; its parameters are declared already. Returns it with its
    /// sequence.
    pub fn body(&mut self, name: &str, block: &ast::Block) -> (Body, Sequence) {
        let mut body = Body::default();
        let mut sequence = Sequence::default();
        for step in &block.steps {
            self.step(step, &mut sequence, &mut body);
        }
        let brace = TextRange::new(block.range.end - 1, block.range.end);
        let end = body
            .graph
            .add(Kind::End, brace, self.origins.source(brace, "-end-".into()));
        body.graph.append(&mut sequence, end);
        sequence.extent = sequence.last;
        let referenced = self.referenced_labels.iter();
        for (_, label) in referenced.filter(|(proctype, _)| proctype == name) {
            body.graph.keep_label(label);
        }
        body.graph.check(&mut self.reports);
        if !self.in_claim {
            self.note_unused_labels(name, &body.graph);
        }
        (body, sequence)
    }

    /// The inside of a block or option, as a sequence of its own.
    pub fn sequence(&mut self, steps: &[Step], body: &mut Body) -> Sequence {
        body.begun = true;
        let mut sequence = Sequence::default();
        for step in steps {
            self.step(step, &mut sequence, body);
        }
        let range = steps.first().map(step_range);
        self.close(sequence, range, body)
    }

    /// A statement as a sequence, with other labels than its own.
    pub fn sequence_of_one(
        &mut self,
        statement: &Statement,
        labels: &[Name],
        body: &mut Body,
    ) -> Sequence {
        body.begun = true;
        let mut sequence = Sequence::default();
        self.labelled(statement, labels, &mut sequence, body);
        self.close(sequence, Some(statement.range), body)
    }

    /// Ends a sequence that was written at `range`.
    fn close(
        &mut self,
        mut sequence: Sequence,
        range: Option<TextRange>,
        body: &mut Body,
    ) -> Sequence {
        if sequence.first.is_none() {
            // Only after errors, or when there are declarations of channels only: nothing is left
            // that could be executed.
            let range = range.unwrap_or(TextRange::new(0, 0));
            let skip = body
                .graph
                .add(Kind::Step(Action::Skip), range, self.source(range));
            body.graph.append(&mut sequence, skip);
        }
        sequence.extent = sequence.last;
        sequence
    }

    pub fn step(&mut self, step: &Step, sequence: &mut Sequence, body: &mut Body) {
        match step {
            Step::Declaration(declaration) => self.local_declaration(declaration, sequence, body),
            Step::Exclusive(exclusive) => self.exclusive(exclusive, body),
            Step::Statement(statement) => self.statement(statement, sequence, body),
            Step::Unless(unless) => self.unless(unless, sequence, body),
        }
    }

    pub fn statement(&mut self, statement: &Statement, sequence: &mut Sequence, body: &mut Body) {
        self.labelled(statement, &statement.labels, sequence, body);
    }

    /// Puts a statement behind a sequence. Only a block, an `atomic` and a `d_step` can have other
    /// labels than their own.
    fn labelled(
        &mut self,
        statement: &Statement,
        labels: &[Name],
        sequence: &mut Sequence,
        body: &mut Body,
    ) {
        let own = TextRange::new(self.start_without_labels(statement), statement.range.end);
        let head = |text: &str| (own, text.to_owned());
        let element = match &statement.kind {
            StatementKind::If(options) => {
                self.selection(options, head("if"), None, statement, sequence, body)
            }
            StatementKind::Do(options) => {
                let id = body.open_loop();
                self.selection(options, head("do"), Some(id), statement, sequence, body)
            }
            StatementKind::Block(block) => self.block(block, false, head("{"), labels, body),
            StatementKind::Atomic(block) => self.block(block, true, head("atomic {"), labels, body),
            StatementKind::DStep(block) => self.d_step(block, own, labels, body),
            StatementKind::Break => {
                let target = body.loops.last().copied();
                if target.is_none() {
                    self.report(
                        Report::error(own, "`break` outside of a loop")
                            .help("`break` leaves the `do` around it")
                            .structural(),
                    );
                }
                let jump = target.map_or(Jump::Broken, Jump::Loop);
                body.graph.add(Kind::Jump(jump), own, self.source(own))
            }
            StatementKind::Goto(name) => {
                let jump = Jump::Label {
                    name: name.text.clone(),
                    scope: self.locals.path(),
                    range: name.range,
                };
                body.graph.add(Kind::Jump(jump), own, self.source(own))
            }
            StatementKind::For(written) => {
                return self.for_range(written, statement, sequence, body);
            }
            StatementKind::ForIn(written) => {
                return self.for_in(written, statement, sequence, body);
            }
            StatementKind::Select(written) => {
                return self.select(written, statement, sequence, body);
            }
            StatementKind::Embedded(code) => {
                body.begun = true;
                return self.embedded_c(code);
            }
            _ => {
                let action = self.basic(statement).unwrap_or(Action::Skip);
                self.check_run(&action, own, body);
                let element = body.graph.add(Kind::Step(action), own, self.source(own));
                self.mark(&statement.labels, element, body);
                element
            }
        };
        match &statement.kind {
            StatementKind::If(_) | StatementKind::Do(_) => {}
            StatementKind::Goto(_) | StatementKind::Break => {
                self.mark(&statement.labels, element, body);
                body.graph.append(sequence, element);
            }
            _ => body.graph.append(sequence, element),
        }
        // A statement without text stands for one that could not be parsed.
        body.begun |= statement.range.start < statement.range.end;
    }

    /// No process is started inside a `d_step`, by a statement or by what counts in a loop.
    pub fn check_run(&mut self, action: &Action, range: TextRange, body: &Body) {
        if body.d_steps > 0 && matches!(action, Action::Run { .. }) {
            let message = "a process is started inside a `d_step`";
            self.report(Report::error(range, message).help("use `atomic` instead"));
        }
    }

    pub fn start_without_labels(&self, statement: &Statement) -> u32 {
        let Some(label) = statement.labels.last() else {
            return statement.range.start;
        };
        if let StatementKind::Empty = statement.kind {
            return label.range.start;
        }
        let text = self.origins.text();
        let rest = text
            .get(label.range.end as usize..statement.range.end as usize)
            .unwrap_or_default();
        let skipped = rest.len()
            - rest
                .trim_start_matches(|c: char| c == ':' || c.is_whitespace())
                .len();
        label.range.end + skipped as u32
    }

    pub fn mark(&mut self, labels: &[Name], element: ElementId, body: &mut Body) {
        for name in labels {
            let known = self.globals.declared.get(&name.text).copied();
            let known = known.or_else(|| {
                self.locals
                    .find(&name.text)
                    .map(|id| self.locals.facts[id.index()].declared)
            });
            if let Some(declared) = known {
                let report = Report::error(
                    name.range,
                    format!("label `{}` has the name of something else", name.text),
                );
                self.report(report.other(declared, "declared here"));
            }
            if body.graph.labels.len() >= LABELS_MAX {
                let message = format!("a process has more than {LABELS_MAX} labels");
                if self.first_time(&message) {
                    let report = Report::error(name.range, message);
                    self.report(report.help("jump back to few labels, or use several proctypes"));
                }
                return;
            }
            let scope = self.locals.path();
            body.graph.labels.push(Label {
                name: name.text.clone(),
                range: name.range,
                scope,
                element,
            });
        }
    }

    fn selection(
        &mut self,
        options: &[ast::Choice],
        (range, text): (TextRange, String),
        repeated: Option<LoopId>,
        statement: &Statement,
        sequence: &mut Sequence,
        body: &mut Body,
    ) -> ElementId {
        let mut sequences: Vec<Sequence> = options
            .iter()
            .map(|option| self.sequence(&option.steps, body))
            .collect();
        for (option, written) in sequences.iter().zip(options) {
            body.graph.prune(option);
            self.check_first_label(option, written, body);
        }
        self.order_else(&mut sequences, options, body);
        let source = self.origins.source(range, text);
        self.join_options(
            sequences,
            (range, source),
            repeated,
            &statement.labels,
            sequence,
            body,
        )
    }

    /// Ties options to the head and the join of their selection and puts these behind `sequence`;
    /// the head.
    pub fn join_options(
        &mut self,
        mut options: Vec<Sequence>,
        (range, source): (TextRange, Source),
        repeated: Option<LoopId>,
        labels: &[Name],
        sequence: &mut Sequence,
        body: &mut Body,
    ) -> ElementId {
        let graph = &mut body.graph;
        let named = |text: &str| Source {
            text: text.into(),
            ..source.clone()
        };
        let head = graph.add(Kind::Select(Vec::new()), range, source.clone());
        let join = graph.add(Kind::Join, range, named(".(goto)"));
        for option in &mut options {
            graph.append(option, join);
        }
        graph.elements[head.0].kind = Kind::Select(options);
        match repeated {
            None => {
                graph.append(sequence, head);
                graph.append(sequence, join);
            }
            Some(id) => {
                let exit = graph.add(Kind::Exit, range, named("break"));
                graph.exits[id.0] = Some(exit);
                graph.append(sequence, join);
                graph.append(sequence, head);
                graph.append(sequence, exit);
                body.loops.pop();
            }
        }
        self.mark(labels, head, body);
        head
    }

    fn check_first_label(&mut self, option: &Sequence, written: &ast::Choice, body: &Body) {
        if let Some(label) = body.graph.first_label(option) {
            let message = format!(
                "label `{}` stands on the first statement of an option",
                label.name
            );
            let report = Report::warning("label-in-option", label.range, message);
            self.report(
                report
                    .other(written.range.first(2), "the option starts here")
                    .help("put the label before `if` or `do`"),
            );
        }
    }

    /// Moves `else` behind the other options. There can be only one.
    fn order_else(&mut self, sequences: &mut Vec<Sequence>, options: &[ast::Choice], body: &Body) {
        let action = |option: &Sequence| match &body.graph.get(option.first?).kind {
            Kind::Step(action) => Some(action),
            _ => None,
        };
        let is_else = |option: &Sequence| matches!(action(option), Some(Action::Else));
        let elses: Vec<usize> = (0..sequences.len())
            .filter(|at| is_else(&sequences[*at]))
            .collect();
        let place = |at: usize| options[at].range.first(2);
        if let [first, second, ..] = elses[..] {
            self.report(
                Report::error(place(second), "a selection has only one `else`")
                    .other(place(first), "the first one"),
            );
        }
        let talks = |option: &Sequence| match action(option) {
            Some(Action::Send { .. } | Action::Receive { .. }) => true,
            Some(Action::Condition(condition)) => asks_channel(condition),
            _ => false,
        };
        let Some(at) = elses.first().copied() else {
            return;
        };
        if sequences.iter().any(talks) {
            let message = "`else` stands beside an option that depends on a channel";
            let report = Report::warning("dubious-else", place(at), message);
            self.report(report.help("`else` is taken when no option before it can be executed at this moment, whatever arrives later"));
        }
        let last = sequences.remove(at);
        sequences.push(last);
    }

    fn block(
        &mut self,
        block: &ast::Block,
        atomic: bool,
        (range, text): (TextRange, String),
        labels: &[Name],
        body: &mut Body,
    ) -> ElementId {
        let sequence = self.scope(block, body);
        let source = self.origins.source(range, text);
        if atomic {
            body.graph.make_atomic(&sequence);
        }
        let element = body.graph.add(Kind::Block(sequence), range, source);
        self.mark(labels, element, body);
        element
    }

    /// A `d_step`; one inside another is a mere block.
    fn d_step(
        &mut self,
        block: &ast::Block,
        range: TextRange,
        labels: &[Name],
        body: &mut Body,
    ) -> ElementId {
        body.d_steps += 1;
        let sequence = self.scope(block, body);
        body.d_steps -= 1;
        let source = self.origins.source(range, "d_step {".into());
        let kind = if body.d_steps > 0 {
            Kind::Block(sequence)
        } else {
            Kind::Deterministic(sequence)
        };
        let element = body.graph.add(kind, range, source);
        self.mark(labels, element, body);
        element
    }

    /// The inside of a block, with a scope of its own.
    pub fn scope(&mut self, block: &ast::Block, body: &mut Body) -> Sequence {
        self.locals.open();
        let sequence = self.sequence(&block.steps, body);
        self.locals.close();
        if let Some(label) = body.graph.first_label(&sequence) {
            let report = Report::error(
                label.range,
                format!(
                    "label `{}` stands on the first statement of a block",
                    label.name
                ),
            );
            self.reports
                .push(report.help("put the label before the block"));
        }
        sequence
    }

    fn exclusive(&mut self, exclusive: &ast::Exclusive, body: &mut Body) {
        for reference in &exclusive.channels {
            let Some(channel) = self.channel(reference) else {
                continue;
            };
            let owner = self.model.proctypes.len();
            self.uses.promised.push((owner, reference.range));
            body.promises.push(Promise {
                direction: exclusive.direction,
                channel,
                source: self.source(exclusive.range),
                proven: false,
            });
        }
    }
}

fn asks_channel(e: &Expr) -> bool {
    match e {
        Expr::Channel(query, _) => *query != crate::ir::ChannelQuery::Length,
        Expr::Unary(_, operand) => asks_channel(operand),
        Expr::Binary(_, left, right) => asks_channel(left) || asks_channel(right),
        Expr::Conditional(condition, then, otherwise) => [condition, then, otherwise]
            .into_iter()
            .any(|part| asks_channel(part)),
        _ => false,
    }
}

fn step_range(step: &Step) -> TextRange {
    match step {
        Step::Declaration(declaration) => declaration.range,
        Step::Exclusive(exclusive) => exclusive.range,
        Step::Statement(statement) => statement.range,
        Step::Unless(unless) => unless.range,
    }
}
