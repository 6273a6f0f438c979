//! Conflict tags: which transitions have a row, and what the objects are called.

use std::collections::{BTreeMap, BTreeSet};

use frontend::ir::{Access, ChannelQuery, Expr, LocalId, Var};
use frontend::tags::{self, Element, Facts, Need, Object, Tag, Tags, Verb};

use super::TABLES;
use super::automaton::Automaton;
use super::names::{self, Names};
use super::variables::{Internal, Stored};

/// An object that some transition touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its constant in generated code.
    pub constant: Constant,
    /// What a model calls it.
    pub name: String,
    /// Its position among all objects.
    pub number: u32,
}

impl Named {
    /// The constant of the variable that it is.
    pub fn variable(&self) -> Option<&str> {
        match &self.constant {
            Constant::Variable(name) => Some(name),
            Constant::Other(_) => None,
        }
    }
}

/// The constant of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// That of a variable, which says where it lies, too.
    Variable(String),
    /// One in the module of what is no variable.
    Other(String),
}

/// The tags of a model, and the objects that they mention.
#[derive(Debug)]
pub struct Table {
    /// By object, in the order of their numbers.
    pub objects: BTreeMap<Object, Named>,
    /// By proctype and transition; those that are never executed have none.
    pub rows: Vec<Vec<Option<Tags>>>,
}

/// The most objects that an analyzer can number.
const OBJECTS_MAX: usize = 1 << 16;

impl Table {
    /// Finds the tags of all transitions that can be executed.
    pub fn new(facts: &Facts<'_>, automata: &[Automaton], globals: &[Option<Stored>]) -> Self {
        let all = tags::of_model(facts).into_iter().zip(automata);
        let mut rows: Vec<Vec<Option<Tags>>> = all
            .map(|(all, automaton)| executed(all, automaton))
            .collect();
        let mentioned = rows.iter().flatten().flatten().flat_map(objects);
        let mut objects: BTreeSet<Object> = mentioned.collect();
        if objects.len() > OBJECTS_MAX {
            for tags in rows.iter_mut().flatten().flatten() {
                *tags = Tags {
                    everything: true,
                    ..Tags::default()
                };
            }
            objects.clear();
        }
        let mut constants = Names::reserving(&TABLES);
        let objects = (0..).zip(objects).map(|(number, object)| {
            let name = facts.name(object);
            let variable = match object {
                Object::Global(id) => (globals[id.index()].as_ref()).map(|it| &*it.constant),
                Object::Trace => Some(Internal::TRACE.constant),
                _ => None,
            };
            let constant = match variable {
                Some(variable) => Constant::Variable(variable.to_owned()),
                None => Constant::Other(constants.claim(&names::constant(&name))),
            };
            let named = Named {
                constant,
                name,
                number,
            };
            (object, named)
        });
        Self {
            objects: objects.collect(),
            rows,
        }
    }
}

fn objects(tags: &Tags) -> impl Iterator<Item = Object> {
    all_tags(tags).map(|tag| tag.object)
}

fn all_tags(tags: &Tags) -> impl Iterator<Item = &Tag> {
    let needs = tags.needs.iter().flat_map(|need| &need.tags);
    tags.touches.iter().chain(needs)
}

/// Of the tags of a proctype, those of the transitions that can be executed. Of the locals that
/// they assign only those are kept on which some element or condition depends.
fn executed(all: Vec<Tags>, automaton: &Automaton) -> Vec<Option<Tags>> {
    let executable = all.into_iter().zip(&automaton.transitions);
    let mut rows: Vec<Option<Tags>> = executable
        .map(|(tags, fate)| fate.named().map(|_| tags))
        .collect();
    let needed = rows
        .iter()
        .flatten()
        .flat_map(all_tags)
        .fold(0, |all, tag| all | tag.locals());
    for tags in rows.iter_mut().flatten() {
        tags.assigns &= needed;
        tags.then_assigns &= needed;
        if tags.everything {
            tags.needs.clear();
        }
        for need in &mut tags.needs {
            need.holds.take_if(|it| *it == Expr::Const(0));
        }
    }
    rows
}

/// The local that names an element: nothing has to be computed.
pub fn named_by(element: &Element) -> Option<LocalId> {
    match element {
        Element::Of(Expr::Load(access), _) if access.subscripts.is_empty() => match access.var {
            Var::Local(id) => Some(id),
            Var::Global(_) => None,
        },
        _ => None,
    }
}

/// What a need waits for in a channel that a constant or a local names, one object's.
#[derive(Debug)]
pub struct Awaited<'n> {
    /// A message, not room.
    pub message: bool,
    /// The variable that names the channel.
    pub channel: &'n Access,
    /// The object.
    pub object: Object,
}

/// What a need is, if it is no more than that. `constants` always name the same channel.
pub fn awaited<'n>(need: &'n Need, constants: &BTreeSet<Var>) -> Option<Awaited<'n>> {
    let Some(Expr::Channel(query, channel)) = &need.holds else {
        return None;
    };
    let (message, verb) = match query {
        ChannelQuery::NotEmpty => (true, Verb::AwaitSend),
        ChannelQuery::NotFull => (false, Verb::AwaitReceive),
        _ => return None,
    };
    let [tag] = &need.tags[..] else {
        return None;
    };
    let same_channel = match channel.var {
        Var::Global(_) => constants.contains(&channel.var) && tag.element == Element::Any,
        Var::Local(id) => named_by(&tag.element) == Some(id),
    };
    let plain = channel.subscripts.is_empty() && tag.verb == verb && tag.only_if.is_none();
    (plain && same_channel).then_some(Awaited {
        message,
        channel,
        object: tag.object,
    })
}
