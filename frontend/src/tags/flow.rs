//! Which channels a variable can name.
//!
//! Most channel variables are declared with a channel and never assigned: they are constants. For
//! parameters and the rest, following all assignments, messages and `run`s, without regard to
//! order, shows which channels can flow into a variable.
//!
//! The channels of a process live as long as it does, and their ids are given out again. The
//! process's own variable therefore names its own channel; but wherever that id is copied to, it
//! may be kept for longer, and then it names any process's channel.

use std::collections::{BTreeMap, BTreeSet};

use super::element;
use crate::ir::{
    Access, Action, Expr, GlobalId, Model, Pattern, Proctype, ProctypeId, Signature, Type, Var,
    visit,
};

/// A declaration of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChannelOrigin {
    /// Index into [`Model::channels`].
    Global(usize),
    /// A proctype and an index into its channels: one channel for each of its processes.
    Local(usize, usize),
}

impl ChannelOrigin {
    /// How many messages a channel of this declaration holds.
    pub fn capacity(self, model: &Model) -> u32 {
        match self {
            Self::Global(index) => model.channels[index].capacity,
            Self::Local(i, index) => model.proctypes[i].channels[index].capacity,
        }
    }

    /// What its messages are.
    pub fn signature(self, model: &Model) -> &Signature {
        let id = match self {
            Self::Global(index) => model.channels[index].signature,
            Self::Local(i, index) => model.proctypes[i].channels[index].signature,
        };
        &model.signatures[id.index()]
    }
}

/// Global channel variables that have a channel from the start and are never assigned, their
/// elements one after the other.
fn constant_variables(model: &Model) -> BTreeSet<Var> {
    let mut constant: BTreeSet<Var> = (0..model.globals.len())
        .filter(|&i| {
            let ids = &model.globals[i].initial;
            let is_channel = model.globals[i].ty == Type::Chan;
            let exist = ids.iter().all(|&id| global(model, id).is_some());
            is_channel && exist && ids.windows(2).all(|pair| pair[0] + 1 == pair[1])
        })
        .map(|i| Var::Global(GlobalId::from(i)))
        .collect();
    let steps = model.proctypes.iter().flat_map(Proctype::steps);
    let assigned = steps.flat_map(|it| it.action.assigned());
    for access in assigned.chain(visit::assigned_by_claims(model)) {
        constant.remove(&access.var);
    }
    constant
}

/// The channel that has this id from the start.
fn global(model: &Model, id: i32) -> Option<ChannelOrigin> {
    let index = usize::try_from(id).ok()?.checked_sub(1)?;
    (index < model.channels.len()).then_some(ChannelOrigin::Global(index))
}

/// Where a channel id can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    Global(u32),
    Local(usize, u32),
    /// A field of the messages of a channel.
    Field(ChannelOrigin, usize),
}

impl Cell {
    fn of(proctype: usize, var: Var) -> Self {
        match var {
            Var::Global(id) => Self::Global(id.0),
            Var::Local(id) => Self::Local(proctype, id.0),
        }
    }
}

/// Which channels each cell can name.
#[derive(Debug)]
pub struct Flow {
    channels: BTreeMap<Cell, BTreeSet<ChannelOrigin>>,
    /// Global channel variables that are never assigned, their channels one after the other.
    pub constants: BTreeSet<Var>,
    all: BTreeSet<ChannelOrigin>,
    of_processes: BTreeSet<ChannelOrigin>,
}

impl Flow {
    /// Follows all statements of a model, until nothing is learnt any more.
    pub fn follow(model: &Model) -> Self {
        let locals = model
            .proctypes
            .iter()
            .enumerate()
            .flat_map(|(i, proctype)| {
                (0..proctype.channels.len()).map(move |index| ChannelOrigin::Local(i, index))
            });
        let locals: BTreeSet<ChannelOrigin> = locals.collect();
        let globals = (0..model.channels.len()).map(ChannelOrigin::Global);
        let mut flow = Self {
            channels: BTreeMap::new(),
            all: globals.chain(locals.iter().copied()).collect(),
            constants: constant_variables(model),
            of_processes: locals,
        };
        for (i, variable) in model.globals.iter().enumerate() {
            let cell = flow.channels.entry(Cell::Global(i as u32)).or_default();
            if variable.ty == Type::Chan {
                for &id in variable.initial.iter().filter(|&&id| id != 0) {
                    match global(model, id) {
                        Some(origin) => cell.extend([origin]),
                        // A number of the text; it may become that of a process's channel.
                        None => cell.extend(&flow.of_processes),
                    }
                }
            }
        }
        for (i, proctype) in model.proctypes.iter().enumerate() {
            for j in 0..proctype.locals.len() {
                flow.channels.entry(Cell::Local(i, j as u32)).or_default();
            }
            for (index, channel) in proctype.channels.iter().enumerate() {
                let own = flow.channels.entry(Cell::Local(i, channel.local.0));
                own.or_default().insert(ChannelOrigin::Local(i, index));
            }
        }
        while flow.pass(model) {}
        flow
    }

    /// The channels that a variable of a proctype can name.
    pub fn named_by(&self, proctype: ProctypeId, var: Var) -> &BTreeSet<ChannelOrigin> {
        &self.channels[&Cell::of(proctype.index(), var)]
    }

