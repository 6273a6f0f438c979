//! Top-level units and declarations.

use super::expression::child;
use super::{Builder, Rule, SyntaxError};
use crate::ast::{
    Active, Block, ChannelInitializer, Declaration, Init, Initializer, InitializerList, Ltl, Mtype,
    Name, Never, Proctype, Trace, Type, TypeKind, Typedef, Unit, Variable, Visibility,
};
use pest::iterators::Pair;

impl Builder<'_> {
    /// A unit, or nothing for a separator.
    pub(super) fn unit(&self, pair: Pair<'_, Rule>) -> Option<Unit> {
        Some(match pair.as_rule() {
            Rule::proctype => Unit::Proctype(self.proctype(pair)),
            Rule::init => {
                let (range, parts) = (self.range(&pair), pair.into_inner());
                let priority = parts.clone().find(|part| part.as_rule() == Rule::priority);
                Unit::Init(Init {
                    range,
                    priority: priority.map(|part| self.priority(part)),
                    body: self.body(parts),
                })
            }
            Rule::never => {
                let (range, parts) = (self.range(&pair), pair.into_inner());
                let name = parts.clone().find(|part| part.as_rule() == Rule::name);
                Unit::Never(Never {
                    range,
                    name: name.map(|part| self.name(&part)),
                    body: self.body(parts),
                })
            }
            Rule::trace => {
                let (range, parts) = (self.range(&pair), pair.into_inner());
                let negated = parts.clone().any(|part| part.as_rule() == Rule::k_notrace);
                Unit::Trace(Trace {
                    range,
                    negated,
                    body: self.body(parts),
                })
            }
            Rule::ltl => Unit::Ltl(self.ltl(pair)),
            Rule::typedef => self.typedef(pair),
            Rule::mtype_unit => self.mtype(pair),
            Rule::declaration => Unit::Declaration(self.declaration(pair)),
            Rule::c_code | Rule::c_state => Unit::Embedded(self.embedded(pair)),
            _ => return None,
        })
    }

    fn body<'i>(&self, mut parts: impl Iterator<Item = Pair<'i, Rule>>) -> Block {
        match parts.find(|part| part.as_rule() == Rule::block) {
            Some(block) => self.block(block),
            None => unreachable!("the grammar has a body in every process"),
        }
    }

    fn proctype(&self, pair: Pair<'_, Rule>) -> Proctype {
        let name = self.name(&child(pair.clone(), Rule::name));
        let mut proctype = Proctype {
            range: self.range(&pair),
            deterministic: false,
            active: None,
            name,
            parameters: Vec::new(),
            priority: None,
            provided: None,
            body: self.body(pair.clone().into_inner()),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_d_proctype => proctype.deterministic = true,
                Rule::active => {
                    let range = self.range(&part);
                    let count = self.child_expressions(part).pop();
                    proctype.active = Some(Active { range, count });
                }
                Rule::parameters => proctype.parameters = self.parameters(part),
                Rule::priority => proctype.priority = Some(self.priority(part)),
                Rule::provided => {
                    proctype.provided = Some(self.condition(child(part, Rule::expression)))
                }
                _ => {}
            }
        }
        proctype
    }

    fn parameters(&self, pair: Pair<'_, Rule>) -> Vec<Declaration> {
        let parameters = self.declarations(pair);
        for variable in parameters
            .iter()
            .flat_map(|declaration| &declaration.variables)
        {
            if variable.initial.is_some() {
                let message = format!(
                    "the parameter `{}` cannot have an initial value",
                    variable.name.text
                );
                self.error(
                    SyntaxError::new(variable.range, message)
                        .help("its value is the argument of `run`"),
                );
            }
            if variable.length.is_some() {
                let message = format!("the parameter `{}` cannot be an array", variable.name.text);
                self.error(
                    SyntaxError::new(variable.range, message)
                        .help("arrays are global, or fields of a `typedef`"),
                );
            }
        }
        parameters
    }

    fn declarations(&self, pair: Pair<'_, Rule>) -> Vec<Declaration> {
        let parts = pair
            .into_inner()
            .filter(|part| part.as_rule() == Rule::declaration);
        parts.map(|part| self.declaration(part)).collect()
    }

    fn ltl(&self, pair: Pair<'_, Rule>) -> Ltl {
        let range = self.range(&pair);
        let name = pair
            .clone()
            .into_inner()
            .find(|part| part.as_rule() == Rule::name);
        Ltl {
            range,
            name: name.map(|part| self.name(&part)),
            formula: self.formula(child(pair, Rule::formula)),
        }
    }

    fn typedef(&self, pair: Pair<'_, Rule>) -> Unit {
        let (range, name) = (
            self.range(&pair),
            self.name(&child(pair.clone(), Rule::name)),
        );
        Unit::Typedef(Typedef {
            range,
            name,
            fields: self.declarations(pair),
        })
    }

    fn mtype(&self, pair: Pair<'_, Rule>) -> Unit {
        let range = self.range(&pair);
        let (mut set, mut names, mut after_colon) = (None, Vec::<Name>::new(), false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::visibility => {
                    let error = SyntaxError::new(
                        self.range(&part),
                        format!(
                            "`{}` has no meaning before names of an `mtype`",
                            part.as_str().trim_end()
                        ),
                    );
                    self.error(error.help("it belongs to variables"));
                }
                Rule::colon => after_colon = true,
                Rule::name if std::mem::take(&mut after_colon) => set = Some(self.name(&part)),
                Rule::name => names.push(self.name(&part)),
                _ => {}
            }
        }
        Unit::Mtype(Mtype { range, set, names })
    }

    pub(super) fn declaration(&self, pair: Pair<'_, Rule>) -> Declaration {
        let range = self.range(&pair);
        let ty = self.type_name(child(pair.clone(), Rule::type_name));
        let (mut visibility, mut variables) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::visibility => visibility = Some(visibility_of(&part)),
                Rule::variable => variables.push(self.variable(part, &ty)),
                _ => {}
            }
        }
        Declaration {
            range,
            visibility,
            ty,
            variables,
        }
    }

    fn type_name(&self, pair: Pair<'_, Rule>) -> Type {
        let range = self.range(&pair);
        let mut kind = TypeKind::Mtype(None);
        for part in pair.into_inner() {
            kind = match part.as_rule() {
                Rule::k_bit => TypeKind::Bit,
                Rule::k_bool => TypeKind::Bool,
                Rule::k_byte => TypeKind::Byte,
                Rule::k_short => TypeKind::Short,
                Rule::k_int => TypeKind::Int,
                Rule::k_unsigned => TypeKind::Unsigned,
                Rule::k_chan => TypeKind::Chan,
                Rule::k_pid => TypeKind::Pid,
                // The name after `mtype :` comes last; a user type has nothing before its name.
                Rule::name
                    if matches!(kind, TypeKind::Mtype(None))
                        && range.start != self.range(&part).start =>
                {
                    TypeKind::Mtype(Some(self.name(&part)))
                }
                Rule::name => TypeKind::User(self.name(&part)),
                _ => kind,
            };
        }
        Type { range, kind }
    }

    fn variable(&self, pair: Pair<'_, Rule>, ty: &Type) -> Variable {
        let name = self.only_name(child(pair.clone(), Rule::declared_name));
        let mut variable = Variable {
            range: self.range(&pair),
            name,
            width: None,
            length: None,
            initial: None,
        };
        let mut initial = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::number => variable.width = Some(self.number(&part)),
                Rule::assign_op => initial = true,
                Rule::expression if initial => {
                    variable.initial = Some(Initializer::Expression(self.expression(part)))
                }
                Rule::expression => variable.length = Some(self.expression(part)),
                Rule::initializer_list => {
                    let range = self.range(&part);
                    let values = self.child_expressions(part);
                    variable.initial = Some(Initializer::List(InitializerList { range, values }));
                }
                Rule::channel_initializer => {
                    variable.initial = Some(Initializer::Channel(self.channel(part)))
                }
                _ => {}
            }
        }
        if let Some(width) = &variable.width
            && ty.kind != TypeKind::Unsigned
        {
            let error = SyntaxError::new(
                width.range,
                "only variables of type `unsigned` have a width".into(),
            );
            self.error(error.help("write for example `unsigned x : 3`"));
        }
        variable
    }

    fn channel(&self, pair: Pair<'_, Rule>) -> ChannelInitializer {
        let range = self.range(&pair);
        let capacity = self.expression(child(pair.clone(), Rule::expression));
        let fields = pair
            .into_inner()
            .filter(|part| part.as_rule() == Rule::type_name);
        let fields: Vec<Type> = fields.map(|part| self.type_name(part)).collect();
        for field in fields
            .iter()
            .filter(|field| field.kind == TypeKind::Unsigned)
        {
            let error = SyntaxError::new(
                field.range,
                "`unsigned` cannot be the type of a message field".into(),
            );
            self.error(error.help("use `byte`, `short` or `int`"));
        }
        ChannelInitializer {
            range,
            capacity,
            fields,
        }
    }
}

fn visibility_of(pair: &Pair<'_, Rule>) -> Visibility {
    match pair.as_str().trim_end() {
        "hidden" => Visibility::Hidden,
        "show" => Visibility::Show,
        _ => Visibility::Local,
    }
}
