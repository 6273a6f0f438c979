//! Bodies of processes: declarations, labels and structured statements become a [`Graph`].

use super::elements::{Element, ElementId, Graph, Jump, Kind, LoopId, Sequence};
use super::labels::Label;
use super::lower::Lowering;
use super::report::Report;
use crate::ast::{self, Name, Statement, StatementKind, Step, TextRange};
use crate::ir::{Access, Action, ChannelQuery, Expr, JOIN, LocalChannel, Promise, Source};

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
    /// The sequence that is being written.
    pub open: Sequence,
}

impl Body {
    /// Enters a loop: a `break` leads to its exit.
    pub fn open_loop(&mut self) -> LoopId {
        let id = LoopId(self.graph.exits.len());
        self.graph.exits.push(None);
        self.loops.push(id);
        id
    }

    /// Puts an element behind the open sequence.
    pub fn append(&mut self, element: ElementId) {
        self.graph.append(&mut self.open, element);
    }
}

impl Lowering<'_> {
    /// Lowers the body of a process; its parameters are declared already. Returns it with its
    /// sequence.
    pub fn body(&mut self, name: &str, block: &ast::Block) -> (Body, Sequence) {
        self.body = Body::default();
        let sequence = self.in_sequence(|it| {
            block.steps.iter().for_each(|step| it.step(step));
            let brace = TextRange::new(block.range.end - 1, block.range.end);
            it.put(Kind::End, brace, "-end-");
        });
        let referenced = self.referenced_labels.iter();
        for (_, label) in referenced.filter(|(proctype, _)| proctype == name) {
            self.body.graph.keep_label(label);
        }
        self.body.graph.check(&mut self.reports);
        let body = std::mem::take(&mut self.body);
        if !self.in_claim {
            self.note_unused_labels(name, &body.graph);
        }
        (body, sequence)
    }

    /// Makes an element, in no sequence yet; `text` is what it is shown as.
    pub fn element(&mut self, kind: Kind, range: TextRange, text: impl Into<String>) -> ElementId {
        let source = self.origins.source(range, text.into());
        self.body.graph.add(kind, range, source)
    }

    /// Makes an element at the place of another one, which is already found.
    pub fn element_at(&mut self, other: ElementId, kind: Kind, text: &str) -> ElementId {
        let Element { range, source, .. } = self.body.graph.get(other);
        let source = Source {
            text: text.to_owned(),
            ..source.clone()
        };
        self.body.graph.add(kind, *range, source)
    }

    /// Makes an element at the end of the open sequence.
    pub fn put(&mut self, kind: Kind, range: TextRange, text: impl Into<String>) -> ElementId {
        let element = self.element(kind, range, text);
        self.body.append(element);
        element
    }

    /// What is written as a sequence of its own.
    pub fn in_sequence(&mut self, write: impl FnOnce(&mut Self)) -> Sequence {
        let outer = std::mem::take(&mut self.body.open);
        write(self);
        let mut sequence = std::mem::replace(&mut self.body.open, outer);
        sequence.extent = sequence.last;
        sequence
    }

    /// The inside of a block or option, as a sequence of its own.
    fn sequence(&mut self, steps: &[Step]) -> Sequence {
        let range = steps.first().map_or(TextRange::new(0, 0), step_range);
        self.inner_sequence(range, |it| steps.iter().for_each(|step| it.step(step)))
    }

    /// A statement as a sequence, with other labels than its own.
    pub fn sequence_of_one(&mut self, statement: &Statement, labels: &[Name]) -> Sequence {
        self.inner_sequence(statement.range, |it| it.labelled(statement, labels))
    }

    /// A sequence that is written at `range`.
    fn inner_sequence(&mut self, range: TextRange, write: impl FnOnce(&mut Self)) -> Sequence {
        self.body.begun = true;
        self.in_sequence(|it| {
            write(it);
            if it.body.open.first.is_none() {
                // Only after errors, or when there are declarations of channels only: nothing is
                // left that could be executed.
                it.put(Kind::Step(Action::Skip), range, it.text(range));
            }
        })
    }

    pub fn step(&mut self, step: &Step) {
        match step {
            Step::Declaration(declaration) => self.local_declaration(declaration),
            Step::Exclusive(exclusive) => self.exclusive(exclusive),
            Step::Statement(statement) => self.labelled(statement, &statement.labels),
            Step::Unless(unless) => self.unless(unless),
        }
    }

    /// Puts a statement behind the open sequence. Only a block, an `atomic` and a `d_step` can have
    /// other labels than their own.
    fn labelled(&mut self, statement: &Statement, labels: &[Name]) {
        let own = TextRange::new(self.start_without_labels(statement), statement.range.end);
        match &statement.kind {
            StatementKind::If(options) => self.selection(options, (own, "if"), None, statement),
            StatementKind::Do(options) => {
                let id = self.body.open_loop();
                self.selection(options, (own, "do"), Some(id), statement);
            }
            StatementKind::Block(block) => self.block(block, false, (own, "{"), labels),
            StatementKind::Atomic(block) => self.block(block, true, (own, "atomic {"), labels),
            StatementKind::DStep(block) => self.d_step(block, own, labels),
            StatementKind::Break => {
                let target = self.body.loops.last().copied();
                if target.is_none() {
                    self.report(
                        Report::error(own, "`break` outside of a loop")
                            .help("`break` leaves the `do` around it")
                            .structural(),
                    );
                }
                self.jump(target.map_or(Jump::Broken, Jump::Loop), own, labels);
            }
            StatementKind::Goto(name) => {
                let jump = Jump::Label {
                    name: name.text.clone(),
                    scope: self.locals.path(),
                    range: name.range,
                };
                self.jump(jump, own, labels);
            }
            StatementKind::For(written) => return self.for_range(written, statement),
            StatementKind::ForIn(written) => return self.for_in(written, statement),
            StatementKind::Select(written) => return self.select(written, statement),
            StatementKind::Embedded(code) => {
                self.body.begun = true;
                return self.embedded_c(code);
            }
            _ => {
                let element = self.basic_step(statement, own, self.text(own));
                self.mark(labels, element);
            }
        }
        // A statement without text stands for one that could not be parsed.
        self.body.begun |= statement.range.start < statement.range.end;
    }

    /// Puts a basic statement behind the open sequence.
    pub fn basic_step(
        &mut self,
        statement: &Statement,
        range: TextRange,
        text: String,
    ) -> ElementId {
        let action = self.basic(statement).unwrap_or(Action::Skip);
        if self.body.d_steps > 0 && matches!(action, Action::Run { .. }) {
            let message = "a process is started inside a `d_step`";
            self.report(Report::error(range, message).help("use `atomic` instead"));
        }
        self.put(Kind::Step(action), range, text)
    }

    /// The labels are known before the jump is put behind the others: one that means something
    /// becomes a step.
    fn jump(&mut self, jump: Jump, range: TextRange, labels: &[Name]) {
        let element = self.element(Kind::Jump(jump), range, self.text(range));
        self.mark(labels, element);
        self.body.append(element);
    }

    pub fn start_without_labels(&self, statement: &Statement) -> u32 {
        let Some(label) = statement.labels.last() else {
            return statement.range.start;
        };
        if let StatementKind::Empty = statement.kind {
            return label.range.start;
        }
        let behind = TextRange::new(label.range.end, statement.range.end);
        let text = self.origins.text().get(behind.bytes()).unwrap_or_default();
        let rest = text.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
        behind.start + (text.len() - rest.len()) as u32
    }

    pub fn mark(&mut self, labels: &[Name], element: ElementId) {
        for name in labels {
            let known = self.globals.declared.get(&name.text).copied();
            if let Some(declared) = known.or_else(|| self.declared_local(&name.text)) {
                let message = format!("label `{}` has the name of something else", name.text);
                self.report(Report::error(name.range, message).other(declared, "declared here"));
            }
            if self.body.graph.labels.len() >= LABELS_MAX {
                let message = format!("a process has more than {LABELS_MAX} labels");
                if self.first_time(&message) {
                    let report = Report::error(name.range, message);
                    self.report(report.help("jump back to few labels, or use several proctypes"));
                }
                return;
            }
            self.body.graph.labels.push(Label {
                name: name.text.clone(),
                range: name.range,
                scope: self.locals.path(),
                element,
            });
        }
    }

    fn selection(
        &mut self,
        options: &[ast::Choice],
        (range, text): (TextRange, &str),
        repeated: Option<LoopId>,
        statement: &Statement,
    ) {
        let sequences = options.iter().map(|option| self.sequence(&option.steps));
        let mut sequences: Vec<Sequence> = sequences.collect();
        for (option, written) in sequences.iter().zip(options) {
            // As in SPIN, a claim keeps them.
            if !self.in_claim {
                self.body.graph.prune(option);
            }
            self.check_first_label(option, written);
        }
        self.order_else(&mut sequences, options);
        self.join_options(sequences, (range, text), repeated, &statement.labels);
    }

    /// Ties options to the head and the join of their selection and puts these behind the open
    /// sequence.
    pub fn join_options(
        &mut self,
        mut options: Vec<Sequence>,
        (range, text): (TextRange, &str),
        repeated: Option<LoopId>,
        labels: &[Name],
    ) {
        let head = self.element(Kind::Select(Vec::new()), range, text);
        let join = self.element_at(head, Kind::Join, JOIN);
        for option in &mut options {
            self.body.graph.append(option, join);
        }
        self.body.graph.elements[head.0].kind = Kind::Select(options);
        match repeated {
            None => {
                self.body.append(head);
                self.body.append(join);
            }
            Some(id) => {
                let exit = self.element_at(head, Kind::Exit, "break");
                self.body.graph.exits[id.0] = Some(exit);
                self.body.append(join);
                self.body.append(head);
                self.body.append(exit);
                self.body.loops.pop();
            }
        }
        self.mark(labels, head);
    }

    fn check_first_label(&mut self, option: &Sequence, written: &ast::Choice) {
        if let Some(label) = self.body.graph.first_label(option) {
            let message = format!(
                "label `{}` stands on the first statement of an option",
                label.name
            );
            let report = Report::warning("label-in-option", label.range, message)
                .other(written.range.first(2), "the option starts here");
            self.report(report.help("put the label before `if` or `do`"));
        }
    }

    /// Moves `else` behind the other options. There can be only one.
    fn order_else(&mut self, sequences: &mut Vec<Sequence>, options: &[ast::Choice]) {
        let graph = &self.body.graph;
        let action = |option: &Sequence| match &graph.get(option.first?).kind {
            Kind::Step(action) => Some(action),
            _ => None,
        };
        let is_else = |at: &usize| matches!(action(&sequences[*at]), Some(Action::Else));
        let elses: Vec<usize> = (0..sequences.len()).filter(is_else).collect();
        let talks = |option: &Sequence| match action(option) {
            Some(Action::Send { .. } | Action::Receive { .. }) => true,
            Some(Action::Condition(condition)) => asks_channel(condition),
            _ => false,
        };
        let talks = sequences.iter().any(talks);
        let place = |at: usize| options[at].range.first(2);
        if let [first, second, ..] = elses[..] {
            self.report(
                Report::error(place(second), "a selection has only one `else`")
                    .other(place(first), "the first one"),
            );
        }
        let Some(at) = elses.first().copied() else {
            return;
        };
        if talks {
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
        (range, text): (TextRange, &str),
        labels: &[Name],
    ) {
        let sequence = self.scope(block);
        if atomic {
            self.body.graph.make_atomic(&sequence);
        }
        let element = self.put(Kind::Block(sequence), range, text);
        self.mark(labels, element);
    }

    /// A `d_step`; one inside another is a mere block.
    fn d_step(&mut self, block: &ast::Block, range: TextRange, labels: &[Name]) {
        self.body.d_steps += 1;
        let sequence = self.scope(block);
        self.body.d_steps -= 1;
        let kind = match self.body.d_steps {
            0 => Kind::Deterministic(sequence),
            _ => Kind::Block(sequence),
        };
        let element = self.put(kind, range, "d_step {");
        self.mark(labels, element);
    }

    /// The inside of a block, with a scope of its own.
    pub fn scope(&mut self, block: &ast::Block) -> Sequence {
        self.locals.open();
        let sequence = self.sequence(&block.steps);
        self.locals.close();
        if let Some(label) = self.body.graph.first_label(&sequence) {
            let message = format!(
                "label `{}` stands on the first statement of a block",
                label.name
            );
            let report = Report::error(label.range, message);
            self.report(report.help("put the label before the block"));
        }
        sequence
    }

    fn exclusive(&mut self, exclusive: &ast::Exclusive) {
        for reference in &exclusive.channels {
            let Some(channel) = self.before_the_search(|it| it.channel(reference)) else {
                continue;
            };
            let owner = self.model.proctypes.len();
            self.uses.promised.push((owner, reference.range));
            self.body.promises.push(Promise {
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
        Expr::Channel(query, _) => *query != ChannelQuery::Length,
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
