//! From the syntax tree to [`Model`]: names, types, control flow, and the optimisations.
//!
//! In this order, each pass in a file named after what it does:
//!
//! 1. `lower`, `symbols`, `declaration`, `initial`, `structure`, `local`, `expression`,
//!    `reference`, `statement`: names to ids, types checked, constants folded; `claim`, `trace`:
//!    the same for what looks at the processes; `remote`, `late`, `messages`: what can only be
//!    known when all processes are; `promises`: who else uses what a process has for itself;
//!    `suspicious`: what is right but looks wrong;
//! 2. `body`, `loops`, `unless`, `elements`: bodies to SPIN's control graph;
//! 3. `automaton`, `escapes`, `deterministic`: the control graph to places and transitions;
//! 4. `hidden`: what the state does not hold and decides all the same;
//! 5. `write_only`, `dead_variables`, `merging`: fewer states with the same verdict, each by itself
//!    optional.
//!
//! Errors do not stop the work: what is wrong is replaced by something harmless, and the model is
//! thrown away at the end.

mod alone;
mod automaton;
mod bits;
mod body;
mod bounds;
mod claim;
mod claim_edges;
mod dead_variables;
mod declaration;
mod deterministic;
mod doubtful;
mod elements;
mod embedded;
mod escapes;
mod expression;
mod footprint;
mod hidden;
mod initial;
mod labels;
mod late;
mod local;
mod loops;
mod lower;
mod merging;
mod messages;
mod promises;
mod reference;
mod remote;
mod report;
mod statement;
mod structure;
mod suspicious;
mod symbols;
mod trace;
mod unless;
mod write_only;

pub use lower::Origins;
pub use report::Report;

use std::collections::BTreeMap;

use crate::ast::{self, Ast, TextRange, Unit};
use crate::diagnostic::Severity;
use crate::ir::{GlobalId, LocalId, Model, Proctype, ProctypeId, Var};
use crate::parse::Lost;
use crate::values::Values;
use body::Body;
use elements::Sequence;
use lower::Lowering;
use symbols::{Facts, Head};

/// The remedy for a second `init`.
const SEVERAL_INITS: &str =
    "all run, like active proctypes; write `active proctype P()` if that is meant";

/// Most processes at a time.
const PROCESSES_MAX: usize = 255;

/// Lowers a model. Without errors among the reports there is a model; files and digest are left for
/// the caller to fill in.
///
/// A tree with gaps is checked like any other, but there is no model, and reports that may follow
/// from what is `lost` are apart.
pub fn lower(ast: &Ast, origins: &dyn Origins, lost: &Lost) -> (Option<Model>, Reports) {
    let mut lowering = Lowering::new(origins, lost.incomplete);
    lowering.units(ast);
    let failed = lowering.failed();
    let Lowering {
        model, mut reports, ..
    } = lowering;
    reports.sort_by_key(|report| (report.range, report.severity == Severity::Warning));
    let (mut hidden, shown): (Vec<_>, Vec<_>) = reports
        .into_iter()
        .partition(|report| report.follows_from(lost));
    hidden.retain(|report| report.severity == Severity::Error && !report.speaks_of_placeholder());
    ((!failed).then_some(model), Reports { shown, hidden })
}

/// What the passes have to say, in order of the text.
#[derive(Debug)]
pub struct Reports {
    /// Errors and warnings for the user.
    pub shown: Vec<Report>,
    /// Errors that may follow from what is missing from the tree.
    pub hidden: Vec<Report>,
}

/// Finds the hidden variables that decide, in a model that no optimisation has changed yet.
pub fn find_hidden_reads(model: &mut Model) {
    hidden::run(model);
}

/// All optimisations: the verdict stays, states become fewer.
pub fn optimize(model: &mut Model) {
    alone::run(model);
    write_only::run(model);
    merging::run(model);
    dead_variables::run(model);
}

/// Of each proctype of a model that no optimisation has changed yet, the bounds by which merging
/// tells what cannot fail.
pub fn bounds_of_values(model: &Model) -> Vec<Values<'_>> {
    merging::values(model)
}

