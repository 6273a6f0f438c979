//! Numbers and names of places and transitions, and which of them a process can ever come to.

use std::collections::BTreeSet;

use frontend::ir::{
    Action, Candidate, Expr, Model, PlaceId, Proctype, ProctypeId, Step, Transition, TransitionId,
};

use super::names::{self, Names};
use super::simplify::simplify;
use frontend::ir::range::{Context, can_fail};

/// What can be reached from the initial processes by following the automata.
#[derive(Debug)]
pub struct Liveness {
    /// A process of this proctype exists at the start or is run somewhere.
    pub started: Vec<bool>,
    /// Places of each proctype that a process can stand at.
    places: Vec<Vec<bool>>,
}

impl Liveness {
    /// Follows automata and `run`s from the initial processes on.
    pub fn of(model: &Model) -> Self {
        let mut live = Self {
            started: vec![false; model.proctypes.len()],
            places: (model.proctypes.iter().map(|p| vec![false; p.places.len()])).collect(),
        };
        let mut waiting: Vec<(ProctypeId, PlaceId)> = Vec::new();
        for &id in &model.initial {
            live.start(model, id, &mut waiting);
        }
        while let Some((id, place)) = waiting.pop() {
            let proctype = &model.proctypes[id.index()];
            for transition in offered(Context::new(model, proctype), place) {
                let transition = &proctype.transitions[transition.index()];
                for step in &transition.steps {
                    if let Action::Run { proctype, .. } = step.action {
                        live.start(model, proctype, &mut waiting);
                    }
                }
                if !ends(transition) {
                    live.reach(id, transition.target, &mut waiting);
                }
            }
        }
        live
    }

    fn start(&mut self, model: &Model, id: ProctypeId, waiting: &mut Vec<(ProctypeId, PlaceId)>) {
        if !std::mem::replace(&mut self.started[id.index()], true) {
            self.reach(id, model.proctypes[id.index()].start, waiting);
        }
    }

    fn reach(&mut self, id: ProctypeId, place: PlaceId, waiting: &mut Vec<(ProctypeId, PlaceId)>) {
        if !std::mem::replace(&mut self.places[id.index()][place.index()], true) {
            waiting.push((id, place));
        }
    }
}

/// What a place really offers: a constant `false` is never executable. But what the process is
/// provided for is asked before each transition, and can be an error.
fn offers(context: Context<'_>, place: PlaceId) -> impl Iterator<Item = &Candidate> {
    let Context { proctype, .. } = context;
    let candidates = proctype.places[place.index()].candidates.iter();
    candidates.filter(move |it| !never(context, &proctype.transitions[it.transition.index()]))
}

/// The transitions that a place really offers.
pub fn offered(context: Context<'_>, place: PlaceId) -> impl Iterator<Item = TransitionId> {
    offers(context, place).map(|it| it.transition)
}

fn never(context: Context<'_>, transition: &Transition) -> bool {
    let provided = context.proctype.provided.as_ref();
    !provided.is_some_and(|it| can_fail(context, it))
        && is_false(context, &transition.steps[0].action)
}

fn is_false(context: Context<'_>, action: &Action) -> bool {
    match action {
        Action::Condition(value) => simplify(context, value) == Expr::Const(0),
        Action::Deterministic(inside) => {
            let mut first = inside.nodes[0].branches.iter();
            first.all(|branch| is_false(context, &branch.step.action))
        }
        _ => false,
    }
}

fn ends(transition: &Transition) -> bool {
    matches!(transition.steps[0].action, Action::End)
}

/// Counts places and transitions over all proctypes.
#[derive(Debug, Default)]
pub struct Numbering {
    /// Places numbered so far; the first gets 1.
    pub places: u32,
    /// Transitions numbered so far; the first gets 0.
    pub transitions: u32,
}

/// Numbers and names of one proctype.
#[derive(Debug)]
pub struct Automaton {
    /// By place: none for a place that no process comes to.
    pub places: Vec<Option<Named>>,
    /// By transition.
    pub transitions: Vec<Fate>,
}

/// A number, unique over all proctypes, and a name, unique in its proctype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Index in the table.
    pub number: u32,
    /// Rust identifier.
    pub name: String,
}

/// A place that offers a transition.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// The place.
    pub place: PlaceId,
    /// The transition's tier there.
    pub tier: u8,
    /// Its position there, where the order of tiers and rows does not say it.
    pub nth: Option<usize>,
}

/// What becomes of a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Some place offers it: a function.
    Executable(Named),
    /// No process ever comes to it: a row in the table, so that it is reported as unreached.
    Unreachable(u32),
    /// Its statement is executed as a part of other transitions.
    Merged,
}

impl Fate {
    /// Number and name, if it can be executed.
    pub fn named(&self) -> Option<&Named> {
        match self {
            Self::Executable(named) => Some(named),
            _ => None,
        }
    }

    /// Index in the table, if it has a row.
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Executable(named) => Some(named.number),
            Self::Unreachable(number) => Some(*number),
            Self::Merged => None,
        }
    }
}

