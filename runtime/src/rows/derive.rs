//! From rows to the tables that searches read. All of it runs while an analyzer is compiled, in
//! time linear in the number of rows: each function goes over them once, and [`offers`], which
//! sorts by counting, once for each tier.

use super::{Lines, Place, Proctype, Row};
use crate::model::{
    BLOCKED, Candidate, Execute, PlaceId, PlaceInfo, ProctypeInfo, SourceInfo, TransitionId,
    TransitionInfo,
};
use crate::tables;
use crate::tags::Tags;
use std::slice;

/// A model with the tables that follow from the rows of its proctypes, and nothing else: to be
/// completed with `..`.
///
/// Rows that do not fit together do not compile: two places of one number, a number that no place
/// has, proctypes that are not in the order of their numbers.
#[macro_export]
macro_rules! tables_of {
    ($proctypes:expr) => {{
        use $crate::model::{ModelInfo, PlaceInfo, ProctypeInfo, SourceInfo};
        use $crate::rows::{Proctype, derive};
        // Their lengths depend on the rows, which no function could say. A static would be in the
        // program, with all that is known of it already.
        const ALL: &[Proctype] = $proctypes;
        const ROWS: usize = derive::count_rows(ALL);
        const PLACES: usize = derive::count_places(ALL);
        static OFFERS: derive::Offers<{ derive::count_offers(ALL) }, PLACES> = derive::offers(ALL);
        static PROCTYPE_TABLE: [ProctypeInfo; ALL.len()] = derive::proctypes(ALL);
        static PLACE_TABLE: [PlaceInfo; PLACES] = derive::places(ALL, &OFFERS);
        static LINES: [SourceInfo; ROWS] = derive::lines(ALL);
        static TRANSITIONS: derive::Transitions<ROWS> = derive::transitions(ALL, &LINES);
        ModelInfo {
            proctypes: &PROCTYPE_TABLE,
            places: &PLACE_TABLE,
            transitions: &TRANSITIONS.infos,
            tags: &TRANSITIONS.tags,
            execute: &TRANSITIONS.execute,
            ..ModelInfo::EMPTY
        }
    }};
}

/// Goes over all rows. Constant functions have no iterators.
struct Rows<'p> {
    proctypes: &'p [Proctype],
    proctype: u16,
    /// Index of the next row in its proctype.
    index: usize,
    /// Number of rows before it.
    number: u32,
}

struct Numbered {
    row: &'static Row,
    number: TransitionId,
    proctype: u16,
}

impl<'p> Rows<'p> {
    const fn of(proctypes: &'p [Proctype]) -> Self {
        Self {
            proctypes,
            proctype: 0,
            index: 0,
            number: 0,
        }
    }

    const fn next(&mut self) -> Option<Numbered> {
        while (self.proctype as usize) < self.proctypes.len() {
            let rows = self.proctypes[self.proctype as usize].rows;
            if self.index < rows.len() {
                let next = Numbered {
                    row: &rows[self.index],
                    number: TransitionId(self.number),
                    proctype: self.proctype,
                };
                self.index += 1;
                self.number += 1;
                return Some(next);
            }
            self.proctype += 1;
            self.index = 0;
        }
        None
    }
}

impl Row {
    /// At how many places it is offered.
    const fn sources(&self) -> usize {
        match self.from.number {
            0 => 0,
            _ => 1 + self.also_from.len(),
        }
    }

    const fn source(&self, i: usize) -> Place {
        match i {
            0 => self.from,
            _ => self.also_from[i - 1],
        }
    }

    const fn candidate(&self, transition: TransitionId, tier: u8) -> Candidate {
        Candidate {
            transition,
            tier,
            ..self.candidate
        }
    }
}

/// Number of transitions.
pub const fn count_rows(proctypes: &[Proctype]) -> usize {
    let mut rows = Rows::of(proctypes);
    while rows.next().is_some() {}
    rows.number as usize
}

/// Number of places, the unused first one among them.
pub const fn count_places(proctypes: &[Proctype]) -> usize {
    let mut last = 0;
    let mut rows = Rows::of(proctypes);
    while let Some(Numbered { row, .. }) = rows.next() {
        let mut i = 0;
        while i < row.sources() {
            last = max(last, row.source(i).number);
            i += 1;
        }
        last = max(last, row.to.number);
    }
    let mut i = 0;
    while i < proctypes.len() {
        last = max(last, proctypes[i].start.number);
        i += 1;
    }
    last as usize + 1
}

const fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// Number of pairs of a place and a transition that it offers.
pub const fn count_offers(proctypes: &[Proctype]) -> usize {
    let mut count = 0;
    let mut rows = Rows::of(proctypes);
    while let Some(Numbered { row, .. }) = rows.next() {
        count += row.sources();
    }
    count
}

/// What can be tried, place by place.
#[derive(Debug)]
pub struct Offers<const N: usize, const PLACES: usize> {
    candidates: [Candidate; N],
    /// By place: where its candidates end.
    ends: [usize; PLACES],
}

