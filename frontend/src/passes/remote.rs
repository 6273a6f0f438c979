//! References to other processes: `P[pid]@label`, `P[pid]:x`.
//!
//! The places and locals of a proctype are known when it was lowered, which may be after the
//! process that refers to them. So a reference is first entered in a table, and the expression has
//! its index there in place of the [`PlaceId`] or [`LocalId`]; [`Lowering::resolve_remotes`] puts
//! the right ones in when all processes are known.

use std::collections::BTreeMap;

use super::expression::Value;
use super::lower::Lowering;
use super::reference::wrong_index;
use super::report::Report;
use crate::ast::{self, TextRange};
use crate::ir::{Access, Expr, LocalId, PlaceId, Proctype, ProctypeId, Subscript, Var, text};
use crate::suggest;

/// A reference to be resolved.
#[derive(Clone)]
pub struct Remote {
    proctype: ProctypeId,
    name: ast::Name,
    /// A label; else a variable, with the range and, if constant, the value of its index.
    label: bool,
    index: Option<(TextRange, Option<i32>)>,
}

impl Remote {
    fn is_like(&self, other: &Self) -> bool {
        let constant = |it: &Self| it.index.map(|(_, constant)| constant);
        self.proctype == other.proctype
            && self.name.text == other.name.text
            && self.label == other.label
            && constant(self) == constant(other)
    }
}

/// Labels of a proctype: the place of the last one of each name, where a process can stand.
pub type Labels = BTreeMap<String, Option<PlaceId>>;

/// What a reference turned out to be.
enum Resolved {
    Places(Vec<PlaceId>),
    /// With the length of the array, if it is one.
    Local(LocalId, Option<u32>),
    Wrong,
}

