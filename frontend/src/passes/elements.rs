//! The control graph of a proctype as SPIN draws it, before it becomes an automaton.
//!
//! The plain way would be one place before each statement. It gives other numbers of states than
//! SPIN, whose places include heads of blocks and selections, and, inside `atomic`, some jumps. So
//! we build the graph that SPIN builds: *elements* in *sequences*, each with the element that
//! follows it. [`super::automaton`] turns it into places and transitions.
//!
//! - A selection (`if`, `do`) is followed by a *join*, and each of its options leads there. A `do`
//!   has its join in front (where its options return to) and an *exit* behind (where `break` leads
//!   to).
//! - A block (`{ }`, `atomic { }`) is an element with a sequence of its own; so is a `d_step { }`,
//!   which is one step from outside.
//! - Inside `atomic` every element is `chained` but the last one, which is the `chain_end`.
//! - Of `main unless { escape }` only the elements of `main` and of the escape are places; each
//!   element of `main` knows the escapes that may be taken there ([`Graph::attach_escape`]).

use std::collections::{BTreeMap, BTreeSet};

use super::deterministic;
use super::labels::{Label, Labels};
use super::report::Report;
use crate::ast::TextRange;
use crate::ir::{Action, Source};
use crate::suggest;

/// Index of an element, in order of creation: the order of the text, contents before their heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId(pub usize);

/// What an element is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A basic statement.
    Step(Action),
    /// `goto` and `break`.
    Jump(Jump),
    /// Behind a loop; `break` leads here.
    Exit,
    /// Where the options of a selection come together; in front of a loop.
    Join,
    /// `if` or `do`.
    Select(Vec<Sequence>),
    /// `{ }` or `atomic { }`.
    Block(Sequence),
    /// `d_step { }`.
    Deterministic(Sequence),
    /// `main unless escape`.
    Unless(Sequence, Sequence),
    /// The closing brace of the body.
    End,
}

/// Where a jump leads.
#[derive(Clone, Debug)]
pub enum Jump {
    /// To a label, looked up from inside these blocks.
    Label {
        /// Its name.
        name: String,
        /// The blocks around the `goto`, outermost first.
        scope: Vec<u32>,
        /// The name in the text.
        range: TextRange,
    },
    /// Out of a loop.
    Loop(LoopId),
    /// Nowhere: an error was reported.
    Broken,
}

/// A `do`, by order of its keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopId(pub usize);

/// An escape of an `unless`: index into [`Graph::escapes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeId(pub usize);

/// An element of the graph.
#[derive(Clone, Debug)]
pub struct Element {
    /// What it is.
    pub kind: Kind,
    /// The statement in the text.
    pub range: TextRange,
    /// The statement.
    pub source: Source,
    /// What follows it in its sequence (set by hand when sequences are tied together).
    pub next: Option<ElementId>,
    /// Inside `atomic`, not last: the process goes on alone.
    pub chained: bool,
    /// The last one of an `atomic`.
    pub chain_end: bool,
    /// What may be done instead of it, the outermost `unless` first.
    pub escapes: Vec<EscapeId>,
    /// SPIN's number: mostly the order of creation.
    pub number: usize,
}

/// A chain of elements.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    /// First element.
    pub first: Option<ElementId>,
    /// Last element; in an option, the join behind the selection.
    pub last: Option<ElementId>,
    /// Last element that was written in it.
    pub extent: Option<ElementId>,
}

/// Most `goto`s that lead to each other with no statement between them: each step into them follows
/// them all.
const JUMPS_MAX: usize = 100;

/// All elements of a proctype.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The elements.
    pub elements: Vec<Element>,
    /// Its labels.
    pub labels: Labels,
    /// The exit of each loop.
    pub exits: Vec<Option<ElementId>>,
    /// The escape of each `unless`.
    pub escapes: Vec<Sequence>,
    numbered: usize,
}

impl Graph {
    /// The element of an id.
    pub fn get(&self, id: ElementId) -> &Element {
        &self.elements[id.0]
    }

    /// A new element, in no sequence yet.
    pub fn add(&mut self, kind: Kind, range: TextRange, source: Source) -> ElementId {
        self.elements.push(Element {
            kind,
            range,
            source,
            next: None,
            chained: false,
            chain_end: false,
            escapes: Vec::new(),
            number: self.numbered,
        });
        self.numbered += 1;
        ElementId(self.elements.len() - 1)
    }

