//! Channels: which variables are constant names of one, and which channels a variable can name.
//!
//! A send through a variable would have to find capacity and message layout in a table at run time. But most channel variables are
//! declared with a channel and never assigned: they are constants. For parameters and the rest, following all assignments,
//! messages and `run`s, without regard to order, shows which channels can flow into a variable; where they are of one kind, capacity and
//! layout are known when the analyzer is compiled and only the position is looked up. The conflict tags say which channels these are.

use std::collections::{BTreeMap, BTreeSet};

use frontend::ir::{
    Action, Expr, GlobalId, Model, Pattern, ProctypeId, SignatureId, Step, Type, Var,
};

use super::names::{self, Names};
use super::walk;

/// Index into [`Channels::kinds`].
pub type KindId = usize;

/// A capacity with a message type.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its constant in generated code.
    pub constant: String,
    /// Messages it can hold.
    pub capacity: u32,
    /// Message type.
    pub signature: SignatureId,
    /// Words of a channel of this kind.
    pub words: u32,
    /// The first declaration of such a channel: its name.
    pub first: String,
}

/// A global variable that always names the same channel, or an array of such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// `S2R`; for an array, `ASK` with the elements `ASK.element(index)`.
    pub name: String,
    /// Id of the channel, or of the first.
    pub first_id: u32,
    /// Their kind.
    pub kind: KindId,
}

/// The channels of a model.
#[derive(Debug)]
pub struct Channels {
    /// Kinds in order of first use.
    pub kinds: Vec<Kind>,
    /// Kind of each global channel.
    pub global_kinds: Vec<KindId>,
    /// First word of each global channel.
    pub global_bases: Vec<u32>,
    /// Global variables that are constants.
    pub constants: BTreeMap<GlobalId, Constant>,
    /// Kinds of the channels that each process makes, by proctype.
    pub local_kinds: Vec<Vec<KindId>>,
    flow: Flow,
}

/// Global channel variables that have a channel from the start and are never assigned, their elements one after the other.
pub fn constant_variables(model: &Model) -> BTreeSet<Var> {
    let mut constant: BTreeSet<Var> = (0..model.globals.len())
        .filter(|&i| {
            let ids = &model.globals[i].initial;
            let is_channel = model.globals[i].ty == Type::Chan;
            is_channel && ids[0] != 0 && ids.windows(2).all(|pair| pair[0] + 1 == pair[1])
        })
        .map(|i| Var::Global(GlobalId::from(i)))
        .collect();
    for (_, step) in steps(model) {
        for access in step.action.assigned() {
            constant.remove(&access.var);
        }
    }
    constant
}

fn steps(model: &Model) -> impl Iterator<Item = (usize, &Step)> {
    let proctypes = model.proctypes.iter().enumerate();
    proctypes.flat_map(|(i, proctype)| walk::steps(proctype).map(move |step| (i, step)))
}

impl Channels {
    /// Lays out the channels behind the `global_words` words of the globals.
    pub fn new(
        model: &Model,
        constant_variables: &BTreeSet<Var>,
        global_words: u32,
        constant_names: &mut Names,
    ) -> Self {
        let mut kinds = Kinds::default();
        let (mut global_kinds, mut global_bases) = (Vec::new(), Vec::new());
        let mut base = global_words;
        for channel in &model.channels {
            let kind = kinds.id(model, &channel.name, channel.capacity, channel.signature);
            global_kinds.push(kind);
            global_bases.push(base);
            base += kinds.kinds[kind].words;
        }
        let local_kinds: Vec<Vec<KindId>> = (model.proctypes.iter())
            .map(|proctype| {
                let channels = proctype.channels.iter();
                channels
                    .map(|channel| {
                        let name = &proctype.locals[channel.local.index()].name;
                        kinds.id(model, name, channel.capacity, channel.signature)
                    })
                    .collect()
            })
            .collect();
        let mut constants = BTreeMap::new();
        for var in constant_variables {
            let Var::Global(id) = *var else { continue };
            let variable = &model.globals[id.index()];
            let first_id = variable.initial[0] as u32;
            let name = constant_names.claim(&names::constant(&variable.name));
            let kind = global_kinds[first_id as usize - 1];
            constants.insert(
                id,
                Constant {
                    name,
                    first_id,
                    kind,
                },
            );
        }
        let mut kinds = kinds.kinds;
        for kind in &mut kinds {
            let wanted = format!("{}_KIND", names::constant(&kind.first));
            kind.constant = constant_names.claim(&wanted);
        }
        let flow = Flow::follow(model);
        Self {
            kinds,
            global_kinds,
            global_bases,
            constants,
            local_kinds,
            flow,
        }
    }

    /// The channels that a variable of a proctype can name.
    pub fn named_by(&self, proctype: ProctypeId, var: Var) -> &BTreeSet<Origin> {
        &self.flow.channels[&Cell::of(proctype.index(), var)]
    }

    /// Whether a variable of a proctype can name a rendezvous channel.
    pub fn may_be_rendezvous(&self, proctype: ProctypeId, var: Var) -> bool {
        let mut origins = self.named_by(proctype, var).iter();
        origins.any(|&origin| self.kinds[self.kind_of(origin)].capacity == 0)
    }

    /// The one kind of all channels that a variable of a proctype can name.
    pub fn only_kind(&self, proctype: ProctypeId, var: Var) -> Option<KindId> {
        let origins = self.named_by(proctype, var).iter();
        let kinds: BTreeSet<KindId> = origins.map(|&origin| self.kind_of(origin)).collect();
        match kinds.into_iter().collect::<Vec<_>>()[..] {
            [kind] => Some(kind),
            _ => None,
        }
    }

