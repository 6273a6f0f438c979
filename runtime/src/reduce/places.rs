//! What can still happen from a place on, and with what it conflicts.
//!
//! A choice of processes asks, in each state, whether anything that a process may do from its place
//! on conflicts with a transition of another. Walking the automaton each time would cost far more
//! than a step. A row per place and transition of all that is reachable would be quick to ask, and
//! too big: five thousand places make a hundred million pairs of transitions. So rows are made by
//! the question: for the tags of one transition, when some process first stands where it is
//! offered, one walk backwards through all automata marks the places from which something that
//! conflicts with it is reachable. Where only a state can tell, because indices or channels are
//! computed from locals, the row says what to compare, as long as no local that matters is assigned
//! on the way; when one may be, the places are marked without question.

use super::Pids;
use super::bits::Bits;
use crate::model::ModelInfo;
use crate::state::{Process, State};
use crate::tags::{Condition, Element, Tag, Verb, When};

/// A process and the place where it stands.
pub(super) type Standing = (Process, u32);

/// The automata backwards.
pub(super) struct BackwardAutomata {
    info: &'static ModelInfo,
    /// By transition: the places that offer it.
    offered_at: Vec<Vec<u32>>,
    /// By object: the transitions that touch it, and how.
    touching: Vec<Vec<(u32, &'static Tag)>>,
    /// By place: the places that lead to it in one step.
    before: Vec<Vec<u32>>,
    /// By proctype: places at which a process of it may be started.
    started_at: Vec<Vec<u32>>,
    /// Places from which a step is reachable that tags cannot describe.
    everything: Bits,
    /// Places from which processes may be started of which nothing is known.
    strangers: Bits,
    /// Places from which a process may come to its end.
    ending: Bits,
    /// A start does not conflict with ends that come later: see [`super::sets`].
    starts_before_ends: bool,
}

/// What conflicts with some tags: by place, what a process may do from there on.
#[derive(Default)]
pub(super) struct ConflictRow {
    /// Places from which something is reachable that conflicts, whatever the state is.
    must: Bits,
    /// Places where a state decides.
    compare: Vec<Compare>,
    /// What conflicts only if the transition, in its state, touches an object at all: rows without
    /// conditions of their own.
    conditional: Vec<(Condition, ConflictRow)>,
    /// Places from which the youngest process conflicts, because it may end.
    youngest: Option<Bits>,
    /// The places at which a process may conflict, in some states.
    pub any: Bits,
}

/// Two elements, and the places from which one of them is reachable: a conflict if they are the
/// same.
struct Compare {
    mine: Element,
    theirs: Element,
    places: Bits,
}

impl BackwardAutomata {
    pub fn new(info: &'static ModelInfo, starts_before_ends: bool) -> Self {
        let mut places = Self {
            info,
            starts_before_ends,
            offered_at: vec![Vec::new(); info.transitions.len()],
            touching: vec![Vec::new(); info.objects.len()],
            before: vec![Vec::new(); info.places.len()],
            started_at: vec![Vec::new(); info.proctypes.len()],
            everything: Bits::default(),
            strangers: Bits::default(),
            ending: Bits::default(),
        };
        for (place, at) in info.places.iter().enumerate() {
            for candidate in at.candidates {
                let transition = candidate.transition.0 as usize;
                let target = info.transitions[transition].target.0;
                places.offered_at[transition].push(place as u32);
                if target != 0 {
                    places.before[target as usize].push(place as u32);
                }
                for &proctype in info.tags[transition].starts {
                    places.started_at[usize::from(proctype)].push(place as u32);
                }
            }
        }
        for (transition, tags) in info.tags.iter().enumerate() {
            for tag in tags.touches {
                places.touching[usize::from(tag.object.0)].push((transition as u32, tag));
            }
        }
        places.everything = places.leading_to(places.offering(|it| info.tags[it].everything));
        places.strangers = places.leading_to(
            places.offering(|it| info.tags[it].starts.is_empty() && writes_process_count(info, it)),
        );
        places.ending = places.behind(places.offering(|it| info.transitions[it].target.0 == 0));
        places
    }

    /// No place.
    pub fn nowhere(&self) -> Bits {
        Bits::new(self.info.places.len())
    }

