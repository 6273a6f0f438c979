//! Never claims and formulas: what they may say, and what they look at.

use super::automaton;
use super::claim_edges::{self, Propositions, TooLarge};
use super::elements;
use super::footprint::read_by;
use super::lower::Lowering;
use super::report::Report;
use super::symbols::Locals;
use crate::ast::{
    self, Block, Choice, Formula, FormulaKind, Statement, StatementKind, Step, TextRange,
};
use crate::ir::{Claim, Expr, HiddenRead, Source, Var};
use crate::ltl;

impl Lowering<'_> {
    /// Checks that a claim only looks, and makes an automaton over propositions of it.
    pub fn claim(&mut self, never: &ast::Never) {
        self.in_claim = true;
        self.locals.open();
        self.only_looks(&never.body);
        let (body, sequence) = self.body("never", &never.body);
        for element in &body.graph.elements {
            if let elements::Kind::Step(action) = &element.kind {
                action.walk(&mut |value| self.note_hidden(value, &element.source));
            }
        }
        self.locals = Locals::default();
        self.in_claim = false;
        if self.failed() {
            return;
        }
        let automaton = automaton::build(body.graph, &sequence);
        let heading = TextRange::new(never.range.start, never.body.range.start);
        let name = never.name.as_ref().map(|name| name.text.clone());
        let written_so = self.model.claims.iter().filter(|it| it.formula.is_none());
        let claim = Claim {
            name: name.unwrap_or_else(|| format!("never_{}", written_so.count())),
            source: self.source(heading),
            sets: 1,
            ..Claim::default()
        };
        match claim_edges::build(claim, &automaton, self.model.unchecked.accept_labels > 0) {
            Ok(claim) => self.model.claims.push(claim),
            Err(too_large) => {
                let report = Report::warning("claim-too-large", heading, too_large.to_string());
                self.report(report.help(too_large.help()));
            }
        }
    }

    /// Checks the names and types of a formula.
    pub fn ltl(&mut self, unit: &ast::Ltl, name: String) {
        self.in_claim = true;
        let mut propositions = Propositions::default();
        let mut too_large = None;
        let formula = self.formula(&unit.formula, &mut propositions, &mut too_large);
        self.in_claim = false;
        if self.failed() {
            return;
        }
        if let Some(too_large) = too_large {
            let heading = unit.range.first("ltl".len());
            let report = Report::warning("claim-too-large", heading, too_large.to_string());
            self.report(report.help(too_large.help()));
            return;
        }
        self.model.claims.push(Claim {
            name,
            source: self.source(unit.formula.range),
            formula: Some(formula),
            propositions: propositions.0,
            ..Claim::default()
        });
    }

    fn formula(
        &mut self,
        formula: &Formula,
        propositions: &mut Propositions,
        too_large: &mut Option<TooLarge>,
    ) -> ltl::formula::Formula {
        let mut of = |formula| self.formula(formula, propositions, too_large);
        match &formula.kind {
            FormulaKind::Prefix(operator, operand) => {
                ltl::formula::Formula::unary((*operator).into(), of(operand))
            }
            FormulaKind::Infix(operator, left, right) => {
                let left = of(left);
                ltl::formula::Formula::binary((*operator).into(), left, of(right))
            }
            FormulaKind::State(e) => {
                let value = self.number(e);
                let source = self.source(e.range);
                value.walk(&mut |part| self.note_hidden(part, &source));
                if let Some(value) = value.constant() {
                    return ltl::formula::Formula::Constant(value != 0);
                }
                match propositions.literal(&value, &source) {
                    Ok(literal) => {
                        let proposition =
                            ltl::formula::Formula::Proposition(literal.care.trailing_zeros());
                        match literal.value {
                            0 => proposition.negated(),
                            _ => proposition,
                        }
                    }
                    Err(found) => {
                        *too_large = Some(found);
                        ltl::formula::Formula::Constant(true)
                    }
                }
            }
        }
    }

    /// Notes that a claim reads a hidden variable, if that is what this part of an expression does.
    fn note_hidden(&mut self, part: &Expr, source: &Source) {
        read_by(part, &mut |var| {
            if let Var::Global(variable) = var
                && self.model.globals[variable.index()].hidden
            {
                self.model.hidden_reads.push(HiddenRead {
                    variable,
                    source: source.clone(),
                    by_claim: true,
                });
            }
        });
    }

    fn only_looks(&mut self, block: &Block) {
        self.steps_only_look(&block.steps);
    }

    fn steps_only_look(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Declaration(declaration) => {
                    let report =
                        Report::error(declaration.range, "a variable is declared in a never claim");
                    self.report(report.help("declare it as a global variable"));
                }
                Step::Exclusive(exclusive) => self.changes(exclusive.range),
                Step::Statement(statement) => self.statement_only_looks(statement),
                Step::Unless(unless) => {
                    self.statement_only_looks(&unless.main);
                    self.statement_only_looks(&unless.escape);
                }
            }
        }
    }

    fn statement_only_looks(&mut self, statement: &Statement) {
        use StatementKind as Kind;
        match &statement.kind {
            Kind::Send(_) | Kind::Receive(_) | Kind::SetPriority(_) => {
                self.changes(statement.range);
            }
            // It changes nothing.
            Kind::Assign(assignment) if assignment.target.base.name.text == "_" => {}
            Kind::Assign(_)
            | Kind::Increment(_)
            | Kind::Decrement(_)
            | Kind::For(_)
            | Kind::ForIn(_)
            | Kind::Select(_) => {
                let message = "a never claim changes a variable";
                let report = Report::warning("claim-changes", statement.range, message);
                self.report(report.help(
                    "a claim that changes what it looks at does not say anything about the model",
                ));
            }
            Kind::If(options) | Kind::Do(options) => {
                for Choice { steps, .. } in options {
                    self.steps_only_look(steps);
                }
            }
            Kind::Block(block) | Kind::Atomic(block) | Kind::DStep(block) => self.only_looks(block),
            _ => {}
        }
    }

    fn changes(&mut self, range: TextRange) {
        let text = self.text(range);
        let report = Report::error(range, format!("`{text}` cannot stand in a never claim"));
        self.report(report.help("a claim only looks at the model; `c?[...]` asks for a message"));
    }
}
