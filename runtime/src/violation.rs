//! What a search can find, and the record of what it has found.

mod ends;
mod of_claim;
mod of_step;
mod path;

pub use ends::{AtEnd, EndStates, Ends};
pub use of_claim::{found_in_claim, found_in_proposition, found_in_state, violation_of};
pub use of_step::{found_at_end, found_on, found_on_edge, is_trace_complete, is_valid_end};
pub use path::{Lasso, PathStep};

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::claim::{Fairness, Safety};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::{Model, SourceInfo};
use crate::state::State;
use crate::step::{Edge, RunStep};

/// Kinds of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An `assert` whose condition was false; the search goes on through it.
    Assertion,
    /// Nothing can move, and some process is not where it may rest.
    InvalidEndState,
    /// A statement without a meaning (index, division by zero, ...), where the path ends; a choice
    /// in a `D_proctype`; a broken promise.
    RuntimeError,
    /// What was sent and received does not agree with the model's `trace` or `notrace`.
    Trace,
    /// A claim has seen all that must not happen: it came to its end, or to a place behind which
    /// every run is accepted.
    Claim,
    /// A claim, or the labels of processes, accept a cycle.
    AcceptanceCycle,
    /// A cycle without progress.
    NonProgressCycle,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Assertion,
        Self::InvalidEndState,
        Self::RuntimeError,
        Self::Trace,
        Self::Claim,
        Self::AcceptanceCycle,
        Self::NonProgressCycle,
    ];

    /// As in the JSON report and in trail files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assertion => "assertion",
            Self::InvalidEndState => "invalid-end-state",
            Self::RuntimeError => "runtime-error",
            Self::Trace => "trace",
            Self::Claim => "claim",
            Self::AcceptanceCycle => "acceptance-cycle",
            Self::NonProgressCycle => "non-progress-cycle",
        }
    }

    /// A claim is violated, not what is looked for beside it.
    pub fn is_of_claim(self) -> bool {
        matches!(
            self,
            Self::Claim | Self::AcceptanceCycle | Self::NonProgressCycle
        )
    }
}

/// A violation with the path to it.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What kind of thing.
    pub kind: Kind,
    /// In words.
    pub message: String,
    /// The statement; none for an end state.
    pub source: Option<SourceInfo>,
    /// Steps from the initial state; a handshake is two. `None`: there was no time to count them.
    pub depth: Option<u64>,
    /// The steps from the initial state. `None` beyond [`TRAILS_KEPT`] violations, and where there
    /// was no time to find them.
    pub path: Option<Vec<RunStep>>,
    /// The claim whose search has found it, and how it looked at runs.
    pub claim: Option<ByClaim>,
}

/// What failed: file, line and text of the statement, and what happened.
pub type Met = (u16, u32, &'static str, String);

/// What failed, of a statement and what is said of it.
pub fn met(source: &SourceInfo, message: &str) -> Met {
    (source.file, source.line, source.text, message.to_owned())
}

impl Violation {
    /// What failed, if it is a statement that any search may come to.
    pub fn met(&self) -> Option<Met> {
        let source = self.source.filter(|_| !self.kind.is_of_claim())?;
        Some(met(&source, &self.message))
    }

    /// A claim is violated: it accepts a run, or what it asserts itself has failed.
    pub fn is_of_claim(&self) -> bool {
        self.kind.is_of_claim() || self.claim.is_some_and(|by| by.asserts)
    }
}

/// What a search that checks a claim says of a violation beside the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByClaim {
    /// Which: index into [`ModelInfo::claims`].
    pub claim: usize,
    /// Which cycles count.
    pub fairness: Fairness,
    /// What failed is an assertion of the claim's own.
    pub asserts: bool,
    /// Of a cycle: the step of the path with which it begins; the path's last step leads back
    /// there. `None`: the path alone shows the violation.
    pub cycle: Option<usize>,
}

/// What is said of a trace that is not where it may end.
pub const INCOMPLETE_TRACE: &str = "trace: not completed";
/// What is said of an invalid end state.
pub const INVALID_END_STATE: &str = "invalid end state";
/// Violations whose paths are kept.
pub const TRAILS_KEPT: usize = 10;
/// Violations that are kept at all; further ones are counted. But those of statements are all kept:
/// the model has only this many.
pub const VIOLATIONS_KEPT: usize = 1000;

/// What looking for the path to a violation is called.
pub(crate) const FINDING: &str = "finding the way to a violation";

/// What is wrong with an edge: the kind of violation, in words, and the statement.
pub type EdgeViolation = (Kind, String, &'static SourceInfo);

/// Collects distinct violations during a search.
pub struct Recorder<'a> {
    model: &'a dyn Model,
    /// What is checked.
    pub checks: Checks,
    /// Distinct violations after which the search ends.
    pub errors: Option<u64>,
    /// Assertions and run-time errors met.
    met: BTreeSet<Met>,
    /// Distinct violations found.
    pub count: u64,
    /// The first of them.
    pub violations: Vec<Violation>,
    /// End states met.
    pub ends: Ends,
    /// The claim that is checked, and which runs count.
    pub claim: Option<(usize, Fairness)>,
    /// The same claim, if it is looked at without a product: then the searches' own paths have no
    /// steps of it.
    pub safety: Option<Safety>,
    /// What is kept is charged to it, and its monitor says how long it may take to find the names
    /// of edges; `None`: as long as it takes.
    budget: Option<Arc<Budget>>,
}