impl Lowering<'_> {
    /// `P[pid]@label`
    pub fn remote_label(&mut self, reference: &ast::RemoteLabel) -> Value {
        let process = reference.process.as_deref();
        let Some((proctype, pid)) = self.referred(&reference.proctype, process) else {
            return self.wrong_value();
        };
        let entry = self.remote(Remote {
            proctype,
            name: reference.label.clone(),
            label: true,
            index: None,
        });
        let place = PlaceId::from(entry);
        Value::number(Expr::At(proctype, Box::new(pid), vec![place]))
    }

    /// `P[pid]:x[i]`
    pub fn remote_variable(&mut self, reference: &ast::RemoteVariable) -> Value {
        let process = reference.process.as_deref();
        let Some((proctype, pid)) = self.referred(&reference.proctype, process) else {
            return self.wrong_value();
        };
        let index = reference.variable.index.as_ref();
        let index = index.map(|index| (index.range, self.number(index)));
        let constant = |(range, e): &(TextRange, Expr)| (*range, e.constant());
        let name = reference.variable.name.text.clone();
        self.read_by_others.insert((proctype.index(), name));
        let entry = self.remote(Remote {
            proctype,
            name: reference.variable.name.clone(),
            label: false,
            index: index.as_ref().map(constant),
        });
        let subscript = |(_, index)| Subscript { index, length: 0 };
        let access = Access {
            var: Var::Local(LocalId::from(entry)),
            subscripts: index.map(subscript).into_iter().collect(),
        };
        Value::number(Expr::Remote(proctype, Box::new(pid), access))
    }

    /// The entry of a reference: that of an earlier one to the same, so that expressions that ask
    /// the same are equal.
    fn remote(&mut self, reference: Remote) -> usize {
        let known = self.remotes.iter().position(|it| it.is_like(&reference));
        known.unwrap_or_else(|| {
            self.remotes.push(reference);
            self.remotes.len() - 1
        })
    }

    fn referred(
        &mut self,
        name: &ast::Name,
        process: Option<&ast::Expression>,
    ) -> Option<(ProctypeId, Expr)> {
        let pid = process.map(|process| self.number(process));
        let proctype = self.proctype(name)?;
        Some((proctype, pid.unwrap_or(Expr::FirstOf(proctype))))
    }

    /// Puts places and locals into all references.
    pub fn resolve_remotes(&mut self) {
        let remotes = std::mem::take(&mut self.remotes);
        let resolved: Vec<Resolved> = remotes.iter().map(|it| self.resolve_remote(it)).collect();
        self.model.visit_expressions(&mut |e| match e {
            Expr::At(_, _, places) => {
                if let Resolved::Places(found) = &resolved[places[0].index()] {
                    *places = found.clone();
                }
            }
            Expr::Remote(_, _, access) => {
                let Var::Local(entry) = access.var else {
                    return;
                };
                if let Resolved::Local(local, length) = resolved[entry.index()] {
                    access.var = Var::Local(local);
                    match length {
                        Some(length) => access.subscripts[0].length = length,
                        None => access.subscripts.clear(),
                    }
                }
            }
            _ => {}
        });
        self.name_propositions();
    }

    /// Gives each proposition of a claim the text of what it asks, without the negation under which
    /// it is written.
    fn name_propositions(&mut self) {
        if self.failed() {
            return;
        }
        let none = Proctype::default();
        let mut claims = std::mem::take(&mut self.model.claims);
        for proposition in claims.iter_mut().flat_map(|it| &mut it.propositions) {
            proposition.source.text = text::expr(&self.model, &none, &proposition.value);
        }
        self.model.claims = claims;
    }

    fn resolve_remote(&mut self, remote: &Remote) -> Resolved {
        let Some(head) = self.globals.heads.get(remote.proctype.index()) else {
            return Resolved::Wrong;
        };
        let declared = head.declared;
        let (found, report) = if remote.label {
            let labels = &self.labels[remote.proctype.index()];
            match labels.get(&remote.name.text) {
                Some(place) => (Resolved::Places(place.iter().copied().collect()), None),
                None => (Resolved::Wrong, Some(self.no_label(remote))),
            }
        } else {
            self.remote_local(remote)
        };
        if let Some(report) = report {
            let report = report.other(declared, "the proctype");
            self.report(report.about(&remote.name.text));
        }
        found
    }

    fn no_label(&self, remote: &Remote) -> Report {
        let name = &remote.name;
        let proctype = &self.model.proctypes[remote.proctype.index()].name;
        let message = format!("there is no label `{}` in `{proctype}`", name.text);
        let labels = self.labels[remote.proctype.index()].keys();
        let known = labels.take(suggest::compared(self.reports.len()));
        Report::error(name.range, message).suggest(&name.text, known.map(String::as_str))
    }

    /// The local of a reference, with what there is to say about it.
    fn remote_local(&self, remote: &Remote) -> (Resolved, Option<Report>) {
        let name = &remote.name;
        let proctype = &self.model.proctypes[remote.proctype.index()];
        let known = proctype.locals.iter().position(|it| it.name == name.text);
        let Some(local) = known else {
            let (text, owner) = (&name.text, &proctype.name);
            let message = format!("there is no variable `{text}` in `{owner}`");
            let report = Report::error(name.range, message);
            let member = |it: &crate::ir::Variable| {
                let rest = it.name.strip_prefix(&name.text);
                rest.is_some_and(|rest| rest.starts_with(['.', '[']))
            };
            let report = if proctype.locals.iter().any(member) {
                report.help("it is a structure, which other processes cannot refer to")
            } else {
                let known = proctype.locals.iter();
                let known = known.take(suggest::compared(self.reports.len()));
                report.suggest(&name.text, known.map(|it| it.name.as_str()))
            };
            return (Resolved::Wrong, Some(report));
        };
        let length = proctype.locals[local].dimensions.first().copied();
        let report = wrong_index(name, ":", remote.index, length);
        let found = match report.as_ref().is_some_and(Report::is_error) {
            true => Resolved::Wrong,
            false => Resolved::Local(LocalId::from(local), length),
        };
        (found, report)
    }
}
