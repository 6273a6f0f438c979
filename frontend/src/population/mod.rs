//! Which processes there can be, and which channels each of them can name.
//!
//! The flow of channels knows proctypes, not processes: of `run node(q[0]); run node(q[1])` it says
//! that the channel of a node is either. What tells the nodes apart are the parameters that they
//! keep: those, and all locals that nothing is assigned to but at creation, are looked up in the
//! processes themselves.

mod creation;

pub use creation::count;

use std::collections::{BTreeMap, BTreeSet};

use crate::interpret::{Process, State};
use crate::ir::arithmetic::apply_binary;
use crate::ir::{Access, Expr, LocalId, Model, ProctypeId, Type, Var, visit};
use crate::tags::flow::{ChannelOrigin, Flow};

/// Elements of an array that are looked up in a process, at most: as many as there can be channels.
const KEPT_MAX: usize = 255;

/// The processes of a model.
#[derive(Debug)]
pub struct Population<'m> {
    model: &'m Model,
    flow: Flow,
    /// Variables that some statement assigns, of globals and of each proctype.
    assigned: BTreeSet<(Option<usize>, Var)>,
    /// All of them.
    pub members: BTreeSet<Member>,
    /// By proctype, the numbers of its processes.
    pub numbers: Vec<BTreeSet<usize>>,
}

/// A process that can exist: of those with one number that exist one after the other, or on
/// different ways, each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// Processes with different numbers can exist at the same time. It is not `_pid` where
    /// processes are only counted.
    pub number: usize,
    /// What it runs.
    pub proctype: ProctypeId,
    /// `_pid`, where it is known.
    pid: Option<i32>,
    /// The elements of the locals that it keeps.
    kept: BTreeMap<LocalId, Vec<Value>>,
}

/// A value that a local keeps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Number(i32),
    Channel(Named),
}

/// A channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// Index into [`Model::channels`].
    Global(usize),
    /// One of the channels that the process with this number makes, by order.
    Own(usize, usize),
}

impl<'m> Population<'m> {
    /// Finds the processes of a model: at most `most` are told apart by more than their number,
    /// else they are counted.
    pub fn of(model: &'m Model, most: usize) -> Self {
        let mut population = Self {
            model,
            flow: Flow::follow(model),
            assigned: assigned(model),
            members: BTreeSet::new(),
            numbers: vec![BTreeSet::new(); model.proctypes.len()],
        };
        let mut members = BTreeSet::new();
        let complete = creation::watch(model, &mut |state, pid| {
            members.insert(population.seen(state, pid));
        });
        population.members = match complete && members.len() <= most {
            true => members,
            false => population.counted(),
        };
        for member in &population.members {
            population.numbers[member.proctype.index()].insert(member.number);
        }
        population
    }

    /// A process in a state.
    fn seen(&self, state: &State, pid: usize) -> Member {
        let Process {
            proctype, locals, ..
        } = &state.processes[pid];
        let short = locals.iter().enumerate();
        let short = short.filter(|(_, elements)| elements.len() <= KEPT_MAX);
        let kept = short.map(|(i, elements)| {
            let ty = self.model.proctypes[proctype.index()].locals[i].ty;
            let values = elements.iter().map(|value| match ty {
                Type::Chan => named(state, *value),
                _ => Value::Number(*value),
            });
            (LocalId::from(i), values.collect())
        });
        let is_kept = |(id, _): &(LocalId, Vec<Value>)| {
            let owned = (Some(proctype.index()), Var::Local(*id));
            !self.assigned.contains(&owned)
        };
        Member {
            number: pid,
            proctype: *proctype,
            pid: Some(pid as i32),
            kept: kept.filter(is_kept).collect(),
        }
    }

    /// One process for each proctype of which there can be one, two where there can be more. They
    /// keep the channels that no other process ever hears of.
    fn counted(&self) -> BTreeSet<Member> {
        let told = told(self.model);
        let mut members = BTreeSet::new();
        for (i, &count) in creation::count(self.model).iter().enumerate() {
            for _ in 0..count {
                let number = members.len();
                let mut kept: BTreeMap<LocalId, Vec<Value>> = BTreeMap::new();
                for (nth, channel) in self.model.proctypes[i].channels.iter().enumerate() {
                    let owned = (Some(i), Var::Local(channel.local));
                    if !self.assigned.contains(&owned) && !told.contains(&owned) {
                        let values = kept.entry(channel.local).or_default();
                        values.push(Value::Channel(Named::Own(number, nth)));
                    }
                }
                members.insert(Member {
                    number,
                    proctype: ProctypeId::from(i),
                    pid: None,
                    kept,
                });
            }
        }
        members
    }

