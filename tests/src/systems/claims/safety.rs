//! Claims of safety, in searches that let them see each state.

use std::sync::Arc;

use runtime::claim::Fairness;
use runtime::limits::Stop;
use runtime::memory::{Budget, Thresholds};
use runtime::model::Model;
use runtime::reduce::{Reduction, SetMethod, SleepSets, safety_reduction};
use runtime::search::{Caching, Context, Order, Watched, in_order};
use runtime::violation::{Checks, Recorder};

use super::combination::Said;
use super::subject::Pair;
use crate::random::numbers::Numbers;
use crate::systems::combination::REPLACEMENTS;
use crate::systems::visited::Visited;

/// Orders and reductions, by name.
const WAYS: [(&str, Order, SetMethod, Option<SleepSets>); 9] = {
    use Order::{BreadthFirst, DepthFirst};
    use SetMethod::{Full, Local, Overman, Persistent};
    let stored = Some(SleepSets::Stored);
    [
        ("states", DepthFirst, Full, None),
        ("states, local", DepthFirst, Local, None),
        ("states, overman", DepthFirst, Overman, None),
        ("states, persistent", DepthFirst, Persistent, None),
        ("states, sleep", DepthFirst, Full, stored),
        ("states, persistent, sleep", DepthFirst, Persistent, stored),
        ("states, breadth-first", BreadthFirst, Full, None),
        ("states, breadth-first, local", BreadthFirst, Local, None),
        (
            "states, breadth-first, persistent",
            BreadthFirst,
            Persistent,
            None,
        ),
    ]
};

/// Searches without a product, each with a store of all states and, depth-first, with a cache.
/// Gives how many; 0 if the claim needs one.
///
/// # Errors
/// One of them is wrong, in words.
pub fn check(pair: &Pair<'_>) -> Result<u64, String> {
    let claim = &pair.model.info().claims[0];
    let Some(watched) = Watched::new(&pair.model, claim) else {
        return Ok(0);
    };
    let mut searches = 0;
    for (name, order, method, sleep) in WAYS {
        let reduction = Reduction { method, sleep };
        if safety_reduction(pair.model.info(), claim, reduction) != (reduction, None) {
            continue;
        }
        let whole = search(&watched, order, reduction, None);
        let mut caches = vec![None];
        if order == Order::DepthFirst && sleep.is_none() {
            caches.push(Some(whole.0.statistics.clone()));
        }
        for cache in caches {
            let said = match cache {
                None => whole.clone(),
                Some(counted) => {
                    let mut random = Numbers::of(counted.transitions(), counted.visited);
                    let least = counted.stack_states_peak.max(1) as usize;
                    let most = (counted.stored as usize).max(least);
                    let caching = Caching {
                        states: Some(random.between(least, most) as u64),
                        specification: random.pick(&REPLACEMENTS).clone(),
                        seed: counted.matched,
                        work_limit: Some(100.0),
                    };
                    search(&watched, order, reduction, Some(caching))
                }
            };
            match said {
                (said, None) => said
                    .check(pair, Fairness::Unfair)
                    .map_err(|why| format!("{name}: {why}"))?,
                (_, Some(Stop::CacheFull | Stop::WorkLimit)) => {}
                (_, Some(stop)) => return Err(format!("{name}: stopped: {stop:?}")),
            }
            searches += 1;
        }
    }
    Ok(searches)
}

fn search(
    watched: &Watched<'_>,
    order: Order,
    reduction: Reduction,
    caching: Option<Caching>,
) -> (Said, Option<Stop>) {
    let checks = Checks {
        assertions: false,
        end_states: false,
    };
    let budget = Arc::new(Budget::new(16 << 20).with_thresholds(Thresholds::SMALL));
    let mut recorder = Recorder::new(watched, checks, None);
    recorder.claim = Some((0, Fairness::Unfair));
    recorder.safety = watched.safety().copied();
    let mut context = Context::new(budget, None, recorder);
    context.caching = caching;
    let mut store = Visited::default();
    let model: &dyn Model = watched;
    let statistics = in_order(model, &mut store, &mut context, order, reduction);
    let said = Said {
        cache: None,
        statistics,
        violation: context.recorder.violations.pop(),
    };
    let stopped = context.stopped.filter(|_| said.violation.is_none());
    (said, stopped)
}
