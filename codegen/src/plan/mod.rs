//! Everything that is decided before a line is printed: names, layout, numbers, kinds of channels,
//! conflict tags.

pub mod automaton;
pub mod channels;
pub mod d_step;
pub mod layout;
pub mod names;
pub mod promises;
pub mod range;
pub mod repeated;
pub mod simplify;
pub mod statements;
pub mod tags;

use std::collections::BTreeMap;

use frontend::ir::{
    Access, Expr, GlobalId, Model, Proctype, ProctypeId, Var, Variable, text, visit,
};
use frontend::tags::Facts;

use automaton::{Automaton, Liveness};
use channels::Channels;
use layout::Cells;
use names::Names;
use promises::Watched;
use range::Context;
use repeated::Repeated;

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
    const TRACE: Self = Self::new("TRACE", "_trace", "Where the trace stands");
    /// The priority of a process.
    const PRIORITY: Self = Self::new("PRIORITY", "_priority", "The priority of a process");

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

/// The decisions about a model.
#[derive(Debug)]
pub struct Plan<'m> {
    /// What they are about.
    pub model: &'m Model,
    /// Globals in the state vector; none for constants and for what is never read.
    pub globals: Vec<Option<Stored>>,
    /// Words of the globals.
    pub global_words: u32,
    /// Words of the hidden globals.
    pub hidden_words: u32,
    /// What else lies among the globals.
    pub internals: Vec<Internal>,
    /// Where each process keeps its priority, in models with priorities.
    pub priority: Option<Internal>,
    /// Some process asks whether another is `enabled`.
    pub asks_enabled: bool,
    /// Constants of symbolic names, by set and value.
    pub mtypes: Vec<BTreeMap<i32, String>>,
    /// Channels and their kinds.
    pub channels: Channels,
    /// What variables can name, and what others look at.
    pub facts: Facts<'m>,
    /// Conflict tags.
    pub tags: tags::Table,
    /// Promises that are watched.
    pub promises: Vec<Watched>,
    /// Proctypes, as in the model.
    pub proctypes: Vec<ProctypePlan>,
    /// Width of the place field.
    pub place_bits: u32,
    /// Rows in the table of transitions.
    pub transitions: u32,
}

/// The decisions about a proctype.
#[derive(Debug)]
pub struct ProctypePlan {
    /// Its module, unless no process of it is ever started.
    pub module: Option<String>,
    /// Parameters and locals in the state vector.
    pub locals: Vec<Option<Stored>>,
    /// Words of a process, without its channels.
    pub words: u32,
    /// Numbers and names of places and transitions.
    pub automaton: Automaton,
    /// By transition: the constant of its row, if it can be executed.
    pub rows: Vec<Option<String>>,
    /// What its tags say more than once.
    pub repeated: Repeated,
    /// By transition and statement: the constant of one that functions name.
    pub statements: Vec<Vec<Option<String>>>,
}

/// Constants of the generated modules that are not a model's own.
const TABLES: [&str; 11] = [
    "BLOCKED",
    "DONE",
    "GLOBAL_WORDS",
    "ID",
    "MODEL",
    "OBJECTS",
    "PC_VALUES",
    "PLACE",
    "PROCTYPE",
    "PROCTYPES",
    "QUEUES",
];

/// Crates, and modules of generated code, that are not a model's own.
const MODULES: [&str; 12] = [
    "alloc",
    "channels",
    "core",
    "info",
    "mtypes",
    "objects",
    "promises",
    "proctypes",
    "runtime",
    "state",
    "std",
    "trace",
];

