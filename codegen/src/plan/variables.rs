//! Variables: which are stored, where, and under which names and numbers.

use std::collections::{BTreeMap, BTreeSet};

use frontend::ir::{GlobalId, Model, Var, Variable, visit};

use super::layout::{self, Cells};
use super::names::{self, Names};
use super::tags;

/// A variable that has a place in the state vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its constant in generated code.
    pub constant: String,
    /// Of a global its position among the objects, or behind them; of a local that among the
    /// parameters and locals.
    pub number: u32,
    /// Where it lies in its component.
    pub cells: Cells,
    /// It is a hidden global: its component is none of the state vector.
    pub hidden: bool,
    /// Nothing reads it: only what tells a trail has room for it, behind the hidden globals.
    pub told: bool,
}

/// A field that the model does not declare, for what it asks about the history or about processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Internal {
    /// Its constant in generated code.
    pub constant: &'static str,
    /// What a dump calls it.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// As that of a variable.
    pub number: u32,
    /// Where it lies: among the globals, or in each process.
    pub cells: Cells,
}

impl Internal {
    /// The process that made the last step.
    const LAST: Self = Self::new("LAST", "_last", "The process that made the last step");
    /// Where the `trace` or `notrace` stands.
    pub const TRACE: Self = Self::new("TRACE", "_trace", "Where the trace stands");
    /// Where the claim stands that is checked.
    pub const CLAIM: Self = Self::new("CLAIM", "_claim", "Where the claim stands that is checked");
    /// The priority of a process.
    const PRIORITY: Self = Self::new("PRIORITY", "_priority", "The priority of a process");

    /// The priority of a process, behind `bit` bits of its first word.
    pub fn priority(bit: u32) -> Self {
        let mut priority = Self::PRIORITY;
        priority.cells.bit = bit;
        priority
    }

    const fn new(constant: &'static str, name: &'static str, doc: &'static str) -> Self {
        let cells = Cells { bit: 0, stride: 8 };
        Self {
            constant,
            name,
            doc,
            number: u32::MAX,
            cells,
        }
    }
}

/// The globals of a model.
pub(super) struct Globals {
    /// By variable, if it is stored.
    pub stored: Vec<Option<Stored>>,
    /// Words of those in the state vector.
    pub words: u32,
    /// Words of hidden ones that are read.
    pub hidden_words: u32,
    /// Words behind these, of those that nothing reads.
    pub told_words: u32,
    /// What else lies among the former.
    pub internals: Vec<Internal>,
}

impl Globals {
    /// Lays them out, but for those that always name the same channel.
    pub fn of(
        model: &Model,
        reads: &Reads,
        channels: &BTreeSet<Var>,
        claim_bits: Option<u32>,
        constants: &mut Names,
    ) -> Self {
        let mut internals = internals(model, claim_bits);
        let priority = model.has_priorities.then_some(Internal::PRIORITY);
        for internal in internals.iter().chain(&priority) {
            constants.claim(internal.constant);
        }
        let bits: Vec<u32> = internals.iter().map(|it| it.cells.stride).collect();
        let is_kept = |i: usize| !channels.contains(&Var::Global(GlobalId::from(i)));
        let is_visible = |i: usize| is_kept(i) && !model.globals[i].hidden;
        let is_hidden = |i: usize| is_kept(i) && model.globals[i].hidden && reads.globals[i];
        let is_told = |i: usize| is_kept(i) && model.globals[i].hidden && !reads.globals[i];
        let (cells, positions, words) = layout::pack(0, &bits, &model.globals, is_visible);
        for (internal, bit) in internals.iter_mut().zip(positions) {
            internal.cells.bit = bit;
        }
        let (hidden_cells, _, hidden_words) = layout::pack(0, &[], &model.globals, is_hidden);
        let (told_cells, _, told_words) = layout::pack(0, &[], &model.globals, is_told);
        let behind = |cells: Cells| Cells {
            bit: cells.bit + hidden_words * 32,
            ..cells
        };
        let cells: Vec<_> = (cells.iter().zip(&hidden_cells).zip(&told_cells))
            .map(|((visible, hidden), told)| visible.or(*hidden).or(told.map(behind)))
            .collect();
        let mut stored = store(&model.globals, &cells, constants);
        for (i, stored) in stored.iter_mut().enumerate() {
            if let Some(stored) = stored {
                stored.hidden = model.globals[i].hidden;
                stored.told = is_told(i);
            }
        }
        Self {
            stored,
            words,
            hidden_words,
            told_words,
            internals,
        }
    }

    /// Numbers them as the objects that they are; those that no tag names come behind all.
    pub fn number(&mut self, tags: &tags::Table) {
        let numbers = tags.objects.values().filter_map(|named| {
            let variable = named.variable()?;
            Some((variable.to_owned(), named.number))
        });
        let numbers: BTreeMap<String, u32> = numbers.collect();
        let mut behind = tags.objects.len() as u32..;
        let mut number = |constant: &str| {
            let known = numbers.get(constant).copied();
            known.unwrap_or_else(|| behind.next().expect("has no end"))
        };
        for stored in self.stored.iter_mut().flatten() {
            stored.number = number(&stored.constant);
        }
        for internal in &mut self.internals {
            internal.number = number(internal.constant);
        }
    }
}

/// The fields among the globals that the model does not declare, their cells still to be found.
fn internals(model: &Model, claim_bits: Option<u32>) -> Vec<Internal> {
    let mut internals = Vec::new();
    if model.tracks_last {
        internals.push(Internal::LAST);
    }
    if let Some(trace) = &model.trace {
        let mut place = Internal::TRACE;
        place.cells.stride = (usize::BITS - (trace.places.len() - 1).leading_zeros()).max(1);
        internals.push(place);
    }
    if let Some(bits) = claim_bits {
        let mut place = Internal::CLAIM;
        place.cells.stride = bits;
        internals.push(place);
    }
    internals
}

/// Those that have cells, with constants and numbers of locals.
pub(super) fn store(
    variables: &[Variable],
    cells: &[Option<Cells>],
    constants: &mut Names,
) -> Vec<Option<Stored>> {
    let stored = (0..).zip(variables).zip(cells);
    let stored = stored.map(|((number, variable), cells)| {
        Some(Stored {
            cells: (*cells)?,
            constant: constants.claim(&names::constant(&variable.name)),
            number,
            hidden: false,
            told: false,
        })
    });
    stored.collect()
}

/// Which variables are read anywhere: a hidden variable that is read must be kept, or the state
/// would not determine what follows.
pub(super) struct Reads {
    pub globals: Vec<bool>,
    pub locals: Vec<Vec<bool>>,
}

impl Reads {
    pub fn of(model: &Model) -> Self {
        let mut reads = Self {
            globals: vec![false; model.globals.len()],
            locals: (model.proctypes.iter().map(|p| vec![false; p.locals.len()])).collect(),
        };
        visit::visit_reads(model, &mut |proctype, var| match var {
            Var::Global(id) => reads.globals[id.index()] = true,
            Var::Local(id) => reads.locals[proctype.index()][id.index()] = true,
        });
        reads
    }
}
