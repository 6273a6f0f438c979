//! Rows: what a search must know about a transition, written beside the function that executes it.
//!
//! A generated analyzer has a file for each proctype, and in it a function for each transition,
//! which tries it on the working state. A table of transitions elsewhere would have to say by bare
//! numbers which function it means, where it leads, and what each place offers, and a reader would
//! have to count. So each function has a row above it, which names places and functions:
//!
//! ```
//! use runtime::model::{BLOCKED, DONE, Outcome, Variable};
//! use runtime::rows::{Place, Row, guard, place};
//! use runtime::state::{Field, Process, State};
//! use runtime::tables::{at, scalar, write};
//!
//! const PLACE: Field = Field::unsigned(0, 0, 8);
//! const COUNT: Variable = scalar(0, "count", Field::unsigned(0, 0, 8));
//! const L5: Place = place(1, 5);
//!
//! const INCREMENT_COUNT_L5: Row = guard(L5, increment_count_l5, L5)
//!     .lines(&[at(5, "count < 3"), at(5, "count++")])
//!     .touches(&[write(COUNT)]);
//!
//! fn increment_count_l5(state: &mut State, me: Process) -> Outcome {
//!     if state.get(COUNT) >= 3 {
//!         return BLOCKED;
//!     }
//!     state.set(COUNT, state.get(COUNT) + 1);
//!     state.set(me.at(PLACE), L5.number as i32);
//!     DONE
//! }
//! # let _ = INCREMENT_COUNT_L5;
//! ```
//!
//! Two transitions of different processes can influence each other only if both touch an object, or
//! the same element of one, and their [verbs](crate::tags::Verb) conflict: two reads do not, a read
//! and a write do, two sends to a channel do. A row without tags touches only what belongs to its
//! own process. The words of a row ([`tables`](crate::tables) has all):
//!
//! | word | says |
//! |---|---|
//! | `.touches(&[..])` | what it touches; an atomic sequence has the tags of all that may follow |
//! | `read(X)`, `write(X)` | a global variable |
//! | `put(q)`, `take(q)`, `ask(q)`, .. | the contents of a channel |
//! | `looks_at(..)`, `changes(..)` | processes, their number, which channels there are |
//! | `.at(2)` | element 2 of an array, or the channel with this id |
//! | `.of(I)` | the element that local `I` names |
//! | `.computed(&[I], ..)` | the element that the process computes from these locals |
//! | `.only_if(&[I], ..)` | in other states it is not touched |
//! | `.needs(&[..])` | what must hold before it can be executed, with the tags of what brings it about |
//! | `room_in(Q, q)`, `message_in(Q, q)` | room, or a message, in channel `Q`, whose object is `q` |
//! | `need(..)`, `perhaps(..)` | a condition; something of which a state does not tell whether it holds |
//! | `.assigns(&[I])` | locals that it assigns, of those that elements and conditions depend on |
//! | `.then_assigns(&[I])` | the same of the rest of its atomic sequence |
//! | `.starts(&[P])` | the proctypes that it may run |
//!
//! The tables of [`ModelInfo`](crate::model::ModelInfo) are derived from the rows while the
//! analyzer is compiled: see [`tables_of`](crate::tables_of).

pub mod derive;

use crate::model::{
    BLOCKED, Candidate, ChannelInfo, Effect, Execute, ProctypeInfo, Role, SourceInfo, Variable,
};
use crate::tables;
use crate::tags::{Need, Tag, Tags};

/// Where a process can stand.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// From 1 on, unique over all proctypes; 0 is no place.
    pub number: u32,
    file: u16,
    line: u32,
    end: bool,
    accept: bool,
    progress: bool,
    tier: u8,
    nth: Option<u32>,
}

/// A place: its number, and the line of what comes next.
pub const fn place(number: u32, line: u32) -> Place {
    Place {
        number,
        file: 0,
        line,
        end: false,
        accept: false,
        progress: false,
        tier: 0,
        nth: None,
    }
}

const NOWHERE: Place = place(0, 0);

impl Place {
    /// What comes next is in another file.
    pub const fn in_file(self, file: u16) -> Self {
        Self { file, ..self }
    }

    /// A process may rest here for ever.
    pub const fn end(self) -> Self {
        Self { end: true, ..self }
    }

    /// It has an `accept` label.
    pub const fn accept(self) -> Self {
        Self {
            accept: true,
            ..self
        }
    }

    /// It has a `progress` label.
    pub const fn progress(self) -> Self {
        Self {
            progress: true,
            ..self
        }
    }

