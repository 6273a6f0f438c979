//! Which processes must not go first beside a claim, and which edges can close a cycle without
//! them.
//!
//! A claim sees states. If a process goes first, what the others do comes later, and that must make
//! no difference to what is seen. So a process is *held*, in no set that goes first, where it
//! offers a *visible* transition: one that may change what a proposition says. One could ask each
//! enabled edge whether it changes a proposition. But then one and the same transition would be
//! visible here and invisible there, and what the set leaves out may be just the place where it is
//! visible. So this is about transitions that are offered where a process stands, enabled or not.
//!
//! On a cycle on which some processes go first in every state, each of them walks round a closed
//! walk of its control graph, and never rests where it is held. So an edge *counts* for the
//! proviso only if the transitions that it begins with lie on a cycle of the control graph from
//! which such places are cut out. A place where a process may pass in the middle of an atomic
//! sequence cuts nothing, and neither does one where only a state can tell who is held. A process
//! that is born on a cycle and ends there goes round no cycle of its own: if any process may be
//! started on a cycle that is not cut, all edges count.

use super::bits::Bits;
use super::control::Control;
use super::places::may_start;
use crate::claim::{ClaimInfo, ClaimKind};
use crate::model::{Candidate, ModelInfo, TransitionId};
use crate::state::{Process, State};
use crate::tags::{Element, Tag, Verb, When};

/// What a claim asks of a reduction.
pub struct Held {
    /// By place.
    places: Box<[Visible]>,
    /// Transitions that can lie on a cycle on which none is held.
    counting: Bits,
}

/// Whether a process offers a visible transition.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Visible {
    Never,
    Always,
    /// In states in which one of these touches what is observed.
    If(Box<[Touch]>),
}

/// A tag, and the part of its object that a claim observes.
#[derive(Clone, Debug)]
struct Touch {
    tag: &'static Tag,
    observed: Element,
}

/// The same tag of the same row.
impl PartialEq for Touch {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tag, other.tag) && self.observed == other.observed
    }
}

impl Eq for Touch {}

impl Held {
    /// For a model with tags.
    pub fn new(info: &'static ModelInfo, claim: &ClaimInfo) -> Self {
        let sight = Sight::new(info, claim);
        let places = (0..info.places.len()).map(|place| sight.of_place(place));
        let places: Box<[Visible]> = places.collect();
        let control = Control::new(info);
        let cut = |place: usize| places[place] == Visible::Always && control.rests(place);
        let mut counting = control.on_cycles(cut);
        if counting.iter().any(|it| may_start(info, it as usize)) {
            (0..info.transitions.len() as u32).for_each(|it| _ = counting.insert(it));
        }
        Self { places, counting }
    }

    /// Whether a process is held in this state, where it stands.
    #[inline(always)]
    pub fn holds(&self, state: &State, process: Process) -> bool {
        match &self.places[state.place(process).0 as usize] {
            Visible::Never => false,
            Visible::Always => true,
            Visible::If(touches) => touches.iter().any(|it| it.applies(state, process)),
        }
    }

    /// The processes that are held in this state, a bit for each of the first 64.
    #[inline(always)]
    pub fn processes(&self, state: &State) -> u64 {
        let processes = state.processes().take(64);
        processes.fold(0, |set, process| {
            set | u64::from(self.holds(state, process)) << process.pid
        })
    }

    /// Whether an edge counts that begins with this transition and, if it is a handshake, with that
    /// of its partner.
    #[inline(always)]
    pub fn counts(&self, transition: TransitionId, partner: Option<TransitionId>) -> bool {
        let counts = |it: TransitionId| self.counting.contains(it.0);
        counts(transition) && partner.is_none_or(counts)
    }
}

/// By transition: whether a claim may see its steps, in some states.
pub(super) fn sight(info: &'static ModelInfo, claim: &ClaimInfo) -> Vec<bool> {
    let sight = Sight::new(info, claim);
    let mut seen = vec![false; info.transitions.len()];
    for (place, at) in info.places.iter().enumerate() {
        for candidate in at.candidates {
            let transition = candidate.transition.0 as usize;
            seen[transition] |=
                sight.sees_who(place, candidate) || sight.touches(candidate).next().is_some();
        }
    }
    seen
}

impl Touch {
    fn applies(&self, state: &State, process: Process) -> bool {
        self.tag.applies(state, process)
            && match (self.tag.element.known(state, process), self.observed) {
                (Some(touched), Element::At(observed)) => touched == observed,
                _ => true,
            }
    }
}

