//! What is wrong with an edge, or with a state that has none, in words.

use super::{Checks, EdgeViolation, INCOMPLETE_TRACE, INVALID_END_STATE, Kind};
use crate::limits::Stop;
use crate::model::{ModelInfo, SourceInfo, TraceInfo, TransitionId, TransitionInfo};
use crate::state::{Failure, Fault, Promise, State, Use};
use crate::step::Edge;

/// Every process that is left is at a place where it may rest.
pub fn is_valid_end(state: &State) -> bool {
    let places = state.info().places;
    state.places().all(|place| places[place.0 as usize].end)
}

/// The model's trace, if it has one, may end where it stands; with all processes dead it may
/// always.
pub fn is_trace_complete(state: &State) -> bool {
    let may_end = |trace: TraceInfo| trace.ends.contains(&state.get(trace.place));
    state.process_count() == 0 || state.info().trace.is_none_or(may_end)
}

/// What is wrong with a state in which nothing can move.
pub fn found_at_end(state: &State, checks: Checks) -> Option<(Kind, &'static str)> {
    match is_valid_end(state) {
        true => (!is_trace_complete(state)).then_some((Kind::Trace, INCOMPLETE_TRACE)),
        false => checks
            .end_states
            .then_some((Kind::InvalidEndState, INVALID_END_STATE)),
    }
}

/// What failed on the edge that was executed last, of what is looked for.
///
/// # Errors
/// The edge had to end half-way.
pub fn found_on_edge(
    state: &mut State,
    edge: Edge,
    checks: Checks,
) -> Result<Vec<EdgeViolation>, Stop> {
    state.stopped().map_or(Ok(()), Err)?;
    let mut found = found_on(state, edge);
    found.retain(|found| found.0 != Kind::Assertion || checks.assertions);
    Ok(found)
}

/// What failed on the edge that was executed last.
pub fn found_on(state: &mut State, edge: Edge) -> Vec<EdgeViolation> {
    let info = state.info();
    let failures = state.take_failures().into_iter();
    let mut found: Vec<_> = failures
        .map(|failure| describe(info, edge, failure))
        .collect();
    if edge.faulted
        && let Some(fault) = state.take_fault()
    {
        let transition = edge.partner.unwrap_or(edge.transition);
        let source = faulty_step(info, transition, fault);
        found.push((Kind::RuntimeError, fault.to_string(), source));
    }
    found
}

pub(super) fn of_assertion(assertion: &'static SourceInfo) -> EdgeViolation {
    let message = format!("assertion violated: {}", assertion.text);
    (Kind::Assertion, message, assertion)
}

/// What `failure` in a step of `edge` is, in words, and the statement.
fn describe(info: &'static ModelInfo, edge: Edge, failure: Failure) -> EdgeViolation {
    let transition = edge.partner.unwrap_or(edge.transition);
    let first = &info.transitions[transition.0 as usize].steps[0];
    match failure {
        Failure::Assertion(assertion) => of_assertion(assertion),
        Failure::Nondeterminism => {
            let message = "non-determinism in D_proctype".to_string();
            (Kind::RuntimeError, message, first)
        }
        Failure::Promise {
            promise,
            by,
            used,
            statement,
        } => {
            let message = broken(info, promise, by, used);
            (Kind::RuntimeError, message, statement)
        }
        Failure::TraceMismatch => (Kind::Trace, "trace: no event fits".to_string(), first),
        Failure::TraceCompleted => (
            Kind::Trace,
            "notrace: all events matched".to_string(),
            first,
        ),
    }
}

/// `xr q of P is broken: Q receives from it`.
fn broken(info: &ModelInfo, promise: &Promise, by: u16, used: Use) -> String {
    let name = |proctype: u16| info.proctypes[usize::from(proctype)].name;
    let another = if by == promise.proctype {
        "another "
    } else {
        ""
    };
    let does = match used {
        Use::Receive => "receives from it",
        Use::Send => "sends to it",
        Use::Ask => "asks about it",
    };
    let (text, owner) = (promise.text, name(promise.proctype));
    format!("{text} of {owner} is broken: {another}{} {does}", name(by))
}

/// The statement of `transition` in which `fault` happened: of several merged ones, the first that
/// contains the expression.
fn faulty_step(
    info: &'static ModelInfo,
    transition: TransitionId,
    fault: Fault,
) -> &'static SourceInfo {
    let TransitionInfo { steps, inside, .. } = &info.transitions[transition.0 as usize];
    let contains = |step: &&SourceInfo| fault.what().is_some_and(|what| step.text.contains(what));
    let mut all = inside.iter().chain(*steps);
    all.find(contains).unwrap_or(&steps[0])
}
