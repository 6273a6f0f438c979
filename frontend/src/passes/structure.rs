//! `typedef`: structures are taken apart. A variable of such a type becomes one IR variable per
//! leaf, in order of declaration, whose dimensions are those of all arrays on the way to it.

use std::collections::BTreeMap;

use super::lower::{Lowering, Size, element_width, width};
use super::report::Report;
use crate::ast::{self, Initializer, TextRange, TypeKind, Visibility};
use crate::ir::arithmetic::truncate;
use crate::ir::{SignatureId, Type, VARIABLES_MAX, Width};

/// Most elements of all variables of a model together.
const ELEMENTS_MAX: u64 = 1 << 20;
/// The remedy for an initial value of a structure.
const MEMBERS: &str = "its members can have initial values, in the `typedef`";
/// Structures within each other.
const NESTING_MAX: usize = 64;

/// A `typedef`.
#[derive(Clone, Debug)]
pub struct Typedef {
    /// Its name.
    pub name: String,
    /// Where that is declared.
    pub declared: TextRange,
    /// Its members in order; empty after errors.
    pub members: Vec<Member>,
    /// The numbers of the members.
    by_name: BTreeMap<String, usize>,
    /// How many leaves it has.
    pub leaves: usize,
    /// How many elements its leaves have.
    pub size: u64,
    /// Structures within each other, itself included.
    pub nesting: usize,
}

impl Typedef {
    /// The member of this name.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.get(*self.by_name.get(name)?)
    }
}

/// A member of a structure.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Where that is declared.
    pub declared: TextRange,
    /// What it is, or what its elements are.
    pub content: Content,
    /// Its number of elements, when it is an array.
    pub length: Option<u32>,
    /// Its first leaf, counted from the first of the structure.
    pub first: usize,
}

/// What a member is.
#[derive(Clone, Debug)]
pub enum Content {
    /// A number, a truth value, a channel.
    Scalar(Scalar),
    /// A structure: index into [`Lowering::typedefs`].
    Structure(usize),
}

/// A leaf.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// Its type.
    pub ty: Type,
    /// How it, or one element, is stored.
    pub width: Width,
    /// The message type and capacity, when it is initialised with a channel.
    pub channel: Option<(SignatureId, u32)>,
    /// Its value, or the values of its elements, at creation.
    pub initial: Vec<i32>,
}

/// A variable that is a structure, or an array of structures.
#[derive(Clone, Copy, Debug)]
pub struct Structure {
    /// Index into [`Lowering::typedefs`].
    pub typedef: usize,
    /// Its number of elements, when it is an array.
    pub length: Option<u32>,
}

/// A leaf of a variable.
pub struct Leaf {
    /// The path to it from the variable: `.a.b`, `[].a.b`.
    pub path: String,
    /// Lengths of the arrays on the way, the outermost first.
    pub dimensions: Vec<u32>,
    /// What it is.
    pub scalar: Scalar,
}

/// A channel that a variable makes for itself.
pub struct Inner {
    /// The leaf it is the value of, counted from the first of the variable.
    pub leaf: usize,
    /// The element of that leaf, in row-major order.
    pub element: usize,
    /// The path to it from the variable, with indices: `[1].a.c`.
    pub path: String,
    /// Its message type and capacity.
    pub channel: (SignatureId, u32),
}

impl Leaf {
    /// The values of all elements at creation.
    pub fn initial(&self) -> Vec<i32> {
        let elements = self.dimensions.iter().product::<u32>() as usize;
        let own = self.scalar.initial.iter().copied();
        own.cycle().take(elements).collect()
    }
}

