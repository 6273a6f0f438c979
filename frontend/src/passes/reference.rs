//! References to variables, `a[i].b.c[j]`: from the name over the members to a leaf, or to a
//! structure as a whole.

use super::expression::{LoweredVariable, count};
use super::lower::Lowering;
use super::report::Report;
use super::structure::{Content, Member, Structure};
use crate::ast::{self, TextRange};
use crate::ir::{Access, Subscript, Var};
use crate::suggest;

/// What a reference leads to.
enum Reached {
    Leaf(LoweredVariable),
    /// A structure: which one, its first leaf, and the subscripts on the way.
    Whole {
        typedef: usize,
        first: Var,
        subscripts: Vec<Subscript>,
    },
}

impl Lowering<'_> {
    /// A variable that is no structure, indices checked.
    pub fn variable(&mut self, reference: &ast::VariableReference) -> Option<LoweredVariable> {
        match self.reach(reference)? {
            Reached::Leaf(place) => Some(place),
            Reached::Whole { typedef, first, .. } => {
                let name = self.text(reference.range);
                let typedef = &self.typedefs[typedef];
                let report = Report::error(
                    reference.range,
                    format!("`{name}` is a structure: one of its members is needed here"),
                );
                let example = typedef.members.first().map(|member| &member.name);
                let example = example.map(|member| {
                    format!("write `{name}.{member}`; only sends, receives and `run` take whole structures")
                });
                let report = report
                    .other(typedef.declared, "its type")
                    .or_help(&example.unwrap_or_default());
                let declared = self.facts(first).declared;
                self.report(report.other(declared, "declared here"));
                None
            }
        }
    }

    /// Whether a reference leads to a structure as a whole.
    pub fn is_whole(&self, reference: &ast::VariableReference) -> bool {
        let Some(structure) = self.structure_named(&reference.base.name.text) else {
            return false;
        };
        let mut typedef = structure.typedef;
        reference.fields.iter().all(
            |field| match self.typedefs[typedef].member(&field.name.text) {
                Some(Member {
                    content: Content::Structure(inner),
                    ..
                }) => {
                    typedef = *inner;
                    true
                }
                _ => false,
            },
        )
    }

    /// The leaves of a reference to a structure as a whole, element by element; `None` after an
    /// error.
    pub fn whole(&mut self, reference: &ast::VariableReference) -> Option<Vec<LoweredVariable>> {
        let Reached::Whole {
            typedef,
            first,
            subscripts,
        } = self.reach(reference)?
        else {
            return None;
        };
        if !self.can_be_sent(reference.range, typedef) {
            return None;
        }
        let mut places = Vec::new();
        let leaves = self.leaves(Structure {
            typedef,
            length: None,
        });
        for (at, leaf) in leaves.into_iter().enumerate() {
            let elements = leaf.dimensions.iter().product::<u32>() as usize;
            for element in 0..elements {
                let mut subscripts = subscripts.clone();
                subscripts.extend(Subscript::of(&leaf.dimensions, element));
                let var = nth_leaf(first, at);
                places.push(LoweredVariable {
                    access: Access { var, subscripts },
                    ty: leaf.scalar.ty,
                });
            }
        }
        Some(places)
    }

    /// The structure that a name stands for.
    pub fn structure_named(&self, name: &str) -> Option<Structure> {
        self.facts(self.find(name)?).structure
    }

    /// How many elements a member has that is an array; `None` after an error. Of the structures on
    /// the way to it the elements are named, `tree[1].kids`.
    pub fn elements_of_member(&mut self, reference: &ast::VariableReference) -> Option<u32> {
        let mut first_element = reference.clone();
        let kind = ast::ExpressionKind::Number(0);
        first_element.fields.last_mut()?.index = Some(Box::new(ast::Expression {
            range: reference.range,
            kind,
        }));
        self.reach(&first_element)?;
        let (last, way) = reference.fields.split_last()?;
        let mut typedef = self.structure_named(&reference.base.name.text)?.typedef;
        for field in way {
            match self.member(typedef, field)?.content {
                Content::Structure(inner) => typedef = inner,
                Content::Scalar(_) => return None,
            }
        }
        let member = self.member(typedef, last)?;
        if member.length.is_none() {
            let message = format!("`{}` is not an array", last.name.text);
            let report = Report::error(reference.range, message);
            self.report(report.other(member.declared, "declared here"));
        }
        member.length
    }

    fn reach(&mut self, reference: &ast::VariableReference) -> Option<Reached> {
        let name = &reference.base.name;
        let Some(var) = self.find(&name.text) else {
            self.unknown_variable(name);
            self.look_at_indices(reference);
            return None;
        };
        self.use_variable(var);
        self.note_local(var, reference.range);
        let declared = self.facts(var).declared;
        let mut subscripts = Vec::new();
        let Some(structure) = self.facts(var).structure else {
            let declaration = self.declaration(var);
            let (ty, length) = (declaration.ty, declaration.dimensions.first().copied());
            self.subscript(&reference.base, length, declared, &mut subscripts)?;
            if let Some(field) = reference.fields.first() {
                self.no_member(&name.text, field, declared);
                return None;
            }
            let access = Access { var, subscripts };
            return Some(Reached::Leaf(LoweredVariable { access, ty }));
        };
        self.subscript(&reference.base, structure.length, declared, &mut subscripts)?;
        let (mut typedef, mut first) = (structure.typedef, var);
        let mut fields = reference.fields.iter();
        while let Some(field) = fields.next() {
            let member = self.member(typedef, field)?;
            self.subscript(field, member.length, member.declared, &mut subscripts)?;
            first = nth_leaf(first, member.first);
            match member.content {
                Content::Structure(inner) => typedef = inner,
                Content::Scalar(scalar) => {
                    if let Some(further) = fields.next() {
                        self.no_member(&field.name.text, further, member.declared);
                        return None;
                    }
                    let access = Access {
                        var: first,
                        subscripts,
                    };
                    return Some(Reached::Leaf(LoweredVariable {
                        access,
                        ty: scalar.ty,
                    }));
                }
            }
        }
        Some(Reached::Whole {
            typedef,
            first,
            subscripts,
        })
    }

    /// The indices of a reference to something unknown are looked at all the same.
    fn look_at_indices(&mut self, reference: &ast::VariableReference) {
        for access in reference.accesses() {
            if let Some(index) = &access.index {
                self.number(index);
            }
        }
    }

    fn member(&mut self, typedef: usize, field: &ast::Access) -> Option<Member> {
        let typedef = &self.typedefs[typedef];
        let name = &field.name;
        let known = typedef.member(&name.text);
        if known.is_none() {
            let message = format!("`{}` has no member `{}`", typedef.name, name.text);
            let known = typedef.members.iter();
            let known = known.take(suggest::compared(self.reports.len()));
            let names = known.map(|member| member.name.as_str());
            let report = Report::error(name.range, message)
                .suggest(&name.text, names)
                .other(typedef.declared, "declared here");
            self.report(report.about(&name.text));
            return None;
        }
        known.cloned()
    }

    fn no_member(&mut self, name: &str, field: &ast::Access, declared: TextRange) {
        let message = format!("`{name}` has no member `{}`", field.name.text);
        let report = Report::error(field.range, message).other(declared, "declared here");
        let report = report.help("only variables of a type declared with `typedef` have members");
        if self.first_time(name) {
            self.report(report.about(name));
        }
    }

    /// Checks the index of something with this many elements, if it is an array, and adds the
    /// subscript.
    fn subscript(
        &mut self,
        written: &ast::Access,
        length: Option<u32>,
        declared: TextRange,
        subscripts: &mut Vec<Subscript>,
    ) -> Option<()> {
        let name = &written.name;
        let before = std::mem::take(&mut self.wrong);
        let lowered = written.index.as_ref();
        let lowered = lowered.map(|index| (index.range, self.number(index)));
        let known = !self.wrong;
        self.wrong |= before;
        let index = lowered.as_ref();
        let index = index.map(|(range, e)| (*range, e.constant().filter(|_| known)));
        if let Some(report) = wrong_index(name, "", index, length) {
            let report = match self.at_once {
                true => report.refuse().help(format!(
                    "write an index from 0 to {}",
                    length.map_or(0, |length| length.saturating_sub(1))
                )),
                false => report,
            };
            let refused = report.is_error();
            self.report(report.other(declared, "declared here"));
            if refused {
                return None;
            }
        }
        if let (Some((_, index)), Some(length)) = (lowered, length) {
            subscripts.push(Subscript { index, length });
        }
        Some(())
    }
}