    /// Numbers elements as if they were created just now.
    pub fn renumber(&mut self, ids: impl IntoIterator<Item = ElementId>) {
        for id in ids {
            self.elements[id.0].number = self.numbered;
            self.numbered += 1;
        }
    }

    /// Puts an element behind a sequence. A jump that carries a meaningful label gets a `skip` in
    /// front that takes the label over.
    pub fn append(&mut self, sequence: &mut Sequence, id: ElementId) {
        if matches!(self.get(id).kind, Kind::Jump(_)) && self.labels.of(id).any(Label::is_special) {
            let Element { range, source, .. } = self.get(id).clone();
            let skip = self.add(Kind::Step(Action::Skip), range, source);
            // SPIN moves one label, the outermost.
            self.labels.move_first(id, skip);
            self.append(sequence, skip);
        }
        match sequence.last {
            Some(last) => self.elements[last.0].next = Some(id),
            None => sequence.first = Some(id),
        }
        sequence.last = Some(id);
    }

    /// A label on the first element of a sequence.
    pub fn first_label(&self, sequence: &Sequence) -> Option<&Label> {
        self.labels.of(sequence.first?).next()
    }

    /// Makes a place of a label that is referred to from outside: a jump that carries it becomes a
    /// `skip` and the jump.
    pub fn keep_label(&mut self, name: &str) {
        let Some(id) = self.labels.named(name).last().map(|label| label.element) else {
            return;
        };
        let Element {
            kind,
            range,
            source,
            next,
            ..
        } = self.get(id).clone();
        if let Kind::Jump(_) = kind {
            let jump = self.add(kind, range, source);
            self.elements[jump.0].next = next;
            self.elements[id.0].kind = Kind::Step(Action::Skip);
            self.elements[id.0].next = Some(jump);
        }
    }

    /// Takes repeated `skip`s out of an option, except its first and last element.
    pub fn prune(&mut self, sequence: &Sequence) {
        let (mut previous, mut current) = (None::<ElementId>, sequence.first);
        let mut skips = 0;
        while let Some(id) = current {
            current = self.get(id).next;
            let printing = matches!(self.get(id).kind, Kind::Step(Action::Print { .. }));
            let skipping = matches!(self.get(id).kind, Kind::Step(Action::Skip));
            let labelled = self.labels.of(id).next().is_some();
            skips = match (printing || skipping) && !labelled {
                true => skips + 1,
                false => 0,
            };
            let inner = Some(id) != sequence.first && Some(id) != sequence.last;
            match previous {
                Some(before) if skips > 1 && skipping && inner => {
                    self.elements[before.0].next = current;
                }
                _ => previous = Some(id),
            }
        }
    }

    /// Marks a sequence as the inside of an `atomic`.
    pub fn make_atomic(&mut self, sequence: &Sequence) {
        let (Some(first), Some(last)) = (sequence.first, sequence.last) else {
            return;
        };
        self.chain(first, last);
        match &self.get(last).kind {
            Kind::Block(body) => {
                let body = body.clone();
                self.make_atomic(&body);
            }
            _ => {
                self.elements[last.0].chained = false;
                self.elements[last.0].chain_end = true;
            }
        }
    }

    fn chain(&mut self, first: ElementId, last: ElementId) {
        for id in self.up_to(Some(first), Some(last)) {
            self.elements[id.0].chained = true;
            for part in self.parts(id) {
                if let (Some(first), Some(last)) = (part.first, part.last) {
                    self.chain(first, last);
                }
            }
        }
    }

    /// The sequences inside an element.
    pub fn parts(&self, id: ElementId) -> Vec<Sequence> {
        match &self.get(id).kind {
            Kind::Select(options) => options.clone(),
            Kind::Block(body) | Kind::Deterministic(body) => vec![body.clone()],
            Kind::Unless(main, escape) => vec![main.clone(), escape.clone()],
            _ => Vec::new(),
        }
    }

    /// The elements of a sequence as it was written.
    pub fn written(&self, sequence: &Sequence) -> Vec<ElementId> {
        self.up_to(sequence.first, sequence.extent)
    }