/// A unit with a body.
#[derive(Clone, Copy)]
enum Process<'a> {
    Proctype(&'a ast::Proctype),
    Init(&'a ast::Init),
}

impl Lowering<'_> {
    fn units(&mut self, ast: &Ast) {
        self.referenced_labels.clone_from(&ast.remote_labels);
        for unit in &ast.units {
            match unit {
                Unit::Mtype(mtype) => self.declare_mtype(mtype),
                Unit::Typedef(typedef) => {
                    let name = &typedef.name;
                    self.typedef_names.insert(name.text.clone(), name.range);
                }
                _ => {}
            }
        }
        let processes = self.declare_units(ast);
        for process in &processes {
            self.process(*process);
        }
        self.lookers_on(ast);
        self.resolve_remotes();
        self.start_processes(&processes, ast);
        self.late_checks();
    }

    /// Enters the name of a claim; reports a second one of that name.
    fn claim_once(&mut self, name: Option<&ast::Name>, known: &mut BTreeMap<String, TextRange>) {
        let Some(name) = name else {
            return;
        };
        if let Some(first) = known.insert(name.text.clone(), name.range) {
            let message = format!("there are two claims of the name `{}`", name.text);
            let report = Report::error(name.range, message).other(first, "the first one");
            self.report(report.help("choose another name for one of them"));
        }
    }

    /// Claims, formulas and traces: they may look at everything, wherever it is declared.
    fn lookers_on(&mut self, ast: &Ast) {
        let mut trace: Option<TextRange> = None;
        let mut unnamed = 0;
        let mut claims = BTreeMap::new();
        for unit in &ast.units {
            match unit {
                Unit::Never(never) => {
                    let name = never.name.as_ref().map(|name| format!(" {}", name.text));
                    let words = format!("never claim{}", name.unwrap_or_default());
                    self.model.unchecked.claims.push(words);
                    self.claim_once(never.name.as_ref(), &mut claims);
                    self.claim(never);
                }
                Unit::Ltl(ltl) => {
                    self.claim_once(ltl.name.as_ref(), &mut claims);
                    let own = ltl.name.as_ref().map(|name| name.text.clone());
                    let given = format!("ltl_{unnamed}");
                    unnamed += u32::from(own.is_none());
                    let name = own.unwrap_or(given);
                    self.model.unchecked.claims.push(format!("ltl {name}"));
                    self.doubtful_formula(&ltl.formula);
                    self.ltl(ltl, name);
                }
                Unit::Trace(unit) => {
                    self.trace(unit, trace);
                    trace = trace.or(Some(unit.range));
                }
                _ => {}
            }
        }
    }

    /// Names and types of everything at the top level, in order of the text.
    fn declare_units<'a>(&mut self, ast: &'a Ast) -> Vec<Process<'a>> {
        let mut pending: Vec<(GlobalId, &ast::Variable)> = Vec::new();
        let mut processes = Vec::new();
        let mut init: Option<TextRange> = None;
        for unit in &ast.units {
            match unit {
                Unit::Declaration(declaration) => self.declare_globals(declaration, &mut pending),
                Unit::Proctype(proctype) => {
                    let name = &proctype.name;
                    if self.is_free(&name.text, name.range) && self.declare_name(name) {
                        let id = ProctypeId::from(processes.len());
                        self.globals
                            .proctypes
                            .insert(proctype.name.text.clone(), id);
                    }
                    processes.push(Process::Proctype(proctype));
                }
                Unit::Init(unit) => {
                    let keyword = unit.range.first("init".len());
                    match init {
                        Some(first) => self.report(
                            Report::warning("several-inits", keyword, "this is a further `init`")
                                .other(first, "the first one")
                                .help(SEVERAL_INITS),
                        ),
                        None => init = Some(keyword),
                    }
                    processes.push(Process::Init(unit));
                }
                Unit::Typedef(typedef) => self.declare_typedef(typedef),
                Unit::Embedded(code) => self.embedded_c(code),
                Unit::Mtype(_) | Unit::Trace(_) | Unit::Ltl(_) | Unit::Never(_) => {}
            }
        }
        self.initialize_globals(&pending);
        self.uses.forget();
        for process in &processes {
            self.head(*process);
        }
        processes
    }

    /// The parameters of a proctype.
    fn head(&mut self, process: Process<'_>) {
        let Process::Proctype(proctype) = process else {
            let Process::Init(init) = process else { return };
            self.globals.heads.push(Head {
                declared: init.range,
                parameters: Vec::new(),
            });
            return;
        };
        let parameters = self.parameter_types(proctype);
        self.globals.heads.push(Head {
            declared: proctype.name.range,
            parameters,
        });
    }

    fn process(&mut self, process: Process<'_>) {
        self.locals.open();
        let (unit, block, priority) = match process {
            Process::Proctype(it) => (it.range, &it.body, &it.priority),
            Process::Init(it) => (it.range, &it.body, &it.priority),
        };
        let heading = TextRange::new(unit.start, block.range.start);
        let mut proctype = Proctype {
            name: "init".to_owned(),
            source: self.source(heading),
            priority: priority.as_ref().map_or(1, |it| self.priority(it)),
            ..Proctype::default()
        };
        if let Process::Proctype(unit) = process {
            proctype.name.clone_from(&unit.name.text);
            proctype.deterministic = unit.deterministic;
            self.parameters(unit);
            self.check_active(unit);
            // Of its own process a condition sees the parameters, `_pid` and `_priority`.
            proctype.provided = unit.provided.as_ref().map(|e| self.number(e));
        }
        proctype.parameters = self.locals.variables.len();
        self.suspicious(block);
        let (body, sequence) = self.body(&proctype.name, block);
        self.add_proctype(proctype, heading, body, sequence);
    }

    /// Who is started by `active` gets no arguments.
    fn check_active(&mut self, unit: &ast::Proctype) {
        if let (Some(_), Some(first)) = (&unit.active, unit.parameters.first()) {
            let name = &unit.name.text;
            let message = format!("`{name}` is active, so its parameters are 0");
            let report = Report::warning("missing-arguments", first.range, message);
            self.report(report.help(format!("start it with `run {name}(...)` to pass arguments")));
        }
    }

    fn add_proctype(
        &mut self,
        mut proctype: Proctype,
        heading: TextRange,
        body: Body,
        sequence: Sequence,
    ) {
        let names = body.graph.labels.iter();
        let mut labels: remote::Labels = names.map(|label| (label.name.clone(), None)).collect();
        let named = |prefix| {
            let labels = body.graph.labels.iter();
            labels.filter(|it| it.name.starts_with(prefix)).count() as u32
        };
        self.model.unchecked.accept_labels += named("accept");
        self.model.unchecked.progress_labels += named("progress");
        if !self.failed() {
            let automaton = automaton::build(body.graph, &sequence);
            for range in automaton.idle {
                let message = "this loop can go on for ever without doing anything";
                let report = Report::warning("self-loop", range, message);
                self.report(
                    report.help("SPIN refuses a `skip` that is such a loop; here it is searched"),
                );
            }
            for range in automaton.unreachable {
                let message = "this statement is never reached";
                let report = Report::warning("unreachable", range, message);
                self.report(report.help("no way through the process leads here"));
            }
            for (range, crowd) in automaton.crowded {
                self.crowded(range, crowd);
            }
            self.counts_transitions(heading, automaton.transitions.len());
            labels = automaton.labels;
            proctype.places = automaton.places;
            proctype.transitions = automaton.transitions;
            proctype.start = automaton.start;
        }
        self.labels.push(labels);
        self.note_unused_locals(proctype.parameters);
        // All of it: what comes after the process sees none of its names.
        let locals = std::mem::take(&mut self.locals);
        proctype.locals = locals.variables;
        proctype.creation = body.creation;
        proctype.channels = body.channels;
        proctype.promises = body.promises;
        self.model.proctypes.push(proctype);
        self.declared_channels(locals.facts);
    }

    /// Keeps the declared message types of the locals, which are looked at again when all processes
    /// are known.
    fn declared_channels(&mut self, locals: Vec<Facts>) {
        let owner = self.model.proctypes.len() - 1;
        for (index, facts) in locals.into_iter().enumerate() {
            let var = Var::Local(LocalId::from(index));
            if let Some((signature, _)) = facts.channel {
                self.local_channels
                    .insert((owner, var), (signature, facts.declared));
            }
        }
    }

    /// The processes that exist at the start, in order of the text.
    fn start_processes(&mut self, processes: &[Process<'_>], ast: &Ast) {
        for (index, process) in processes.iter().enumerate() {
            let count = match process {
                Process::Init(_) => 1,
                Process::Proctype(proctype) => match &proctype.active {
                    None => 0,
                    Some(active) => self.instances(active),
                },
            };
            let known = self.model.initial.len();
            if known <= PROCESSES_MAX && known + count > PROCESSES_MAX {
                let (Process::Proctype(ast::Proctype { range, .. })
                | Process::Init(ast::Init { range, .. })) = process;
                let message = format!("there are {} processes at the start", known + count);
                self.report(
                    Report::error(*range, message)
                        .help("at most 255 processes can exist at a time"),
                );
            }
            let room = (PROCESSES_MAX + 1).saturating_sub(known);
            self.model.initial.extend(std::iter::repeat_n(
                ProctypeId::from(index),
                count.min(room),
            ));
        }
        if self.model.initial.is_empty() && !self.failed() {
            let end = ast
                .units
                .last()
                .map_or(0, |_| self.origins.text().trim_end().len() as u32);
            let report = Report::error(TextRange::new(end, end), "no process is ever started");
            self.report(report.help("add an `init { ... }` that runs the processes, or write `active` before a proctype"));
        }
    }

    fn instances(&mut self, active: &ast::Active) -> usize {
        let Some(count) = &active.count else { return 1 };
        match self.constant(count, "the number of processes") {
            Some(value) if value >= 0 => value as usize,
            Some(value) => {
                self.report(Report::error(
                    count.range,
                    format!("there cannot be {value} processes"),
                ));
                0
            }
            None => 0,
        }
    }
}