    /// Where a row begins: here it is not tried once a transition of a lower tier was executed. One
    /// and the same escape may be of one tier here and of another there.
    pub const fn tier(self, tier: u8) -> Self {
        Self { tier, ..self }
    }

    /// Where a row begins: its position, from 0 on, among all that can be tried here. For places
    /// that try their transitions in another order than that of tiers and rows, as those of an
    /// escape from last to first; there each row says it.
    pub const fn nth(self, nth: u32) -> Self {
        let nth = Some(nth);
        Self { nth, ..self }
    }
}

/// What is known about a transition.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    from: Place,
    also_from: &'static [Place],
    to: Place,
    execute: Execute,
    effect: Effect,
    /// What a place offers, but for number and tier.
    candidate: Candidate,
    lines: Lines,
    inside: &'static [SourceInfo],
    tags: Tags,
}

/// Most transitions are one statement, which then stands in the row itself.
#[derive(Clone, Copy, Debug)]
enum Lines {
    One(SourceInfo),
    These(&'static [SourceInfo]),
}

/// What a row says as long as nothing else is said. Each row is made while an analyzer is compiled,
/// by the compiler's slow interpreter: one copy is less work than ten fields.
const UNSAID: Row = Row {
    from: NOWHERE,
    also_from: &[],
    to: NOWHERE,
    execute: |_, _| BLOCKED,
    effect: Effect::Other,
    candidate: tables::offer(u32::MAX),
    lines: Lines::These(&[]),
    inside: &[],
    tags: tables::tags(&[]),
};

const fn row(from: Place, execute: Execute, to: Place, effect: Effect, role: Role) -> Row {
    let mut row = UNSAID;
    row.from = from;
    row.execute = execute;
    row.to = to;
    row.effect = effect;
    row.candidate.role = role;
    row
}

/// An expression, or what has no word of its own below.
pub const fn guard(from: Place, execute: Execute, to: Place) -> Row {
    row(from, execute, to, Effect::Other, Role::Plain)
}

/// An assignment.
pub const fn assign(from: Place, execute: Execute, to: Place) -> Row {
    row(from, execute, to, Effect::Assignment, Role::Plain)
}

/// A send.
pub const fn send(from: Place, execute: Execute, to: Place) -> Row {
    row(from, execute, to, Effect::Send, Role::Offer)
}

/// A receive: it may complete a handshake.
pub const fn receive(from: Place, execute: Execute, to: Place) -> Row {
    row(from, execute, to, Effect::Receive, Role::Receive)
}

/// A receive that leaves the message where it is: it completes no handshake.
pub const fn copy(from: Place, execute: Execute, to: Place) -> Row {
    row(from, execute, to, Effect::Receive, Role::Plain)
}

/// An `else`.
pub const fn otherwise(from: Place, execute: Execute, to: Place) -> Row {
    row(from, execute, to, Effect::Other, Role::Else)
}

/// The end of a process, which leads to no place.
pub const fn end(from: Place, execute: Execute) -> Row {
    guard(from, execute, NOWHERE)
}

/// A statement that no process comes to, for the report of what was never executed.
pub const fn unreached() -> Row {
    guard(NOWHERE, |_, _| BLOCKED, NOWHERE)
}

impl Row {
    /// It jumps, or comes to the start of a loop.
    pub const fn jumps(self) -> Self {
        self.counts_as(Effect::ControlBranch)
    }