    /// The elements from `first` to `last`, as they follow each other.
    pub fn up_to(&self, first: Option<ElementId>, last: Option<ElementId>) -> Vec<ElementId> {
        let next = |id: &ElementId| self.get(*id).next.filter(|_| Some(*id) != last);
        std::iter::successors(first, next).collect()
    }

    /// Lets an escape be taken at every element of a sequence, and at those of the escapes that can
    /// be taken there already.
    pub fn attach_escape(&mut self, main: &Sequence, escape: EscapeId) {
        let mut attached = vec![false; self.escapes.len()];
        self.attach_in(main, escape, &mut attached);
    }

    /// `attached` says of the other escapes whether the escape can be taken in them by now.
    fn attach_in(&mut self, main: &Sequence, escape: EscapeId, attached: &mut [bool]) {
        for id in self.written(main) {
            self.attach_to(id, escape, attached);
        }
    }

    fn attach_to(&mut self, id: ElementId, escape: EscapeId, attached: &mut [bool]) {
        if self.get(id).escapes.contains(&escape) {
            return;
        }
        let new = |inner: &&EscapeId| !attached[inner.0];
        let known: Vec<EscapeId> = self.get(id).escapes.iter().filter(new).copied().collect();
        for inner in known {
            if !std::mem::replace(&mut attached[inner.0], true) {
                let inner = self.escapes[inner.0].clone();
                self.attach_in(&inner, escape, attached);
            }
        }
        self.elements[id.0].escapes.insert(0, escape);
        match self.get(id).kind.clone() {
            Kind::Select(options) => {
                for option in &options {
                    self.attach_in(option, escape, attached);
                }
            }
            // The escape of an inner `unless` is reached through the elements of its main part.
            Kind::Block(body) | Kind::Unless(body, _) => self.attach_in(&body, escape, attached),
            _ => {}
        }
    }

    /// Ties the last element of each block to what follows the block, outer blocks first.
    pub fn tie_ends(&mut self) {
        for index in (0..self.elements.len()).rev() {
            let (Kind::Block(body) | Kind::Deterministic(body)) = &self.elements[index].kind else {
                continue;
            };
            let (Some(last), Some(mut next)) = (body.last, self.elements[index].next) else {
                continue;
            };
            while let (Kind::Join, Some(after)) = (&self.get(next).kind, self.get(next).next) {
                next = after;
            }
            match self.get(last).next {
                None => self.elements[last.0].next = Some(next),
                // The jump that `keep_label` has put behind the last element.
                Some(jump) => {
                    if let Kind::Block(body) | Kind::Deterministic(body) =
                        &mut self.elements[index].kind
                    {
                        body.last = Some(jump);
                    }
                }
            }
        }
    }

    /// The element that comes first when a sequence begins with `id`.
    pub fn behind_joins(&self, id: ElementId) -> ElementId {
        let element = self.get(id);
        let next = match &element.kind {
            Kind::Join => element.next,
            Kind::Unless(main, _) => main.first,
            _ => None,
        };
        next.map_or(id, |next| self.behind_joins(next))
    }

    /// The element at which a process arrives that goes to `id`: the first one that is not a jump,
    /// join or exit, or, when it arrives inside `atomic`, the last one of these that is still in
    /// the chain.
    pub fn place_behind(&self, id: ElementId, chained: bool) -> ElementId {
        let way = self.way(id, chained);
        way.last().expect("it begins with `id`")
    }

    /// The elements from `id` to [`place_behind`](Self::place_behind) it.
    fn way(&self, id: ElementId, chained: bool) -> impl Iterator<Item = ElementId> {
        std::iter::successors(Some(id), move |&id| {
            let element = self.get(id);
            let next = match &element.kind {
                Kind::Jump(jump) => self.destination(jump).ok().flatten(),
                Kind::Join | Kind::Exit => element.next,
                Kind::Unless(main, _) => main.first,
                _ => None,
            };
            next.filter(|&next| !chained || self.get(next).chained)
        })
    }

    /// Whether a process that makes the step of `id`, which `next` follows, jumps or comes to the
    /// start of a loop on its way to the next place.
    pub fn jumps(&self, id: ElementId, next: Option<ElementId>, chained: bool) -> bool {
        let way = next.into_iter().flat_map(|next| self.way(next, chained));
        let way: Vec<ElementId> = way.collect();
        let passed = way.split_last().map_or(&[][..], |(_, passed)| passed);
        self.is_jump(id) || passed.iter().any(|&id| self.is_jump(id))
    }

