//! The tags of whole transitions: with what stands beside them, and with what follows in the same
//! atomic sequence.
//!
//! For a reduction all that happens before an atomic sequence ends, through all its branches, is
//! one transition, named by its first step. So it has the tags of every step that may follow. At
//! the points in the middle it also matters which of the next steps are executable: when none is,
//! the sequence is interrupted there, and others move before it goes on. A handshake is different:
//! the sender loses control to the receiver, whose sequence goes on. So what follows a receive
//! belongs to the tags of the receive, and what follows a send on a rendezvous channel to no one's.
//! Where the offer stands in the middle, the receiver's sequence is part of the transition, too:
//! see `handover.rs`.
//!
//! Inside a sequence locals change; of what comes behind, an element that depends on one of these
//! is any element.
//!
//! A step at a place where a sequence cannot be interrupted begins no transition. It keeps the tags
//! of its own, or a sequence of thousands of statements would take the square of that.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::element;
use super::facts::Facts;
use super::flow::ChannelOrigin;
use super::handover::Drawn;
use super::needs;
use super::set::TagSet;
use super::step::{Finder, Position};
use super::sure::Sure;
use super::{Need, Tags};
use crate::ir::{Action, Candidate, Expr, PlaceId, Proctype, ProctypeId, Transition, TransitionId};

/// The tags of all transitions, by proctype and in order.
pub fn of_model(facts: &Facts<'_>) -> Vec<Vec<Tags>> {
    let automata = Automata::new(facts);
    let ids = (0..facts.model.proctypes.len()).map(ProctypeId::from);
    ids.map(|id| of_proctype(&automata, id)).collect()
}

fn of_proctype(automata: &Automata<'_>, id: ProctypeId) -> Vec<Tags> {
    let automaton = automata.of(id);
    let begins = automaton.beginnings();
    let transitions = automaton.proctype.transitions.iter().enumerate();
    let tags = transitions.map(|(index, transition)| {
        if !begins[index] {
            return automaton.alone(index);
        }
        let mut tags = automaton.close(automata, index);
        if !automaton.beside[index].yields && !tags.is_local() {
            tags.needs = needs::of(automata.facts, id, transition, &tags.touches);
            automaton.let_be_drawn_in(automata, index, &mut tags.needs);
        }
        tags
    });
    tags.collect()
}

/// The automata of a model, each made when it is first asked for, by its own proctype or by a
/// sequence that may draw in a process of it.
pub struct Automata<'f> {
    facts: &'f Facts<'f>,
    all: Vec<OnceCell<Automaton<'f>>>,
}

impl<'f> Automata<'f> {
    fn new(facts: &'f Facts<'f>) -> Self {
        let all = facts.model.proctypes.iter().map(|_| OnceCell::new());
        Self {
            facts,
            all: all.collect(),
        }
    }

    /// That of a proctype.
    pub fn of(&self, id: ProctypeId) -> &Automaton<'f> {
        self.all[id.index()].get_or_init(|| Automaton::new(self.facts, id))
    }

    /// All transitions that can take a message offered on one of these channels.
    pub fn receives(&self, offers: &BTreeSet<ChannelOrigin>) -> Vec<(ProctypeId, usize)> {
        let mut receives = Vec::new();
        for id in (0..self.all.len()).map(ProctypeId::from) {
            let pieces = self.of(id).pieces.iter().enumerate();
            let takes = pieces.filter(|(_, piece)| !piece.accepts.is_disjoint(offers));
            receives.extend(takes.map(|(index, _)| (id, index)));
        }
        receives
    }
}

/// What is found about a transition by itself.
struct Piece {
    /// As the first of a transition: what it computes is computed before it assigns anything.
    first: TagSet,
    /// In the middle of an atomic sequence.
    middle: TagSet,
    /// When it is only asked whether it is executable.
    test: TagSet,
    assigns: u64,
    /// Locals that are assigned afterwards, since nothing behind depends on them.
    resets: u64,
    starts: BTreeSet<ProctypeId>,
    /// In the middle of an atomic sequence the process does not come past it.
    stops: bool,
    /// After it as the first of a transition another process goes on, or any.
    hands_over: bool,
    /// Rendezvous channels on which it offers a message.
    offers: BTreeSet<ChannelOrigin>,
    /// Those on which it takes one.
    accepts: BTreeSet<ChannelOrigin>,
}

