//! Claims, as generated code tells of them: automata that look at each state of a run.
//!
//! A claim accepts the runs that must not happen. Whatever it was written as, it is places and
//! edges over at most 64 *propositions*: an edge can be taken in a state whose propositions have
//! the values that it asks for, a conjunction of literals. A run is accepted if it takes edges of
//! each accepting set again and again.

mod safety;

pub use safety::{Judgement, Safety};

use crate::model::{Outcome, SourceInfo, TransitionId};
use crate::state::{Faulted, Field, State};
use crate::tags::Tags;

/// A never claim, or the negation of a formula.
#[derive(Debug)]
pub struct ClaimInfo {
    /// `ltl p1`, `never claim`; `acceptance` and `non-progress` for those that are built in.
    pub name: &'static str,
    /// What it was written as.
    pub kind: ClaimKind,
    /// Where it is written; the text is the formula, or the first line of the claim.
    pub source: SourceInfo,
    /// Where its place lies, among the globals: an index into `places`. All claims share it; it is
    /// zero where none is checked.
    pub place: Field,
    /// Where it starts.
    pub start: u16,
    /// Control locations.
    pub places: &'static [ClaimPlace],
    /// How many accepting sets there are; with none every infinite run is accepted.
    pub sets: u32,
    /// What its edges look at, bit `i` for proposition `i`.
    pub propositions: &'static [Proposition],
    /// What must hold, if it was written as a formula: its parts, each behind its operands. The
    /// last is the whole.
    pub formula: &'static [Part],
    /// What its propositions read, as one transition would: objects of which the tags of the
    /// model's transitions tell.
    pub observes: Tags,
    /// Transitions that may change what a proposition says of where a process stands or what its
    /// locals hold (`P@l`, `P:x`): tags tell only as much of these as other processes look at.
    pub changed_by: &'static [TransitionId],
    /// It asks whether some process stands at an `accept` label.
    pub asks_accept: bool,
    /// It asks whether some process stands at a `progress` label.
    pub asks_progress: bool,
    /// It asks for `timeout`.
    pub asks_timeout: bool,
    /// It is in stuttering normal form: what it accepts does not change when a step that it does
    /// not see comes earlier or later. Beside looking it only asserts what it has found not to
    /// hold.
    pub is_normal: bool,
}

/// What a claim was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// `never { .. }`.
    Never,
    /// A formula.
    Formula,
    /// The cycles through `accept` labels of processes.
    Acceptance,
    /// The cycles without `progress` labels of processes.
    NonProgress,
}

impl ClaimKind {
    /// As in the JSON report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Formula => "formula",
            Self::Acceptance => "acceptance",
            Self::NonProgress => "non-progress",
        }
    }
}

/// A condition on a state.
#[derive(Clone, Copy, Debug)]
pub struct Proposition {
    /// Its text, and where it is written for the first time.
    pub source: SourceInfo,
    /// Whether it holds.
    pub holds: fn(&mut State) -> Result<bool, Faulted>,
}

/// A control location of a claim.
#[derive(Clone, Copy, Debug)]
pub struct ClaimPlace {
    /// The statement that leaves it.
    pub source: SourceInfo,
    /// What can still become of a run there.
    pub component: Component,
    /// To come here is an error: an `end` label, or the closing brace of a never claim.
    pub end: bool,
    /// In the order in which they are tried.
    pub edges: &'static [ClaimEdge],
}

/// What can still become of a run that has come to a place of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// The place lies on no cycle that is accepted.
    Rejecting,
    /// Every cycle through the place is accepted.
    Weak,
    /// Every run is accepted, whatever follows.
    Terminal,
    /// It depends on the cycle.
    General,
}

/// A step of a claim.
#[derive(Clone, Copy, Debug)]
pub struct ClaimEdge {
    /// Its statement; of an atomic sequence the first one.
    pub source: SourceInfo,
    /// The propositions that it asks for.
    pub care: u64,
    /// The values that they must have.
    pub value: u64,
    /// The place it leads to.
    pub target: u16,
    /// The accepting sets that it belongs to, a bit each.
    pub sets: u32,
    /// How many statements it stands for: more than one in an atomic sequence.
    pub steps: u32,
    /// What it does beside looking: assertions, prints, assignments.
    pub does: Option<fn(&mut State) -> Outcome>,
}

/// A part of a formula.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// As the user wrote it.
    pub text: &'static str,
    /// What it is made of. Numbers are those of other parts.
    pub what: Operator,
}

/// The operators of linear temporal logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// True, or false.
    Constant(bool),
    /// A proposition of the claim, by number.
    Proposition(u16),
    /// `!`
    Not(u16),
    /// `X`
    Next(u16),
    /// `[]`
    Always(u16),
    /// `<>`
    Eventually(u16),
    /// `&&`
    And(u16, u16),
    /// `||`
    Or(u16, u16),
    /// `->`
    Implies(u16, u16),
    /// `<->`
    Equivalent(u16, u16),
    /// `U`
    Until(u16, u16),
    /// `W`
    WeakUntil(u16, u16),
    /// `V`
    Release(u16, u16),
}