    fn is_jump(&self, id: ElementId) -> bool {
        let Element { kind, next, .. } = self.get(id);
        match (kind, next.map(|next| &self.get(next).kind)) {
            (Kind::Jump(_), _) => true,
            (Kind::Join, Some(Kind::Select(options))) => {
                options.iter().any(|option| option.last == Some(id))
            }
            _ => false,
        }
    }

    /// Where a jump leads: a label of the innermost block around the jump that has one of that
    /// name, else the last one anywhere.
    ///
    /// # Errors
    /// The range of the name when there is no such label.
    pub fn destination(&self, jump: &Jump) -> Result<Option<ElementId>, TextRange> {
        match jump {
            Jump::Loop(id) => Ok(self.exits[id.0]),
            Jump::Broken => Ok(None),
            Jump::Label { name, scope, range } => {
                let named = self.labels.named(name);
                let depth = |label: &&Label| {
                    scope
                        .starts_with(&label.scope)
                        .then_some(label.scope.len() + 1)
                };
                let best = named.max_by_key(|label| depth(label).unwrap_or(0));
                best.map(|label| Some(label.element)).ok_or(*range)
            }
        }
    }

    /// Reports labels written twice in one block, jumps to nowhere, and jumps that only lead to
    /// each other.
    pub fn check(&self, reports: &mut Vec<Report>) {
        let mut first_ones = BTreeMap::new();
        for label in self.labels.iter() {
            let first = *first_ones
                .entry((&label.name, &label.scope))
                .or_insert(label);
            if !std::ptr::eq(first, label) {
                let message = format!("label `{}` is used twice", label.name);
                let report =
                    Report::error(label.range, message).other(first.range, "first used here");
                reports.push(report.structural());
            }
        }
        let mut unknown = BTreeSet::new();
        let mut lengths = Lengths::new();
        for element in &self.elements {
            let Kind::Jump(jump) = &element.kind else {
                continue;
            };
            match (self.destination(jump), jump) {
                (Err(range), Jump::Label { name, .. }) if !unknown.contains(name) => {
                    unknown.insert(name);
                    let known = self.labels.iter().map(|label| label.name.as_str());
                    let known = known.take(suggest::compared(reports.len()));
                    let report =
                        Report::error(range, format!("there is no label `{name}` in this process"));
                    reports.push(report.suggest(name, known).about(name).structural());
                }
                (Ok(Some(to)), Jump::Label { name, range, .. }) => {
                    let (what, help) = match self.jumps_from(to, &mut lengths) {
                        None => (
                            "leads to itself without any statement on the way".to_owned(),
                            "put `skip` behind the label to make it a loop of steps",
                        ),
                        Some(others) if others == JUMPS_MAX + 1 => (
                            format!("leads to more than {JUMPS_MAX} others, one behind the other"),
                            "jump to where they end",
                        ),
                        _ => continue,
                    };
                    let report = Report::error(*range, format!("`goto {name}` {what}"));
                    reports.push(report.help(help));
                }
                _ => {}
            }
        }
        deterministic::check_jumps(self, reports);
    }

    /// The `goto`s on the way from `id` to the next statement, none when it leads in a circle;
    /// `known` has them of other elements, to which those on the way are added.
    fn jumps_from(&self, id: ElementId, known: &mut Lengths) -> Option<usize> {
        let mut way = Vec::new();
        let mut at = Some(id);
        let mut length = loop {
            let Some(id) = at else { break Some(0) };
            if let Some(found) = known.get(&id) {
                break *found;
            }
            // Until the end is known: what comes back here has gone in a circle.
            known.insert(id, None);
            way.push(id);
            at = match &self.get(id).kind {
                Kind::Jump(next) => self.destination(next).ok().flatten(),
                Kind::Join | Kind::Exit => self.get(id).next,
                _ => break Some(0),
            };
        };
        for id in way.into_iter().rev() {
            let jump = matches!(self.get(id).kind, Kind::Jump(Jump::Label { .. }));
            length = length.map(|length| length + usize::from(jump));
            known.insert(id, length);
        }
        length
    }
}

/// For elements, the `goto`s on the way from there to the next statement; none when that leads in a
/// circle.
type Lengths = BTreeMap<ElementId, Option<usize>>;