impl Piece {
    fn of(facts: &Facts<'_>, id: ProctypeId, index: usize) -> Self {
        let transition = &facts.model.proctypes[id.index()].transitions[index];
        let found = |position| {
            let mut finder = Finder::new(facts, id);
            finder.transition(index, position);
            finder
        };
        let action = &transition.steps[0].action;
        let mut test = Finder::new(facts, id);
        test.test(action);
        let mut finder = Finder::new(facts, id);
        let targets = action.channel().map(|channel| finder.targets(channel));
        let rendezvous = (targets.iter()).any(|it| it.iter().all(|it| !it.buffered));
        let first = found(Position::First);
        let stops = rendezvous || matches!(action, Action::Condition(Expr::Const(0)));
        let takes = matches!(action, Action::Receive { .. });
        let middle = match stops && takes {
            // No one offers a message now.
            true => test.found.clone(),
            false => found(Position::Middle).found,
        };
        Self {
            first: first.found,
            middle,
            test: test.found,
            assigns: first.assigns,
            resets: (transition.resets.iter()).fold(0, |all, local| all | element::bit(local.0)),
            starts: first.starts,
            stops,
            hands_over: rendezvous && !takes,
            offers: finder.offered(action),
            accepts: finder.accepted(action),
        }
    }
}

/// What stands before a transition at the places that offer it.
#[derive(Clone, Default)]
struct Beside {
    /// Decides whether it may be executed.
    tests: TagSet,
    /// Rendezvous channels on which it is decided whether a message would be taken.
    offers: BTreeSet<ChannelOrigin>,
    /// Somewhere it is not executed when an escape is.
    yields: bool,
}

/// A transition waits until no escape of a lower tier is executable; an `else`, until nothing
/// before it is.
fn beside(proctype: &Proctype, pieces: &[Piece]) -> Vec<Beside> {
    let mut all = vec![Beside::default(); pieces.len()];
    for place in &proctype.places {
        for (position, candidate) in place.candidates.iter().enumerate() {
            let beside = &mut all[candidate.transition.index()];
            let transition = &proctype.transitions[candidate.transition.index()];
            let is_else = transition.steps[0].action.is_else();
            let before = place.candidates[..position].iter();
            for other in before.filter(|it| is_else || it.tier < candidate.tier) {
                let other = &pieces[other.transition.index()];
                beside.tests.extend(&other.test);
                beside.offers.extend(&other.offers);
                beside.yields = true;
            }
        }
    }
    all
}

/// A proctype with what is found about its transitions.
pub struct Automaton<'f> {
    facts: &'f Facts<'f>,
    id: ProctypeId,
    proctype: &'f Proctype,
    pieces: Vec<Piece>,
    beside: Vec<Beside>,
    /// By transition: the places that offer it.
    offered_at: Vec<Vec<PlaceId>>,
    /// By transition, once it is asked for: see [`Automaton::sequence`].
    sequences: Vec<OnceCell<Sequence>>,
    /// By place, once it is asked for: see [`Automaton::standing_at`].
    standing: Vec<OnceCell<TagSet>>,
}

/// What a transition does until others can move, drawn in or not.
pub struct Sequence {
    /// What it touches first.
    first: TagSet,
    /// What it touches then, if it is atomic.
    then: TagSet,
    /// Locals that it assigns first, and those that it resets with that.
    assigns: u64,
    resets: u64,
    /// The same of what it does then.
    then_assigns: u64,
    then_resets: u64,
    /// Proctypes that it starts.
    pub starts: BTreeSet<ProctypeId>,
    /// Rendezvous channels on which it seeks a receiver.
    pub offers: BTreeSet<ChannelOrigin>,
    /// Places to which it comes.
    pub places: BTreeSet<PlaceId>,
}

impl Sequence {
    /// What it touches.
    pub fn found(&self) -> TagSet {
        let mut found = self.first.clone();
        found.extend(&self.then);
        found
    }

    /// Locals that it assigns or resets.
    pub fn changes(&self) -> u64 {
        self.assigns | self.resets | self.then_assigns | self.then_resets
    }
}

