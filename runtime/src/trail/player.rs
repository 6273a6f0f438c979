//! Executes the steps of a trail, as if nothing were known of the search that made it.
//!
//! Where there is a claim, it and the system take turns: the claim sees a state, then the system
//! makes a step, an atomic sequence as a whole. The claim steps twice in a row only where the
//! system is stuck.

use super::cycle::{Cycle, PidSet};
use super::show::position;
use crate::claim::{Allowed, ClaimEdge, ClaimInfo, Fairness, Letter};
use crate::model::{Model, SourceInfo};
use crate::state::State;
use crate::step::{Cursor, Edge, Move, Next, waits_for_timeout};
use crate::violation::{Kind, found_in_claim, found_on};

/// What a claim has seen before a step of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Of the state.
    pub letter: Letter,
    /// How many steps of the system come before it.
    pub after: usize,
}

/// An assertion that fails on a step.
#[derive(Clone, Debug)]
pub struct Failed {
    /// Whose it is.
    pub pid: u8,
    /// What is said of it.
    pub message: String,
    /// The assertion.
    pub source: &'static SourceInfo,
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Claim,
    System,
    /// The system's: a process is inside of an atomic sequence. If it is blocked there, it is the
    /// claim's.
    Inside,
}

/// A run that is made step by step.
pub(super) struct Player<'m> {
    model: &'m dyn Model,
    claim: Option<&'static ClaimInfo>,
    pub(super) state: State,
    cursor: Cursor,
    due: Due,
    /// How many steps the system has made.
    pub(super) moved: usize,
    /// What the claim has seen.
    pub(super) sights: Vec<Sight>,
    pub(super) cycle: Option<Cycle>,
    /// What is wrong with the last step.
    pub(super) evidence: Vec<(Kind, String)>,
    /// The first assertion that fails on it, and whose it is.
    pub(super) failed: Option<Failed>,
    /// The last step has ended in a run-time error.
    pub(super) faulted: bool,
    /// It was made in the round of `timeout`.
    pub(super) by_timeout: bool,
    /// It belongs to the atomic sequence of the step before.
    pub(super) inside: bool,
}

impl<'m> Player<'m> {
    /// In the initial state of a model.
    pub(super) fn new(
        model: &'m dyn Model,
        claim: Option<&'static ClaimInfo>,
        mut state: State,
    ) -> Self {
        if let Some(claim) = claim {
            claim.start(&mut state);
            state.forget();
        }
        Self {
            model,
            claim,
            cursor: Cursor::open(&mut state),
            state,
            due: match claim {
                Some(_) => Due::Claim,
                None => Due::System,
            },
            moved: 0,
            sights: Vec::new(),
            cycle: None,
            evidence: Vec::new(),
            failed: None,
            faulted: false,
            by_timeout: false,
            inside: false,
        }
    }

    /// The cycle begins here.
    pub(super) fn begin_cycle(&mut self, fairness: Fairness) -> Result<(), String> {
        if !self.rests() {
            return Err("a cycle cannot begin inside of a step".to_string());
        }
        let decides = !self.model.info().hidden_reads.is_empty();
        let turn = self.sights.len();
        self.cycle = Some(Cycle::new(&self.state, decides, turn, fairness));
        Ok(())
    }

    /// Takes an edge of the system.
    pub(super) fn step(&mut self, edge: Move) -> Result<(), String> {
        if self.due == Due::Claim {
            let edge = self.described(edge);
            return Err(format!("is not enabled: {edge}: the claim steps first"));
        }
        let taken = self.take(|found| found == edge);
        let taken = taken.ok_or_else(|| format!("is not enabled: {}", self.described(edge)))?;
        // Who is drawn into a sequence, and goes on in it, begins nothing.
        if let (Due::System, Some(cycle)) = (self.due, &mut self.cycle) {
            cycle.process_begins(edge.pid);
        }
        self.moved += 1;
        self.faulted = taken.faulted;
        self.by_timeout = self.cursor.in_timeout();
        self.inside = self.cursor.is_exclusive();
        let found = found_on(&mut self.state, taken);
        let mut assertions = found.iter().filter(|it| it.0 == Kind::Assertion);
        self.failed = assertions.next().map(|(_, message, source)| Failed {
            pid: edge.partner.map_or(edge.pid, |(pid, _)| pid),
            message: message.clone(),
            source,
        });
        let found = found.into_iter();
        self.evidence = found.map(|(kind, message, _)| (kind, message)).collect();
        self.state.forget();
        (self.due, self.cursor) = match (taken.atomic, self.claim) {
            (true, _) => (Due::Inside, Cursor::exclusive(&mut self.state, taken.last)),
            (false, Some(_)) => (Due::Claim, Cursor::open(&mut self.state)),
            (false, None) => (Due::System, Cursor::open(&mut self.state)),
        };
        Ok(())
    }

    /// An edge of a trail, which need not be one of the model.
    fn described(&self, edge: Move) -> String {
        let (info, number) = (self.model.info(), edge.transition.0);
        let transition = info.transitions.get(number as usize);
        let Some([first, ..]) = transition.map(|it| it.steps) else {
            return format!("the model has no transition {number}");
        };
        let at = position(info, first);
        format!("process {} at {at}, {}", edge.pid, first.text)
    }