impl Lowering<'_> {
    /// The structure that a name stands for.
    pub fn typedef(&self, name: &str) -> Option<usize> {
        self.typedef_ids.get(name).copied()
    }

    /// `typedef T { .. }`, known from here on.
    pub fn declare_typedef(&mut self, unit: &ast::Typedef) {
        if !self.declare_name(&unit.name) {
            return;
        }
        let mut typedef = Typedef {
            name: unit.name.text.clone(),
            declared: unit.name.range,
            members: Vec::new(),
            by_name: BTreeMap::new(),
            leaves: 0,
            size: 0,
            nesting: 1,
        };
        for field in &unit.fields {
            if field.visibility == Some(Visibility::Hidden) {
                let report = Report::error(field.range, "a member cannot be hidden");
                self.report(report.help("hide the variable: `hidden T x`"));
            }
            for variable in &field.variables {
                self.declare_member(&mut typedef, &field.ty, variable);
            }
        }
        let size = Size {
            variables: typedef.leaves as u64,
            elements: typedef.size,
        };
        if self.is_too_large(&unit.name, size) {
            (typedef.members, typedef.leaves, typedef.size) = (Vec::new(), 0, 0);
        }
        self.typedef_ids
            .insert(typedef.name.clone(), self.typedefs.len());
        self.typedefs.push(typedef);
    }

    /// Reports a variable, or a type of variables, with which the variables of the model become too
    /// many or have too many elements.
    pub fn is_too_large(&mut self, name: &ast::Name, more: Size) -> bool {
        let elements = self.declared_size.elements + more.elements;
        let variables = self.declared_size.variables + more.variables;
        let (what, most) = match (elements > ELEMENTS_MAX, variables > VARIABLES_MAX) {
            (true, _) => ("elements", ELEMENTS_MAX),
            (_, true) => ("members and variables", VARIABLES_MAX),
            _ => return false,
        };
        let message = match more.elements > ELEMENTS_MAX || more.variables > VARIABLES_MAX {
            true => format!("`{}` is too large", name.text),
            false => format!("the variables up to `{}` are too large", name.text),
        };
        let report = Report::error(name.range, message);
        self.report(report.help(format!(
            "all variables of a model together have at most {most} {what}"
        )));
        self.first_time(&name.text);
        true
    }

    fn declare_member(&mut self, typedef: &mut Typedef, ty: &ast::Type, written: &ast::Variable) {
        let name = &written.name;
        if let Some(first) = typedef.member(&name.text) {
            let message = format!("`{}` has two members `{}`", typedef.name, name.text);
            self.report(Report::error(name.range, message).other(first.declared, "the first one"));
            return;
        }
        let length = match &written.length {
            None => None,
            Some(length) => match self.array_length(length) {
                Some(length) => Some(length),
                None => return,
            },
        };
        // Before anything is made that is as large.
        let elements = typedef.size + u64::from(length.unwrap_or(1));
        let (content, leaves, size) = match &ty.kind {
            TypeKind::User(_) => {
                let Some(inner) = self.user_type(ty) else {
                    return;
                };
                self.ignore_initial(written);
                let known = &self.typedefs[inner];
                typedef.nesting = typedef.nesting.max(known.nesting + 1);
                if typedef.nesting > NESTING_MAX {
                    typedef.nesting = 1;
                    let message = format!("structures are nested deeper than {NESTING_MAX} levels");
                    self.report(Report::error(name.range, message));
                    return;
                }
                (Content::Structure(inner), known.leaves, known.size)
            }
            _ if elements > ELEMENTS_MAX => {
                typedef.size = elements;
                return;
            }
            _ => {
                let Some(ty) = self.lower_type(ty, written.width.as_ref()) else {
                    return;
                };
                (
                    Content::Scalar(self.member_scalar(ty, length, written)),
                    1,
                    1,
                )
            }
        };
        typedef
            .by_name
            .insert(name.text.clone(), typedef.members.len());
        typedef.members.push(Member {
            name: name.text.clone(),
            declared: name.range,
            content,
            length,
            first: typedef.leaves,
        });
        typedef.leaves += leaves;
        typedef.size += size * u64::from(length.unwrap_or(1));
    }

    fn member_scalar(&mut self, ty: Type, length: Option<u32>, written: &ast::Variable) -> Scalar {
        let width = match length {
            None => width(ty),
            Some(_) => element_width(ty),
        };
        let dimensions: Vec<u32> = length.into_iter().collect();
        let values = match &written.initial {
            None | Some(Initializer::Channel(_)) => None,
            Some(Initializer::Expression(e)) => {
                let value = self.constant(e, "the initial value of a member");
                let what = format!("`{}`", written.name.text);
                self.check_width(e.range, value.unwrap_or(0), width, &what);
                value.map(|value| vec![value; length.unwrap_or(1) as usize])
            }
            Some(Initializer::List(list)) => {
                self.list_values(list, &written.name.text, (&dimensions, width))
            }
        };
        let values = values.unwrap_or_else(|| vec![0; length.unwrap_or(1) as usize]);
        Scalar {
            ty,
            width,
            channel: self.channel_initializer(written, ty),
            initial: values
                .into_iter()
                .map(|value| truncate(value, width))
                .collect(),
        }
    }

    /// Only its members have initial values; as in SPIN, a number for the whole is ignored.
    pub fn ignore_initial(&mut self, written: &ast::Variable) {
        let name = &written.name.text;
        let (range, message) = match &written.initial {
            None => return,
            Some(Initializer::Expression(e)) => {
                self.value(e);
                let message = format!("the value is ignored: `{name}` is a structure");
                self.report(Report::warning("ignored-value", e.range, message).help(MEMBERS));
                return;
            }
            Some(Initializer::List(list)) => (list.range, "a list of initial values"),
            Some(Initializer::Channel(channel)) => (channel.range, "a channel as its value"),
        };
        let message = format!("`{name}` is a structure, it cannot have {message}");
        self.report(Report::error(range, message).help(MEMBERS));
    }

    /// The types of the message fields that a structure is sent as: its leaves, element by element.
    pub fn flat_types(&mut self, typedef: usize, range: TextRange) -> Option<Vec<Type>> {
        self.refuse_inner_arrays(typedef, range)?;
        if !self.can_be_sent(range, typedef) {
            return None;
        }
        let structure = Structure {
            typedef,
            length: None,
        };
        let mut types = Vec::new();
        for Leaf { path, scalar, .. } in self.leaves(structure) {
            if let Type::Unsigned(_) = scalar.ty {
                let message = format!(
                    "`{}` cannot be a message field: its member `{}` is `unsigned`",
                    self.typedefs[typedef].name,
                    &path[1..]
                );
                let report = Report::error(range, message);
                self.report(report.help("use `byte`, `short` or `int`"));
                return None;
            }
            types.extend(std::iter::repeat_n(scalar.ty, scalar.initial.len()));
        }
        Some(types)
    }

    /// Arrays of structures cannot be parts of messages; `None` after the report.
    fn refuse_inner_arrays(&mut self, typedef: usize, range: TextRange) -> Option<()> {
        for Member {
            name,
            content,
            length,
            ..
        } in self.typedefs[typedef].members.clone()
        {
            let Content::Structure(inner) = content else {
                continue;
            };
            if length.is_some() {
                let message = format!(
                    "a structure with an array of structures, `{name}`, cannot be part of a message"
                );
                self.report(Report::error(range, message).help("send the elements one by one"));
                return None;
            }
            self.refuse_inner_arrays(inner, range)?;
        }
        Some(())
    }

    /// Structures with arrays cannot be parameters.
    pub fn refuse_arrays(&mut self, structure: Structure, range: TextRange) {
        let leaves = self.leaves(structure);
        if let Some(leaf) = leaves.iter().find(|leaf| !leaf.dimensions.is_empty()) {
            let message = format!(
                "a structure with an array, `{}`, cannot be a parameter",
                &leaf.path[1..]
            );
            let report = Report::error(range, message);
            self.report(report.help("make it a global variable, or pass its elements one by one"));
        }
    }

    /// The leaves of a variable, in order.
    pub fn leaves(&self, structure: Structure) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        let dimensions = structure.length.into_iter().collect();
        let path = brackets(structure.length).to_owned();
        self.collect_leaves(structure.typedef, path, dimensions, &mut leaves);
        leaves
    }

    fn collect_leaves(
        &self,
        typedef: usize,
        path: String,
        outer: Vec<u32>,
        leaves: &mut Vec<Leaf>,
    ) {
        for member in &self.typedefs[typedef].members {
            let path = format!("{path}.{}", member.name);
            let mut dimensions = outer.clone();
            dimensions.extend(member.length);
            match &member.content {
                Content::Structure(inner) => {
                    let path = path + brackets(member.length);
                    self.collect_leaves(*inner, path, dimensions, leaves);
                }
                Content::Scalar(scalar) => leaves.push(Leaf {
                    path,
                    dimensions,
                    scalar: scalar.clone(),
                }),
            }
        }
    }

    /// The channels of a variable in the order in which SPIN makes them: element by element, depth
    /// first.
    pub fn inner_channels(&self, structure: Structure) -> Vec<Inner> {
        let mut found = Vec::new();
        for at in 0..structure.length.unwrap_or(1) as usize {
            let path = indexed("", structure.length, at);
            self.collect_channels(structure.typedef, 0, at, &path, &mut found);
        }
        found
    }

    /// `element` is the position among the structures of this kind in the variable.
    fn collect_channels(
        &self,
        typedef: usize,
        first: usize,
        element: usize,
        path: &str,
        found: &mut Vec<Inner>,
    ) {
        for member in &self.typedefs[typedef].members {
            let length = member.length.unwrap_or(1) as usize;
            let (leaf, name) = (first + member.first, format!("{path}.{}", member.name));
            for at in 0..length {
                let element = element * length + at;
                let path = indexed(&name, member.length, at);
                match &member.content {
                    Content::Structure(inner) => {
                        self.collect_channels(*inner, leaf, element, &path, found);
                    }
                    Content::Scalar(Scalar {
                        channel: Some(channel),
                        ..
                    }) => found.push(Inner {
                        leaf,
                        element,
                        path,
                        channel: *channel,
                    }),
                    Content::Scalar(_) => break,
                }
            }
        }
    }
}

fn brackets(length: Option<u32>) -> &'static str {
    if length.is_some() { "[]" } else { "" }
}

fn indexed(path: &str, length: Option<u32>, at: usize) -> String {
    match length {
        None => path.to_owned(),
        Some(_) => format!("{path}[{at}]"),
    }
}