/// What a claim sees of the transitions of a model.
struct Sight<'c> {
    info: &'static ModelInfo,
    claim: &'c ClaimInfo,
    changing: Bits,
    accept: bool,
    progress: bool,
    /// By proctype: one of its places has a label that is asked for.
    labelled: Vec<bool>,
}

impl<'c> Sight<'c> {
    fn new(info: &'static ModelInfo, claim: &'c ClaimInfo) -> Self {
        let mut changing = Bits::new(info.transitions.len());
        for transition in claim.changed_by {
            changing.insert(transition.0);
        }
        let mut sight = Self {
            info,
            claim,
            changing,
            accept: claim.asks_accept || claim.kind == ClaimKind::Acceptance,
            progress: claim.asks_progress || claim.kind == ClaimKind::NonProgress,
            labelled: vec![false; info.proctypes.len()],
        };
        for (place, at) in info.places.iter().enumerate() {
            let labelled = sight.labels(place) != (false, false);
            sight.labelled[usize::from(at.proctype)] |= place != 0 && labelled;
        }
        sight
    }

    fn of_place(&self, place: usize) -> Visible {
        let mut perhaps: Vec<Touch> = Vec::new();
        for candidate in self.info.places[place].candidates {
            if self.sees_who(place, candidate) {
                return Visible::Always;
            }
            for touch in self.touches(candidate) {
                let is_same = match (touch.tag.element, touch.observed) {
                    (Element::Local { .. } | Element::Of { .. }, Element::At(_)) => false,
                    _ => touch.tag.only_if.is_none(),
                };
                if is_same {
                    return Visible::Always;
                }
                perhaps.push(touch);
            }
        }
        match perhaps.is_empty() {
            true => Visible::Never,
            false => Visible::If(perhaps.into()),
        }
    }

    /// What a candidate touches that is observed, in some states.
    fn touches(&self, candidate: &Candidate) -> impl Iterator<Item = Touch> {
        let tags = self.info.tags[candidate.transition.0 as usize]
            .touches
            .iter();
        tags.flat_map(|tag| {
            // Whatever a proposition asks, also that something is not so.
            let when = When::LaterPerhapsDisabled;
            let observed = self.claim.observes.touches.iter();
            let seen = observed.filter(move |it| tag.may_conflict(it, when));
            seen.map(move |it| Touch {
                tag,
                observed: it.element,
            })
        })
    }

    /// Whether a candidate is visible for another reason than what its tags name.
    fn sees_who(&self, place: usize, candidate: &Candidate) -> bool {
        let transition = candidate.transition.0;
        self.claim.observes.everything
            || self.info.tags[transition as usize].everything
            || self.changing.contains(transition)
            || (self.accept || self.progress) && self.changes_labels(place, candidate)
    }

    /// The labels of a place that are asked for. A process that has ended has none.
    fn labels(&self, place: usize) -> (bool, bool) {
        let at = &self.info.places[place];
        match place {
            0 => (false, false),
            _ => (self.accept && at.accept, self.progress && at.progress),
        }
    }

    /// Whether somebody may stand at other labels behind a candidate: its process where the
    /// sequence ends, or is blocked; a process that it starts; one that it draws into its
    /// sequence, which may be any.
    fn changes_labels(&self, place: usize, candidate: &Candidate) -> bool {
        let tags = &self.info.tags[candidate.transition.0 as usize];
        let mut touches = tags.touches.iter();
        let draws_in = candidate.atomic && touches.any(|tag| tag.verb == Verb::SeeksReceiver);
        let starts = match tags.starts {
            [] => may_start(self.info, candidate.transition.0 as usize),
            starts => starts.iter().any(|&it| self.labelled[usize::from(it)]),
        };
        draws_in || starts || {
            let before = self.labels(place);
            let mut ends = self.ends(candidate).into_iter();
            ends.any(|end| self.labels(end) != before)
        }
    }

    /// Places where the process may stand when others move again: 0 if it has ended.
    fn ends(&self, candidate: &Candidate) -> Vec<usize> {
        let target = |it: &Candidate| self.info.transitions[it.transition.0 as usize].target.0;
        let mut ends = vec![target(candidate) as usize];
        // The candidates of these may still follow in the same sequence.
        let mut within = Bits::new(self.info.places.len());
        let mut waiting = Vec::new();
        if candidate.atomic && within.insert(target(candidate)) {
            waiting.push(target(candidate));
        }
        while let Some(place) = waiting.pop() {
            for next in self.info.places[place as usize].candidates {
                ends.push(target(next) as usize);
                if next.atomic && within.insert(target(next)) {
                    waiting.push(target(next));
                }
            }
        }
        ends
    }
}
