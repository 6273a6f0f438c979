//! Claims: their automata, what they see, and what is said of each place.

use std::collections::BTreeSet;

use frontend::ir::{Action, Claim, Expr, LabelQuery, Model, ProctypeId, Transition, Var};
use frontend::ltl::classify::{self, Component};
use frontend::ltl::formula::{Binary, Formula, Unary};
use frontend::ltl::stutter::Stutter;
use frontend::tags::{self, Facts, Object, Tags, Verb};

use super::automaton::Automaton;
use super::names::{self, Names};
use super::tags::Table;

/// What a claim was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `never { .. }`.
    Never,
    /// A formula.
    Formula,
    /// Cycles through `accept` labels.
    Acceptance,
    /// Cycles without `progress` labels.
    NonProgress,
}

/// A claim that an analyzer can check.
#[derive(Debug)]
pub struct Planned {
    /// `ltl p1`, `never claim`.
    pub name: String,
    /// What it was written as.
    pub kind: Kind,
    /// The claim, with its places.
    pub claim: Claim,
    /// By place: what can become of a run there.
    pub components: Vec<Component>,
    /// It is in stuttering normal form, and only looks and asserts.
    pub is_normal: bool,
    /// The parts of the formula, operands first, each with its text.
    pub parts: Vec<(String, Part)>,
    /// What its propositions read, of what transitions have tags for.
    pub observes: Tags,
    /// The transitions that change what remote references of the claim look at, by number.
    pub changed_by: Vec<u32>,
    /// Its constant in generated code.
    pub constant: String,
    /// That of its statement.
    pub statement: String,
    /// The constants of its places.
    pub places: Vec<String>,
    /// Those of what its edges do beside looking.
    pub actions: Vec<String>,
}

/// A part of a formula: numbers are those of other parts.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// True, or false.
    Constant(bool),
    /// A proposition.
    Proposition(u32),
    /// An operator with one operand.
    Unary(Unary, usize),
    /// An operator between two.
    Binary(Binary, usize, usize),
}

/// The claims of a model that can be checked, and in words those that are too large.
pub fn planned(model: &Model) -> (Vec<Planned>, Vec<String>) {
    let mut unchecked = model.unchecked.claims.clone();
    let mut planned = Vec::new();
    for claim in &model.claims {
        let kind = match claim.formula {
            Some(_) => Kind::Formula,
            None => Kind::Never,
        };
        if let Some(mut made) = Planned::new(kind, title(model, claim), claim) {
            if let Some(at) = unchecked.iter().position(|it| *it == made.name) {
                unchecked.remove(at);
            }
            made.tell_from(&planned);
            planned.push(made);
        }
    }
    let labels = [
        (
            model.unchecked.accept_labels,
            Kind::Acceptance,
            Claim::acceptance(),
        ),
        (
            model.unchecked.progress_labels,
            Kind::NonProgress,
            Claim::non_progress(),
        ),
    ];
    for (_, kind, claim) in labels.into_iter().filter(|(count, ..)| *count > 0) {
        let name = claim.name.clone();
        planned.extend(Planned::new(kind, name, &claim));
    }
    (planned, unchecked)
}

/// What reports call a claim: `ltl p`, or `never claim`, with its name if the user gave one.
pub fn title(model: &Model, claim: &Claim) -> String {
    if claim.formula.is_some() {
        return format!("ltl {}", claim.name);
    }
    let named = format!("never claim {}", claim.name);
    match model.unchecked.claims.contains(&named) {
        true => named,
        false => "never claim".to_owned(),
    }
}

/// Bits that hold the place of each of them.
pub fn place_bits(claims: &[Planned]) -> Option<u32> {
    let places = claims.iter().map(|it| it.claim.places.len()).max()?;
    Some((usize::BITS - (places - 1).leading_zeros()).max(1))
}

