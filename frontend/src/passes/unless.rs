//! `main unless escape`: the two parts as sequences, and the escape attached to the main part.

use super::elements::{EscapeId, Kind, Sequence};
use super::lower::Lowering;
use super::report::Report;
use crate::ast::{self, Name, Statement, StatementKind};
use crate::ir::JOIN;

impl Lowering<'_> {
    /// Puts an `unless` behind the open sequence.
    pub fn unless(&mut self, unless: &ast::Unless) {
        if self.body.d_steps > 0 {
            let report = Report::error(unless.escape.range, "`unless` inside a `d_step`");
            self.report(report.help("nothing can interrupt a `d_step`; use `atomic` instead"));
        }
        match (&unless.main.labels[..], &unless.main.kind) {
            (
                labels @ [_, ..],
                StatementKind::Block(_) | StatementKind::Atomic(_) | StatementKind::DStep(_),
            ) => self.labelled_unless(labels, unless),
            (labels, _) => self.plain_unless(unless, labels),
        }
        self.body.begun = true;
    }

    /// `L: { main } unless escape` stands for `L: { { main } unless escape }`, so that there is a
    /// place to carry the label.
    fn labelled_unless(&mut self, labels: &[Name], unless: &ast::Unless) {
        let block = self.in_sequence(|it| it.plain_unless(unless, &[]));
        let element = self.put(Kind::Block(block), unless.main.range, "{");
        self.mark(labels, element);
    }

    /// `labels` are those of the main part.
    fn plain_unless(&mut self, unless: &ast::Unless, labels: &[Name]) {
        let mut main = self.part(&unless.main, labels);
        let mut escape = self.part(&unless.escape, &unless.escape.labels);
        let graph = &mut self.body.graph;
        if !matches!(unless.main.kind, StatementKind::Block(_)) {
            // SPIN draws a main part that is no block after it has seen the escape.
            let drawn = graph.written(&main);
            graph.renumber(drawn);
        }
        let id = EscapeId(graph.escapes.len());
        graph.escapes.push(escape.clone());
        graph.attach_escape(&main, id);
        let join = self.element(Kind::Join, unless.range, JOIN);
        self.body.graph.append(&mut main, join);
        self.body.graph.append(&mut escape, join);
        let head = self.element_at(join, Kind::Unless(main, escape), "unless");
        self.body.append(head);
        self.body.append(join);
    }

    /// One side of `unless`, with these labels. Braces around it only group.
    fn part(&mut self, statement: &Statement, labels: &[Name]) -> Sequence {
        if let (StatementKind::Block(block), []) = (&statement.kind, labels) {
            return self.scope(block);
        }
        let part = self.sequence_of_one(statement, labels);
        if let Some(label) = self.body.graph.first_label(&part) {
            let message = format!("label `{}` stands on one side of an `unless`", label.name);
            let report = Report::error(label.range, message);
            self.report(report.help("put braces around the whole: `L: { ... } unless { ... }`, with the label before them"));
        }
        part
    }
}
