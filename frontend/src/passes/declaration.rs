//! Declarations: types and widths, array lengths, channels, initial values.

use super::bounds;
use super::expression::count;
use super::lower::{Lowering, Size, element_width, width};
use super::report::Report;
use super::structure::Structure;
use super::symbols::Facts;
use crate::ast::{self, Initializer, TypeKind, Visibility};
use crate::ir::arithmetic::{apply_binary, apply_unary, truncate};
use crate::ir::{Expr, GlobalId, MtypeSet, SignatureId, Type, Var, Variable};
use crate::suggest;

/// Most names of one set of `mtype` values, and most channels that exist at the start.
pub const BYTE_MAX: usize = 255;
/// Most elements of an array.
const ARRAY_LENGTH_MAX: i32 = 1 << 20;
/// Most messages of a channel.
const CAPACITY_MAX: i32 = 65_535;
/// Most fields of all messages of a channel.
const VALUES_MAX: u64 = 1 << 20;

/// A declared variable, before anybody has decided what its initial value means.
pub struct Declared<'a> {
    /// The variable, or the leaves of a structure with their initial values, and what is known of
    /// them.
    pub leaves: Vec<(Variable, Facts)>,
    /// As written.
    pub written: &'a ast::Variable,
}

impl Declared<'_> {
    /// The structure, when it is one.
    pub fn structure(&self) -> Option<Structure> {
        self.leaves.first().and_then(|(_, facts)| facts.structure)
    }
}

/// Variables that every model has.
const PREDECLARED: [(&str, &str); 5] = [
    ("_", "what it is given is not kept"),
    ("_last", "the process that has made the last step"),
    ("_nr_pr", "the number of processes"),
    ("_pid", "the number of the process"),
    ("_priority", "the priority of the process"),
];

