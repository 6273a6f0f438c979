//! `trace` and `notrace`: control flow over sends and receives, as an automaton that looks on.
//!
//! The control graph is drawn as for a process. What is left of it are places and the events that
//! lead from one to the next. Steps that are no events cannot be made by somebody who only looks
//! on, so they are refused: conditions, assignments, `else`, and a `break` or `goto` that is an
//! option by itself. (SPIN lets such a `break` fit every message.)

use super::automaton;
use super::lower::Lowering;
use super::report::Report;
use super::symbols::Locals;
use crate::ast::{self, Statement, StatementKind, TextRange};
use crate::ir::{
    Access, Action, Direction, Event, Expr, Pattern, Place, Step, Trace, TracePlace, Transition,
    Type, Var,
};

impl Lowering<'_> {
    /// The trace of a model; there is only one.
    pub fn trace(&mut self, unit: &ast::Trace, first: Option<TextRange>) {
        let keyword = match unit.negated {
            true => "notrace",
            false => "trace",
        };
        let keyword = unit.range.first(keyword.len());
        if let Some(first) = first {
            let report = Report::error(keyword, "there is a second `trace` or `notrace`");
            self.report(report.other(first, "the first one"));
        }
        self.only_events(&unit.body.steps);
        self.locals.open();
        self.in_trace = true;
        let (body, sequence) = self.body("trace", &unit.body);
        self.locals = Locals::default();
        self.in_trace = false;
        if self.failed() {
            return;
        }
        let automaton = automaton::build(body.graph, &sequence);
        let mut watched = Vec::new();
        let mut places = Vec::new();
        for place in &automaton.places {
            let events = self.events(place, &automaton.transitions, keyword);
            watched.extend(events.iter().flat_map(|(_, channels)| channels.clone()));
            places.push(TracePlace {
                source: place.source.clone(),
                end: place.end,
                events: events.into_iter().map(|(event, _)| event).collect(),
            });
        }
        watched.sort_unstable();
        watched.dedup();
        self.model.trace = Some(Trace {
            source: self.source(keyword),
            negated: unit.negated,
            places,
            start: automaton.start,
            watched,
        });
    }

    fn only_events(&mut self, steps: &[ast::Step]) {
        for step in steps {
            match step {
                ast::Step::Statement(statement) => self.only_event(statement),
                ast::Step::Declaration(ast::Declaration { range, .. })
                | ast::Step::Exclusive(ast::Exclusive { range, .. })
                | ast::Step::Unless(ast::Unless { range, .. }) => self.no_event(*range),
            }
        }
    }

    fn only_event(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Send(send) if !send.sorted => {}
            StatementKind::Receive(receive) if !receive.keep && !receive.random => {}
            StatementKind::Goto(_) | StatementKind::Break => {}
            StatementKind::If(options) | StatementKind::Do(options) => {
                for option in options {
                    if let Some(ast::Step::Statement(Statement {
                        kind: StatementKind::Goto(_) | StatementKind::Break,
                        range,
                        ..
                    })) = option.steps.first()
                    {
                        let message = "this option of a trace begins with no event";
                        let report = Report::error(*range, message);
                        self.report(
                            report.help("put the `break` or `goto` behind a send or receive"),
                        );
                    }
                    self.only_events(&option.steps);
                }
            }
            _ => self.no_event(statement.range),
        }
    }

    fn no_event(&mut self, range: TextRange) {
        if range.start == range.end {
            // It stands for a statement that could not be parsed.
            return;
        }
        let text = self.text(range);
        let report = Report::error(range, format!("`{text}` is no event"));
        self.report(report.help("a trace consists of sends with `!`, receives with `?`, and the control flow around them"));
    }

    /// The events at a place, each with what it makes the trace watch.
    fn events(
        &mut self,
        place: &Place,
        transitions: &[Transition],
        keyword: TextRange,
    ) -> Vec<(Event, Vec<(u32, Direction)>)> {
        let mut found = Vec::new();
        for candidate in &place.candidates {
            let transition = &transitions[candidate.transition.index()];
            // As built, a transition has one step.
            let Step { action, source, .. } = &transition.steps[0];
            let (channel, direction, fields) = match action {
                Action::Send {
                    channel, arguments, ..
                } => {
                    let fields: Vec<_> = arguments.iter().map(constant).collect();
                    (channel, Direction::Send, fields)
                }
                Action::Receive {
                    channel, arguments, ..
                } => {
                    let fields = arguments.iter().map(wanted).collect();
                    (channel, Direction::Receive, fields)
                }
                _ => continue,
            };
            if fields.iter().flatten().any(asks_who_moves) {
                let message = format!("`{}`: a trace is no process", source.text);
                let report = Report::error(keyword, message);
                self.report(report.help(
                    "it has no `_pid` and no priority, and cannot ask what is `enabled`: \
                     compare with a constant, or send what is to be compared along",
                ));
            }
            let ids = self.channel_ids(channel);
            if ids.is_none() {
                let message = format!("`{}`: it is not known which channel this is", source.text);
                let report = Report::error(keyword, message);
                self.report(report.help("a trace names global channels that are declared with `[n] of { ... }`, with constant indices"));
            }
            let watched = ids.map(|id| (id, direction)).into_iter().collect();
            let event = Event {
                direction,
                channel: channel.clone(),
                fields,
                source: source.clone(),
                target: transition.target,
            };
            found.push((event, watched));
        }
        found
    }

    /// The channel that a global variable names from the start.
    fn channel_ids(&self, access: &Access) -> Option<u32> {
        let Var::Global(id) = access.var else {
            return None;
        };
        let variable = &self.model.globals[id.index()];
        let value = variable.initial.get(access.constant_element()?).copied()?;
        (variable.ty == Type::Chan && value > 0).then_some(value as u32)
    }
}

/// In a send only constants say which message is meant.
fn constant(e: &Expr) -> Option<Expr> {
    matches!(e, Expr::Const(_)).then(|| e.clone())
}

/// Whether the value depends on the process that asks.
fn asks_who_moves(e: &Expr) -> bool {
    let mut asks = false;
    e.walk(&mut |part| asks |= matches!(part, Expr::Pid | Expr::Enabled(_)));
    asks
}

/// In a receive constants and `eval(..)` do.
fn wanted(pattern: &Pattern) -> Option<Expr> {
    match pattern {
        Pattern::Match(e) => Some(e.clone()),
        Pattern::Store(_) | Pattern::Discard => None,
    }
}
