//! The depth-first search counts what SPIN counts, and finds the states that a naive search finds.

mod toy_models;

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use runtime::memory::Budget;
use runtime::model::{Model, Step};
use runtime::search::{Context, Monitor, depth_first};
use runtime::state::State;
use runtime::statistics::Statistics;
use runtime::store::ExactStore;
use runtime::trail::{Trail, format, replay};
use runtime::violation::{Checks, Recorder, Violation};
use toy_models::TOYS;

const MEMORY_BYTES: u64 = 64 << 20;

fn search(model: &dyn Model, max_depth: Option<u64>) -> (Statistics, Vec<Violation>, Context<'_>) {
    let budget = Arc::new(Budget::new(MEMORY_BYTES));
    let checks = Checks {
        assertions: true,
        end_states: true,
    };
    let recorder = Recorder::new(model, checks, None);
    let mut context = Context::new(
        budget.clone(),
        max_depth,
        recorder,
        Monitor::new(None, None),
    );
    let mut store = ExactStore::new(budget).unwrap();
    let statistics = depth_first(model, &mut store, &mut context);
    (statistics, context.recorder.violations.clone(), context)
}

#[test]
fn counts_are_those_of_spin() {
    for toy in TOYS {
        let (found, violations, context) = search(toy.model, None);
        let name = toy.model.info().name;
        let counts = (found.stored, found.matched, found.atomic_steps, found.depth);
        assert_eq!(
            counts,
            (toy.stored, toy.matched, toy.atomic_steps, toy.depth),
            "{name}"
        );
        assert_eq!(violations.len() as u64, toy.errors, "{name}");
        assert_eq!(context.stopped, None, "{name}");
    }
}
