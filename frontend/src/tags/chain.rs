//! The tags of whole transitions: with what stands beside them, and with what follows in the same atomic sequence.
//!
//! For a reduction all that happens before an atomic sequence ends, through all its branches, is one transition, named by its first step. So it
//! has the tags of every step that may follow. At the points in the middle it also matters which of the next steps are executable: when none
//! is, the sequence is interrupted there, and others move before it goes on. A handshake is different: the sender loses control to the receiver, whose
//! sequence goes on. So what follows a receive belongs to the tags of the receive, and what follows a send on a rendezvous channel to nobody's.
//!
//! Inside a sequence locals change; an element that depends on one of these is any element.
//!
//! A step at a place where a sequence cannot be interrupted begins no transition. It keeps the tags of its own, or a sequence of thousands of
//! statements would take the square of that.

use std::collections::{BTreeMap, BTreeSet};

use super::Tags;
use super::facts::Facts;
use super::needs;
use super::set::TagSet;
use super::step::{Finder, Position};
use super::sure::Sure;
use crate::ir::{Action, Candidate, Expr, PlaceId, Proctype, ProctypeId, Transition, TransitionId};

/// The tags of all transitions of a proctype, in order.
pub fn of_proctype(facts: &Facts<'_>, id: ProctypeId) -> Vec<Tags> {
    let proctype = &facts.model.proctypes[id.index()];
    let pieces = proctype.transitions.iter();
    let pieces: Vec<Piece> = pieces.map(|it| Piece::of(facts, id, it)).collect();
    let beside = beside(proctype, &pieces);
    let all = Automaton {
        facts,
        id,
        proctype,
        pieces,
    };
    let begins = all.beginnings();
    let transitions = proctype.transitions.iter().zip(beside).enumerate();
    let tags = transitions.map(|(index, (transition, beside))| {
        let mut tags = all.close(index, beside.tests, begins[index]);
        if begins[index] && !beside.yields && !tags.is_local() {
            tags.needs = needs::of(facts, id, transition, &tags.touches);
        }
        tags
    });
    tags.collect()
}

/// What is found about a transition by itself.
struct Piece {
    /// As the first of a transition.
    first: TagSet,
    /// In the middle of an atomic sequence.
    middle: TagSet,
    /// When it is only asked whether it is executable.
    test: TagSet,
    assigns: u64,
    starts: BTreeSet<ProctypeId>,
    /// In the middle of an atomic sequence the process does not come past it.
    stops: bool,
    /// After it as the first of a transition another process goes on, or any.
    hands_over: bool,
    /// It may begin a handshake.
    offers: bool,
}

impl Piece {
    fn of(facts: &Facts<'_>, id: ProctypeId, transition: &Transition) -> Self {
        let found = |position| {
            let mut finder = Finder::new(facts, id);
            finder.transition(transition, position);
            finder
        };
        let action = &transition.steps[0].action;
        let mut test = Finder::new(facts, id);
        test.test(action);
        let targets = match action {
            Action::Send { channel, .. } | Action::Receive { channel, .. } => {
                Some(Finder::new(facts, id).targets(channel))
            }
            _ => None,
        };
        let rendezvous = (targets.iter()).any(|it| it.iter().all(|it| !it.buffered));
        let offers = targets.into_iter().flatten().any(|it| it.rendezvous);
        let first = found(Position::First);
        let stops = rendezvous || matches!(action, Action::Condition(Expr::Const(0)));
        let takes = matches!(action, Action::Receive { .. });
        let middle = if stops && takes {
            // Nobody offers a message now.
            test.found.clone()
        } else {
            found(Position::Middle).found
        };
        Self {
            first: first.found,
            middle,
            test: test.found,
            assigns: first.assigns,
            starts: first.starts,
            stops,
            hands_over: rendezvous && !takes,
            offers: offers && !takes,
        }
    }
}

/// What stands before a transition at the places that offer it.
#[derive(Clone, Default)]
struct Beside {
    /// Decides whether it may be executed.
    tests: TagSet,
    /// Somewhere it is not executed when an escape is.
    yields: bool,
}

/// A transition waits until no escape of a lower tier is executable; an `else`, until nothing before it is.
fn beside(proctype: &Proctype, pieces: &[Piece]) -> Vec<Beside> {
    let mut all = vec![Beside::default(); pieces.len()];
    for place in &proctype.places {
        for (position, candidate) in place.candidates.iter().enumerate() {
            let beside = &mut all[candidate.transition.index()];
            let transition = &proctype.transitions[candidate.transition.index()];
            let is_else = transition.steps[0].action.is_else();
            let before = place.candidates[..position].iter();
            for other in before.filter(|it| is_else || it.tier < candidate.tier) {
                beside.tests.extend(&pieces[other.transition.index()].test);
                beside.yields = true;
            }
        }
    }
    all
}

struct Automaton<'f> {
    facts: &'f Facts<'f>,
    id: ProctypeId,
    proctype: &'f Proctype,
    pieces: Vec<Piece>,
}

impl Automaton<'_> {
    /// By transition: whether a process may stand before it when others have moved, or at the start.
    fn beginnings(&self) -> Vec<bool> {
        let mut rests = vec![false; self.proctype.places.len()];
        rests[self.proctype.start.index()] = true;
        for (transition, piece) in self.proctype.transitions.iter().zip(&self.pieces) {
            let target = transition.target;
            rests[target.index()] |=
                !transition.atomic || piece.offers || !self.always_goes_on(target);
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
        let mut candidates = self.proctype.places[place.index()].candidates.iter();
        self.proctype.provided.is_none()
            && candidates.any(|candidate| {
                let transition = &self.proctype.transitions[candidate.transition.index()];
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

    /// The tags of a transition with what stands beside it (`found`) and, if it `begins` one, all that may follow before others can move.
    fn close(&self, index: usize, mut found: TagSet, begins: bool) -> Tags {
        let piece = &self.pieces[index];
        found.extend(&piece.first);
        let (mut assigns, mut starts) = (piece.assigns, piece.starts.clone());
        let transition = &self.proctype.transitions[index];
        if begins && transition.atomic && !piece.hands_over {
            let following = self.following(transition.target, &Sure::NOTHING);
            for id in following.keys() {
                let piece = &self.pieces[id.index()];
                if !piece.stops {
                    assigns |= piece.assigns;
                    starts.extend(&piece.starts);
                }
            }
            let sure = Sure::after(self.facts, self.id, transition, assigns);
            for (id, is_sure) in self.following(transition.target, &sure) {
                let piece = &self.pieces[id.index()];
                if is_sure {
                    found.extend(&piece.first);
                } else {
                    found.extend(&piece.test);
                    found.extend(&piece.middle);
                }
            }
        }
        found.forget(assigns);
        Tags {
            everything: found.everything,
            touches: found.into_tags(),
            needs: Vec::new(),
            assigns,
            starts: starts.into_iter().collect(),
        }
    }

    /// The transitions that can be tried before others can move, from a place in the middle of an atomic sequence on, and whether they are
    /// executable for sure.
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