    fn kind_of(&self, origin: Origin) -> KindId {
        match origin {
            Origin::Global(index) => self.global_kinds[index],
            Origin::Local(proctype, index) => self.local_kinds[proctype][index],
        }
    }
}

/// A declaration of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Index into [`Model::channels`].
    Global(usize),
    /// A proctype and an index into its channels: one channel for each of its processes.
    Local(usize, usize),
}

#[derive(Default)]
struct Kinds {
    ids: BTreeMap<(u32, SignatureId), KindId>,
    kinds: Vec<Kind>,
}

impl Kinds {
    fn id(&mut self, model: &Model, name: &str, capacity: u32, signature: SignatureId) -> KindId {
        *self.ids.entry((capacity, signature)).or_insert_with(|| {
            self.kinds.push(Kind {
                constant: String::new(),
                capacity,
                signature,
                words: words(model, capacity, signature),
                first: name.split('[').next().unwrap_or(name).to_owned(),
            });
            self.kinds.len() - 1
        })
    }
}

/// Bits of one message.
pub fn slot_bits(model: &Model, signature: SignatureId) -> u32 {
    let fields = &model.signatures[signature.index()].fields;
    fields.iter().map(|(_, width)| u32::from(width.bits)).sum()
}

/// Words of a channel, as `QueueKind::new` of the runtime lays it out: the slots bit by bit, then the fill count in one word.
fn words(model: &Model, capacity: u32, signature: SignatureId) -> u32 {
    if capacity == 0 {
        return 0;
    }
    let end = capacity * slot_bits(model, signature);
    let length_bits = 32 - capacity.leading_zeros();
    let fits = end % 32 + length_bits <= 32;
    let bit = if fits { end } else { end.next_multiple_of(32) };
    bit / 32 + 1
}

/// Where a channel id can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    Global(u32),
    Local(usize, u32),
    /// A field of the messages of a channel.
    Field(Origin, usize),
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
struct Flow {
    channels: BTreeMap<Cell, BTreeSet<Origin>>,
    all: BTreeSet<Origin>,
}

impl Flow {
    fn follow(model: &Model) -> Self {
        let locals = model
            .proctypes
            .iter()
            .enumerate()
            .flat_map(|(i, proctype)| {
                (0..proctype.channels.len()).map(move |index| Origin::Local(i, index))
            });
        let locals: BTreeSet<Origin> = locals.collect();
        let globals = (0..model.channels.len()).map(Origin::Global);
        let mut flow = Self {
            channels: BTreeMap::new(),
            all: globals.chain(locals.iter().copied()).collect(),
        };
        for (i, variable) in model.globals.iter().enumerate() {
            let cell = flow.channels.entry(Cell::Global(i as u32)).or_default();
            if variable.ty == Type::Chan {
                let ids = variable.initial.iter().filter(|&&id| id != 0);
                cell.extend(ids.map(|&id| Origin::Global(id as usize - 1)));
            }
        }
        for (i, proctype) in model.proctypes.iter().enumerate() {
            for j in 0..proctype.locals.len() {
                flow.channels.entry(Cell::Local(i, j as u32)).or_default();
            }
            // The id of a channel that died with its process may be given to any other process's channel.
            for channel in &proctype.channels {
                let cell = Cell::Local(i, channel.local.0);
                flow.channels.entry(cell).or_default().extend(&locals);
            }
        }
        while flow.pass(model) {}
        flow
    }

    /// Applies every statement once; whether anything was learnt.
    fn pass(&mut self, model: &Model) -> bool {
        let mut changed = false;
        for (i, proctype) in model.proctypes.iter().enumerate() {
            for (access, value) in &proctype.creation {
                changed |= self.assign(model, i, Cell::of(i, access.var), value);
            }
        }
        for (i, step) in steps(model) {
            changed |= self.apply(model, i, &step.action);
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
                            let sent = self.channels.get(&Cell::Field(origin, field));
                            let origins = sent.cloned().unwrap_or_default();
                            changed |= self.add(model, Cell::of(i, access.var), origins);
                        }
                    }
                }
            }
            Action::Run {
                proctype,
                arguments,
                ..
            } => {
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

    fn assign(&mut self, model: &Model, i: usize, cell: Cell, value: &Expr) -> bool {
        if !holds_channel(model, cell) {
            return false;
        }
        let origins = self.of(model, i, value);
        self.add(model, cell, origins)
    }

    /// The channels that a value can be; all of them for what is computed.
    fn of(&self, model: &Model, i: usize, value: &Expr) -> BTreeSet<Origin> {
        match value {
            Expr::Const(0) => BTreeSet::new(),
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

    fn add(&mut self, model: &Model, cell: Cell, origins: BTreeSet<Origin>) -> bool {
        if !holds_channel(model, cell) {
            return false;
        }
        let known = self.channels.entry(cell).or_default();
        let before = known.len();
        known.extend(origins);
        known.len() > before
    }
}

fn holds_channel(model: &Model, cell: Cell) -> bool {
    let ty = match cell {
        Cell::Global(id) => Some(model.globals[id as usize].ty),
        Cell::Local(i, id) => Some(model.proctypes[i].locals[id as usize].ty),
        Cell::Field(origin, field) => {
            let signature = match origin {
                Origin::Global(index) => model.channels[index].signature,
                Origin::Local(i, index) => model.proctypes[i].channels[index].signature,
            };
            let fields = &model.signatures[signature.index()].fields;
            fields.get(field).map(|&(ty, _)| ty)
        }
    };
    ty == Some(Type::Chan)
}