    /// Places that offer a transition like this, by number.
    fn offering(&self, is_like: impl Fn(usize) -> bool) -> Bits {
        let mut places = self.nowhere();
        let transitions = (0..self.offered_at.len()).filter(|&it| is_like(it));
        for &place in transitions.flat_map(|it| &self.offered_at[it]) {
            places.insert(place);
        }
        places
    }

    /// The places from which a process comes to one of these, itself.
    fn behind(&self, mut places: Bits) -> Bits {
        let mut waiting: Vec<u32> = places.iter().collect();
        while let Some(place) = waiting.pop() {
            for &source in &self.before[place as usize] {
                if places.insert(source) {
                    waiting.push(source);
                }
            }
        }
        places
    }

    /// The places from which a process, or one that it starts, comes to one of these. Where a
    /// process begins is not known: anywhere.
    fn leading_to(&self, places: Bits) -> Bits {
        let mut places = self.behind(places);
        let mut seen = vec![false; self.info.proctypes.len()];
        loop {
            let mut starting = self.nowhere();
            for place in places.iter() {
                let proctype = usize::from(self.info.places[place as usize].proctype);
                if !std::mem::replace(&mut seen[proctype], true) {
                    for &source in &self.started_at[proctype] {
                        starting.insert(source);
                    }
                }
            }
            starting.remove(&places);
            if starting.is_empty() {
                return places;
            }
            places.extend(&starting);
            places = self.behind(places);
        }
    }

    /// The places from which something may happen that conflicts with these tags of a transition;
    /// `Later` the end of a process only if it is the youngest, see [`super::sets`].
    pub fn row(&self, tags: &[Tag], when: When) -> ConflictRow {
        let always = tags.iter().filter(|tag| tag.only_if.is_none());
        let mut row = self.row_of(&always.collect::<Vec<_>>(), when);
        for tag in tags {
            if let Some(condition) = tag.only_if {
                row.add(condition, self.row_of(&[tag], when));
            }
        }
        row
    }

    fn row_of(&self, tags: &[&Tag], when: When) -> ConflictRow {
        let nowhere = self.nowhere();
        let mut youngest = None;
        let mut must = nowhere.clone();
        let mut compare: Vec<Compare> = Vec::new();
        for x in tags {
            for &(transition, y) in &self.touching[usize::from(x.object.0)] {
                if !x.may_conflict(y, when) {
                    continue;
                }
                if y.verb == Verb::End && x.verb == Verb::Start && self.starts_before_ends {
                    continue;
                }
                if y.verb == Verb::End && matches!(when, When::Later) {
                    youngest = Some(self.ending.clone());
                    continue;
                }
                let places = match (x.element, y.element) {
                    (Element::Any, _) | (_, Element::Any) | (Element::At(_), Element::At(_)) => {
                        &mut must
                    }
                    (mine, theirs) => places_to_compare(&mut compare, mine, theirs, &nowhere),
                };
                for &place in &self.offered_at[transition as usize] {
                    places.insert(place);
                }
            }
        }
        must = self.leading_to(must);
        for Compare { theirs, places, .. } in &mut compare {
            let sources = std::mem::take(places);
            *places = match theirs.locals() {
                Some(locals) => {
                    let own = self.behind(sources);
                    must.extend(&self.changing(&own, locals));
                    own
                }
                None => self.leading_to(sources),
            };
        }
        if !tags.is_empty() {
            must.extend(&self.strangers);
        }
        must.extend(&self.everything);
        ConflictRow::new(must, compare, youngest)
    }

    /// The row of a transition that conflicts with everything.
    pub fn row_of_everything(&self) -> ConflictRow {
        ConflictRow::new(self.offering(|_| true), Vec::new(), None)
    }

    /// The places from which `own` are reached after one of these locals was assigned, or by
    /// another process.
    fn changing(&self, own: &Bits, locals: u64) -> Bits {
        let (transitions, tags) = (self.info.transitions, self.info.tags);
        let is_of_own = |&proctype: &u16| {
            let mut places = own.iter();
            places.any(|place| self.info.places[place as usize].proctype == proctype)
        };
        self.leading_to(self.offering(|it| {
            let assigns = tags[it].assigns & locals != 0;
            assigns && own.contains(transitions[it].target.0)
                || tags[it].starts.iter().any(is_of_own)
        }))
    }

