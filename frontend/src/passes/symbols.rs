//! Names and what they stand for: the global tables and the nested scopes of a process.

use std::collections::{BTreeMap, BTreeSet};

use super::structure::Structure;
use crate::ast::TextRange;
use crate::ir::{GlobalId, LocalId, ProctypeId, SignatureId, Source, Type, Variable};

/// What the type checks know about a variable beside its [`Variable`].
#[derive(Clone, Debug)]
pub struct Facts {
    /// Where its name is declared.
    pub declared: TextRange,
    /// The message type and capacity, when it is initialised with a channel.
    pub channel: Option<(SignatureId, u32)>,
    /// Its initial value, when that is a constant scalar.
    pub constant: Option<i32>,
    /// At the first leaf of a structure: the structure.
    pub structure: Option<Structure>,
    /// Something refers to it, or to a part of it.
    pub used: bool,
    /// A global that is declared `local`: only one process uses it.
    pub promised: bool,
}

impl Facts {
    /// Nothing is known but the declaration.
    pub fn new(declared: TextRange) -> Facts {
        Facts {
            declared,
            channel: None,
            constant: None,
            structure: None,
            used: false,
            promised: false,
        }
    }
}

/// A parameter of a proctype, for the checks at `run`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// It is written as an array, which was refused.
    pub is_array: bool,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// What `run` must know of a proctype.
#[derive(Clone, Debug)]
pub struct Head {
    /// Where its name is declared.
    pub declared: TextRange,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// Everything that is known at the top level.
#[derive(Debug, Default)]
pub struct Globals {
    /// Names of `mtype` values: their set and value.
    pub values: BTreeMap<String, (u32, i32)>,
    /// Variables; of structures, the first leaf.
    pub variables: BTreeMap<String, GlobalId>,
    /// Facts about them, by id.
    pub facts: Vec<Facts>,
    /// Proctypes.
    pub proctypes: BTreeMap<String, ProctypeId>,
    /// Heads of proctypes and `init`, by id.
    pub heads: Vec<Head>,
    /// Where each of these names is declared first.
    pub declared: BTreeMap<String, TextRange>,
}

/// The variables of a process: one table, seen through nested scopes.
#[derive(Debug, Default)]
pub struct Locals {
    /// All of them, parameters first.
    pub variables: Vec<Variable>,
    /// Facts about them, by id.
    pub facts: Vec<Facts>,
    scopes: Vec<Scope>,
    opened: u32,
    /// Names of the variables.
    names: BTreeSet<String>,
    /// How many names were tried for variables of each name and place.
    copies: BTreeMap<(String, u32, u32), u32>,
}

#[derive(Debug)]
struct Scope {
    number: u32,
    names: BTreeMap<String, LocalId>,
}

impl Locals {
    /// Enters a block.
    pub fn open(&mut self) {
        self.opened += 1;
        self.scopes.push(Scope {
            number: self.opened,
            names: BTreeMap::new(),
        });
    }

    /// Leaves a block; its variables stay, out of sight.
    pub fn close(&mut self) {
        self.scopes.pop();
    }

    /// The blocks that are open, outermost first.
    pub fn path(&self) -> Vec<u32> {
        self.scopes.iter().map(|scope| scope.number).collect()
    }

    /// The variable that a name stands for here.
    pub fn find(&self, name: &str) -> Option<LocalId> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.names.get(name).copied())
    }

    /// Whether the innermost block has a variable of this name.
    pub fn is_in_block(&self, name: &str) -> bool {
        let block = self.scopes.last();
        block.is_some_and(|scope| scope.names.contains_key(name))
    }

    /// Adds a variable, or the leaves of a structure, to the innermost block; the id of the first.
    pub fn declare(&mut self, name: &str, leaves: Vec<(Variable, Facts)>) -> LocalId {
        let id = LocalId::from(self.variables.len());
        let scope = self
            .scopes
            .last_mut()
            .expect("a variable is declared inside a block");
        scope.names.insert(name.to_owned(), id);
        for (variable, facts) in leaves {
            self.add(variable, facts);
        }
        id
    }

    /// When the name is used in another block already, the variable gets its line behind `@`.
    fn add(&mut self, mut variable: Variable, facts: Facts) {
        let plain = variable.name.clone();
        let Source { line, column, .. } = variable.source;
        // Of a hundred calls of an inline, the hundredth need not try the names of the others
        // again.
        let copies = self
            .copies
            .entry((plain.clone(), line, column))
            .or_insert(0);
        while !self.names.insert(variable.name.clone()) {
            variable.name = match *copies {
                0 => format!("{plain}@{line}"),
                1 => format!("{plain}@{line}:{column}"),
                _ => format!("{plain}@{line}:{column}#{copies}"),
            };
            *copies += 1;
        }
        self.variables.push(variable);
        self.facts.push(facts);
    }

    /// Names that can be seen here.
    pub fn visible(&self) -> impl Iterator<Item = &str> {
        self.scopes
            .iter()
            .flat_map(|scope| scope.names.keys().map(String::as_str))
    }
}