/// What is wrong with an index, its value being known or not, or without one, of something that is
/// an array of this length, or none. It is written as `sign` and its name. As in SPIN, a scalar can
/// have the index 0, and a constant outside is no error before it is used.
pub fn wrong_index(
    name: &ast::Name,
    sign: &str,
    index: Option<(TextRange, Option<i32>)>,
    length: Option<u32>,
) -> Option<Report> {
    let text = &name.text;
    Some(match (index, length) {
        (None, Some(length)) => {
            let message = format!("`{text}` is an array, its index is missing");
            let last = length - 1;
            let help = format!("write `{sign}{text}[i]` with an index from 0 to {last}");
            Report::error(name.range, message).help(help)
        }
        (Some((_, Some(0))), None) => return None,
        (Some((range, _)), None) => {
            let report = Report::error(range, format!("`{text}` is not an array"));
            report.help(format!(
                "write `{sign}{text}`, or `{sign}{text}[0]`, which is the same"
            ))
        }
        (Some((range, Some(value))), Some(length))
            if !(0..i64::from(length)).contains(&i64::from(value)) =>
        {
            let elements = count(length as usize, "element");
            let message = format!("index {value} is outside of `{text}`, which has {elements}");
            Report::warning("index-outside", range, message)
                .help("where it is used, the search reports a run-time error")
        }
        _ => return None,
    })
}

/// The leaf that stands so far behind another one.
fn nth_leaf(first: Var, at: usize) -> Var {
    match first {
        Var::Global(id) => Var::Global((id.index() + at).into()),
        Var::Local(id) => Var::Local((id.index() + at).into()),
    }
}
