//! What the passes over the syntax tree share: the model so far, the tables of names, the reports.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::body::Body;
use super::expression::Runs;
use super::late::Look;
use super::messages::Message;
use super::promises::Uses;
use super::remote::{Labels, Remote};
use super::report::Report;
use super::structure::Typedef;
use super::symbols::{Facts, Globals, Locals};
use crate::ast::TextRange;
use crate::diagnostic::Severity;
use crate::ir::{Model, Signature, SignatureId, Source, Type, Var, Variable, Width};

/// Where the text of a syntax tree comes from.
pub trait Origins {
    /// The preprocessed text that the ranges of the tree refer to.
    fn text(&self) -> &str;
    /// File, line and column of a range, and the macros and inlines around it; `text` is filled in
    /// by the caller.
    fn source(&self, range: TextRange, text: String) -> Source;
    /// Whether the text at the start of `range` comes out of an `inline`: SPIN unrolls a `select`
    /// only outside of them.
    fn in_inline(&self, range: TextRange) -> bool;
}

/// The state of the passes.
pub struct Lowering<'a> {
    /// The text.
    pub origins: &'a dyn Origins,
    /// What comes out.
    pub model: Model,
    /// Global names.
    pub globals: Globals,
    /// Variables of the process at hand.
    pub locals: Locals,
    /// Its body.
    pub body: Body,
    /// Messages for the user.
    pub reports: Vec<Report>,
    /// What names fields of messages, for the check of their number.
    pub messages: Vec<Message>,
    /// Who uses what somebody has for himself.
    pub uses: Uses,
    /// Looks into rendezvous channels.
    pub looks: Vec<Look>,
    /// Places of `enabled` and of priorities, with what they are.
    pub askers: Vec<(TextRange, &'static str)>,
    /// Locals that their process does not use, with the process.
    pub unused: Vec<(usize, TextRange, Type)>,
    /// Labels that nothing refers to.
    pub unused_labels: Vec<TextRange>,
    /// Locals that other processes refer to, by name, with their process.
    pub read_by_others: BTreeSet<(usize, String)>,
    /// Channel variables that are assigned or received into: their message type is not known.
    pub reassigned: BTreeSet<(Option<usize>, Var)>,
    /// Local channel variables, by process: the declared message type and where it is declared.
    pub local_channels: BTreeMap<(usize, Var), (SignatureId, TextRange)>,
    /// Whether `run` may occur in the expression at hand.
    pub runs: Runs,
    /// Labels that are referred to from other processes and claims, with their proctypes.
    pub referenced_labels: BTreeSet<(String, String)>,
    /// References to other processes.
    pub remotes: Vec<Remote>,
    /// Labels of each proctype.
    pub labels: Vec<Labels>,
    /// `typedef`s met so far.
    pub typedefs: Vec<Typedef>,
    /// Their indices by name.
    pub typedef_ids: BTreeMap<String, usize>,
    /// Names of all `typedef`s.
    pub typedef_names: BTreeMap<String, TextRange>,
    /// An expression since this was last cleared is wrong, which was reported: its value says
    /// nothing.
    pub wrong: bool,
    /// What is being lowered is looked at before the search, which reports run-time errors.
    pub at_once: bool,
    /// The body of a never claim is being lowered.
    pub in_claim: bool,
    /// The body of a trace is being lowered.
    pub in_trace: bool,
    /// Fields of all messages in the channels that are declared so far.
    pub message_fields: u64,
    /// Elements of the structures in messages and arguments up to here.
    pub sent_elements: u64,
    /// Initial values of local arrays and structures up to here.
    pub initial_values: usize,
    unknown: BTreeSet<String>,
    /// The tree has gaps.
    pub incomplete: bool,
    /// Reports up to here hold no error.
    harmless: Cell<usize>,
    /// Variables of the whole model so far, structures taken apart, and their elements.
    pub declared_size: Size,
}

/// How much the variables of a model take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    /// Variables, structures taken apart.
    pub variables: u64,
    /// Their elements.
    pub elements: u64,
}

/// Most reports; of those that come later only the first error is kept.
const REPORTS_MAX: usize = 20_000;