    /// The channels that an access of a process can name.
    pub fn channels(&self, member: &Member, access: &Access) -> BTreeSet<Named> {
        let globals = |ids: &[i32]| -> Vec<Value> {
            let channel = |id: &i32| match usize::try_from(id - 1) {
                Ok(index) => Value::Channel(Named::Global(index)),
                Err(_) => Value::Number(0),
            };
            ids.iter().map(channel).collect()
        };
        let values = match access.var {
            Var::Local(id) => member.kept.get(&id).cloned(),
            Var::Global(_) if self.assigned.contains(&(None, access.var)) => None,
            Var::Global(id) => {
                let ids = &self.model.globals[id.index()].initial;
                // A number of the text may become that of a process's channel.
                let exist = |id: &i32| *id as usize <= self.model.channels.len();
                ids.iter().all(exist).then(|| globals(ids))
            }
        };
        let Some(values) = values else {
            let origins = self.flow.named_by(member.proctype, access.var).iter();
            return origins.flat_map(|origin| self.all_of(*origin)).collect();
        };
        let one = self.element(member, access);
        let chosen = values
            .iter()
            .enumerate()
            .filter(|(i, _)| one.is_none_or(|one| one == *i));
        let channel = |(_, value): (usize, &Value)| match value {
            Value::Channel(named) => Some(*named),
            Value::Number(_) => None,
        };
        chosen.filter_map(channel).collect()
    }

    fn all_of(&self, origin: ChannelOrigin) -> Vec<Named> {
        match origin {
            ChannelOrigin::Global(index) => vec![Named::Global(index)],
            ChannelOrigin::Local(proctype, index) => {
                let makers = self.numbers[proctype].iter();
                makers.map(|maker| Named::Own(*maker, index)).collect()
            }
        }
    }

    /// Which element an access means, in row-major order, if that is known.
    fn element(&self, member: &Member, access: &Access) -> Option<usize> {
        let mut element = 0;
        for subscript in &access.subscripts {
            let index = subscript.inside(self.number(member, &subscript.index)?)?;
            element = element * subscript.length as usize + index;
        }
        Some(element)
    }

    /// The value of an expression that is the same as long as the process exists.
    fn number(&self, member: &Member, expr: &Expr) -> Option<i32> {
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Pid => member.pid,
            Expr::Load(access) => {
                let Var::Local(id) = access.var else {
                    return None;
                };
                let element = self.element(member, access)?;
                match member.kept.get(&id)?.get(element)? {
                    Value::Number(value) => Some(*value),
                    Value::Channel(_) => None,
                }
            }
            Expr::Binary(op, left, right) => {
                apply_binary(*op, self.number(member, left)?, self.number(member, right)?)
            }
            _ => None,
        }
    }
}

fn named(state: &State, id: i32) -> Value {
    let index = usize::try_from(id - 1).ok();
    let Some(index) = index.filter(|index| *index < state.channels.len()) else {
        return Value::Number(id);
    };
    let owner = state.channels[index].owner;
    Value::Channel(match owner {
        None => Named::Global(index),
        Some(pid) => {
            let before = state.channels[..index].iter();
            Named::Own(pid, before.filter(|it| it.owner == owner).count())
        }
    })
}

fn owned(proctype: usize, var: Var) -> (Option<usize>, Var) {
    match var {
        Var::Global(_) => (None, var),
        Var::Local(_) => (Some(proctype), var),
    }
}

fn assigned(model: &Model) -> BTreeSet<(Option<usize>, Var)> {
    let mut assigned = BTreeSet::new();
    for (i, proctype) in model.proctypes.iter().enumerate() {
        let accesses = proctype.steps().flat_map(|step| step.action.assigned());
        assigned.extend(accesses.map(|access| owned(i, access.var)));
    }
    let by_claims = visit::assigned_by_claims(model);
    assigned.extend(by_claims.map(|access| (None, access.var)));
    assigned
}

/// Variables whose value goes elsewhere.
fn told(model: &Model) -> BTreeSet<(Option<usize>, Var)> {
    let mut told = BTreeSet::new();
    for (i, proctype) in model.proctypes.iter().enumerate() {
        let mut note = |expr: &Expr| match expr {
            Expr::Load(access) => {
                told.insert(owned(i, access.var));
            }
            Expr::Remote(other, _, access) => {
                told.insert(owned(other.index(), access.var));
            }
            _ => {}
        };
        proctype
            .steps()
            .for_each(|step| step.action.walk(&mut note));
        for (_, value) in &proctype.creation {
            value.walk(&mut note);
        }
        proctype.provided.iter().for_each(|it| it.walk(&mut note));
    }
    told
}