impl<'m> Plan<'m> {
    /// Decides everything about a model.
    pub fn new(model: &'m Model) -> Self {
        let liveness = Liveness::of(model);
        let facts = Facts::of(model);
        let channel_variables = &facts.flow.constants;
        let reads = Reads::of(model);

        let mut constants = Names::reserving(&TABLES);
        let mut internals = internals(model);
        for internal in &internals {
            constants.claim(internal.constant);
        }
        if model.has_priorities {
            constants.claim(Internal::PRIORITY.constant);
        }
        let bits: Vec<u32> = internals.iter().map(|it| it.cells.stride).collect();
        let is_kept = |i: usize| {
            let var = Var::Global(GlobalId::from(i));
            (!model.globals[i].hidden || reads.globals[i]) && !channel_variables.contains(&var)
        };
        let is_visible = |i: usize| is_kept(i) && !model.globals[i].hidden;
        let is_hidden = |i: usize| is_kept(i) && model.globals[i].hidden;
        let (cells, positions, global_words) = layout::pack(0, &bits, &model.globals, is_visible);
        for (internal, bit) in internals.iter_mut().zip(positions) {
            internal.cells.bit = bit;
        }
        let (hidden_cells, _, hidden_words) = layout::pack(0, &[], &model.globals, is_hidden);
        let cells: Vec<_> = (cells.iter().zip(&hidden_cells))
            .map(|(visible, hidden)| visible.or(*hidden))
            .collect();
        let mut globals = store(&model.globals, &cells, &mut constants);
        for (stored, variable) in globals.iter_mut().zip(&model.globals) {
            if let Some(stored) = stored {
                stored.hidden = variable.hidden;
            }
        }
        let channels = Channels::new(model, channel_variables, global_words, &mut constants);

        let mtypes = model.mtypes.iter().map(|set| {
            let names = set.names.iter();
            let names =
                names.map(|(name, value)| (*value, constants.claim(&names::constant(name))));
            names.collect()
        });
        let mtypes: Vec<BTreeMap<i32, String>> = mtypes.collect();
        let promises = promises::watched(model, &liveness.started, &mut constants);

        let (automata, numbering) = automaton::number(model, &liveness);
        let place_bits = 32 - numbering.places.leading_zeros();
        let priority = model.has_priorities.then(|| {
            let mut priority = Internal::PRIORITY;
            priority.cells.bit = place_bits;
            priority
        });
        let reserved = place_bits + priority.map_or(0, |it| it.cells.stride);

        let mut modules = Names::reserving(&MODULES);
        let tags = tags::Table::new(&facts, &automata, &globals);
        number_globals(&tags, &mut globals, &mut internals);
        let proctypes = automata.into_iter().enumerate().map(|(i, automaton)| {
            let proctype = &model.proctypes[i];
            let is_stored = |local: usize| !proctype.locals[local].hidden || reads.locals[i][local];
            let (cells, _, words) = layout::pack(reserved, &[], &proctype.locals, is_stored);
            let mut constants = constants.clone();
            let locals = store(&proctype.locals, &cells, &mut constants);
            let rows = automaton.rows(&mut constants);
            let id = ProctypeId::from(i);
            let named = (id, automaton.functions());
            let tags = tags.rows[i].iter().flatten();
            let executed = proctype.transitions.iter().zip(&rows);
            let statements = executed.map(|(transition, row)| match row {
                Some(_) => statements::named(&facts, &promises, id, transition, &mut constants),
                None => Vec::new(),
            });
            let statements = statements.collect();
            ProctypePlan {
                module: (liveness.started[i])
                    .then(|| modules.claim(&names::module(&proctype.name))),
                repeated: Repeated::of(&facts, named, tags, &mut constants),
                locals,
                words,
                automaton,
                rows,
                statements,
            }
        });
        Self {
            proctypes: proctypes.collect(),
            tags,
            facts,
            model,
            globals,
            global_words,
            hidden_words,
            internals,
            priority,
            asks_enabled: visit::asks(model, |expr| matches!(expr, Expr::Enabled(_))),
            mtypes,
            channels,
            promises,
            place_bits,
            transitions: numbering.transitions,
        }
    }

    /// The proctype at this index and what was decided about it.
    pub fn scope(&self, id: ProctypeId) -> Scope<'_> {
        Scope {
            plan: self,
            proctype: &self.model.proctypes[id.index()],
            decided: &self.proctypes[id.index()],
            id,
        }
    }

    /// All proctypes, in order.
    pub fn scopes(&self) -> impl Iterator<Item = Scope<'_>> {
        (0..self.proctypes.len()).map(|i| self.scope(ProctypeId::from(i)))
    }

    /// Proctypes of which processes exist, in order.
    pub fn started(&self) -> impl Iterator<Item = Scope<'_>> {
        self.scopes().filter(|it| it.decided.module.is_some())
    }
}

/// Numbers the globals as the objects that they are; those that no tag names come behind all.
fn number_globals(tags: &tags::Table, globals: &mut [Option<Stored>], internals: &mut [Internal]) {
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
    for stored in globals.iter_mut().flatten() {
        stored.number = number(&stored.constant);
    }
    for internal in internals {
        internal.number = number(internal.constant);
    }
}

/// The fields among the globals that the model does not declare, their cells still to be found.
fn internals(model: &Model) -> Vec<Internal> {
    let mut internals = Vec::new();
    if model.tracks_last {
        internals.push(Internal::LAST);
    }
    if let Some(trace) = &model.trace {
        let mut place = Internal::TRACE;
        place.cells.stride = (usize::BITS - (trace.places.len() - 1).leading_zeros()).max(1);
        internals.push(place);
    }
    internals
}

fn store(
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
        })
    });
    stored.collect()
}

/// A proctype in its model: what an expression needs to be understood.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'p> {
    /// The model's decisions.
    pub plan: &'p Plan<'p>,
    /// The proctype.
    pub proctype: &'p Proctype,
    /// Its decisions.
    pub decided: &'p ProctypePlan,
    /// Its index.
    pub id: ProctypeId,
}

impl<'p> Scope<'p> {
    /// The declaration of a variable.
    pub fn variable(&self, var: Var) -> &'p Variable {
        match var {
            Var::Global(id) => &self.plan.model.globals[id.index()],
            Var::Local(id) => &self.proctype.locals[id.index()],
        }
    }

    /// Where a variable lies, if it is in the state vector.
    pub fn stored(&self, var: Var) -> Option<&'p Stored> {
        match var {
            Var::Global(id) => self.plan.globals[id.index()].as_ref(),
            Var::Local(id) => self.decided.locals[id.index()].as_ref(),
        }
    }

    /// What the variables of its expressions are.
    pub fn context(&self) -> Context<'p> {
        Context {
            model: self.plan.model,
            proctype: self.proctype,
        }
    }

    /// The values an expression can have.
    pub fn range(&self, expr: &Expr) -> range::Range {
        range::range(self.context(), expr)
    }

    /// An expression with constants folded and trivial operations gone.
    pub fn simplify(&self, expr: &Expr) -> Expr {
        simplify::simplify(self.context(), expr)
    }

    /// Promela text of an access.
    pub fn text(&self, access: &Access) -> String {
        text::access(self.plan.model, self.proctype, access)
    }
}

/// Which variables are read anywhere: a hidden variable that is read must be kept, or the state
/// would not determine what follows.
struct Reads {
    globals: Vec<bool>,
    locals: Vec<Vec<bool>>,
}

impl Reads {
    fn of(model: &Model) -> Self {
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