impl<'f> Automaton<'f> {
    fn new(facts: &'f Facts<'f>, id: ProctypeId) -> Self {
        let proctype = &facts.model.proctypes[id.index()];
        let pieces = 0..proctype.transitions.len();
        let pieces: Vec<Piece> = pieces.map(|it| Piece::of(facts, id, it)).collect();
        Self {
            facts,
            id,
            proctype,
            beside: beside(proctype, &pieces),
            sequences: pieces.iter().map(|_| OnceCell::new()).collect(),
            standing: proctype.places.iter().map(|_| OnceCell::new()).collect(),
            pieces,
            offered_at: proctype.offered_at(),
        }
    }

    /// The places that offer a transition.
    pub fn offering(&self, index: usize) -> impl Iterator<Item = PlaceId> + '_ {
        self.offered_at[index].iter().copied()
    }

    /// By transition: whether a process may stand before it when others have moved, or at the
    /// start.
    fn beginnings(&self) -> Vec<bool> {
        let mut rests = vec![false; self.proctype.places.len()];
        rests[self.proctype.start.index()] = true;
        for (transition, piece) in self.proctype.transitions.iter().zip(&self.pieces) {
            let target = transition.target;
            rests[target.index()] |=
                !transition.atomic || !piece.offers.is_empty() || !self.always_goes_on(target);
        }
        let mut begins = vec![false; self.pieces.len()];
        for (place, _) in self.proctype.places.iter().zip(rests).filter(|(_, it)| *it) {
            for candidate in &place.candidates {
                begins[candidate.transition.index()] = true;
            }
        }
        begins
    }

    /// Whether a process that alone may move is never interrupted at a place.
    fn always_goes_on(&self, place: PlaceId) -> bool {
        let mut offered = self.proctype.offered(place);
        self.proctype.provided.is_none()
            && offered.any(|transition| {
                matches!(
                    transition.steps[0].action,
                    Action::Skip
                        | Action::Else
                        | Action::Assign(..)
                        | Action::Assert(_)
                        | Action::Print { .. }
                        | Action::Run { .. }
                )
            })
    }

    /// The tags of a transition that begins none.
    fn alone(&self, index: usize) -> Tags {
        let piece = &self.pieces[index];
        let mut found = self.beside[index].tests.clone();
        found.extend(&piece.first);
        Tags {
            assigns: piece.assigns | piece.resets,
            ..tags(found, &piece.starts)
        }
    }

    /// The tags of a transition with what stands beside it and all that may follow before others
    /// can move.
    fn close(&self, automata: &Automata<'_>, index: usize) -> Tags {
        let sequence = self.sequence(index);
        let drawn = Drawn::by(automata, &sequence.offers);
        let mut found = sequence.then.clone();
        found.extend(&drawn.found);
        for place in self.offering(index).chain(sequence.places.iter().copied()) {
            found.extend(self.standing_at(automata, place));
        }
        for &(id, place) in &drawn.places {
            found.extend(&automata.of(id).receivers_at(place).of_another());
        }
        let starts = &sequence.starts | &drawn.starts;
        for &id in &starts {
            let started = automata.of(id);
            found.extend(&started.receivers_at(started.proctype.start).of_another());
        }
        // What depends on a local that is reset was computed before.
        let then_assigns = sequence.then_assigns | drawn.assigned(self.id);
        found.forget(sequence.assigns | then_assigns);
        found.extend(&sequence.first);
        Tags {
            assigns: sequence.assigns | sequence.resets,
            then_assigns: then_assigns | sequence.then_resets,
            ..tags(found, &starts)
        }
    }

    /// What a transition does with what stands beside it, through all branches of its atomic
    /// sequence.
    pub fn sequence(&self, index: usize) -> &Sequence {
        self.sequences[index].get_or_init(|| self.find_sequence(index))
    }

    fn find_sequence(&self, index: usize) -> Sequence {
        let (piece, beside) = (&self.pieces[index], &self.beside[index]);
        let transition = &self.proctype.transitions[index];
        let mut all = Sequence {
            first: beside.tests.clone(),
            then: TagSet::default(),
            assigns: piece.assigns,
            then_assigns: 0,
            then_resets: 0,
            resets: piece.resets,
            starts: piece.starts.clone(),
            offers: beside.offers.clone(),
            places: BTreeSet::from([transition.target]),
        };
        all.first.extend(&piece.first);
        if !transition.atomic || piece.hands_over {
            return all;
        }
        for id in self.following(transition.target, &Sure::NOTHING).keys() {
            let piece = &self.pieces[id.index()];
            if !piece.stops {
                all.then_assigns |= piece.assigns;
                all.then_resets |= piece.resets;
                all.starts.extend(&piece.starts);
            }
            all.offers.extend(&piece.offers);
            if !piece.stops || !piece.offers.is_empty() {
                let target = self.proctype.transitions[id.index()].target;
                all.places.insert(target);
            }
        }
        let sure = Sure::after(self.facts, self.id, transition, all.changes());
        for (id, is_sure) in self.following(transition.target, &sure) {
            let piece = &self.pieces[id.index()];
            if is_sure {
                all.then.extend(&piece.first);
            } else {
                all.then.extend(&piece.test);
                all.then.extend(&piece.middle);
            }
        }
        all
    }

    /// What a process says that comes to a place or leaves it: from where it can receive there, as
    /// far as anybody looks for it.
    fn receivers_at(&self, place: PlaceId) -> TagSet {
        let mut finder = Finder::new(self.facts, self.id);
        for transition in self.proctype.offered(place) {
            finder.stands_before(&transition.steps[0].action);
        }
        finder.found
    }

    /// The same for the process itself. What it is drawn into there may assign the locals that name
    /// the channels, while the tags are those of a step that does not.
    fn standing_at(&self, automata: &Automata<'_>, place: PlaceId) -> &TagSet {
        self.standing[place.index()].get_or_init(|| self.find_standing(automata, place))
    }

    fn find_standing(&self, automata: &Automata<'_>, place: PlaceId) -> TagSet {
        let mut found = self.receivers_at(place);
        if found.is_empty() {
            return found;
        }
        for candidate in &self.proctype.places[place.index()].candidates {
            let index = candidate.transition.index();
            if !self.pieces[index].accepts.is_empty() {
                let sequence = self.sequence(index);
                let drawn = Drawn::by(automata, &sequence.offers);
                found.forget(sequence.changes() | drawn.assigned(self.id));
            }
        }
        found
    }

    /// Anyone who draws a process in changes its locals, and so may bring about whatever it needs
    /// where it stands.
    fn let_be_drawn_in(&self, automata: &Automata<'_>, index: usize, needs: &mut [Need]) {
        let mut standing = TagSet::default();
        for place in self.offering(index) {
            standing.extend(self.standing_at(automata, place));
        }
        let standing = standing.into_tags();
        for need in needs {
            need.tags.extend(standing.iter().cloned());
        }
    }

    /// The transitions that can be tried before others can move, from a place in the middle of an
    /// atomic sequence on, and whether they are executable for sure.
    fn following(&self, from: PlaceId, sure: &Sure) -> BTreeMap<TransitionId, bool> {
        let mut left_at = BTreeMap::from([(from, sure.all())]);
        let mut open = vec![from];
        let mut found = BTreeMap::new();
        while let Some(place) = open.pop() {
            let left = left_at[&place];
            for Candidate { transition, .. } in &self.proctype.places[place.index()].candidates {
                let Transition {
                    target,
                    atomic,
                    steps,
                    ..
                } = &self.proctype.transitions[transition.index()];
                let action = &steps[0].action;
                *found.entry(*transition).or_insert(true) &= sure.makes_executable(action, left);
                if !atomic || self.pieces[transition.index()].stops {
                    continue;
                }
                let left = sure.left_behind(action, left);
                let known = left_at.get(target).copied();
                if known.is_none_or(|known| known & left != known) {
                    left_at.insert(*target, left & known.unwrap_or(left));
                    open.push(*target);
                }
            }
        }
        found
    }
}

/// Of a transition that touches and starts these.
fn tags(found: TagSet, starts: &BTreeSet<ProctypeId>) -> Tags {
    Tags {
        everything: found.everything,
        touches: found.into_tags(),
        starts: starts.iter().copied().collect(),
        ..Tags::default()
    }
}