    /// Takes an edge of the claim, by index, and gives it.
    pub(super) fn step_claim(&mut self, index: u16) -> Result<&'static ClaimEdge, String> {
        let claim = self
            .claim
            .ok_or("is of a claim, but the trail is of none")?;
        if !self.rests() {
            return Err("is of the claim, but the system moves here".to_string());
        }
        let able = match self.cycle {
            Some(_) => self.able(),
            None => PidSet::default(),
        };
        let sight = self.look(claim);
        let place = claim.at(claim.standing(&self.state));
        let edge = place.edges.get(usize::from(index));
        let edge =
            edge.ok_or_else(|| format!("is of the claim, which has no edge {index} here"))?;
        if sight.letter.allows(edge) != Allowed::Yes {
            return Err("is of the claim, but what it asks for does not hold".to_string());
        }
        self.evidence = self.perform(claim, edge);
        if self
            .evidence
            .iter()
            .any(|(kind, _)| *kind == Kind::RuntimeError)
        {
            return Err("is of the claim, and ends in a run-time error".to_string());
        }
        self.sights.push(sight);
        self.state.forget();
        self.cursor = Cursor::open(&mut self.state);
        self.due = Due::System;
        if let Some(cycle) = &mut self.cycle {
            cycle.claim_steps(edge.sets, able);
        }
        Ok(edge)
    }

    /// What the claim sees here.
    pub(super) fn look(&mut self, claim: &ClaimInfo) -> Sight {
        let waits = claim.asks_timeout && waits_for_timeout(self.model, &mut self.state);
        self.state.set_timeout(waits);
        Sight {
            letter: claim.letter(&mut self.state),
            after: self.moved,
        }
    }

    /// Whether the claim may step: it is its turn, or the system is stuck.
    pub(super) fn rests(&mut self) -> bool {
        match (self.due, self.claim) {
            (Due::Claim, _) => true,
            (_, None) => false,
            (Due::Inside | Due::System, Some(_)) => !self.can_move(),
        }
    }

    /// Whether the system can make a step.
    pub(super) fn can_move(&mut self) -> bool {
        let begun = self.take(|_| true);
        if begun.is_some() {
            self.cursor.retract(&mut self.state);
            self.state.take_fault();
        }
        self.cursor = match self.due {
            Due::Inside if self.cursor.is_exclusive() => {
                Cursor::exclusive(&mut self.state, self.cursor.pid())
            }
            Due::Claim | Due::System | Due::Inside => Cursor::open(&mut self.state),
        };
        begun.is_some()
    }

    /// What is wrong with what the claim could do next.
    pub(super) fn claims_next(&mut self) -> Vec<(Kind, String)> {
        let Some(claim) = self.claim.filter(|_| self.rests()) else {
            return Vec::new();
        };
        let letter = self.look(claim).letter;
        let mut found = Vec::new();
        for edge in claim.at(claim.standing(&self.state)).edges {
            match letter.allows(edge) {
                Allowed::No => {}
                Allowed::Yes => {
                    let mark = self.state.mark();
                    found.extend(self.perform(claim, edge));
                    self.state.undo_to(mark);
                }
                Allowed::Faulted(proposition) => {
                    let holds = claim.propositions[proposition as usize].holds;
                    let fault = holds(&mut self.state).err();
                    let fault = fault.and_then(|_| self.state.take_fault());
                    found.extend(fault.map(|it| (Kind::RuntimeError, it.to_string())));
                }
            }
        }
        found
    }

    /// Takes an edge of the claim that can be taken, and says what is wrong with it.
    fn perform(&mut self, claim: &ClaimInfo, edge: &'static ClaimEdge) -> Vec<(Kind, String)> {
        let _ = claim.take(&mut self.state, edge);
        let found = found_in_claim(&mut self.state, &edge.source).into_iter();
        found.map(|(kind, message, _)| (kind, message)).collect()
    }

    /// The processes that can begin a step here; of a handshake the sender does.
    fn able(&mut self) -> PidSet {
        let mut cursor = Cursor::open(&mut self.state);
        let mut able = PidSet::default();
        while let Next::Edge(_) = cursor.next(self.model, &mut self.state) {
            able.insert(cursor.pid());
            self.state.take_fault();
            cursor.retract(&mut self.state);
        }
        able
    }

    /// Looks for a wanted edge among those that are enabled, and takes it. Where an atomic sequence
    /// is blocked, the claim steps before others may move.
    fn take(&mut self, is_wanted: impl Fn(Move) -> bool) -> Option<Edge> {
        loop {
            match self.cursor.next(self.model, &mut self.state) {
                Next::Edge(found) if is_wanted(self.cursor.last_move(&found)) => {
                    return Some(found);
                }
                Next::Edge(_) => {
                    self.state.take_fault();
                    self.cursor.retract(&mut self.state);
                }
                Next::AtomicityLost if self.claim.is_none() => {
                    self.cursor = Cursor::open(&mut self.state);
                }
                Next::AtomicityLost | Next::Exhausted => return None,
            }
        }
    }
}