    /// Of several statements another one decides what kind it is.
    pub const fn counts_as(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// Where it stands: the line and the text of its only statement, in the model's first file.
    pub const fn line(mut self, line: u32, text: &'static str) -> Self {
        self.lines = Lines::One(tables::at(line, text));
        self
    }

    /// Where it stands, when it is made of several statements or lies in an included file.
    pub const fn lines(mut self, statements: &'static [SourceInfo]) -> Self {
        self.lines = Lines::These(statements);
        self
    }

    /// The statements inside of its `d_step`s.
    pub const fn inside(mut self, inside: &'static [SourceInfo]) -> Self {
        self.inside = inside;
        self
    }

    /// Other places that offer it.
    pub const fn also_from(mut self, also_from: &'static [Place]) -> Self {
        self.also_from = also_from;
        self
    }

    /// After it only this process may move: inside an atomic sequence, or before a choice that no
    /// other one can notice.
    pub const fn atomic(mut self) -> Self {
        self.candidate.atomic = true;
        self
    }

    /// Of a `D_proctype`: it must be the only one that can be executed.
    pub const fn deterministic(mut self) -> Self {
        self.candidate.deterministic = true;
        self
    }

    /// What it touches that other processes can see.
    pub const fn touches(mut self, touches: &'static [Tag]) -> Self {
        self.tags.touches = touches;
        self
    }

    /// What must hold before its first statement can be executed.
    pub const fn needs(mut self, needs: &'static [Need]) -> Self {
        self.tags.needs = needs;
        self
    }

    /// The locals that it may assign, of those on which elements depend.
    pub const fn assigns(mut self, locals: &[Variable]) -> Self {
        self.tags.assigns = tables::bits_of(locals);
        self
    }

    /// Those that the rest of its atomic sequence may assign.
    pub const fn then_assigns(mut self, locals: &[Variable]) -> Self {
        self.tags.then_assigns = tables::bits_of(locals);
        self
    }

    /// The proctypes that it may start.
    pub const fn starts(mut self, starts: &'static [u16]) -> Self {
        self.tags.starts = starts;
        self
    }

    /// Depends on every step of other processes.
    pub const fn touches_everything(mut self) -> Self {
        self.tags.everything = true;
        self
    }
}

/// A proctype: what its processes hold, and what they can do.
#[derive(Clone, Copy, Debug)]
pub struct Proctype {
    number: u16,
    info: ProctypeInfo,
    start: Place,
    rows: &'static [Row],
}

/// A proctype: its number, which is its position in the list of all, its name, and the words of a
/// process.
pub const fn proctype(number: u16, name: &'static str, words: u32) -> Proctype {
    Proctype {
        number,
        info: tables::proctype(name, words, &[], &[]),
        start: NOWHERE,
        rows: &[],
    }
}

impl Proctype {
    /// Parameters and locals.
    pub const fn locals(mut self, locals: &'static [Variable]) -> Self {
        self.info.locals = locals;
        self
    }

    /// Channels that each process makes, in order.
    pub const fn channels(mut self, channels: &'static [ChannelInfo]) -> Self {
        self.info.channels = channels;
        self
    }

    /// Where its processes begin.
    pub const fn starts_at(self, start: Place) -> Self {
        Self { start, ..self }
    }

    /// What its processes can do; at each place it is tried in this order, unless
    /// [`nth`](Place::nth) says another.
    pub const fn rows(self, rows: &'static [Row]) -> Self {
        Self { rows, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_leads_nowhere() {
        const FIRST: Place = place(1, 3);
        const LAST: Place = place(2, 4).end();
        const ROWS: [Row; 2] = [
            guard(FIRST, |_, _| BLOCKED, LAST),
            end(LAST, |_, _| BLOCKED),
        ];
        const PROCTYPES: [Proctype; 1] = [proctype(0, "P", 1).starts_at(FIRST).rows(&ROWS)];
        let info = crate::tables_of!(&PROCTYPES);
        let targets: Vec<u32> = info.transitions.iter().map(|it| it.target.0).collect();
        assert_eq!(targets, [2, 0], "0 is how reductions know an end");
    }

    /// A proctype that goes from place to place and round again: row `i` from place `i + 1`, at
    /// line `i + 1`.
    const fn round<const N: usize>() -> [Row; N] {
        let mut rows = [unreached(); N];
        let mut i = 0;
        while i < N {
            let line = i as u32 + 1;
            let to = (i as u32 + 1) % N as u32 + 1;
            rows[i] = guard(place(line, line), |_, _| BLOCKED, place(to, to)).line(line, "skip");
            i += 1;
        }
        rows
    }

    /// Tables are written in chunks: the last one full, not full, the only one.
    #[test]
    fn tables_have_a_row_for_each_row() {
        const fn of(rows: &'static [Row]) -> Proctype {
            proctype(0, "P", 1).starts_at(place(1, 1)).rows(rows)
        }
        const SHORT: &[Row] = &round::<3>();
        const FULL: &[Row] = &round::<128>();
        const LONG: &[Row] = &round::<129>();
        let models = [
            crate::tables_of!(&[of(SHORT)]),
            crate::tables_of!(&[of(FULL)]),
            crate::tables_of!(&[of(LONG)]),
        ];
        for (info, count) in models.iter().zip([3, 128, 129]) {
            assert_eq!((info.tags.len(), info.execute.len()), (count, count));
            assert_eq!(
                (info.transitions.len(), info.places.len()),
                (count, count + 1)
            );
            for (i, transition) in info.transitions.iter().enumerate() {
                let line = i as u32 + 1;
                assert_eq!(transition.target.0, line % count as u32 + 1);
                assert_eq!(transition.steps[0].line, line);
                let place = &info.places[i + 1];
                let offered: Vec<u32> = place.candidates.iter().map(|it| it.transition.0).collect();
                assert_eq!((place.line, offered), (line, vec![i as u32]));
            }
        }
    }
}
