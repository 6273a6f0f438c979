//! What can still happen from a place on, and with what it conflicts.
//!
//! A choice of processes asks, in each state, whether anything that a process may do from its place
//! on conflicts with a transition of another. Walking the automaton each time would cost far more
//! than a step. A row per place and transition of all that is reachable would be quick to ask, and
//! too big: five thousand places make a hundred million pairs of transitions. So rows are made by
//! the question: for the tags of one transition, when some process first stands where it is
//! offered. For each tag one walk backwards through all automata marks the places from which
//! something that conflicts with it is reachable; a row is the union of what its tags have, and of
//! a large model's many transitions few touch what none has touched before. Where only a state can
//! tell, because indices or channels are computed from locals, the row says what to compare, as
//! long as no local that matters is assigned on the way; when one may be, the places are marked
//! without question.

mod backward;
mod row;

use super::bits::Bits;
use crate::model::ModelInfo;
use crate::state::Process;
use crate::tags::{Element, Tag, Verb, When};
use backward::{BackwardAutomata, writes_process_count};
use row::Conflicts;

pub(super) use backward::may_start;
pub(super) use row::ConflictRow;

/// Bytes of rows, and of what they are made of, before all are forgotten but those in use.
const ROOM: usize = 16 << 20;

/// A process and the place where it stands.
pub(super) type Standing = (Process, u32);

/// Makes rows.
pub(super) struct ConflictRows {
    automata: BackwardAutomata,
    /// By object: the transitions that touch it, and how.
    touching: Vec<Vec<(u32, &'static Tag)>>,
    /// By object: what conflicts with the tags of which a row was made.
    of_tags: Vec<Vec<(Verb, Element, When, Conflicts)>>,
    /// What they take.
    bytes: usize,
    /// How much they may take.
    pub room: usize,
    /// Places from which a step is reachable that tags cannot describe.
    everything: Bits,
    /// These, and places from which processes may be started of which nothing is known.
    strangers: Bits,
    /// Places from which a process may come to its end.
    ending: Bits,
    /// A start does not conflict with ends that come later: see [`super::sets`].
    starts_before_ends: bool,
}

impl ConflictRows {
    pub fn new(info: &'static ModelInfo, starts_before_ends: bool) -> Self {
        let automata = BackwardAutomata::new(info);
        let mut touching = vec![Vec::new(); info.objects.len()];
        for (transition, tags) in (0..).zip(info.tags) {
            for tag in tags.touches {
                touching[usize::from(tag.object.0)].push((transition, tag));
            }
        }
        let mut everything = automata.offering(|it| info.tags[it].everything);
        automata.lead_to(&mut everything);
        let mut strangers = automata
            .offering(|it| info.tags[it].starts.is_empty() && writes_process_count(info, it));
        automata.lead_to(&mut strangers);
        strangers.extend(&everything);
        let mut ending = automata.offering(|it| info.transitions[it].target.0 == 0);
        automata.come_to(&mut ending);
        Self {
            touching,
            of_tags: info.objects.iter().map(|_| Vec::new()).collect(),
            bytes: 0,
            room: ROOM,
            everything,
            strangers,
            ending,
            starts_before_ends,
            automata,
        }
    }

    /// No place.
    pub fn nowhere(&self) -> Bits {
        self.automata.nowhere()
    }

    /// The places from which something may happen that conflicts with these tags of a transition;
    /// `Later` the end of a process only if it is the youngest, see [`super::sets`].
    pub fn row(&mut self, tags: &[Tag], when: When) -> ConflictRow {
        let always = tags.iter().filter(|tag| tag.only_if.is_none());
        let mut row = self.row_of(always, when);
        for tag in tags {
            if let Some(condition) = tag.only_if {
                row.add(condition, self.row_of([tag].into_iter(), when));
            }
        }
        row
    }

    fn row_of<'t>(&mut self, tags: impl Iterator<Item = &'t Tag>, when: When) -> ConflictRow {
        let mut tags = tags.peekable();
        let mut all = Conflicts::at(match tags.peek() {
            None => self.everything.clone(),
            Some(_) => self.strangers.clone(),
        });
        for tag in tags {
            all.extend(self.of_tag(tag, when));
        }
        all.into_row(&self.ending)
    }

    /// What conflicts with a tag.
    fn of_tag(&mut self, tag: &Tag, when: When) -> &Conflicts {
        let object = usize::from(tag.object.0);
        let is_same = |(verb, element, then, _): &(Verb, Element, When, Conflicts)| {
            (*verb, *element, *then) == (tag.verb, tag.element, when)
        };
        let index = self.of_tags[object].iter().position(is_same);
        let index = index.unwrap_or_else(|| {
            let found = self.find(tag, when);
            if self.bytes > self.room {
                self.bytes = 0;
                self.of_tags.iter_mut().for_each(Vec::clear);
            }
            self.bytes += found.bytes();
            self.of_tags[object].push((tag.verb, tag.element, when, found));
            self.of_tags[object].len() - 1
        });
        &self.of_tags[object][index].3
    }

    fn find(&self, tag: &Tag, when: When) -> Conflicts {
        let mut found = Conflicts::at(self.nowhere());
        for &(transition, other) in &self.touching[usize::from(tag.object.0)] {
            if !tag.may_conflict(other, when) {
                continue;
            }
            let other_ends = other.verb == Verb::End;
            if other_ends && tag.verb == Verb::Start && self.starts_before_ends {
                continue;
            }
            if other_ends && matches!(when, When::Later) {
                found.youngest = true;
                continue;
            }
            let places = found.places_of(tag.element, other.element);
            for &place in self.automata.offered_at(transition) {
                places.insert(place);
            }
        }
        found.reached_from(&self.automata);
        found
    }

    /// The row of a transition that conflicts with everything.
    pub fn row_of_everything(&self) -> ConflictRow {
        Conflicts::at(self.automata.offering(|_| true)).into_row(&self.ending)
    }

    /// The places from which some process may be started.
    pub fn starting(&self) -> Bits {
        self.automata.starting()
    }

    /// The places from which a process may come to its end.
    pub fn ending(&self) -> &Bits {
        &self.ending
    }
}

/// Whether it makes no difference to these tags that the transition may be disabled.
pub(super) fn same_when_disabled(tags: &[Tag]) -> bool {
    use Verb::{End, FindsMessage, FindsRoom, Receive, Send};
    tags.iter()
        .all(|tag| !matches!(tag.verb, Send | Receive | FindsMessage | FindsRoom | End))
}