impl Planned {
    /// `None` if its automaton is too large.
    fn new(kind: Kind, name: String, written: &Claim) -> Option<Self> {
        let (claim, components, is_normal) = match written.translation() {
            Some(translation) => {
                let translation = translation.ok()?;
                let is_normal = translation.stutter == Stutter::Normal;
                let claim = written.with_places_of(&translation.automaton);
                (claim, translation.components, is_normal)
            }
            None => {
                let components = classify::kinds(&written.automaton());
                (written.clone(), components, written.is_normal())
            }
        };
        let fits = |claim: &Claim| {
            let edges = claim.places.iter().map(|place| place.edges.len()).max();
            claim.places.len() <= usize::from(u16::MAX) && edges <= Some(usize::from(u16::MAX))
        };
        let mut parts = Vec::new();
        if let Some(formula) = &claim.formula {
            part_of(formula, &claim, &mut parts);
        }
        let mut made = fits(&claim).then(|| Self {
            name,
            kind,
            components,
            is_normal,
            parts,
            observes: Tags::default(),
            changed_by: Vec::new(),
            constant: String::new(),
            statement: String::new(),
            places: Vec::new(),
            actions: Vec::new(),
            claim,
        })?;
        // Of these a step that is not seen may change the answer.
        made.is_normal &= !made.asks(|part| matches!(part, Expr::Timeout | Expr::Last));
        Some(made)
    }

    /// Of several claims without a name each gets one.
    fn tell_from(&mut self, others: &[Planned]) {
        if others.iter().any(|it| it.name == self.name) {
            self.name = format!("never claim {}", self.claim.name);
        }
    }

    /// Whether some proposition asks such a thing.
    pub fn asks(&self, such: impl Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        for proposition in &self.claim.propositions {
            proposition.value.walk(&mut |part| found |= such(part));
        }
        found
    }

    /// Whether it asks where labels of this kind are.
    pub fn asks_labels(&self, query: LabelQuery) -> bool {
        self.asks(|part| *part == Expr::Labels(query))
    }

    /// Finds what the claim reads, and which transitions change what remote references look at.
    pub(super) fn find_visible(
        &mut self,
        facts: &Facts<'_>,
        automata: &[Automaton],
        table: &Table,
    ) {
        let values = self.claim.propositions.iter().map(|it| &it.value);
        self.observes = tags::of_propositions(facts, values);
        // What no transition touches does not change. Too many objects are none.
        let is_known = |object: &Object| table.objects.contains_key(object);
        self.observes.everything |= table.objects.is_empty() && !self.observes.touches.is_empty();
        self.observes.touches.retain(|tag| is_known(&tag.object));
        let mut changed_by = BTreeSet::new();
        for (id, automaton) in (0..).map(ProctypeId).zip(automata) {
            let proctype = &facts.model.proctypes[id.index()];
            let mut changes = self.changes(facts.model, id);
            close_over_sequences(proctype, &mut changes);
            let draws_in = |index: usize| {
                let tags = table.rows[id.index()][index].as_ref();
                tags.is_some_and(|it| it.touches.iter().any(|tag| tag.verb == Verb::SeeksReceiver))
            };
            for (index, fate) in automaton.transitions.iter().enumerate() {
                let draws_in = self.has_remotes() && draws_in(index);
                if let Some(named) = fate.named().filter(|_| changes[index] || draws_in) {
                    changed_by.insert(named.number);
                }
            }
        }
        self.changed_by = changed_by.into_iter().collect();
    }

    fn has_remotes(&self) -> bool {
        self.asks(|part| matches!(part, Expr::At(..) | Expr::Remote(..)))
    }

    /// By transition of a proctype: whether it changes what a remote reference looks at.
    fn changes(&self, model: &Model, id: ProctypeId) -> Vec<bool> {
        let proctype = &model.proctypes[id.index()];
        let mut changes = vec![false; proctype.transitions.len()];
        let mut look = |part: &Expr| {
            let (looked_at, shows) = match part {
                Expr::At(other, _, places) if *other == id => {
                    (*other, proctype.enters_or_leaves(places))
                }
                Expr::Remote(other, _, access) if *other == id => {
                    let assigns = |it| assigns(it, access.var);
                    (*other, proctype.transitions.iter().map(assigns).collect())
                }
                Expr::At(other, ..) | Expr::Remote(other, ..) => {
                    (*other, vec![false; changes.len()])
                }
                _ => return,
            };
            for (index, transition) in proctype.transitions.iter().enumerate() {
                changes[index] |= shows[index] || begins_or_ends(transition, id, looked_at);
            }
        };
        for proposition in &self.claim.propositions {
            proposition.value.walk(&mut look);
        }
        changes
    }