/// Which runs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// All of them.
    #[default]
    Unfair,
    /// Those on which no process is able to begin a step for ever and begins none.
    Weak,
    /// Those on which no process is able again and again and begins only finitely many steps.
    Strong,
}

/// A condition: its text, and whether it holds.
pub const fn proposition(
    source: SourceInfo,
    holds: fn(&mut State) -> Result<bool, Faulted>,
) -> Proposition {
    Proposition { source, holds }
}

/// A place: the statement that leaves it, what can become of a run there, its edges.
pub const fn stay(
    source: SourceInfo,
    component: Component,
    edges: &'static [ClaimEdge],
) -> ClaimPlace {
    ClaimPlace {
        source,
        component,
        end: false,
        edges,
    }
}

impl ClaimPlace {
    /// To come here is an error.
    pub const fn end(self) -> Self {
        Self { end: true, ..self }
    }
}

/// An edge: its statement, the propositions that it asks for and their values, a bit each, where it
/// leads.
pub const fn step(source: SourceInfo, care: u64, value: u64, target: u16) -> ClaimEdge {
    ClaimEdge {
        source,
        care,
        value,
        target,
        sets: 0,
        steps: 1,
        does: None,
    }
}

impl ClaimEdge {
    /// It belongs to these accepting sets, a bit each.
    pub const fn accepts(self, sets: u32) -> Self {
        Self { sets, ..self }
    }

    /// It stands for several statements.
    pub const fn steps(self, steps: u32) -> Self {
        Self { steps, ..self }
    }

    /// It does this beside looking.
    pub const fn does(self, does: fn(&mut State) -> Outcome) -> Self {
        Self {
            does: Some(does),
            ..self
        }
    }
}

/// A part of a formula.
pub const fn part(text: &'static str, what: Operator) -> Part {
    Part { text, what }
}

/// Which propositions of a claim hold in a state, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    /// Those that hold.
    pub holds: u64,
    /// Those whose value cannot be computed.
    pub faulted: u64,
}

/// Whether an edge of a claim can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// All literals hold.
    Yes,
    /// Some does not.
    No,
    /// Those that can be computed hold, and this proposition cannot be.
    Faulted(u32),
}

impl Letter {
    /// Whether `edge` can be taken.
    #[inline(always)]
    pub fn allows(self, edge: &ClaimEdge) -> Allowed {
        if (self.holds ^ edge.value) & edge.care & !self.faulted != 0 {
            return Allowed::No;
        }
        match edge.care & self.faulted {
            0 => Allowed::Yes,
            faulted => Allowed::Faulted(faulted.trailing_zeros()),
        }
    }
}

impl ClaimInfo {
    /// What must hold, if it was written as a formula.
    pub fn formula_text(&self) -> Option<&'static str> {
        (self.kind == ClaimKind::Formula).then_some(self.source.text)
    }

    /// Whether it is also about runs that end, whose last state then repeats for ever. A run that
    /// ends makes no progress, but if it may not end there, that is an invalid end state.
    #[inline]
    pub fn follows_ends(&self) -> bool {
        self.kind != ClaimKind::NonProgress
    }

    /// What the claim sees of a state in which [`State::timeout`] says whether nothing can move.
    #[inline]
    pub fn letter(&self, state: &mut State) -> Letter {
        let mut letter = Letter::default();
        for (at, proposition) in self.propositions.iter().enumerate() {
            match (proposition.holds)(state) {
                Ok(holds) => letter.holds |= u64::from(holds) << at,
                Err(Faulted) => {
                    state.take_fault();
                    letter.faulted |= 1 << at;
                }
            }
        }
        letter
    }

    /// Whether a complete search that finds nothing has looked at every state of the system with
    /// the claim at its start, where it may stay.
    pub fn sees_all(&'static self) -> bool {
        let mut edges = self.at(self.start).edges.iter();
        let stays = edges.any(|edge| edge.care == 0 && edge.target == self.start);
        stays || Safety::of(self).is_some_and(|it| it.is_invariant())
    }

    /// Puts the claim where it starts.
    pub fn start(&self, state: &mut State) {
        state.set(self.place, i32::from(self.start));
    }

    /// Takes an edge whose guard holds: does what it does beside looking, and goes on.
    ///
    /// # Errors
    /// A run-time error of a statement.
    #[inline(always)]
    pub fn take(&self, state: &mut State, edge: &ClaimEdge) -> Result<(), Faulted> {
        if let Some(does) = edge.does {
            does(state)?;
        }
        state.set(self.place, i32::from(edge.target));
        Ok(())
    }

    /// Where the claim stands.
    #[inline(always)]
    pub fn standing(&self, state: &State) -> u16 {
        state.get(self.place) as u16
    }

    /// The place where it stands, and what can be done there.
    #[inline(always)]
    pub fn at(&self, place: u16) -> &'static ClaimPlace {
        &self.places[usize::from(place)]
    }

    /// All accepting sets, a bit each.
    pub fn all_sets(&self) -> u32 {
        u32::MAX.checked_shr(32 - self.sets).unwrap_or(0)
    }
}
