//! Everything that is decided before a line is printed: names, layout, numbers, kinds of channels, conflict tags.

pub mod automaton;
pub mod channels;
pub mod layout;
pub mod names;
pub mod range;
pub mod simplify;
pub mod tags;

use std::collections::BTreeMap;

use frontend::ir::{Access, Expr, GlobalId, Model, Proctype, ProctypeId, Var, Variable, text};

use automaton::{Automaton, Liveness};
use channels::Channels;
use layout::Cells;
use names::Names;
use range::Context;

/// A variable that has a place in the state vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its constant in generated code.
    pub constant: String,
    /// Where it lies in its component.
    pub cells: Cells,
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
    /// Constants of symbolic names, by set and value.
    pub mtypes: Vec<BTreeMap<i32, String>>,
    /// Channels and their kinds.
    pub channels: Channels,
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
    /// Name of its index in tables: `SENDER`.
    pub constant: String,
    /// Parameters and locals in the state vector.
    pub locals: Vec<Option<Stored>>,
    /// Words of a process, without its channels.
    pub words: u32,
    /// Numbers and names of places and transitions.
    pub automaton: Automaton,
}

impl<'m> Plan<'m> {
    /// Decides everything about a model.
    pub fn new(model: &'m Model) -> Self {
        let liveness = Liveness::of(model);
        let channel_variables = channels::constant_variables(model);
        let reads = Reads::of(model);

        let mut constants = Names::reserving(&["PLACE", "GLOBAL_WORDS"]);
        let is_stored = |i: usize| {
            let var = Var::Global(GlobalId::from(i));
            (!model.globals[i].hidden || reads.globals[i]) && !channel_variables.contains(&var)
        };
        let (cells, global_words) = layout::pack(0, &model.globals, is_stored);
        let globals = store(&model.globals, &cells, &mut constants);
        let channels = Channels::new(model, &channel_variables, global_words, &mut constants);

        let mtypes = model.mtypes.iter().map(|set| {
            let names = set.names.iter();
            let names =
                names.map(|(name, value)| (*value, constants.claim(&names::constant(name))));
            names.collect()
        });
        let mtypes = mtypes.collect();

        let (automata, numbering) = automaton::number(model, &liveness);
        let place_bits = 32 - numbering.places.leading_zeros();

        let mut modules = Names::reserving(&["runtime", "std", "core", "alloc"]);
        let mut indices = Names::default();
        let proctypes = automata
            .into_iter()
            .enumerate()
            .map(|(i, automaton)| {
                let proctype = &model.proctypes[i];
                let is_stored =
                    |local: usize| !proctype.locals[local].hidden || reads.locals[i][local];
                let (cells, words) = layout::pack(place_bits, &proctype.locals, is_stored);
                ProctypePlan {
                    module: liveness.started[i]
                        .then(|| modules.claim(&names::module(&proctype.name))),
                    constant: indices.claim(&names::constant(&proctype.name)),
                    locals: store(&proctype.locals, &cells, &mut constants.clone()),
                    words,
                    automaton,
                }
            })
            .collect();
        Self {
            model,
            globals,
            global_words,
            mtypes,
            channels,
            proctypes,
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

    /// Proctypes of which processes exist, in order.
    pub fn started(&self) -> impl Iterator<Item = Scope<'_>> {
        (0..self.proctypes.len())
            .filter(|&i| self.proctypes[i].module.is_some())
            .map(|i| self.scope(ProctypeId::from(i)))
    }
}

fn store(
    variables: &[Variable],
    cells: &[Option<Cells>],
    constants: &mut Names,
) -> Vec<Option<Stored>> {
    let stored = variables.iter().zip(cells).map(|(variable, cells)| {
        Some(Stored {
            cells: (*cells)?,
            constant: constants.claim(&names::constant(&variable.name)),
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

/// Which variables are read anywhere: a hidden variable that is read must be kept, or the state would not determine what follows.
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
        for (i, proctype) in model.proctypes.iter().enumerate() {
            automaton::visit_reads(proctype, &mut |var| match var {
                Var::Global(id) => reads.globals[id.index()] = true,
                Var::Local(id) => reads.locals[i][id.index()] = true,
            });
        }
        reads
    }
}