    /// Names the claim and its places.
    pub(super) fn name_places(&mut self, constants: &mut Names) {
        let stem = self.name.strip_prefix("ltl ").unwrap_or(&self.name);
        self.constant = constants.claim(&names::constant(&stem.replace([' ', '-'], "_")));
        let mut named = |what: &str| constants.claim(&format!("{}_{what}", self.constant));
        self.statement = named("AT");
        let places = 0..self.claim.places.len();
        self.places = places.map(|place| named(&place.to_string())).collect();
        let actions = 0..self.claim.actions.len();
        let actions = actions.map(|number| named(&format!("DOES_{number}")));
        self.actions = actions.collect();
    }
}

/// A transition that begins an atomic sequence changes what those behind it change.
fn close_over_sequences(proctype: &frontend::ir::Proctype, changes: &mut [bool]) {
    loop {
        let mut grows = false;
        for (index, transition) in proctype.transitions.iter().enumerate() {
            let behind = &proctype.places[transition.target.index()].candidates;
            if transition.atomic
                && !changes[index]
                && behind.iter().any(|it| changes[it.transition.index()])
            {
                changes[index] = true;
                grows = true;
            }
        }
        if !grows {
            return;
        }
    }
}

/// Whether a transition of `own` starts or ends a process of this proctype.
fn begins_or_ends(transition: &Transition, own: ProctypeId, looked_at: ProctypeId) -> bool {
    transition.steps.iter().any(|step| match &step.action {
        Action::Run { proctype, .. } => *proctype == looked_at,
        Action::End => own == looked_at,
        Action::Deterministic(inside) => inside.steps().any(
            |step| matches!(&step.action, Action::Run { proctype, .. } if *proctype == looked_at),
        ),
        _ => false,
    })
}

fn assigns(transition: &Transition, var: Var) -> bool {
    let steps = transition.steps.iter();
    let mut assigned = steps.flat_map(|step| step.action.assigned());
    let mut resets = transition.resets.iter();
    resets.any(|it| Var::Local(*it) == var) || assigned.any(|it| it.var == var)
}

/// Adds a formula behind its operands; gives its number.
fn part_of(formula: &Formula, claim: &Claim, parts: &mut Vec<(String, Part)>) -> usize {
    let (text, part) = match formula {
        Formula::Constant(value) => (value.to_string(), Part::Constant(*value)),
        Formula::Proposition(number) => {
            let text = claim.propositions[*number as usize].source.text.clone();
            (text, Part::Proposition(*number))
        }
        Formula::Unary(operator, operand) => {
            let number = part_of(operand, claim, parts);
            let text = format!("{operator}{}", operand_text(&parts[number]));
            (text, Part::Unary(*operator, number))
        }
        Formula::Binary(operator, left, right) => {
            let left = part_of(left, claim, parts);
            let right = part_of(right, claim, parts);
            let (before, behind) = (operand_text(&parts[left]), operand_text(&parts[right]));
            let text = format!("{before} {operator} {behind}");
            (text, Part::Binary(*operator, left, right))
        }
    };
    parts.push((text, part));
    parts.len() - 1
}

/// With parentheses where it is not one word, or a prefix operator with its operand.
fn operand_text((text, part): &(String, Part)) -> String {
    let is_closed = match part {
        Part::Constant(_) | Part::Unary(..) => true,
        Part::Proposition(_) => !text.contains(' '),
        Part::Binary(..) => false,
    };
    match is_closed {
        true => text.clone(),
        false => format!("({text})"),
    }
}
