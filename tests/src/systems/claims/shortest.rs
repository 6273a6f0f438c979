//! The shortest run that violates a formula, and how long it must be.

use std::sync::Arc;

use runtime::claim::{Component, Fairness};
use runtime::limits::Stop;
use runtime::memory::Budget;
use runtime::model::Model;
use runtime::search::shortest_run;
use runtime::step::RunStep;
use runtime::violation::{ByClaim, Kind, Violation};

use super::combination::Said;
use super::subject::Pair;

/// Looks for the shortest run, and whether it is one.
///
/// # Errors
/// It is wrong, or another one is shorter: in words.
pub fn check(pair: &Pair<'_>) -> Result<(), String> {
    let claim = &pair.model.info().claims[0];
    let budget = Arc::new(Budget::new(16 << 20));
    let found = shortest_run(&pair.model, claim, &budget);
    let found = found.map_err(|stop: Stop| format!("shortest: stopped: {stop:?}"))?;
    // Of each state it keeps more bytes than are here.
    let little = shortest_run(&pair.model, claim, &Arc::new(Budget::new(64)));
    if pair.product.len() > 8 && found.is_none() && !matches!(little, Err(Stop::Memory(_))) {
        return Err(format!("shortest: 64 bytes are enough: {little:?}"));
    }
    let least = pair.product.shortest_lasso();
    let decides = |it: &runtime::claim::ClaimPlace| it.component == Component::Terminal;
    if let Some(run) = &found {
        let edges = run.path.iter().filter(|it| matches!(it, RunStep::Claim(_)));
        let edges = edges.count();
        // Where a place decides, a run ends there that is no longer than any with a cycle.
        let is_least = match claim.places.iter().any(decides) {
            true => least.is_none_or(|least| edges <= least),
            false => least == Some(edges),
        };
        if !is_least {
            return Err(format!("shortest: {edges} edges, not {least:?}"));
        }
    }
    let violation = found.map(|run| Violation {
        kind: Kind::AcceptanceCycle,
        message: String::new(),
        source: None,
        depth: None,
        path: Some(run.path),
        claim: Some(ByClaim {
            claim: 0,
            fairness: Fairness::Unfair,
            asserts: false,
            cycle: run.cycle,
        }),
    });
    let shown = violation.is_some();
    if shown != pair.product.accepts(Fairness::Unfair) {
        return Err(format!("shortest: there is one: {shown}"));
    }
    match violation {
        None => Ok(()),
        violation => Said {
            cache: None,
            statistics: Default::default(),
            violation,
        }
        .check(pair, Fairness::Unfair)
        .map_err(|why| format!("shortest: {why}")),
    }
}
