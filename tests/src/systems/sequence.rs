//! What a transition of a system does until others can move, with those who are drawn in by offers
//! on the way.

use std::collections::BTreeSet;

use runtime::tags::Verb;

use super::find::{Finder, Rule, assigned, touch};
use super::flat::Try;
use super::table::Statement;
use super::tags::{Object, Own, Part, Touch};

/// What a transition does until others can move.
#[derive(Clone, Default)]
pub(super) struct Sequence {
    /// What it touches and assigns.
    pub own: Own,
    /// Where processes stand before, on the way, or behind it, those that it starts, too.
    pub places: BTreeSet<usize>,
    /// Rendezvous channels on which a receiver is sought.
    pub offers: BTreeSet<usize>,
    /// Places in the middle from which it was followed.
    seen: BTreeSet<usize>,
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// Its transition begins with it.
    First,
    /// In the middle of an atomic sequence.
    Middle,
}

impl Finder<'_> {
    /// Adds what candidate `i` of a place does, and what may follow.
    pub(super) fn follow(&self, tries: &[Try], i: usize, position: Position, whole: &mut Sequence) {
        let it = tries[i];
        let transition = &self.machine.flat.transitions[it.transition];
        let statement = transition.statement.as_ref();
        if position == Position::Middle && self.accepted(statement).is_some() {
            // No one can offer anything now.
            return;
        }
        whole.own.touches.extend(self.done(&it, position));
        whole.own.assigns |= assigned(transition);
        whole.places.insert(transition.target);
        if let Some(Statement::Run(automaton)) = statement {
            whole.own.starts.insert(*automaton);
            whole.places.insert(self.machine.flat.starts[*automaton]);
        }
        if self.keeps(Rule::Beside) {
            for other in self.deciders(tries, i) {
                whole.own.touches.extend(self.asked(other));
                whole.offers.extend(self.offered(other));
            }
        }
        if let Some(channel) = self.offered(statement) {
            if position == Position::Middle {
                whole.offers.insert(channel);
            }
            // It is the receiver that may go on alone.
            return;
        }
        if !it.atomic || !self.keeps(Rule::Following) || !whole.seen.insert(transition.target) {
            return;
        }
        let tries = &self.machine.flat.places[transition.target].tries;
        for (i, next) in tries.iter().enumerate() {
            if self.keeps(Rule::FailedTests) {
                whole.own.touches.extend(self.asked(self.statement(next)));
            }
            self.follow(tries, i, Position::Middle, whole);
        }
    }

    /// Adds what those do who take what is offered in the middle, until no one is drawn in any
    /// more.
    pub(super) fn draw_in(&self, process: usize, whole: &mut Sequence) {
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<usize> = whole.offers.iter().copied().collect();
        while let Some(channel) = waiting.pop() {
            if !seen.insert(channel) {
                continue;
            }
            for (number, place) in self.machine.flat.places.iter().enumerate() {
                for (i, it) in place.tries.iter().enumerate() {
                    if self.accepted(self.statement(it)) != Some(channel) {
                        continue;
                    }
                    let mut drawn = Sequence::default();
                    self.follow(&place.tries, i, Position::First, &mut drawn);
                    if self.keeps(Rule::DrawnIn) {
                        let touches = drawn.own.touches.iter();
                        whole.own.touches.extend(touches.filter_map(of_another));
                    }
                    whole.own.starts.extend(&drawn.own.starts);
                    // It may be the process itself, drawn in by somebody whom it has drawn in.
                    if place.process == process {
                        whole.own.assigns |= drawn.own.assigns;
                    }
                    whole.places.insert(number);
                    whole.places.extend(drawn.places);
                    waiting.extend(drawn.offers);
                }
            }
        }
    }

    /// What is said by anyone who comes to a place or leaves it.
    pub(super) fn receivers_at(&self, place: usize) -> impl Iterator<Item = Touch> {
        let tries = self.machine.flat.places[place].tries.iter();
        let accepted = tries.filter_map(|it| self.accepted(self.statement(it)));
        let moves = accepted.map(|it| touch(Verb::MovesReceiver, Object::Channel(it)));
        moves.filter(|_| self.keeps(Rule::MovesReceiver))
    }
}

/// What another process touches, whose locals no one can ask for. Who takes the message is settled.
fn of_another(touch: &Touch) -> Option<Touch> {
    let part = match touch.part {
        Part::At(index) => Part::At(index),
        Part::Any | Part::Local(_) | Part::Pid => Part::Any,
    };
    (touch.verb != Verb::Accept).then_some(Touch { part, ..*touch })
}
