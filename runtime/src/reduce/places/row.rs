//! A row: what conflicts with some tags.

use super::Standing;
use super::backward::BackwardAutomata;
use crate::reduce::Pids;
use crate::reduce::bits::Bits;
use crate::state::{Process, State};
use crate::tags::{Condition, Element};

/// What conflicts with some tags: by place, what a process may do from there on.
#[derive(PartialEq)]
pub(in crate::reduce) struct ConflictRow {
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
#[derive(PartialEq)]
struct Compare {
    mine: Element,
    theirs: Element,
    places: Bits,
}

/// Elements of one object that are told apart, for each tag. Hundreds of computed indices of one
/// array would take time with their square before the search, and with their number in each state.
const COMPARED: usize = 64;

/// What conflicts with some tags without a condition, before it is a row.
pub(super) struct Conflicts {
    must: Bits,
    compare: Vec<Compare>,
    /// The end of the youngest process conflicts, too.
    pub youngest: bool,
}

impl Conflicts {
    /// Something at these places, whatever the state is.
    pub fn at(must: Bits) -> Self {
        Self {
            must,
            compare: Vec::new(),
            youngest: false,
        }
    }

    /// The places for transitions that touch these elements.
    pub fn places_of(&mut self, mine: Element, theirs: Element) -> &mut Bits {
        use Element::{Any, At};
        match (mine, theirs) {
            (Any, _) | (_, Any) | (At(_), At(_)) => &mut self.must,
            _ => self.places_to_compare(mine, theirs, COMPARED),
        }
    }

    /// The same where a state decides, a new one if there is none of these elements yet; beyond
    /// `room` of them those where none decides.
    fn places_to_compare(&mut self, mine: Element, theirs: Element, room: usize) -> &mut Bits {
        let is_same = |old: &Compare| (old.mine, old.theirs) == (mine, theirs);
        let known = self.compare.iter().position(is_same);
        if known.is_none() && self.compare.len() >= room {
            return &mut self.must;
        }
        let index = known.unwrap_or_else(|| {
            self.compare.push(Compare {
                mine,
                theirs,
                places: self.must.emptied(),
            });
            self.compare.len() - 1
        });
        &mut self.compare[index].places
    }

    /// Wherever something was at a place, it is where that is reached from, too.
    pub fn reached_from(&mut self, automata: &BackwardAutomata) {
        automata.lead_to(&mut self.must);
        for Compare { theirs, places, .. } in &mut self.compare {
            match theirs.locals() {
                Some(locals) => {
                    automata.come_to(places);
                    self.must.extend(&automata.changing(places, locals));
                }
                None => automata.lead_to(places),
            }
        }
    }

    /// All of another one.
    pub fn extend(&mut self, other: &Self) {
        self.must.extend(&other.must);
        for it in &other.compare {
            let places = self.places_to_compare(it.mine, it.theirs, usize::MAX);
            places.extend(&it.places);
        }
        self.youngest |= other.youngest;
    }

    /// The memory that it takes, without itself.
    pub fn bytes(&self) -> usize {
        self.must.bytes() + bytes_of(&self.compare)
    }

    /// The row of these; processes come to their end from the places `ending`.
    pub fn into_row(self, ending: &Bits) -> ConflictRow {
        let Self {
            must, mut compare, ..
        } = self;
        for it in &mut compare {
            it.places.remove(&must);
        }
        compare.retain(|it| !it.places.is_empty());
        let youngest = self.youngest.then(|| ending.clone());
        let mut any = must.clone();
        let decided = compare.iter().map(|it| &it.places);
        decided
            .chain(&youngest)
            .for_each(|places| any.extend(places));
        ConflictRow {
            must,
            compare,
            conditional: Vec::new(),
            youngest,
            any,
        }
    }
}

impl ConflictRow {
    /// Adds what conflicts only under a condition.
    pub(super) fn add(&mut self, condition: Condition, row: ConflictRow) {
        self.any.extend(&row.any);
        self.conditional.push((condition, row));
    }

    /// The memory that it takes, without itself.
    pub fn bytes(&self) -> usize {
        let conditional = self.conditional.iter();
        let conditional = conditional.map(|(_, row)| size_of_val(row) + row.bytes());
        let youngest = self.youngest.as_ref().map_or(0, Bits::bytes);
        let certain = self.must.bytes() + self.any.bytes() + youngest;
        certain + bytes_of(&self.compare) + conditional.sum::<usize>()
    }

    /// No state has to be asked.
    pub fn is_certain(&self) -> bool {
        self.compare.is_empty() && self.conditional.is_empty() && self.youngest.is_none()
    }

    /// Those of the others, in the order of their pids, who stand at these places, that may do
    /// something from there on that conflicts with the transition of `process`.
    #[inline(always)]
    pub fn hits<const WORDS: usize>(
        &self,
        state: &State,
        process: Process,
        others: &[Standing],
    ) -> Pids<WORDS> {
        let mut set = Pids::NONE;
        self.add_hits(state, process, others, &mut set);
        set
    }

    #[inline(always)]
    fn add_hits<const WORDS: usize>(
        &self,
        state: &State,
        process: Process,
        others: &[Standing],
        set: &mut Pids<WORDS>,
    ) {
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
    fn add_hits_here<const WORDS: usize>(
        &self,
        state: &State,
        process: Process,
        others: &[Standing],
        set: &mut Pids<WORDS>,
    ) {
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

fn bytes_of(compare: &[Compare]) -> usize {
    let places: usize = compare.iter().map(|it| it.places.bytes()).sum();
    size_of_val(compare) + places
}
