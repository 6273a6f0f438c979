//! Declarations inside processes: parameters and locals, their initial values and channels.

use super::declaration::Declared;
use super::elements::Kind;
use super::expression::Sort;
use super::lower::Lowering;
use super::report::Report;
use super::symbols::Parameter;
use crate::ast::{self, Initializer, TextRange};
use crate::ir::{Access, Action, Expr, LocalChannel, LocalId, Source, Subscript, Var, Variable};
use crate::shown;
use std::mem::take;

impl Lowering<'_> {
    /// The parameters of a proctype, structures taken apart.
    pub fn parameter_types(&mut self, proctype: &ast::Proctype) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for declaration in &proctype.parameters {
            let declaration = &as_parameters(declaration);
            for declared in self.declared(declaration, false) {
                if let Some(structure) = declared.structure() {
                    self.refuse_arrays(structure, declared.written.range);
                }
                parameters.extend(declared.leaves.into_iter().map(|(leaf, _)| Parameter {
                    is_array: declared.written.length.is_some(),
                    name: leaf.name,
                    ty: leaf.ty,
                }));
            }
        }
        parameters
    }

    /// The parameters of a proctype, as its first locals.
    pub fn parameters(&mut self, proctype: &ast::Proctype) {
        for declaration in &proctype.parameters {
            let declaration = as_parameters(declaration);
            // Wrong types were reported with the head.
            let (reported, size) = (self.reports.len(), self.declared_size);
            let declared = self.declared(&declaration, false);
            self.reports.truncate(reported);
            self.declared_size = size;
            for Declared { leaves, written } in declared {
                if self.check_new_local(&written.name.text, written.name.range) {
                    let without_values = leaves.into_iter().map(|(leaf, facts)| {
                        let initial = Vec::new();
                        (Variable { initial, ..leaf }, facts)
                    });
                    let leaves = without_values.collect();
                    self.locals.declare(&written.name.text, leaves);
                }
            }
        }
    }

    /// A declaration inside a body: part of the creation of the process, or a step.
    pub fn local_declaration(&mut self, declaration: &ast::Declaration) {
        for declared in self.declared(declaration, false) {
            let name = &declared.written.name;
            if !self.check_new_local(&name.text, name.range) {
                continue;
            }
            match declared.structure() {
                Some(_) => self.local_structure(&declaration.ty, declared),
                None => self.local_scalar(&declaration.ty, declared),
            }
        }
    }

    /// The members get their values, and their channels, at creation wherever the declaration
    /// stands; a late one is a step all the same, which does nothing.
    fn local_structure(&mut self, declared_as: &ast::Type, declared: Declared<'_>) {
        let structure = declared.structure();
        let Declared {
            mut leaves,
            written,
        } = declared;
        let initial = leaves.iter_mut();
        let initial = initial.map(|(leaf, _)| (leaf.dimensions.clone(), take(&mut leaf.initial)));
        let initial: Vec<(Vec<u32>, Vec<i32>)> = initial.collect();
        let first = self.locals.declare(&written.name.text, leaves).index();
        let values = initial.iter().flat_map(|(_, values)| values);
        let begins_with = values.filter(|value| **value != 0).count();
        if !self.can_begin_with(written.name.range, begins_with) {
            return;
        }
        for (at, (dimensions, values)) in initial.into_iter().enumerate() {
            let local = LocalId::from(first + at);
            let values = values.into_iter().enumerate();
            for (element, value) in values.filter(|(_, value)| *value != 0) {
                self.begins_with(local, &dimensions, element, Expr::Const(value));
            }
        }
        let inner = structure.map(|structure| self.inner_channels(structure));
        let inner = inner.into_iter().flatten().map(|inner| LocalChannel {
            local: LocalId::from(first + inner.leaf),
            element: inner.element as u32,
            capacity: inner.channel.1,
            signature: inner.channel.0,
        });
        self.makes_channels(written.name.range, inner);
        if self.body.begun {
            let source = self.late_source(declared_as, written);
            self.late_declaration(
                Action::Condition(Expr::Const(1)),
                written.name.range,
                source,
            );
        }
    }

    fn local_scalar(&mut self, declared_as: &ast::Type, declared: Declared<'_>) {
        let Declared { leaves, written } = declared;
        let Some((variable, facts)) = leaves.first() else {
            return;
        };
        let dimensions = variable.dimensions.clone();
        let (name, ty) = (variable.name.clone(), variable.ty);
        let (range, channel, stored) = (facts.declared, facts.channel, variable.width);
        // The name is not yet visible in its own initial value in a sensible program; SPIN lets it
        // be seen, as 0.
        let local = self.locals.declare(&name, leaves);
        let first = Subscript::of(&dimensions, 0);
        let access = Access {
            var: Var::Local(local),
            subscripts: first,
        };
        let value = match &written.initial {
            None => None,
            Some(Initializer::Expression(e)) => {
                let value = self.value(e);
                self.check_passing(e.range, &value, (ty, stored), &format!("`{name}`"));
                if value.sort == Sort::Channel {
                    let owned = self.owned(access.var);
                    self.reassigned.insert(owned);
                }
                Some(value.expr)
            }
            Some(Initializer::Channel(_)) => {
                if self.body.begun {
                    let message =
                        format!("channel `{name}` must be declared at the start of the process");
                    self.report(Report::error(range, message).help(
                        "move the declaration before the first statement and out of all blocks",
                    ));
                }
                self.makes_channels(range, channels(local, &dimensions, channel));
                return;
            }
            Some(Initializer::List(list)) => {
                let values = self
                    .list_values(list, &name, (&dimensions, stored))
                    .unwrap_or_default();
                if self.body.begun {
                    let message = format!(
                        "the list of initial values of `{name}` must stand at the start of the process"
                    );
                    self.report(Report::error(list.range, message).help(
                        "move the declaration before the first statement and out of all blocks",
                    ));
                }
                if !self.can_begin_with(list.range, values.len()) {
                    return;
                }
                for (at, value) in values.into_iter().enumerate() {
                    self.begins_with(local, &dimensions, at, Expr::Const(value));
                }
                return;
            }
        };
        if self.body.begun {
            let source = self.late_source(declared_as, written);
            let action = Action::Assign(access, value.unwrap_or(Expr::Const(0)));
            self.late_declaration(action, range, source);
        } else if let Some(value) = value {
            let elements = dimensions.first().map_or(1, |&length| length as usize);
            if elements > 1 && !self.can_begin_with(range, elements) {
                return;
            }
            for at in 0..elements {
                self.begins_with(local, &dimensions, at, value.clone());
            }
        }
    }

    /// The declaration of one variable as a statement: `byte i = 0`, whether or not the 0 stands
    /// there. A structure is given no value.
    fn late_source(&self, ty: &ast::Type, variable: &ast::Variable) -> Source {
        let mut source = self.source(variable.range);
        let is_structure = matches!(ty.kind, ast::TypeKind::User(_));
        let value = match variable.initial.is_some() || is_structure {
            true => "",
            false => " = 0",
        };
        source.text = format!(
            "{} {}{value}",
            shown::text(&self.text(ty.range)),
            source.text
        );
        source
    }

    /// A declaration behind the first statement is a step.
    fn late_declaration(&mut self, action: Action, range: TextRange, source: Source) {
        let step = self.body.graph.add(Kind::Step(action), range, source);
        self.body.append(step);
    }

    /// Sets an element of a local when the process is created.
    fn begins_with(&mut self, local: LocalId, dimensions: &[u32], element: usize, value: Expr) {
        let access = Access {
            var: Var::Local(local),
            subscripts: Subscript::of(dimensions, element),
        };
        self.body.creation.push((access, value));
    }

    /// Where a visible local of this name is declared.
    pub fn declared_local(&self, name: &str) -> Option<TextRange> {
        let local = self.locals.find(name)?;
        Some(self.locals.facts[local.index()].declared)
    }

    /// A local may not have the name of anything that can be seen where it is declared.
    pub fn check_new_local(&mut self, name: &str, range: TextRange) -> bool {
        if !self.is_free(name, range) {
            return false;
        }
        let global = self.globals.declared.get(name).copied();
        let global = global.filter(|declared| declared.start < range.start);
        let Some(declared) = self.declared_local(name).or(global) else {
            return true;
        };
        let message = format!("`{name}` is declared already");
        self.report(
            Report::error(range, message)
                .other(declared, "declared here")
                .help("choose another name: names cannot be hidden by inner ones")
                .about(name)
                .structural(),
        );
        false
    }
}

