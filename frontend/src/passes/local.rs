//! Declarations inside processes: parameters and locals, their initial values and channels.

use super::body::Body;
use super::declaration::Declared;
use super::elements::{Kind, Sequence};
use super::expression::Sort;
use super::lower::Lowering;
use super::report::Report;
use crate::ast::{self, Initializer, TextRange};
use crate::ir::{Access, Action, Expr, LocalChannel, LocalId, Subscript, Var};

impl Lowering<'_> {
    /// The parameters of a proctype, as its first locals.
    pub fn parameters(&mut self, proctype: &ast::Proctype) {
        for declaration in &proctype.parameters {
            let plain = |variable: &ast::Variable| ast::Variable {
                length: None,
                initial: None,
                ..variable.clone()
            };
            let declaration = ast::Declaration {
                variables: declaration.variables.iter().map(plain).collect(),
                ..declaration.clone()
            };
            // Wrong types were reported with the head.
            let reported = self.reports.len();
            let declared = self.declared(&declaration, false);
            self.reports.truncate(reported);
            for parameter in declared {
                if self.check_new_local(&parameter.variable.name, parameter.facts.declared) {
                    self.locals.declare(parameter.variable, parameter.facts);
                }
            }
        }
    }

    /// A declaration inside a body: part of the creation of the process, or a step.
    pub fn local_declaration(
        &mut self,
        declaration: &ast::Declaration,
        sequence: &mut Sequence,
        body: &mut Body,
    ) {
        if self.has_unknown_type(declaration) {
            return;
        }
        for declared in self.declared(declaration, false) {
            let Declared {
                variable,
                facts,
                written,
            } = declared;
            if !self.check_new_local(&variable.name, facts.declared) {
                continue;
            }
            let dimensions = variable.dimensions.clone();
            let (name, ty, source) = (variable.name.clone(), variable.ty, variable.source.clone());
            let (range, channel) = (facts.declared, facts.channel);
            // The name is not yet visible in its own initial value in a sensible program; SPIN lets it be seen, as 0.
            let local = self.locals.declare(variable, facts);
            let first = Subscript::of(&dimensions, 0);
            let access = Access {
                var: Var::Local(local),
                subscripts: first,
            };
            let value = match &written.initial {
                None => None,
                Some(Initializer::Expression(e)) => {
                    let value = self.value(e);
                    self.check_passing(e.range, value.sort, ty, &format!("`{name}`"));
                    if value.sort == Sort::Channel {
                        let owned = self.owned(access.var);
                        self.reassigned.insert(owned);
                    }
                    Some(value.expr)
                }
                Some(Initializer::Channel(_)) => {
                    if body.begun {
                        let message = format!(
                            "channel `{name}` must be declared at the start of the process"
                        );
                        self.report(
                            Report::error(range, message)
                                .help("move the declaration before the first statement"),
                        );
                    }
                    body.channels.extend(channels(local, &dimensions, channel));
                    continue;
                }
                Some(Initializer::List(list)) => {
                    let values = self
                        .list_values(list, &name, &dimensions)
                        .unwrap_or_default();
                    if body.begun {
                        let message = format!(
                            "the list of initial values of `{name}` must stand at the start of the process"
                        );
                        self.report(
                            Report::error(list.range, message)
                                .help("move the declaration before the first statement"),
                        );
                    }
                    let elements = values.into_iter().enumerate();
                    let assign = |(at, value)| {
                        let subscripts = Subscript::of(&dimensions, at as i32);
                        (
                            Access {
                                var: Var::Local(local),
                                subscripts,
                            },
                            Expr::Const(value),
                        )
                    };
                    body.creation.extend(elements.map(assign));
                    continue;
                }
            };
            if body.begun {
                let action = Action::Assign(access, value.unwrap_or(Expr::Const(0)));
                let step = body.graph.add(Kind::Step(action), range, source);
                body.graph.append(sequence, step);
            } else if let Some(value) = value {
                let elements = dimensions.first().copied().unwrap_or(1);
                for at in 0..elements {
                    let subscripts = Subscript::of(&dimensions, at as i32);
                    body.creation.push((
                        Access {
                            var: Var::Local(local),
                            subscripts,
                        },
                        value.clone(),
                    ));
                }
            }
        }
    }

    /// A local may not have the name of anything that can be seen where it is declared.
    pub fn check_new_local(&mut self, name: &str, range: TextRange) -> bool {
        let local = self
            .locals
            .find(name)
            .map(|id| self.locals.facts[id.index()].declared);
        let global = self
            .globals
            .declared
            .get(name)
            .copied()
            .filter(|declared| declared.start < range.start);
        let Some(declared) = local.or(global) else {
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
    /// The subscripts of an element of an array, none for a scalar.
    fn of(dimensions: &[u32], element: i32) -> Vec<Subscript> {
        dimensions
            .iter()
            .map(|length| Subscript {
                index: Expr::Const(element),
                length: *length,
            })
            .collect()
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
