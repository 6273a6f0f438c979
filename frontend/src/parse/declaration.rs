//! Top-level units and declarations.

use super::expression::{child, children};
use super::{Builder, Rule};
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
            Rule::init => Unit::Init(Init {
                range: self.range(&pair),
                priority: self.optional_priority(pair.clone()),
                body: self.only_block(pair),
            }),
            Rule::never => Unit::Never(Never {
                range: self.range(&pair),
                name: self.optional_name(pair.clone()),
                body: self.only_block(pair),
            }),
            Rule::trace => Unit::Trace(Trace {
                range: self.range(&pair),
                negated: children(pair.clone(), Rule::k_notrace).next().is_some(),
                body: self.only_block(pair),
            }),
            Rule::ltl => Unit::Ltl(Ltl {
                range: self.range(&pair),
                name: self.optional_name(pair.clone()),
                formula: self.formula(child(pair, Rule::formula)),
            }),
            Rule::typedef => self.typedef(pair),
            Rule::mtype_unit => self.mtype(pair),
            Rule::declaration => Unit::Declaration(self.declaration(pair)),
            Rule::c_code | Rule::c_state => Unit::Embedded(self.embedded(pair)),
            _ => return None,
        })
    }

    fn only_block(&self, pair: Pair<'_, Rule>) -> Block {
        self.block(child(pair, Rule::block))
    }

    fn proctype(&self, pair: Pair<'_, Rule>) -> Proctype {
        let part = |rule| children(pair.clone(), rule).next();
        let active = |part| Active {
            range: self.range(&part),
            count: self.child_expressions(part).pop(),
        };
        let provided = part(Rule::provided);
        Proctype {
            range: self.range(&pair),
            deterministic: part(Rule::k_d_proctype).is_some(),
            active: part(Rule::active).map(active),
            name: self.only_name(pair.clone()),
            parameters: part(Rule::parameters).map_or(Vec::new(), |it| self.parameters(it)),
            priority: self.optional_priority(pair.clone()),
            provided: provided.map(|it| self.condition(child(it, Rule::expression))),
            body: self.only_block(pair.clone()),
        }
    }

    fn parameters(&self, pair: Pair<'_, Rule>) -> Vec<Declaration> {
        let parameters = self.declarations(pair);
        for variable in parameters.iter().flat_map(|it| &it.variables) {
            let (range, name) = (variable.range, &variable.name.text);
            if variable.initial.is_some() {
                let message = format!("the parameter `{name}` cannot have an initial value");
                self.refuse(range, message, "its value is the argument of `run`");
            }
            if variable.length.is_some() {
                let message = format!("the parameter `{name}` cannot be an array");
                self.refuse(
                    range,
                    message,
                    "pass the index of a global array, a channel, or each element as a parameter of its own",
                );
            }
        }
        parameters
    }

    fn declarations(&self, pair: Pair<'_, Rule>) -> Vec<Declaration> {
        let parts = children(pair, Rule::declaration);
        parts.map(|part| self.declaration(part)).collect()
    }

    fn typedef(&self, pair: Pair<'_, Rule>) -> Unit {
        Unit::Typedef(Typedef {
            range: self.range(&pair),
            name: self.only_name(pair.clone()),
            fields: self.declarations(pair),
        })
    }

    fn mtype(&self, pair: Pair<'_, Rule>) -> Unit {
        let range = self.range(&pair);
        let (mut set, mut names, mut after_colon) = (None, Vec::<Name>::new(), false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::visibility => {
                    let word = part.as_str().trim_end();
                    let message = format!("`{word}` has no meaning before names of an `mtype`");
                    self.refuse(self.range(&part), message, "it belongs to variables");
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
        let visibility = children(pair.clone(), Rule::visibility).next();
        let variables = children(pair, Rule::variable);
        Declaration {
            range,
            visibility: visibility.map(|part| visibility_of(&part)),
            variables: variables.map(|part| self.variable(part, &ty)).collect(),
            ty,
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
            let message = "only variables of type `unsigned` have a width";
            self.refuse(width.range, message, "write for example `unsigned x : 3`");
        }
        variable
    }

    fn channel(&self, pair: Pair<'_, Rule>) -> ChannelInitializer {
        let range = self.range(&pair);
        let capacity = self.expression(child(pair.clone(), Rule::expression));
        let fields = children(pair, Rule::type_name);
        let fields: Vec<Type> = fields.map(|part| self.type_name(part)).collect();
        for field in fields.iter().filter(|it| it.kind == TypeKind::Unsigned) {
            let message = "`unsigned` cannot be the type of a message field";
            self.refuse(field.range, message, "use `byte`, `short` or `int`");
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