impl Subscript {
    /// The subscripts of an element, given in row-major order; none for a scalar.
    pub fn of(dimensions: &[u32], element: usize) -> Vec<Subscript> {
        let mut rest = element;
        let mut subscripts: Vec<Subscript> = dimensions
            .iter()
            .rev()
            .map(|length| {
                let index = Expr::Const((rest % *length as usize) as i32);
                rest /= *length as usize;
                Subscript {
                    index,
                    length: *length,
                }
            })
            .collect();
        subscripts.reverse();
        subscripts
    }
}

fn channels(
    local: LocalId,
    dimensions: &[u32],
    channel: Option<(crate::ir::SignatureId, u32)>,
) -> impl Iterator<Item = LocalChannel> {
    let elements = dimensions.first().copied().unwrap_or(1);
    let each = move |(signature, capacity)| {
        (0..elements).map(move |element| LocalChannel {
            local,
            element,
            capacity,
            signature,
        })
    };
    channel.into_iter().flat_map(each)
}

/// As parameters are declared: without initial values, which the parser has refused. It has refused
/// arrays, too; what the body does with them is checked all the same.
fn as_parameters(declaration: &ast::Declaration) -> ast::Declaration {
    let plain = |variable: &ast::Variable| ast::Variable {
        initial: None,
        ..variable.clone()
    };
    ast::Declaration {
        variables: declaration.variables.iter().map(plain).collect(),
        ..declaration.clone()
    }
}