/// Numbers the places and transitions of a model: the numbers of its analyzer's tables and of the
/// trails it writes.
pub fn number(model: &Model, live: &Liveness) -> (Vec<Automaton>, Numbering) {
    let mut numbering = Numbering::default();
    let automata = (0..model.proctypes.len())
        .map(|i| Automaton::new(model, ProctypeId::from(i), live, &mut numbering))
        .collect();
    (automata, numbering)
}

impl Automaton {
    /// Numbers and names everything in source order.
    fn new(model: &Model, id: ProctypeId, live: &Liveness, numbering: &mut Numbering) -> Self {
        let proctype = &model.proctypes[id.index()];
        let live = &live.places[id.index()];
        let mut in_order: Vec<usize> = (0..live.len()).filter(|&place| live[place]).collect();
        in_order.sort_by_key(|&place| {
            let source = &proctype.places[place].source;
            (source.file, source.line, source.column)
        });
        let mut names = Names::default();
        let mut places = vec![None; live.len()];
        for place in in_order {
            numbering.places += 1;
            let line = proctype.places[place].source.line;
            places[place] = Some(Named {
                number: numbering.places,
                name: names.claim_lettered(&format!("L{line}")).to_uppercase(),
            });
        }
        Self {
            places,
            transitions: fates(model, proctype, live, numbering),
        }
    }

    /// Places that processes come to, by number: index in the model, number and name.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &Named)> {
        let live = self.places.iter().enumerate();
        let mut live: Vec<_> = live
            .filter_map(|(i, named)| Some((i, named.as_ref()?)))
            .collect();
        live.sort_by_key(|(_, named)| named.number);
        live.into_iter()
    }

    /// Number of places that processes come to.
    pub fn place_count(&self) -> usize {
        self.places.iter().flatten().count()
    }

    /// Transitions that have a row, by number: index in the model, and the name if
    /// they can be executed.
    pub fn listed(&self) -> impl Iterator<Item = (TransitionId, Option<&Named>)> {
        let all = self.transitions.iter().enumerate();
        let mut listed: Vec<_> = all
            .filter_map(|(index, fate)| Some((fate.number()?, index, fate.named())))
            .collect();
        listed.sort_by_key(|&(number, ..)| number);
        let listed = listed.into_iter();
        listed.map(|(_, index, named)| (TransitionId::from(index), named))
    }

    /// Claims a constant for the row of each transition that can be executed: `GUARD_L8`.
    pub fn rows(&self, constants: &mut Names) -> Vec<Option<String>> {
        let named = self.transitions.iter().map(Fate::named);
        let mut claim = |named: &Named| constants.claim_lettered(&named.name.to_uppercase());
        named.map(|named| named.map(&mut claim)).collect()
    }

    /// The names of the functions in the module of its proctype.
    pub fn functions(&self) -> Names {
        let mut names = Names::reserving(&["enter", "provided", "spawn"]);
        for (_, named) in self.executable() {
            names.claim(&named.name);
        }
        names
    }

    /// By transition: the places that offer it, by number.
    pub fn sources(&self, context: Context<'_>) -> Vec<Vec<Offered>> {
        let mut sources = vec![Vec::new(); self.transitions.len()];
        for (index, _) in self.numbered() {
            let place = PlaceId::from(index);
            let offers: Vec<_> = offers(context, place).collect();
            // Rows are in the order of numbers, and so is what the place tries, if no more is said.
            let in_order = offers.is_sorted_by_key(|it| (it.tier, it.transition));
            for (nth, offer) in offers.iter().enumerate() {
                sources[offer.transition.index()].push(Offered {
                    place,
                    tier: offer.tier,
                    nth: (!in_order).then_some(nth),
                });
            }
        }
        sources
    }

    /// Transitions that can be executed.
    pub fn executable(&self) -> impl Iterator<Item = (TransitionId, &Named)> {
        self.listed().filter_map(|(id, named)| Some((id, named?)))
    }
}

fn fates(
    model: &Model,
    proctype: &Proctype,
    live: &[bool],
    numbering: &mut Numbering,
) -> Vec<Fate> {
    let executable: BTreeSet<TransitionId> = (0..live.len())
        .filter(|&place| live[place])
        .flat_map(|place| offered(Context::new(model, proctype), PlaceId::from(place)))
        .collect();
    let position = |step: &Step| (step.source.file, step.source.line, step.source.column);
    let merged: BTreeSet<_> = (executable.iter())
        .flat_map(|id| &proctype.transitions[id.index()].steps[1..])
        .map(position)
        .collect();
    let mut names = Names::default();
    let mut fates = vec![Fate::Merged; proctype.transitions.len()];
    for id in (0..fates.len()).map(TransitionId::from) {
        let step = &proctype.transitions[id.index()].steps[0];
        let executable = executable.contains(&id);
        if !executable && merged.contains(&position(step)) {
            continue;
        }
        let number = numbering.transitions;
        numbering.transitions += 1;
        fates[id.index()] = match executable {
            false => Fate::Unreachable(number),
            true => {
                let name = names.claim_lettered(&names::transition(model, proctype, step));
                Fate::Executable(Named { number, name })
            }
        };
    }
    fates
}