    /// The places from which some process may be started.
    pub fn starting(&self) -> Bits {
        self.behind(self.offering(|it| may_start(self.info, it)))
    }

    /// The places from which a process may come to its end.
    pub fn ending(&self) -> &Bits {
        &self.ending
    }
}

/// Whether a transition may start a process, by number.
pub(super) fn may_start(info: &ModelInfo, transition: usize) -> bool {
    let tags = &info.tags[transition];
    tags.everything || !tags.starts.is_empty() || writes_process_count(info, transition)
}

fn writes_process_count(info: &ModelInfo, transition: usize) -> bool {
    let mut touches = info.tags[transition].touches.iter();
    touches.any(|tag| {
        let writes = matches!(tag.verb, Verb::Write | Verb::Start);
        writes && info.objects.get(usize::from(tag.object.0)) == Some(&"_nr_pr")
    })
}

/// The set of places of a comparison, a new one if there is none of these elements yet.
fn places_to_compare<'c>(
    compare: &'c mut Vec<Compare>,
    mine: Element,
    theirs: Element,
    nowhere: &Bits,
) -> &'c mut Bits {
    let is_same = |old: &Compare| (old.mine, old.theirs) == (mine, theirs);
    let index = compare.iter().position(is_same).unwrap_or_else(|| {
        compare.push(Compare {
            mine,
            theirs,
            places: nowhere.clone(),
        });
        compare.len() - 1
    });
    &mut compare[index].places
}

impl ConflictRow {
    fn new(must: Bits, mut compare: Vec<Compare>, youngest: Option<Bits>) -> Self {
        for it in &mut compare {
            it.places.remove(&must);
        }
        compare.retain(|it| !it.places.is_empty());
        let mut any = must.clone();
        for it in &compare {
            any.extend(&it.places);
        }
        youngest.iter().for_each(|places| any.extend(places));
        Self {
            must,
            compare,
            conditional: Vec::new(),
            youngest,
            any,
        }
    }

    fn add(&mut self, condition: Condition, row: ConflictRow) {
        self.any.extend(&row.any);
        self.conditional.push((condition, row));
    }

    /// No state has to be asked.
    pub fn is_certain(&self) -> bool {
        self.compare.is_empty() && self.conditional.is_empty() && self.youngest.is_none()
    }

    /// Those of the others, in the order of their pids, who stand at these places, that may do
    /// something from there on that conflicts with the transition of `process`.
    #[inline(always)]
    pub fn hits(&self, state: &State, process: Process, others: &[Standing]) -> Pids {
        let mut set = Pids::NONE;
        self.add_hits(state, process, others, &mut set);
        set
    }

    #[inline(always)]
    fn add_hits(&self, state: &State, process: Process, others: &[Standing], set: &mut Pids) {
        let mut is_certain = true;
        for &(other, place) in others {
            if self.any.contains(place) {
                if self.must.contains(place) {
                    set.insert(other.pid);
                } else {
                    is_certain = false;
                }
            }
        }
        if !is_certain {
            self.add_hits_here(state, process, others, set);
        }
    }

    /// Where a state decides. A call of its own, for most questions end before it.
    #[inline(never)]
    fn add_hits_here(&self, state: &State, process: Process, others: &[Standing], set: &mut Pids) {
        for it in &self.compare {
            let mine = it.mine.value(state, process);
            for &(other, place) in others {
                if it.places.contains(place) && mine == it.theirs.value(state, other) {
                    set.insert(other.pid);
                }
            }
        }
        if let (Some(places), Some(&(last, place))) = (&self.youngest, others.last())
            && usize::from(last.pid) + 1 == state.processes().len()
            && places.contains(place)
        {
            set.insert(last.pid);
        }
        for (condition, row) in &self.conditional {
            if (condition.holds)(state, process) {
                row.add_hits(state, process, others, set);
            }
        }
    }
}

/// Whether it makes no difference to these tags that the transition may be disabled.
pub(super) fn same_when_disabled(tags: &[Tag]) -> bool {
    use Verb::{End, FindsMessage, FindsRoom, Receive, Send};
    tags.iter()
        .all(|tag| !matches!(tag.verb, Send | Receive | FindsMessage | FindsRoom | End))
}
