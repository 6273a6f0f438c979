//! From rows to the tables that searches read. All of it runs while an analyzer is compiled, in
//! time linear in the number of rows: each function goes over them once, and [`offers`], which
//! sorts by counting, once for each tier.
//!
//! The compiler interprets this, a thousand times as slowly as a program runs, and a large model
//! has 30,000 rows. So the loops are plain ones, they call little for each row, and what they look
//! at is not copied.
//!
//! Whenever a pointer is written into an array, the compiler moves its list of all pointers behind
//! that place. So tables of pointers are written chunk by chunk: without, a table of 26,640 rows
//! took half a minute.

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
        const COUNTS: derive::Counts = derive::count(ALL);
        const ROWS: usize = COUNTS.rows;
        const PLACES: usize = COUNTS.places;
        static OFFERS: derive::Offers<{ COUNTS.offers }, PLACES> = derive::offers(ALL);
        static PROCTYPE_TABLE: [ProctypeInfo; ALL.len()] = derive::proctypes(ALL);
        static PLACE_TABLE: derive::Chunks<PlaceInfo, { derive::chunks(PLACES) }> =
            derive::places(ALL, &OFFERS);
        static LINES: derive::Chunks<SourceInfo, { derive::chunks(ROWS) }> = derive::lines(ALL);
        static TRANSITIONS: derive::Transitions<{ derive::chunks(ROWS) }> =
            derive::transitions(ALL, LINES.as_flattened());
        ModelInfo {
            proctypes: &PROCTYPE_TABLE,
            places: derive::first(&PLACE_TABLE, PLACES),
            transitions: derive::first(&TRANSITIONS.infos, ROWS),
            tags: derive::first(&TRANSITIONS.tags, ROWS),
            execute: derive::first(&TRANSITIONS.execute, ROWS),
            ..ModelInfo::EMPTY
        }
    }};
}

impl Row {
    /// At how many places it is offered.
    const fn sources(&self) -> usize {
        match self.from.number {
            0 => 0,
            _ => 1 + self.also_from.len(),
        }
    }

    const fn source(&self, i: usize) -> &Place {
        match i {
            0 => &self.from,
            _ => &self.also_from[i - 1],
        }
    }
}

/// Elements of a table that are written together.
const CHUNK: usize = 64;

/// A table, filled up at its end.
pub type Chunks<T, const N: usize> = [[T; CHUNK]; N];

/// Chunks of a table.
pub const fn chunks(elements: usize) -> usize {
    elements.div_ceil(CHUNK)
}

/// The first elements of a table: all but what fills it up.
pub const fn first<T>(table: &[[T; CHUNK]], elements: usize) -> &[T] {
    table.as_flattened().split_at(elements).0
}

/// How long the tables are.
#[derive(Debug)]
pub struct Counts {
    /// Transitions.
    pub rows: usize,
    /// Places, the unused first one among them.
    pub places: usize,
    /// Pairs of a place and a transition that it offers.
    pub offers: usize,
}

/// Counts what the tables will hold.
pub const fn count(proctypes: &[Proctype]) -> Counts {
    let (mut count, mut offers, mut last) = (0, 0, 0);
    let mut p = 0;
    while p < proctypes.len() {
        let rows = proctypes[p].rows;
        let mut r = 0;
        while r < rows.len() {
            let row = &rows[r];
            let sources = row.sources();
            let mut i = 0;
            while i < sources {
                last = max(last, row.source(i).number);
                i += 1;
            }
            last = max(last, row.to.number);
            offers += sources;
            r += 1;
        }
        last = max(last, proctypes[p].start.number);
        count += rows.len();
        p += 1;
    }
    Counts {
        rows: count,
        places: last as usize + 1,
        offers,
    }
}

const fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
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
        let (mut p, mut number) = (0, 0);
        while p < proctypes.len() {
            let rows = proctypes[p].rows;
            let mut r = 0;
            while r < rows.len() {
                let row = &rows[r];
                let (mut i, sources) = (0, row.sources());
                while i < sources {
                    let source = row.source(i);
                    if source.tier as u32 == tier {
                        let place = source.number as usize;
                        let at = match source.nth {
                            Some(nth) => begins[place] + nth as usize,
                            None => ends[place],
                        };
                        let candidate = &mut candidates[at];
                        let free = candidate.transition.0 == u32::MAX;
                        assert!(free, "two transitions have one position at a place");
                        *candidate = row.candidate;
                        candidate.transition = TransitionId(number);
                        candidate.execute = row.execute;
                        candidate.tier = source.tier;
                        ends[place] += 1;
                        offered += 1;
                    }
                    i += 1;
                }
                number += 1;
                r += 1;
            }
            p += 1;
        }
        tier += 1;
    }
    Offers { candidates, ends }
}

