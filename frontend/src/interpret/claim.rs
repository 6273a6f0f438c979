//! What a claim sees, and how it steps.

use super::evaluate::View;
use super::step::Outcome;
use super::{Event, Fault, Interpreter, State};
use crate::ir::{BinaryOp, Claim, ClaimEdge, Expr, UnaryOp};

/// The claim is no process: whom it asks about is never itself.
const NO_PROCESS: usize = usize::MAX;

/// Which propositions of a claim hold in a state, a bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    /// Those that hold.
    pub holds: u64,
    /// Those whose value cannot be computed, with why.
    pub faults: Vec<(usize, Fault)>,
}

impl Letter {
    /// Whether an edge can be taken.
    ///
    /// # Errors
    /// When the other literals hold and one cannot be computed.
    pub fn allows(&self, edge: &ClaimEdge) -> Result<bool, Fault> {
        let guard = edge.guard;
        let asked = |(at, _): &&(usize, Fault)| guard.care >> at & 1 == 1;
        let failed: Vec<_> = self.faults.iter().filter(asked).collect();
        let known = failed
            .iter()
            .fold(guard.care, |care, (at, _)| care & !(1 << at));
        let holds = (self.holds ^ guard.value) & known == 0;
        match failed.first() {
            Some((_, fault)) if holds => Err(fault.clone()),
            _ => Ok(holds && failed.is_empty()),
        }
    }
}

impl<'m> Interpreter<'m> {
    /// What a claim sees of a state; `timeout` says whether nothing can move.
    pub fn letter(&self, state: &State, claim: &Claim, timeout: bool) -> Letter {
        let view = View {
            timeout,
            ..View::of(NO_PROCESS)
        };
        let mut letter = Letter::default();
        for (at, proposition) in claim.propositions.iter().enumerate() {
            match self.holds(state, view, &proposition.value) {
                Ok(true) => letter.holds |= 1 << at,
                Ok(false) => {}
                Err(fault) => letter.faults.push((at, fault)),
            }
        }
        letter
    }

    /// Does what an edge of a claim does beside looking, and says what was wrong with it.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn perform_claim(
        &self,
        state: &mut State,
        claim: &'m Claim,
        edge: &ClaimEdge,
    ) -> Result<Vec<Event<'m>>, Fault> {
        let mut events = Vec::new();
        for action in &edge.actions {
            let step = &claim.actions[*action as usize];
            let outcome = self.perform(state, View::of(NO_PROCESS), step, &mut events)?;
            debug_assert!(matches!(outcome, Outcome::Done), "a claim never waits here");
        }
        Ok(events)
    }

    /// Whether a proposition holds. A comparison with a variable of a process that is not there is
    /// false.
    fn holds(&self, state: &State, view: View<'_>, e: &Expr) -> Result<bool, Fault> {
        let holds = |e| self.holds(state, view, e);
        Ok(match e {
            Expr::Unary(UnaryOp::Not, operand) => !holds(operand)?,
            Expr::Binary(BinaryOp::And, left, right) => holds(left)? && holds(right)?,
            Expr::Binary(BinaryOp::Or, left, right) => holds(left)? || holds(right)?,
            _ => match self.evaluate(state, view, e) {
                Err(Fault::NoProcess { .. }) => false,
                value => value? != 0,
            },
        })
    }
}