impl Lowering<'_> {
    /// `mtype = { ... }`: the last name of a declaration gets the smallest number; a further
    /// declaration counts on.
    pub fn declare_mtype(&mut self, unit: &ast::Mtype) {
        let Some(set) = self.mtype_set(unit.set.as_ref()) else {
            return;
        };
        for name in unit.names.iter().rev() {
            if !self.declare_name(name) {
                continue;
            }
            let names = &mut self.model.mtypes[set as usize].names;
            let value = names.len() as i32 + 1;
            names.push((name.text.clone(), value));
            self.globals.values.insert(name.text.clone(), (set, value));
            if value as usize == BYTE_MAX + 1 {
                self.report(
                    Report::error(name.range, "an `mtype` has at most 255 names")
                        .help("use several named sets, `mtype:name`"),
                );
            }
        }
    }

    /// The number of a set, which is new or known; `None` after an error.
    fn mtype_set(&mut self, written: Option<&ast::Name>) -> Option<u32> {
        let name = written.map(|name| name.text.as_str());
        if let Some(known) = self.known_set(name) {
            return Some(known as u32);
        }
        if let Some(name) = written
            && !self.has_room_for_set(name.range)
        {
            return None;
        }
        self.model.mtypes.push(MtypeSet {
            name: name.map(str::to_owned),
            names: Vec::new(),
        });
        Some(self.model.mtypes.len() as u32 - 1)
    }

    fn known_set(&self, name: Option<&str>) -> Option<usize> {
        let mut sets = self.model.mtypes.iter();
        sets.position(|set| set.name.as_deref() == name)
    }

    /// Whether a name may be declared: those that the language has declared may not.
    pub fn is_free(&mut self, name: &str, range: ast::TextRange) -> bool {
        let known = PREDECLARED.iter().find(|(known, _)| *known == name);
        if let Some((_, meaning)) = known {
            let message = format!("`{name}` is declared by the language: {meaning}");
            self.report(Report::error(range, message).help("choose another name"));
        }
        known.is_none()
    }

    /// Enters a global name; reports a second declaration.
    pub fn declare_name(&mut self, name: &ast::Name) -> bool {
        if let Some(first) = self.globals.declared.get(&name.text) {
            let report = Report::error(name.range, format!("`{}` is declared twice", name.text))
                .other(*first, "first declared here")
                .help("remove one of them, or choose another name");
            self.report(report.about(&name.text));
            return false;
        }
        self.globals.declared.insert(name.text.clone(), name.range);
        true
    }

    /// The type of a variable, parameter or message field.
    pub fn lower_type(&mut self, ty: &ast::Type, bits: Option<&ast::Number>) -> Option<Type> {
        Some(match &ty.kind {
            TypeKind::Bit => Type::Bit,
            TypeKind::Bool => Type::Bool,
            TypeKind::Byte => Type::Byte,
            TypeKind::Short => Type::Short,
            TypeKind::Int => Type::Int,
            TypeKind::Pid => Type::Pid,
            TypeKind::Chan => Type::Chan,
            TypeKind::Mtype(set) => {
                if let Some(set) = set
                    && self.known_set(Some(&set.text)).is_none()
                    && self.first_time(&format!("mtype:{}", set.text))
                {
                    let message = format!("there is no `mtype:{}`, so it has no names", set.text);
                    self.report(Report::warning("mtype-sets", set.range, message));
                }
                Type::Mtype(self.mtype_set(set.as_ref())?)
            }
            TypeKind::Unsigned => match bits {
                Some(bits) if (1..=31).contains(&bits.value) => Type::Unsigned(bits.value as u8),
                Some(bits) => {
                    self.report(Report::error(bits.range, "an `unsigned` has 1 to 31 bits"));
                    return None;
                }
                None => {
                    let message = "this `unsigned` has no width, so it has 16 bits";
                    let report = Report::warning("unsigned-width", ty.range, message);
                    self.report(report.help("write `unsigned x : 4` for 4 bits"));
                    Type::Unsigned(16)
                }
            },
            TypeKind::User(name) => {
                let message = format!("the structure `{}` cannot be used here", name.text);
                self.report(Report::error(name.range, message));
                return None;
            }
        })
    }

    /// The structure that is the type of a variable; reports a name that stands for none.
    pub fn user_type(&mut self, ty: &ast::Type) -> Option<usize> {
        let TypeKind::User(name) = &ty.kind else {
            return None;
        };
        let known = self.typedef(&name.text);
        if known.is_none() && self.first_time(&name.text) {
            let report = match self.typedef_names.get(&name.text) {
                Some(later) => {
                    let message = format!("`{}` is used before its `typedef`", name.text);
                    let report = Report::error(name.range, message);
                    report
                        .other(*later, "declared here")
                        .help("move the `typedef` up")
                }
                None => Report::error(name.range, format!("there is no type `{}`", name.text))
                    .suggest(
                        &name.text,
                        suggest::TYPES.into_iter().chain(["goto", "run"]),
                    )
                    .or_help("a label ends with `:`, a type comes from `typedef`"),
            };
            self.report(report.about(&name.text));
        }
        known.filter(|typedef| !self.typedefs[*typedef].members.is_empty())
    }

    /// The variables of a declaration; those with errors become plain ones, so that their names are
    /// known. Those of an unknown type or without a length are left out, and nothing more is said
    /// of their names.
    pub fn declared<'d>(
        &mut self,
        declaration: &'d ast::Declaration,
        global: bool,
    ) -> Vec<Declared<'d>> {
        let structure = match declaration.ty.kind {
            TypeKind::User(_) => Some(self.user_type(&declaration.ty)),
            _ => None,
        };
        let mut all = Vec::new();
        for variable in &declaration.variables {
            let length = variable.length.as_ref();
            let length = length.map(|length| self.array_length(length));
            if length == Some(None) || structure == Some(None) {
                self.first_time(&variable.name.text);
                continue;
            }
            let hidden = declaration.visibility == Some(Visibility::Hidden);
            let mut leaves = match structure.flatten() {
                Some(typedef) => {
                    self.ignore_initial(variable);
                    let length = length.flatten();
                    let known = &self.typedefs[typedef];
                    let size = Size {
                        variables: known.leaves as u64,
                        elements: known.size * u64::from(length.unwrap_or(1)),
                    };
                    if !self.has_room(&variable.name, size) {
                        continue;
                    }
                    self.declared_leaves(variable, Structure { typedef, length })
                }
                None => {
                    let length = length.flatten();
                    let size = Size {
                        variables: 1,
                        elements: length.unwrap_or(1).into(),
                    };
                    if !self.has_room(&variable.name, size) {
                        continue;
                    }
                    vec![self.declared_scalar(declaration, variable, length)]
                }
            };
            if !self.has_messages(&variable.name, &leaves) {
                continue;
            }
            let plain = |(leaf, facts): &(Variable, Facts)| {
                facts.structure.is_some() || !matches!(leaf.ty, Type::Bit | Type::Bool | Type::Chan)
            };
            if hidden && !(global && leaves.first().is_some_and(plain)) {
                let message = "only global variables of other types than `bit`, `bool` and `chan` can be hidden";
                self.report(Report::error(declaration.range, message));
            }
            for (leaf, facts) in &mut leaves {
                facts.promised = declaration.visibility == Some(Visibility::Local);
                leaf.hidden = hidden;
                if let (true, Type::Unsigned(bits)) = (hidden, leaf.ty) {
                    // A hidden variable is one of C, not a part of the state.
                    leaf.width.bits = bits.next_power_of_two().max(8);
                }
            }
            all.push(Declared {
                leaves,
                written: variable,
            });
        }
        all
    }

    /// Takes note of the size of a variable; false after the report when it is too large.
    fn has_room(&mut self, name: &ast::Name, size: Size) -> bool {
        if self.is_too_large(name, size) {
            return false;
        }
        self.declared_size.variables += size.variables;
        self.declared_size.elements += size.elements;
        true
    }

    /// Takes note of the channels of a variable; false after the report when they can hold too
    /// much.
    fn has_messages(&mut self, name: &ast::Name, leaves: &[(Variable, Facts)]) -> bool {
        let mut fields = 0;
        for (leaf, facts) in leaves {
            if let Some((signature, capacity)) = facts.channel {
                let known = self.model.signatures[signature.index()].fields.len();
                fields += bounds::message_fields(leaf, known, capacity);
            }
        }
        let fits = self.holds(name, fields);
        if !fits {
            self.first_time(&name.text);
        }
        fits
    }

    fn declared_scalar(
        &mut self,
        declaration: &ast::Declaration,
        variable: &ast::Variable,
        length: Option<u32>,
    ) -> (Variable, Facts) {
        let ty = self
            .lower_type(&declaration.ty, variable.width.as_ref())
            .unwrap_or(Type::Int);
        let lowered = Variable {
            name: variable.name.text.clone(),
            ty,
            width: match length {
                None => width(ty),
                Some(_) => element_width(ty),
            },
            dimensions: length.into_iter().collect(),
            initial: Vec::new(),
            hidden: false,
            source: self.source(variable.range),
        };
        let facts = Facts {
            channel: self.channel_initializer(variable, ty),
            ..Facts::new(variable.name.range)
        };
        (lowered, facts)
    }

    fn declared_leaves(
        &mut self,
        variable: &ast::Variable,
        structure: Structure,
    ) -> Vec<(Variable, Facts)> {
        let source = self.source(variable.range);
        let mut facts = Facts {
            structure: Some(structure),
            ..Facts::new(variable.name.range)
        };
        let mut leaves = Vec::new();
        for leaf in self.leaves(structure) {
            // What is missing from the tree may assign another channel.
            facts.channel = leaf.scalar.channel.filter(|_| !self.incomplete);
            let lowered = Variable {
                name: format!("{}{}", variable.name.text, leaf.path),
                ty: leaf.scalar.ty,
                width: leaf.scalar.width,
                initial: leaf.initial(),
                dimensions: leaf.dimensions,
                hidden: false,
                source: source.clone(),
            };
            leaves.push((lowered, facts.clone()));
            facts.structure = None;
        }
        leaves
    }

    /// The number of elements of an array.
    pub fn array_length(&mut self, length: &ast::Expression) -> Option<u32> {
        let value = self.constant(length, "the length of an array")?;
        if (1..=ARRAY_LENGTH_MAX).contains(&value) {
            return Some(value as u32);
        }
        let message = format!("an array cannot have {value} elements");
        self.report(Report::error(length.range, message).help(format!(
            "the length is a number from 1 to {ARRAY_LENGTH_MAX}"
        )));
        None
    }

    /// The message type and capacity, when a variable is initialised with a channel.
    pub fn channel_initializer(
        &mut self,
        variable: &ast::Variable,
        ty: Type,
    ) -> Option<(SignatureId, u32)> {
        let Some(Initializer::Channel(initializer)) = &variable.initial else {
            return None;
        };
        if ty != Type::Chan {
            let message = format!(
                "`{}` is initialised with a channel, but it is no `chan`",
                variable.name.text
            );
            self.report(Report::error(variable.range, message));
        }
        let capacity = match self.constant(&initializer.capacity, "the capacity of a channel") {
            Some(value) if (0..=CAPACITY_MAX).contains(&value) => value as u32,
            Some(value) => {
                let message = format!("a channel cannot hold {value} messages");
                self.report(
                    Report::error(initializer.capacity.range, message)
                        .help(format!("the capacity is a number from 0 to {CAPACITY_MAX}")),
                );
                0
            }
            None => 0,
        };
        let fields = initializer.fields.iter();
        let fields: Vec<_> = fields.map(|field| self.message_field(field)).collect();
        let types: Vec<Type> = fields.into_iter().collect::<Option<Vec<_>>>()?.concat();
        let values = u64::from(capacity) * types.len() as u64;
        if values > VALUES_MAX {
            let message = format!(
                "a channel cannot hold {capacity} messages of {}",
                count(types.len(), "field")
            );
            let report = Report::error(initializer.range, message);
            self.report(report.help(format!("a channel holds at most {VALUES_MAX} values")));
            return None;
        }
        Some((self.signature(&types), capacity))
    }

    /// The types of one declared field of messages: those of all its leaves, when it is a
    /// structure.
    fn message_field(&mut self, field: &ast::Type) -> Option<Vec<Type>> {
        match field.kind {
            // The parser has refused it.
            TypeKind::Unsigned => None,
            TypeKind::User(_) => {
                let typedef = self.user_type(field)?;
                self.flat_types(typedef, field.range)
            }
            _ => Some(vec![self.lower_type(field, None)?]),
        }
    }

    /// The value of an expression that must be known before the first step.
    pub fn constant(&mut self, e: &ast::Expression, what: &str) -> Option<i32> {
        let errors = self.reports.len();
        self.wrong = false;
        let lowered = self.before_the_search(|it| it.number(e));
        if self.wrong {
            return None;
        }
        let value = self.evaluate_constant(&lowered);
        if value.is_none() && self.reports.len() == errors {
            let message = format!("{what} must be a constant");
            self.report(Report::error(e.range, message).help(
                "use numbers, names of `mtype` values, and globals with a constant initial value",
            ));
        }
        value
    }

    fn evaluate_constant(&self, e: &Expr) -> Option<i32> {
        constant_value(e, &|access| match access.var {
            Var::Global(id) if access.subscripts.is_empty() => {
                self.globals.facts[id.index()].constant
            }
            _ => None,
        })
    }

    /// Globals of a declaration, without their initial values: [`Self::initialize_globals`] sets
    /// these.
    pub fn declare_globals<'d>(
        &mut self,
        declaration: &'d ast::Declaration,
        pending: &mut Vec<(GlobalId, &'d ast::Variable)>,
    ) {
        for Declared { leaves, written } in self.declared(declaration, true) {
            let name = &written.name;
            if !self.is_free(&name.text, name.range) || !self.declare_name(name) {
                continue;
            }
            let literal = match &written.initial {
                Some(Initializer::Expression(e)) if is_literal(e) => {
                    self.constant(e, "an initial value")
                }
                _ => None,
            };
            let id = GlobalId::from(self.model.globals.len());
            self.globals.variables.insert(written.name.text.clone(), id);
            pending.push((id, written));
            for (mut variable, mut facts) in leaves {
                facts.constant = literal
                    .filter(|_| variable.dimensions.is_empty())
                    .map(|value| truncate(value, variable.width));
                variable.initial.resize(variable.elements() as usize, 0);
                self.model.globals.push(variable);
                self.globals.facts.push(facts);
            }
        }
    }
}

/// Literals, possibly negated, and arithmetic on them: what may stand as the length of an array.
fn is_literal(e: &ast::Expression) -> bool {
    use ast::ExpressionKind as Kind;
    match &e.kind {
        Kind::Number(_) | Kind::Character(_) | Kind::True | Kind::False | Kind::Skip => true,
        Kind::Unary(_, operand) => is_literal(operand),
        Kind::Binary(_, left, right) => is_literal(left) && is_literal(right),
        _ => false,
    }
}

/// The value of an expression whose variables have known values.
pub fn constant_value(e: &Expr, load: &dyn Fn(&crate::ir::Access) -> Option<i32>) -> Option<i32> {
    match e {
        Expr::Const(value) => Some(*value),
        Expr::Load(access) => load(access),
        Expr::Unary(op, operand) => Some(apply_unary(*op, constant_value(operand, load)?)),
        Expr::Binary(op, left, right) => {
            let (left, right) = (constant_value(left, load)?, constant_value(right, load)?);
            apply_binary(*op, left, right)
        }
        Expr::Conditional(condition, then, otherwise) => match constant_value(condition, load)? {
            0 => constant_value(otherwise, load),
            _ => constant_value(then, load),
        },
        _ => None,
    }
}