/// By place: how many candidates those before it have.
const fn begins<const PLACES: usize>(proctypes: &[Proctype]) -> [usize; PLACES] {
    let mut begins = [0; PLACES];
    let mut p = 0;
    while p < proctypes.len() {
        let rows = proctypes[p].rows;
        let mut r = 0;
        while r < rows.len() {
            let (mut i, sources) = (0, rows[r].sources());
            while i < sources {
                begins[rows[r].source(i).number as usize] += 1;
                i += 1;
            }
            r += 1;
        }
        p += 1;
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
pub const fn places<const N: usize, const PLACES: usize, const CHUNKS: usize>(
    proctypes: &[Proctype],
    offers: &'static Offers<N, PLACES>,
) -> Chunks<PlaceInfo, CHUNKS> {
    let mut table = [[tables::place(0, 0, false, &[]); CHUNK]; CHUNKS];
    let places = table.as_flattened_mut();
    let mut p = 0;
    while p < proctypes.len() {
        let rows = proctypes[p].rows;
        let mut r = 0;
        while r < rows.len() {
            let row = &rows[r];
            let (mut i, sources) = (0, row.sources());
            while i < sources {
                describe(places, row.source(i), p as u16);
                i += 1;
            }
            describe(places, &row.to, p as u16);
            r += 1;
        }
        // Where nothing can be tried, no row says that there is a place.
        describe(places, &proctypes[p].start, p as u16);
        p += 1;
    }
    let mut rest: &'static [Candidate] = &offers.candidates;
    let (mut number, mut begun) = (1, 0);
    let mut c = 0;
    while c < CHUNKS {
        let mut chunk = table[c];
        while number < PLACES && number / CHUNK == c {
            let place = &mut chunk[number % CHUNK];
            assert!(place.line != 0, "no place has a number");
            // One split for each: the compiler counts calls, and warns of two million.
            (place.candidates, rest) = rest.split_at(offers.ends[number] - begun);
            begun = offers.ends[number];
            number += 1;
        }
        table[c] = chunk;
        c += 1;
    }
    table
}

const fn describe(places: &mut [PlaceInfo], place: &Place, proctype: u16) {
    if place.number == 0 {
        return;
    }
    let known = &mut places[place.number as usize];
    if known.line != 0 {
        let same_line = known.file == place.file && known.line == place.line;
        let same = same_line && known.proctype == proctype;
        assert!(same, "two places have one number");
        return;
    }
    known.proctype = proctype;
    known.file = place.file;
    known.line = place.line;
    known.end = place.end;
    known.accept = place.accept;
    known.progress = place.progress;
}

/// What is known of each transition.
#[derive(Debug)]
pub struct Transitions<const CHUNKS: usize> {
    /// For reports.
    pub infos: Chunks<TransitionInfo, CHUNKS>,
    /// The conflict tags.
    pub tags: Chunks<Tags, CHUNKS>,
    /// The functions.
    pub execute: Chunks<Execute, CHUNKS>,
}

/// The only statement of each row that has one, in a table of its own. What points into an array
/// of rows makes the compiler write the whole array down once more, for each pointer: a time that
/// grows with the square of the rows of a proctype.
pub const fn lines<const CHUNKS: usize>(proctypes: &[Proctype]) -> Chunks<SourceInfo, CHUNKS> {
    let mut lines = [[tables::at(0, ""); CHUNK]; CHUNKS];
    let mut chunk = [tables::at(0, ""); CHUNK];
    let (mut p, mut number) = (0, 0);
    while p < proctypes.len() {
        let rows = proctypes[p].rows;
        let mut r = 0;
        while r < rows.len() {
            chunk[number % CHUNK] = match &rows[r].lines {
                Lines::One(line) => *line,
                Lines::These(_) => tables::at(0, ""),
            };
            number += 1;
            if number % CHUNK == 0 {
                lines[number / CHUNK - 1] = chunk;
            }
            r += 1;
        }
        p += 1;
    }
    if number % CHUNK != 0 {
        lines[number / CHUNK] = chunk;
    }
    lines
}

/// The transitions; `lines` has their only statements.
pub const fn transitions<const CHUNKS: usize>(
    proctypes: &[Proctype],
    lines: &'static [SourceInfo],
) -> Transitions<CHUNKS> {
    let mut infos = [tables::transition(0, 0, &[]); CHUNK];
    let mut tags = [tables::tags(&[]); CHUNK];
    let mut execute: [Execute; CHUNK] = [|_, _| BLOCKED; CHUNK];
    let mut all = Transitions {
        infos: [infos; CHUNKS],
        tags: [tags; CHUNKS],
        execute: [execute; CHUNKS],
    };
    let mut full = 0;
    let (mut p, mut number) = (0, 0);
    while p < proctypes.len() {
        let rows = proctypes[p].rows;
        let mut r = 0;
        while r < rows.len() {
            let row = &rows[r];
            let i = number % CHUNK;
            infos[i] = TransitionInfo {
                proctype: p as u16,
                effect: row.effect,
                target: PlaceId(row.to.number),
                steps: match row.lines {
                    Lines::One(_) => slice::from_ref(&lines[number]),
                    Lines::These(lines) => lines,
                },
                inside: row.inside,
            };
            tags[i] = row.tags;
            execute[i] = row.execute;
            number += 1;
            if number % CHUNK == 0 {
                (all.infos[full], all.tags[full], all.execute[full]) = (infos, tags, execute);
                full += 1;
            }
            r += 1;
        }
        p += 1;
    }
    if full < CHUNKS {
        (all.infos[full], all.tags[full], all.execute[full]) = (infos, tags, execute);
    }
    all
}
