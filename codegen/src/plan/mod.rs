//! Everything that is decided before a line is printed: names, layout, numbers, kinds of channels,
//! conflict tags.

pub mod automaton;
pub mod channels;
pub mod claim;
pub mod d_step;
pub mod layout;
pub mod names;
pub mod promises;
pub mod repeated;
pub mod simplify;
pub mod statements;
pub mod tags;
pub mod variables;
mod words;

use std::collections::BTreeMap;

use frontend::ir::{Access, Expr, Model, Proctype, ProctypeId, Var, Variable, text, visit};
use frontend::tags::Facts;

use automaton::{Automaton, Liveness};
use channels::Channels;
use frontend::ir::range::{self, Context};
use names::Names;
use promises::Watched;
use repeated::Repeated;
use variables::{Globals, Internal, Reads, Stored};

/// The decisions about a model.
#[derive(Debug)]
pub struct Plan<'m> {
    /// What they are about.
    pub model: &'m Model,
    /// Globals in the state vector, hidden ones, and those that are only told; none for constants.
    pub globals: Vec<Option<Stored>>,
    /// Words of the globals.
    pub global_words: u32,
    /// Words of the hidden globals.
    pub hidden_words: u32,
    /// Words of the globals that are only told.
    pub told_words: u32,
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
    /// Claims that searches can check.
    pub claims: Vec<claim::Planned>,
    /// In words, claims that are too large.
    pub unchecked: Vec<String>,
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

/// What the proctypes of a model have in common.
struct Common<'p, 'm> {
    facts: &'p Facts<'m>,
    promises: &'p [Watched],
    tags: &'p tags::Table,
    reads: &'p Reads,
    /// Bits at the start of a process that are no variable's.
    reserved: u32,
    constants: &'p Names,
}

impl ProctypePlan {
    fn new(
        common: &Common<'_, '_>,
        id: ProctypeId,
        automaton: Automaton,
        module: Option<String>,
    ) -> Self {
        let Common {
            facts,
            promises,
            reads,
            reserved,
            ..
        } = *common;
        let proctype = &facts.model.proctypes[id.index()];
        let reads = &reads.locals[id.index()];
        let is_stored = |local: usize| !proctype.locals[local].hidden || reads[local];
        let (cells, _, words) = layout::pack(reserved, &[], &proctype.locals, is_stored);
        let mut constants = common.constants.clone();
        let locals = variables::store(&proctype.locals, &cells, &mut constants);
        let rows = automaton.rows(&mut constants);
        let executed = proctype.transitions.iter().zip(&rows);
        let statements = executed.map(|(transition, row)| match row {
            Some(_) => statements::named(facts, promises, id, transition, &mut constants),
            None => Vec::new(),
        });
        let statements = statements.collect();
        let tags = common.tags.rows[id.index()].iter().flatten();
        let functions = (id, automaton.functions());
        Self {
            module,
            repeated: Repeated::of(facts, functions, tags, &mut constants),
            locals,
            words,
            automaton,
            rows,
            statements,
        }
    }
}

/// Constants of the generated modules that are not a model's own.
const TABLES: [&str; 11] = [
    "BLOCKED",
    "CLAIMS",
    "DONE",
    "GLOBAL_WORDS",
    "ID",
    "MODEL",
    "PC_VALUES",
    "PLACE",
    "PROCTYPE",
    "PROCTYPES",
    "QUEUES",
];

/// Crates, and modules of generated code, that are not a model's own.
const MODULES: [&str; 13] = [
    "alloc",
    "channels",
    "claims",
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
        let reads = Reads::of(model);

        let mut constants = Names::reserving(&TABLES);
        let channel_variables = &facts.flow.constants;
        let (mut claims, unchecked) = claim::planned(model);
        let claim_bits = claim::place_bits(&claims);
        let mut globals = Globals::of(model, &reads, channel_variables, claim_bits, &mut constants);
        let channels = Channels::new(model, channel_variables, globals.words, &mut constants);
        let mtypes = model.mtypes.iter().map(|set| {
            let names = set.names.iter();
            let names =
                names.map(|(name, value)| (*value, constants.claim(&names::constant(name))));
            names.collect()
        });
        let mtypes = mtypes.collect();
        let promises = promises::watched(model, &liveness.started, &mut constants);

        let (automata, numbering) = automaton::number(model, &liveness);
        let place_bits = 32 - numbering.places.leading_zeros();
        let priority = model.has_priorities.then(|| Internal::priority(place_bits));
        let tags = tags::Table::new(&facts, &automata, &globals.stored);
        for claim in &mut claims {
            claim.find_visible(&facts, &automata, &tags);
            claim.name_places(&mut constants);
        }
        globals.number(&tags);

        let mut modules = Names::reserving(&MODULES);
        let common = Common {
            facts: &facts,
            promises: &promises,
            tags: &tags,
            reads: &reads,
            reserved: place_bits + priority.map_or(0, |it| it.cells.stride),
            constants: &constants,
        };
        let proctypes = (0..).map(ProctypeId).zip(automata);
        let proctypes = proctypes.map(|(id, automaton)| {
            let started = liveness.started[id.index()];
            let name = names::module(&model.proctypes[id.index()].name);
            ProctypePlan::new(
                &common,
                id,
                automaton,
                started.then(|| modules.claim(&name)),
            )
        });
        Self {
            proctypes: proctypes.collect(),
            tags,
            facts,
            model,
            globals: globals.stored,
            global_words: globals.words,
            hidden_words: globals.hidden_words,
            told_words: globals.told_words,
            internals: globals.internals,
            priority,
            asks_enabled: visit::asks(model, |expr| matches!(expr, Expr::Enabled(_))),
            mtypes,
            channels,
            claims,
            unchecked,
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

    /// Where a variable lies, if searches have room for it.
    pub fn stored(&self, var: Var) -> Option<&'p Stored> {
        self.told(var).filter(|stored| !stored.told)
    }

    /// Where a variable lies, if what tells a trail has room for it.
    pub fn told(&self, var: Var) -> Option<&'p Stored> {
        match var {
            Var::Global(id) => self.plan.globals[id.index()].as_ref(),
            Var::Local(id) => self.decided.locals[id.index()].as_ref(),
        }
    }

    /// What the variables of its expressions are.
    pub fn context(&self) -> Context<'p> {
        Context::new(self.plan.model, self.proctype)
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
