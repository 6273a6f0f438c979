//! Channels: their kinds and places, and the variables that are constant names of one.
//!
//! A send through a variable would have to find capacity and message layout in a table at run time.
//! But most channel variables are declared with a channel and never assigned: they are constants.
//! For parameters and the rest the front end follows which channels can flow into a variable; where
//! they are of one kind, capacity and layout are known when the analyzer is compiled and only the
//! position is looked up. Where all have as many fields as a statement names, nothing is left to
//! check.

use std::collections::{BTreeMap, BTreeSet};

use frontend::ir::{GlobalId, Model, ProctypeId, SignatureId, Var};
use frontend::tags::flow::{ChannelOrigin, Flow};

use super::names::{self, Names};

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
        Self {
            kinds,
            global_kinds,
            global_bases,
            constants,
            local_kinds,
        }
    }

    /// The kinds of all channels that a variable of a proctype can name; none if it never names
    /// one.
    pub fn kinds_of(&self, flow: &Flow, proctype: ProctypeId, var: Var) -> BTreeSet<KindId> {
        let origins = flow.named_by(proctype, var).iter();
        origins.map(|&origin| self.kind_of(origin)).collect()
    }

    fn kind_of(&self, origin: ChannelOrigin) -> KindId {
        match origin {
            ChannelOrigin::Global(index) => self.global_kinds[index],
            ChannelOrigin::Local(proctype, index) => self.local_kinds[proctype][index],
        }
    }
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

/// Words of a channel, as `QueueKind::new` of the runtime lays it out: the slots bit by bit, then
/// the fill count in one word.
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