/// What a search looks for besides run-time errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Failed assertions.
    pub assertions: bool,
    /// Invalid end states.
    pub end_states: bool,
}

impl Checks {
    /// What is looked for, in short.
    pub fn name(self) -> &'static str {
        match (self.assertions, self.end_states) {
            (true, true) => "assertions, end states",
            (true, false) => "assertions",
            (false, true) => "end states",
            (false, false) => "run-time errors",
        }
    }
}

impl<'a> Recorder<'a> {
    /// Nothing found yet; `errors` as in [`crate::limits::Limits`].
    pub fn new(model: &'a dyn Model, checks: Checks, errors: Option<u64>) -> Self {
        Self {
            model,
            checks,
            errors,
            met: BTreeSet::new(),
            count: 0,
            violations: Vec::new(),
            ends: Ends::default(),
            claim: None,
            safety: None,
            budget: None,
        }
    }

    /// From now on this budget is charged, and its monitor asked.
    pub fn watch(&mut self, budget: &Arc<Budget>) {
        self.budget = Some(budget.clone());
    }

    /// These are told already.
    pub fn know<'v>(&mut self, violations: impl IntoIterator<Item = &'v Violation>) {
        self.met
            .extend(violations.into_iter().filter_map(Violation::met));
    }

    /// From now on an end state counts once, however often the search comes to it.
    pub fn expect_repeats(&mut self) {
        if let Some(budget) = &self.budget {
            self.ends.expect_repeats(budget.clone());
        }
    }

    /// The initial state could not be built.
    ///
    /// # Errors
    /// There is nothing to search.
    pub fn on_start(&mut self, state: &mut State) -> Result<(), Stop> {
        state.stopped().map_or(Ok(()), Err)?;
        let message = state
            .take_fault()
            .map_or_else(String::new, |fault| fault.to_string());
        self.add(
            Kind::RuntimeError,
            format!("in an initial value: {message}"),
            None,
            Ok(std::iter::empty()),
        )
        .and(Err(Stop::Errors))
    }

    /// The last edge of `path` has failed assertions or ended in a run-time error.
    ///
    /// # Errors
    /// Enough violations were found, or the edge had to end half-way.
    pub fn on_edge(
        &mut self,
        state: &mut State,
        edge: Edge,
        path: impl Iterator<Item = PathStep> + Clone,
    ) -> Result<(), Stop> {
        for found in self.found_on(state, edge)? {
            if self.note(&found) {
                self.add_noted(found, Ok(path.clone()))?;
            }
        }
        Ok(())
    }

    /// What failed on the edge that was executed last, known or not.
    ///
    /// # Errors
    /// The edge had to end half-way.
    pub fn found_on(&self, state: &mut State, edge: Edge) -> Result<Vec<EdgeViolation>, Stop> {
        found_on_edge(state, edge, self.checks)
    }

    /// Whether there are as many violations as were asked for.
    pub fn is_enough(&self) -> bool {
        self.errors.is_some_and(|errors| self.count >= errors)
    }

    /// Nothing can move in `state`, the end of a path that is found when it is asked for.
    ///
    /// # Errors
    /// Enough violations were found, there is no memory to note the state, or the path cannot be
    /// found; then the violation has none.
    pub fn on_end<P: Iterator<Item = PathStep>>(
        &mut self,
        state: &State,
        path: impl FnOnce() -> Result<P, Stop>,
    ) -> Result<(), Stop> {
        let Some(AtEnd {
            kind,
            message,
            stop,
        }) = self.look_at_end(state)?
        else {
            return Ok(());
        };
        let path = (!self.is_full()).then(path).transpose();
        let path = path.map(|path| path.into_iter().flatten());
        self.add_end(kind, message, path)?;
        stop.map_or(Ok(()), Err)
    }

    /// What is wrong with a state in which nothing can move, if it was not met before.
    ///
    /// # Errors
    /// The edges of the state had to end half-way, or there is no memory to write it.
    pub fn look_at_end(&mut self, state: &State) -> Result<Option<AtEnd>, Stop> {
        state.stopped().map_or(Ok(()), Err)?;
        // Beside a claim they are not looked for: the search before has done that.
        if self.claim.is_some() {
            return Ok(None);
        }
        self.ends.look(state, self.checks)
    }

    /// Whether the paths of further end states are for nothing.
    pub fn is_full(&self) -> bool {
        self.violations.len() >= VIOLATIONS_KEPT
    }

    /// Counts end states that are not kept, up to as many violations as were asked for.
    pub fn count_more(&mut self, ends: u64) {
        let wanted = self.errors.unwrap_or(u64::MAX);
        self.count += ends.min(wanted.saturating_sub(self.count));
    }

    /// Adds what was found in a state in which nothing can move, at the end of `path`, which may be
    /// lost.
    ///
    /// # Errors
    /// As [`add_noted`](Self::add_noted).
    pub fn add_end(
        &mut self,
        kind: Kind,
        message: &str,
        path: Result<impl Iterator<Item = PathStep>, Stop>,
    ) -> Result<(), Stop> {
        self.add(kind, message.to_string(), None, path)
    }

    /// Whether the same is noted already.
    pub fn knows(&self, (_, message, source): &EdgeViolation) -> bool {
        self.met.contains(&met(source, message))
    }

    /// Notes what was found; false if it is known.
    pub fn note(&mut self, (_, message, source): &EdgeViolation) -> bool {
        self.met.insert(met(source, message))
    }

    /// The state at the end of `path` violates the claim of safety that is looked at.
    ///
    /// # Errors
    /// Always: one such state is enough.
    #[cold]
    pub fn on_state(
        &mut self,
        state: &mut State,
        path: impl Iterator<Item = PathStep>,
    ) -> Result<(), Stop> {
        let safety = self.safety.expect("a state violates it");
        let found = found_in_state(safety, state);
        if self.note(&found) {
            self.add_noted(found, Ok(path))?;
        }
        Err(Stop::Errors)
    }

    /// Adds what was found and noted, at the end of `path`, which may be lost.
    ///
    /// # Errors
    /// Enough violations were found, or there is no path.
    pub fn add_noted(
        &mut self,
        (kind, message, source): EdgeViolation,
        path: Result<impl Iterator<Item = PathStep>, Stop>,
    ) -> Result<(), Stop> {
        self.add(kind, message, Some(*source), path)
    }

    /// The claim is violated: by the path alone, or by a run that goes on from there with the first
    /// steps of `lasso`, and then repeats the others for ever. The same is told once.
    ///
    /// # Errors
    /// Enough violations were found, or there is no path.
    pub fn on_claim(
        &mut self,
        found: EdgeViolation,
        path: impl Iterator<Item = PathStep>,
        lasso: Option<Result<Lasso, Stop>>,
    ) -> Result<(), Stop> {
        if !self.note(&found) {
            return Ok(());
        }
        let (kind, message, source) = found;
        let (lasso, lost) = match lasso {
            None => (None, None),
            Some(Ok(lasso)) => (Some(lasso), None),
            Some(Err(stop)) => (None, Some(stop)),
        };
        let kept = self.violations.len();
        let added = self.add(kind, message, Some(*source), lost.map_or(Ok(path), Err));
        let Some(violation) = self.violations.get_mut(kept) else {
            return added;
        };
        if let Some(by) = &mut violation.claim {
            by.asserts = kind == Kind::Assertion;
        }
        if let Some((lead, cycle)) = lasso {
            let turn = violation.path.as_mut().map(|path| {
                path.extend(lead);
                let turn = path.len();
                path.extend(cycle);
                turn
            });
            let by = violation.claim;
            violation.claim = by.map(|by| ByClaim { cycle: turn, ..by });
        }
        added
    }

    /// What is found is reported, also when there was no time to find the path.
    fn add(
        &mut self,
        kind: Kind,
        message: String,
        source: Option<SourceInfo>,
        path: Result<impl Iterator<Item = PathStep>, Stop>,
    ) -> Result<(), Stop> {
        self.count += 1;
        let lost = path.as_ref().err().copied();
        let mut unnamed = None;
        if !self.is_full() || source.is_some() {
            let mut depth = 0;
            let (safety, is_seen) = (self.safety, kind == Kind::Claim);
            let path = path.and_then(|path| {
                let steps = path.size_hint().0 as u64;
                let path = path::with_steps_of(safety, is_seen, path);
                let path = path.inspect(|taken| depth += taken.steps());
                if self.violations.len() < TRAILS_KEPT {
                    let claims = self.model.info().claims;
                    let claim = self.claim.map(|(claim, _)| &claims[claim]);
                    let claim = (claim, safety);
                    return path::name_edges(
                        self.model,
                        claim,
                        (self.budget.as_ref(), steps),
                        path,
                    )
                    .map(Some);
                }
                path.for_each(drop);
                Ok(None)
            });
            unnamed = path.as_ref().err().copied();
            self.violations.push(Violation {
                kind,
                message,
                source,
                depth: path.is_ok().then_some(depth),
                path: path.unwrap_or_default(),
                claim: self.claim.map(|(claim, fairness)| ByClaim {
                    claim,
                    fairness,
                    asserts: false,
                    cycle: None,
                }),
            });
        }
        match lost {
            None if self.is_enough() => Err(Stop::Errors),
            _ => lost.or(unnamed).map_or(Ok(()), Err),
        }
    }
}
