//! Conflict tags: which transitions have a row, and what the objects are called.

use std::collections::{BTreeMap, BTreeSet};

use frontend::ir::Expr;
use frontend::tags::{self, Facts, Object, Tag, Tags};

use super::automaton::Automaton;
use super::names::{self, Names};
use super::{Stored, TABLES};

/// An object that some transition touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its constant in generated code.
    pub constant: String,
    /// What a model calls it.
    pub name: String,
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
        let objects = objects.into_iter().map(|object| {
            let name = facts.name(object);
            let wanted = match object {
                Object::Global(id) => (globals[id.index()].as_ref())
                    .map_or_else(|| names::constant(&name), |it| it.constant.clone()),
                _ => names::constant(&name),
            };
            let constant = constants.claim(&wanted);
            (object, Named { constant, name })
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
        if tags.everything {
            tags.needs.clear();
        }
        for need in &mut tags.needs {
            need.holds.take_if(|it| *it == Expr::Const(0));
        }
    }
    rows
}
