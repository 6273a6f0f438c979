//! The breadth-first search counts what SPIN counts depth-first, whatever keeps its states, and ends where its limits are. That its trails are shortest is tested on models with
//! violations, beside the interpreter.

mod toy_models;

use std::sync::Arc;

use runtime::encode::Layout;
use runtime::limits::Stop;
use runtime::memory::Budget;
use runtime::model::Model;
use runtime::reduce::First;
use runtime::search::{Context, Monitor, breadth_first, profiled};
use runtime::statistics::Statistics;
use runtime::store::{AutoStore, CompactStore, ExactStore, Store, TreeStore};
use runtime::violation::{Checks, Recorder};
use toy_models::philosophers::FIVE;
use toy_models::{TOYS, peterson};

fn context(model: &dyn Model, memory_bytes: u64, max_depth: Option<u64>) -> Context<'_> {
    let checks = Checks {
        assertions: true,
        end_states: true,
    };
    let recorder = Recorder::new(model, checks, None);
    let budget = Arc::new(Budget::new(memory_bytes));
    Context::new(budget, max_depth, recorder, Monitor::new(None, None))
}

fn search(
    model: &'static dyn Model,
    store: MakeStore,
    memory_bytes: u64,
    max_depth: Option<u64>,
) -> (Statistics, Context<'static>) {
    let mut context = context(model, memory_bytes, max_depth);
    let layout = Layout::bits(model.info());
    let mut store = store(layout, context.budget.clone());
    let statistics = breadth_first(model, &mut *store, &mut context, First::All);
    (statistics, context)
}

type MakeStore = fn(Layout, Arc<Budget>) -> Box<dyn Store>;

const STORES: [MakeStore; 4] = [
    |_, budget| Box::new(ExactStore::new(budget).unwrap()),
    |layout, budget| Box::new(TreeStore::new(layout, budget).unwrap()),
    |layout, budget| Box::new(AutoStore::new(layout, budget).unwrap()),
    |_, budget| Box::new(CompactStore::new(64, budget).unwrap()),
];

#[test]
fn counts_are_those_of_spin() {
    for toy in TOYS.into_iter().chain([FIVE]) {
        for store in STORES {
            let (found, context) = search(toy.model, store, 64 << 20, None);
            let name = toy.model.info().name;
            let counts = (found.stored, found.matched, found.atomic_steps);
            let expected = (toy.stored, toy.matched, toy.atomic_steps);
            assert_eq!(counts, expected, "{name}");
            assert_eq!(context.recorder.count, toy.errors, "{name}");
            assert_eq!(context.stopped, None, "{name}");
            assert!(found.depth <= toy.depth, "{name}");
        }
    }
}

/// The default store becomes a tree on the way.
#[test]
fn little_memory() {
    let auto = STORES[2];
    let (ample, _) = search(FIVE.model, auto, 1 << 30, None);
    let (little, context) = search(FIVE.model, auto, 3 << 20, None);
    assert_eq!(context.stopped, None);
    assert_eq!(little, ample);
    let (none, context) = search(FIVE.model, auto, 512 << 10, None);
    assert!(matches!(context.stopped, Some(Stop::Memory(_))));
    assert!(none.stored < ample.stored);
    assert!(context.budget.peak_bytes() <= 512 << 10);
}

/// The level of a state follows when its handle changes: the default store becomes a tree on the way, and what keeps no names grows.
#[test]
fn levels_follow_handles() {
    let measure = |store: MakeStore, memory_bytes| {
        let mut context = context(FIVE.model, memory_bytes, None);
        let layout = Layout::bits(FIVE.model.info());
        let mut store = store(layout, context.budget.clone());
        let found = profiled(FIVE.model, &mut *store, &mut context, First::All);
        assert_eq!(context.stopped, None);
        let locality = context.locality.expect("it was measured");
        assert_eq!(locality.transitions(), found.transitions() - 1);
        (found, locality)
    };
    let expected = measure(STORES[0], 1 << 30);
    let farthest = expected.1.distances.last().map(|it| it.k);
    assert!(farthest.is_some_and(|k| k < -1), "{expected:?}");
    for (store, megabytes) in [(STORES[1], 64), (STORES[2], 3), (STORES[3], 64)] {
        assert_eq!(measure(store, megabytes << 20), expected);
    }
}

/// What is nearer than the bound is seen, and nothing else: each level is whole.
#[test]
fn a_bound_cuts_levels() {
    let (whole, _) = search(&peterson::Peterson, STORES[0], 64 << 20, None);
    let stored = |bound| {
        let (found, context) = search(&peterson::Peterson, STORES[0], 64 << 20, Some(bound));
        assert_eq!(context.depth_bound_met, bound <= whole.depth + 1);
        assert_eq!(found.depth, whole.depth.min(bound - 1));
        found.stored
    };
    let levels: Vec<u64> = (1..whole.depth + 3).map(stored).collect();
    assert_eq!(levels[..2], [1, 3], "two processes, each with one step");
    assert!(levels.is_sorted());
    assert_eq!(levels.last(), Some(&whole.stored));
}
