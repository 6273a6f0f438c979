//! Checks that need all processes: who asks, what is looked at, what is never used.

use std::collections::BTreeSet;

use super::elements::{Graph, Jump, Kind};
use super::lower::Lowering;
use super::report::Report;
use crate::ast::TextRange;
use crate::ir::{Type, Var};

/// A poll, or a receive that leaves the message, of a channel that is declared with this capacity.
pub struct Look {
    /// The channel variable: with its process when it is a local.
    pub channel: (Option<usize>, Var),
    /// Where.
    pub range: TextRange,
    /// The declaration of a rendezvous channel.
    pub declared: TextRange,
}

impl Lowering<'_> {
    /// Reports what can only be known at the end.
    pub fn late_checks(&mut self) {
        self.check_askers();
        self.check_promises();
        self.check_looks();
        self.check_messages();
        self.check_unused();
    }

    /// Whether a send on a rendezvous channel can be executed depends on others, who in turn may
    /// ask: as in SPIN, models that must know who can move have none.
    fn check_askers(&mut self) {
        let asker = self.askers.first().copied();
        if let (Some((range, what)), true) = (asker, self.model.has_rendezvous()) {
            let message = format!("{what} is used in a model with rendezvous channels");
            let report = Report::error(range, message);
            self.report(report.help("give the channels room for a message, `[1] of`"));
        }
    }

    /// Warns of looking into a channel that never holds a message.
    fn check_looks(&mut self) {
        for look in std::mem::take(&mut self.looks) {
            if self.reassigned.contains(&look.channel) {
                continue;
            }
            let message =
                "a rendezvous channel never holds a message to look at: this is a run-time error";
            let report = Report::warning("rendezvous-poll", look.range, message);
            self.report(report.other(look.declared, "the channel is declared here"));
        }
    }

    /// Remembers the locals of the process at hand that nothing in it uses. Parameters belong to
    /// the interface.
    pub fn note_unused_locals(&mut self, parameters: usize) {
        let owner = self.model.proctypes.len();
        let locals = self.locals.variables.iter().zip(&self.locals.facts);
        for (variable, facts) in locals.skip(parameters) {
            let name = self.text(facts.declared);
            if !facts.used && is_written(&variable.name, &name, facts.structure.is_some()) {
                self.unused.push((owner, facts.declared, variable.ty));
            }
        }
    }

    fn check_unused(&mut self) {
        if self.failed() {
            return;
        }
        let globals = self.model.globals.iter().zip(&self.globals.facts);
        let mut unused = Vec::new();
        for (variable, facts) in globals {
            let name = self.text(facts.declared);
            if !facts.used && is_written(&variable.name, &name, facts.structure.is_some()) {
                unused.push((facts.declared, variable.ty));
            }
        }
        for (owner, declared, ty) in std::mem::take(&mut self.unused) {
            if !self.read_by_others.contains(&(owner, self.text(declared))) {
                unused.push((declared, ty));
            }
        }
        let name = |ty: Type| match ty {
            Type::Chan => "channel",
            _ => "variable",
        };
        let variables = unused.into_iter();
        let variables = variables.map(|(range, ty)| (range, name(ty), "unused-variable"));
        let labels = std::mem::take(&mut self.unused_labels).into_iter();
        let labels = labels.map(|range| (range, "label", "unused-label"));
        for (range, what, kind) in variables.chain(labels) {
            if !self.origins.in_inline(range) {
                let message = format!("{what} `{}` is never used", self.text(range));
                let report = Report::warning(kind, range, message);
                let help = "as a heading it does no harm: `--allow unused-label`";
                self.report(match kind {
                    "unused-label" => report.help(help),
                    _ => report,
                });
            }
        }
    }

    /// Remembers labels that nothing refers to and that mean nothing by themselves.
    pub fn note_unused_labels(&mut self, process: &str, graph: &Graph) {
        let jumps = graph.elements.iter().filter_map(|it| match &it.kind {
            Kind::Jump(Jump::Label { name, .. }) => Some(name),
            _ => None,
        });
        let jumps: BTreeSet<&String> = jumps.collect();
        for label in graph.labels.iter() {
            let referred = (process.to_owned(), label.name.clone());
            let used = label.is_special()
                || jumps.contains(&label.name)
                || self.referenced_labels.contains(&referred);
            if !used {
                self.unused_labels.push(label.range);
            }
        }
    }
}

/// Whether a variable of the model is one that the text declares, and not a further leaf of a
/// structure.
fn is_written(variable: &str, name: &str, structure: bool) -> bool {
    let rest = variable.strip_prefix(name);
    rest.is_some_and(|rest| structure || rest.is_empty() || rest.starts_with('@'))
}
