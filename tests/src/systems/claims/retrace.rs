//! Executes a run that a search has found, by the plain meaning of the tables, and evaluates the
//! formula on it: no automaton, no product, no tags.

use frontend::ltl::formula::Formula;
use frontend::ltl::lasso::Lasso;
use runtime::claim::Fairness;
use runtime::step::{Move, RunStep};
use runtime::violation::Violation;

use super::product::Pids;
use super::propositions::Proposition;
use crate::systems::naive::further;
use crate::systems::plain::{Edge, Machine, Plain};

/// What a run must show.
pub struct Expected<'a> {
    /// The system.
    pub machine: &'a Machine,
    /// What the formula speaks of.
    pub propositions: &'a [Proposition],
    /// What must be false of it.
    pub formula: &'a Formula,
    /// What it must be.
    pub fairness: Fairness,
}

/// A state of a run.
struct Visit {
    state: Plain,
    letter: u64,
    /// Who can begin a step there.
    able: Pids,
    /// Who did.
    moved: Pids,
}

impl Expected<'_> {
    /// Whether the run of a violation is one of the system, and shows what it should.
    ///
    /// # Errors
    /// In words.
    pub fn check(&self, violation: &Violation) -> Result<(), String> {
        let path = violation.path.as_ref().ok_or("it has no path")?;
        let by = violation.claim.ok_or("it is of no claim")?;
        if by.fairness != self.fairness {
            return Err(format!("it is of another search: {:?}", by.fairness));
        }
        let mut visits = Vec::new();
        let mut turn = None;
        let mut state = self.machine.start();
        let mut at = 0;
        while at < path.len() {
            if by.cycle == Some(at) {
                turn = Some(visits.len());
            }
            if !matches!(path[at], RunStep::Claim(_)) {
                return Err(format!("step {at} is none of the claim"));
            }
            let steps = path[at + 1..].iter().map_while(|step| match step {
                RunStep::System(step) => Some(step),
                RunStep::Claim(_) => None,
            });
            let steps: Vec<&Move> = steps.collect();
            let mut visit = self.visit(state);
            if let Some(first) = steps.first() {
                visit.moved = 1 << first.pid;
            }
            let seen = visit.state;
            visits.push(visit);
            at += 1 + steps.len();
            // What the claim has seen last may be enough.
            state = match by.cycle.is_none() && steps.is_empty() && at == path.len() {
                true => seen,
                false => self.execute(seen, &steps)?,
            };
        }
        match (by.cycle, turn) {
            (None, _) => self.check_prefix(&visits),
            (Some(_), Some(turn)) if visits[turn].state == state => self.check_cycle(&visits, turn),
            _ => Err("the cycle does not close".to_string()),
        }
    }

    fn visit(&self, state: Plain) -> Visit {
        let edges = self.machine.edges(&state, None);
        let waits = self.machine.waits(&state);
        let holds = self.propositions.iter().enumerate();
        let holds = holds.map(|(i, it)| u64::from(it.holds(self.machine, &state, waits)) << i);
        Visit {
            state,
            letter: holds.sum(),
            able: edges.iter().fold(0, |able, it| able | 1 << it.name.pid),
            moved: 0,
        }
    }

    /// Executes a step of a process, whole; without any, nothing can move.
    fn execute(&self, mut state: Plain, steps: &[&Move]) -> Result<Plain, String> {
        let mut edges = self.machine.edges(&state, None);
        for step in steps {
            let is_it = |edge: &Edge| {
                let partner = edge.name.partner.map(|(pid, it)| (pid, it as u32));
                (edge.name.pid, edge.name.transition as u32) == (step.pid.into(), step.transition.0)
                    && partner == step.partner.map(|(pid, it)| (pid.into(), it.0))
            };
            let edge = edges.iter().copied().find(is_it);
            let edge = edge.ok_or_else(|| format!("{step:?} cannot be taken"))?;
            state = edge.after;
            edges = further(self.machine, &edge);
        }
        match edges.is_empty() {
            true => Ok(state),
            false => Err("something could move, or go on".to_string()),
        }
    }

    /// Whatever follows, the formula is false.
    fn check_prefix(&self, visits: &[Visit]) -> Result<(), String> {
        let continuations = [0, u64::MAX].into_iter();
        for letter in continuations.chain(visits.iter().map(|it| it.letter)) {
            let letters = visits.iter().map(|it| it.letter).chain([letter]).collect();
            let turn = visits.len();
            if (Lasso { letters, turn }).satisfies(self.formula) {
                return Err("the formula can still become true".to_string());
            }
        }
        Ok(())
    }

    fn check_cycle(&self, visits: &[Visit], turn: usize) -> Result<(), String> {
        let letters = visits.iter().map(|it| it.letter).collect();
        if (Lasso { letters, turn }).satisfies(self.formula) {
            return Err("the formula is true of the run".to_string());
        }
        let cycle = &visits[turn..];
        let moved = cycle.iter().fold(0, |moved, it| moved | it.moved);
        let able = cycle.iter().map(|it| it.able);
        let owed = match self.fairness {
            Fairness::Unfair => 0,
            Fairness::Weak => able.fold(Pids::MAX, |all, able| all & able),
            Fairness::Strong => able.fold(0, |all, able| all | able),
        };
        match owed & !moved {
            0 => Ok(()),
            left => Err(format!(
                "the run is not fair: {left:b} may begin and never does"
            )),
        }
    }
}
