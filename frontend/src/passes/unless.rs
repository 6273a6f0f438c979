//! `main unless escape`: the two parts as sequences, and the escape attached to the main part.

use super::body::Body;
use super::elements::{EscapeId, Kind, Sequence};
use super::lower::Lowering;
use super::report::Report;
use crate::ast::{self, Name, Statement, StatementKind};
use crate::ir::Source;

impl Lowering<'_> {
    /// Puts an `unless` behind a sequence.
    pub fn unless(&mut self, unless: &ast::Unless, sequence: &mut Sequence, body: &mut Body) {
        if body.d_steps > 0 {
            let report = Report::error(unless.escape.range, "`unless` inside a `d_step`");
            self.report(report.help("nothing can interrupt a `d_step`; use `atomic` instead"));
        }
        match (&unless.main.labels[..], &unless.main.kind) {
            (
                labels @ [_, ..],
                StatementKind::Block(_) | StatementKind::Atomic(_) | StatementKind::DStep(_),
            ) => {
                self.labelled_unless(labels, unless, sequence, body);
            }
            (labels, _) => self.plain_unless(unless, labels, sequence, body),
        }
        body.begun = true;
    }

    /// `L: { main } unless escape` stands for `L: { { main } unless escape }`, so that there is a
    /// place to carry the label.
    fn labelled_unless(
        &mut self,
        labels: &[Name],
        unless: &ast::Unless,
        sequence: &mut Sequence,
        body: &mut Body,
    ) {
        let mut block = Sequence::default();
        self.plain_unless(unless, &[], &mut block, body);
        block.extent = block.last;
        let range = unless.main.range;
        let source = self.origins.source(range, "{".into());
        let element = body.graph.add(Kind::Block(block), range, source);
        self.mark(labels, element, body);
        body.graph.append(sequence, element);
    }

    /// `labels` are those of the main part.
    fn plain_unless(
        &mut self,
        unless: &ast::Unless,
        labels: &[Name],
        sequence: &mut Sequence,
        body: &mut Body,
    ) {
        let mut main = self.part(&unless.main, labels, body);
        let mut escape = self.part(&unless.escape, &unless.escape.labels, body);
        if !matches!(unless.main.kind, StatementKind::Block(_)) {
            // SPIN draws a main part that is no block after it has seen the escape.
            let drawn = body.graph.written(&main);
            body.graph.renumber(drawn);
        }
        let id = EscapeId(body.graph.escapes.len());
        body.graph.escapes.push(escape.clone());
        body.graph.attach_escape(&main, id);
        let range = unless.range;
        let source = self.origins.source(range, "unless".into());
        let named = |text: &str| Source {
            text: text.into(),
            ..source.clone()
        };
        let join = body.graph.add(Kind::Join, range, named(".(goto)"));
        body.graph.append(&mut main, join);
        body.graph.append(&mut escape, join);
        let head = body
            .graph
            .add(Kind::Unless(main, escape), range, source.clone());
        body.graph.append(sequence, head);
        body.graph.append(sequence, join);
    }

    /// One side of `unless`, with these labels. Braces around it only group.
    fn part(&mut self, statement: &Statement, labels: &[Name], body: &mut Body) -> Sequence {
        if let (StatementKind::Block(block), []) = (&statement.kind, labels) {
            return self.scope(block, body);
        }
        let part = self.sequence_of_one(statement, labels, body);
        if let Some(label) = body.graph.first_label(&part) {
            let message = format!("label `{}` stands on one side of an `unless`", label.name);
            let report = Report::error(label.range, message);
            self.reports.push(report.help("put braces around the whole: `L: { ... } unless { ... }`, with the label before them"));
        }
        part
    }
}