/// Sorts the rows by places: counts what each place offers, then fills in, tier by tier.
///
/// # Panics
/// Two transitions have one position at a place. As it is evaluated while an analyzer is compiled,
/// that is an error of the compiler; so with the next.
pub const fn offers<const N: usize, const PLACES: usize>(
    proctypes: &[Proctype],
) -> Offers<N, PLACES> {
    let begins = begins::<PLACES>(proctypes);
    let mut ends = begins;
    let mut candidates = [tables::offer(u32::MAX); N];
    let (mut tier, mut offered) = (0, 0);
    while offered < N {
        let mut rows = Rows::of(proctypes);
        while let Some(Numbered { row, number, .. }) = rows.next() {
            let mut i = 0;
            while i < row.sources() {
                let source = row.source(i);
                if source.tier as u32 == tier {
                    let place = source.number as usize;
                    let at = match source.nth {
                        Some(nth) => begins[place] + nth as usize,
                        None => ends[place],
                    };
                    let free = candidates[at].transition.0 == u32::MAX;
                    assert!(free, "two transitions have one position at a place");
                    candidates[at] = row.candidate(number, source.tier);
                    ends[place] += 1;
                    offered += 1;
                }
                i += 1;
            }
        }
        tier += 1;
    }
    Offers { candidates, ends }
}

/// By place: how many candidates those before it have.
const fn begins<const PLACES: usize>(proctypes: &[Proctype]) -> [usize; PLACES] {
    let mut begins = [0; PLACES];
    let mut rows = Rows::of(proctypes);
    while let Some(Numbered { row, .. }) = rows.next() {
        let mut i = 0;
        while i < row.sources() {
            begins[row.source(i).number as usize] += 1;
            i += 1;
        }
    }
    let mut before = 0;
    let mut place = 0;
    while place < PLACES {
        let count = begins[place];
        begins[place] = before;
        before += count;
        place += 1;
    }
    begins
}

/// The proctypes.
///
/// # Panics
/// They are not in the order of their numbers.
pub const fn proctypes<const N: usize>(proctypes: &[Proctype]) -> [ProctypeInfo; N] {
    let mut infos = [tables::proctype("", 0, &[], &[]); N];
    let mut i = 0;
    while i < N {
        assert!(
            proctypes[i].number as usize == i,
            "proctypes in the order of their numbers"
        );
        infos[i] = proctypes[i].info;
        i += 1;
    }
    infos
}

/// The places.
///
/// # Panics
/// No place has some number, or two unlike ones have it.
pub const fn places<const N: usize, const PLACES: usize>(
    proctypes: &[Proctype],
    offers: &'static Offers<N, PLACES>,
) -> [PlaceInfo; PLACES] {
    let mut places = [tables::place(0, 0, false, &[]); PLACES];
    let mut rows = Rows::of(proctypes);
    while let Some(Numbered { row, proctype, .. }) = rows.next() {
        let mut i = 0;
        while i < row.sources() {
            describe(&mut places, row.source(i), proctype);
            i += 1;
        }
        describe(&mut places, row.to, proctype);
    }
    // Where nothing can be tried, no row says that there is a place.
    let mut i = 0;
    while i < proctypes.len() {
        describe(&mut places, proctypes[i].start, i as u16);
        i += 1;
    }
    let mut rest: &'static [Candidate] = &offers.candidates;
    let mut number = 1;
    while number < PLACES {
        assert!(places[number].line != 0, "no place has a number");
        // One split for each: the compiler counts calls, and warns of two million.
        let count = offers.ends[number] - offers.ends[number - 1];
        (places[number].candidates, rest) = rest.split_at(count);
        number += 1;
    }
    places
}

const fn describe(places: &mut [PlaceInfo], place: Place, proctype: u16) {
    if place.number == 0 {
        return;
    }
    let known = &mut places[place.number as usize];
    let same = known.line == place.line && known.proctype == proctype;
    assert!(known.line == 0 || same, "two places have one number");
    known.proctype = proctype;
    known.line = place.line;
    known.end = place.end;
    known.accept = place.accept;
    known.progress = place.progress;
}

/// What is known of each transition.
#[derive(Debug)]
pub struct Transitions<const N: usize> {
    /// For reports.
    pub infos: [TransitionInfo; N],
    /// The conflict tags.
    pub tags: [Tags; N],
    /// The functions.
    pub execute: [Execute; N],
}

/// The only statement of each row that has one, in a table of its own. What points into an array
/// of rows makes the compiler write the whole array down once more, for each pointer: a time that
/// grows with the square of the rows of a proctype.
pub const fn lines<const N: usize>(proctypes: &[Proctype]) -> [SourceInfo; N] {
    let mut lines = [tables::at(0, ""); N];
    let mut rows = Rows::of(proctypes);
    while let Some(Numbered { row, number, .. }) = rows.next() {
        if let Lines::One(line) = row.lines {
            lines[number.0 as usize] = line;
        }
    }
    lines
}

/// The transitions; `lines` has their only statements.
pub const fn transitions<const N: usize>(
    proctypes: &[Proctype],
    lines: &'static [SourceInfo; N],
) -> Transitions<N> {
    let mut all = Transitions {
        infos: [tables::transition(0, 0, &[]); N],
        tags: [tables::tags(&[]); N],
        execute: [|_, _| BLOCKED; N],
    };
    let mut rows = Rows::of(proctypes);
    while let Some(Numbered {
        row,
        number,
        proctype,
    }) = rows.next()
    {
        let i = number.0 as usize;
        all.infos[i] = TransitionInfo {
            proctype,
            effect: row.effect,
            target: PlaceId(row.to.number),
            steps: match row.lines {
                Lines::One(_) => slice::from_ref(&lines[i]),
                Lines::These(lines) => lines,
            },
            inside: row.inside,
        };
        all.tags[i] = row.tags;
        all.execute[i] = row.execute;
    }
    all
}