    /// Applies every statement once; whether anything was learnt.
    fn pass(&mut self, model: &Model) -> bool {
        let mut changed = false;
        for (i, proctype) in model.proctypes.iter().enumerate() {
            for (access, value) in &proctype.creation {
                changed |= self.assign(model, i, Cell::of(i, access.var), value);
            }
        }
        for (i, proctype) in model.proctypes.iter().enumerate() {
            for step in proctype.steps() {
                changed |= self.apply(model, i, &step.action);
            }
        }
        // They have no locals.
        let of_claims = model.claims.iter().flat_map(|it| &it.actions);
        for step in of_claims {
            changed |= self.apply(model, 0, &step.action);
        }
        changed
    }

    fn apply(&mut self, model: &Model, i: usize, action: &Action) -> bool {
        let mut changed = false;
        match action {
            Action::Assign(access, value) => {
                changed = self.assign(model, i, Cell::of(i, access.var), value);
            }
            Action::Send {
                channel, arguments, ..
            } => {
                for origin in self.channels[&Cell::of(i, channel.var)].clone() {
                    for (field, value) in arguments.iter().enumerate() {
                        changed |= self.assign(model, i, Cell::Field(origin, field), value);
                    }
                }
            }
            Action::Receive {
                channel, arguments, ..
            } => {
                for origin in self.channels[&Cell::of(i, channel.var)].clone() {
                    for (field, pattern) in arguments.iter().enumerate() {
                        if let Pattern::Store(access) = pattern {
                            let origins = self.sent(model, Cell::Field(origin, field));
                            changed |= self.add(model, Cell::of(i, access.var), origins);
                        }
                    }
                }
            }
            Action::Run {
                proctype,
                arguments,
                result,
                ..
            } => {
                if let Some((access, value)) = result {
                    changed = self.assign(model, i, Cell::of(i, access.var), value);
                }
                for (parameter, value) in arguments.iter().enumerate() {
                    let cell = Cell::Local(proctype.index(), parameter as u32);
                    changed |= self.assign(model, i, cell, value);
                }
            }
            Action::Skip
            | Action::Condition(_)
            | Action::Else
            | Action::Assert(_)
            | Action::Print { .. }
            | Action::SetPriority { .. }
            | Action::Deterministic(_)
            | Action::End => {}
        }
        changed
    }

    /// What a field of a message can name: anything, when it was not declared to be a channel.
    fn sent(&self, model: &Model, field: Cell) -> BTreeSet<ChannelOrigin> {
        if !holds_channel(model, field) {
            return self.all.clone();
        }
        self.channels.get(&field).cloned().unwrap_or_default()
    }

    fn assign(&mut self, model: &Model, i: usize, cell: Cell, value: &Expr) -> bool {
        if !holds_channel(model, cell) {
            return false;
        }
        let origins = self.of(model, i, value);
        self.add(model, cell, origins)
    }

    /// The channels that a value can be; all of them for what is computed.
    fn of(&self, model: &Model, i: usize, value: &Expr) -> BTreeSet<ChannelOrigin> {
        match value {
            Expr::Const(0) => BTreeSet::new(),
            Expr::Load(access) if let Some(origin) = self.constant(model, access) => {
                BTreeSet::from([origin])
            }
            Expr::Load(access) if holds_channel(model, Cell::of(i, access.var)) => {
                self.channels[&Cell::of(i, access.var)].clone()
            }
            Expr::Conditional(_, then, otherwise) => {
                let mut origins = self.of(model, i, then);
                origins.extend(self.of(model, i, otherwise));
                origins
            }
            _ => self.all.clone(),
        }
    }

    /// The channel that a variable which is never assigned has from the start, or a certain element
    /// of it.
    fn constant(&self, model: &Model, access: &Access) -> Option<ChannelOrigin> {
        let Var::Global(id) = access.var else {
            return None;
        };
        let element = match element::index(access) {
            None => 0,
            Some(Expr::Const(index)) => usize::try_from(index).ok()?,
            Some(_) => return None,
        };
        if !self.constants.contains(&access.var) {
            return None;
        }
        let channel = model.globals[id.index()].initial.get(element)?;
        global(model, *channel)
    }

    fn add(&mut self, model: &Model, cell: Cell, origins: BTreeSet<ChannelOrigin>) -> bool {
        if !holds_channel(model, cell) {
            return false;
        }
        let kept_for_longer = origins
            .iter()
            .any(|it| matches!(it, ChannelOrigin::Local(..)));
        let known = self.channels.entry(cell).or_default();
        let before = known.len();
        known.extend(origins);
        if kept_for_longer {
            known.extend(&self.of_processes);
        }
        known.len() > before
    }
}

fn holds_channel(model: &Model, cell: Cell) -> bool {
    let ty = match cell {
        Cell::Global(id) => Some(model.globals[id as usize].ty),
        Cell::Local(i, id) => Some(model.proctypes[i].locals[id as usize].ty),
        Cell::Field(origin, field) => {
            let fields = &origin.signature(model).fields;
            fields.get(field).map(|&(ty, _)| ty)
        }
    };
    ty == Some(Type::Chan)
}