impl<'a> Lowering<'a> {
    /// Nothing lowered yet.
    pub fn new(origins: &'a dyn Origins, incomplete: bool) -> Self {
        Lowering {
            origins,
            model: Model::default(),
            globals: Globals::default(),
            locals: Locals::default(),
            body: Body::default(),
            reports: Vec::new(),
            messages: Vec::new(),
            uses: Uses::default(),
            looks: Vec::new(),
            askers: Vec::new(),
            unused: Vec::new(),
            unused_labels: Vec::new(),
            read_by_others: BTreeSet::new(),
            reassigned: BTreeSet::new(),
            local_channels: BTreeMap::new(),
            runs: Runs::Forbidden,
            referenced_labels: BTreeSet::new(),
            remotes: Vec::new(),
            labels: Vec::new(),
            typedefs: Vec::new(),
            typedef_ids: BTreeMap::new(),
            typedef_names: BTreeMap::new(),
            wrong: false,
            at_once: false,
            in_claim: false,
            in_trace: false,
            message_fields: 0,
            sent_elements: 0,
            initial_values: 0,
            unknown: BTreeSet::new(),
            incomplete,
            harmless: Cell::new(0),
            declared_size: Size::default(),
        }
    }

    /// Lowers what is looked at before the search.
    pub fn before_the_search<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.at_once, true);
        let lowered = lower(self);
        self.at_once = outside;
        lowered
    }

    /// Takes a report.
    pub fn report(&mut self, report: Report) {
        let room = self.reports.len() < REPORTS_MAX;
        if room || (report.severity == Severity::Error && !self.failed()) {
            self.reports.push(report);
        }
    }

    /// Whether it is known already that there will be no model.
    pub fn failed(&self) -> bool {
        let seen = self.harmless.get().min(self.reports.len());
        let harmless = |report: &&Report| report.severity != Severity::Error;
        let more = self.reports[seen..].iter().take_while(harmless).count();
        self.harmless.set(seen + more);
        self.incomplete || seen + more < self.reports.len()
    }

    /// Whether an unknown name is met for the first time: only then it is reported.
    pub fn first_time(&mut self, name: &str) -> bool {
        self.unknown.insert(name.to_owned())
    }

    /// The text of a range on one line.
    pub fn text(&self, range: TextRange) -> String {
        let text = self.origins.text();
        let start = text.floor_char_boundary(range.start as usize);
        let end = text.ceil_char_boundary(range.end as usize);
        text[start..end.max(start)]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The place of a range, with its own text.
    pub fn source(&self, range: TextRange) -> Source {
        self.origins.source(range, self.text(range))
    }

    /// The declaration of a variable.
    pub fn declaration(&self, var: Var) -> &Variable {
        match var {
            Var::Global(id) => &self.model.globals[id.index()],
            Var::Local(id) => &self.locals.variables[id.index()],
        }
    }

    /// Takes note that something uses a variable.
    pub fn use_variable(&mut self, var: Var) {
        match var {
            Var::Global(id) => self.globals.facts[id.index()].used = true,
            Var::Local(id) => self.locals.facts[id.index()].used = true,
        }
    }

    /// What is known of a variable.
    pub fn facts(&self, var: Var) -> &Facts {
        match var {
            Var::Global(id) => &self.globals.facts[id.index()],
            Var::Local(id) => &self.locals.facts[id.index()],
        }
    }

    /// A variable as seen from outside its process.
    pub fn owned(&self, var: Var) -> (Option<usize>, Var) {
        match var {
            Var::Global(_) => (None, var),
            Var::Local(_) => (Some(self.model.proctypes.len()), var),
        }
    }

    /// The id of a message type, each being entered once.
    pub fn signature(&mut self, types: &[Type]) -> SignatureId {
        let alone = types.len() == 1;
        let fields = types.iter().map(|ty| {
            (
                *ty,
                if alone {
                    element_width(*ty)
                } else {
                    width(*ty)
                },
            )
        });
        let signature = Signature {
            fields: fields.collect(),
        };
        let known = self
            .model
            .signatures
            .iter()
            .position(|known| *known == signature);
        SignatureId::from(known.unwrap_or_else(|| {
            self.model.signatures.push(signature);
            self.model.signatures.len() - 1
        }))
    }
}

/// How a scalar of a type is stored.
pub fn width(ty: Type) -> Width {
    let (bits, signed) = match ty {
        Type::Bit | Type::Bool => (1, false),
        Type::Byte | Type::Pid | Type::Mtype(_) | Type::Chan => (8, false),
        Type::Short => (16, true),
        Type::Int => (32, true),
        Type::Unsigned(bits) => (bits, false),
    };
    Width { bits, signed }
}

/// How an element of an array is stored, or the only field of a message: there SPIN keeps bits in
/// bytes.
pub fn element_width(ty: Type) -> Width {
    match ty {
        Type::Bit | Type::Bool => width(Type::Byte),
        ty => width(ty),
    }
}
