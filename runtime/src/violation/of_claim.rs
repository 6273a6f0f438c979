//! What is wrong with a run that a claim looks at, in words.

use super::of_step::of_assertion;
use super::{EdgeViolation, Kind};
use crate::claim::{ClaimInfo, ClaimKind, Safety};
use crate::model::SourceInfo;
use crate::state::{Failure, State};

/// What failed on the step of a claim that was taken last, the edge of this statement.
#[cold]
pub fn found_in_claim(state: &mut State, source: &'static SourceInfo) -> Vec<EdgeViolation> {
    let failures = state.take_failures().into_iter();
    let assertions = failures.filter_map(|failure| match failure {
        Failure::Assertion(assertion) => Some(of_assertion(assertion)),
        _ => None,
    });
    let mut found: Vec<EdgeViolation> = assertions.collect();
    let fault = state.take_fault();
    found.extend(fault.map(|fault| (Kind::RuntimeError, fault.to_string(), source)));
    found
}

/// Why a claim cannot look at a state: the proposition with this number has no value.
#[cold]
pub fn found_in_proposition(
    claim: &'static ClaimInfo,
    proposition: u32,
    state: &mut State,
) -> Option<EdgeViolation> {
    let proposition = &claim.propositions[proposition as usize];
    let faulted = (proposition.holds)(state).is_err();
    let fault = faulted.then(|| state.take_fault()).flatten()?;
    Some((Kind::RuntimeError, fault.to_string(), &proposition.source))
}

/// What is wrong with a state that violates a claim of safety.
#[cold]
pub fn found_in_state(safety: Safety, state: &mut State) -> EdgeViolation {
    let claim = safety.claim();
    let faulted = safety.faulted(state);
    if let Some(found) = faulted.and_then(|it| found_in_proposition(claim, it, state)) {
        return found;
    }
    let standing = claim.standing(state);
    let edge = safety.edge(state).map(usize::from);
    let place = edge.map_or(standing, |edge| claim.at(standing).edges[edge].target);
    let (kind, message) = violation_of(claim, Some(place));
    (kind, message, &claim.source)
}

/// What it is that a claim accepts a cycle, or that it has come to a place where all is decided.
pub fn violation_of(claim: &ClaimInfo, place: Option<u16>) -> (Kind, String) {
    let name = claim.name;
    match (place, claim.kind) {
        (Some(place), _) if claim.at(place).end => {
            (Kind::Claim, format!("{name}: end of the claim reached"))
        }
        (Some(_), _) => (Kind::Claim, format!("{name}: violated whatever follows")),
        (None, ClaimKind::NonProgress) => (Kind::NonProgressCycle, "non-progress cycle".to_owned()),
        (None, ClaimKind::Acceptance) => (Kind::AcceptanceCycle, "acceptance cycle".to_owned()),
        (None, _) => (Kind::AcceptanceCycle, format!("{name}: acceptance cycle")),
    }
}
