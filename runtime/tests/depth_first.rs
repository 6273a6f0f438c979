//! The depth-first search counts what SPIN counts, finds the states that a naive search finds, and
//! ends where its limits are.

mod naive;
mod toy_models;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use naive::ListStore;
use runtime::dump::StateLines;
use runtime::limits::Stop;
use runtime::memory::{Account, Budget, Thresholds};
use runtime::model::Model;
use runtime::monitor::Monitor;
use runtime::outputs::{self, Draft};
use runtime::reduce::{Reduction, SetMethod};
use runtime::search::{Caching, Context, depth_first, in_edge_order, in_order};
use runtime::state::hash_of;
use runtime::statistics::Statistics;
use runtime::step::EdgeOrder;
use runtime::store::{ExactStore, Insertion, Observed, Observer, Store, TreeStore};
use runtime::view::View;
use runtime::violation::{Checks, Kind, Recorder};
use toy_models::chains::{CHOOSING, GRID, JOINING, LONG, SPINNING};
use toy_models::philosophers::{FIVE, SIX};
use toy_models::{TOYS, peterson};

const ALL: Checks = Checks {
    assertions: true,
    end_states: true,
};

/// FIVE has more states than there must be for prefetching to pay.
#[test]
fn a_large_search_of_an_analyzer_counts_alike() {
    let budget = Arc::new(Budget::new(256 << 20));
    assert_eq!(budget.thresholds(), Thresholds::SHIPPED);
    let mut stores: [Box<dyn Store>; 2] = [
        Box::new(ExactStore::new(budget.clone()).unwrap()),
        Box::new(TreeStore::new(budget.clone()).unwrap()),
    ];
    for store in &mut stores {
        let recorder = Recorder::new(FIVE.model, ALL, None);
        let mut context = Context::new(budget.clone(), None, recorder);
        let found = depth_first(FIVE.model, &mut **store, &mut context);
        assert!(store.gains_from_prefetch());
        assert_eq!((found.stored, found.matched), (FIVE.stored, FIVE.matched));
    }
}

/// Another order of the edges visits the same states along the same edges; how deep, may differ.
#[test]
fn any_order_of_the_edges_counts_alike() {
    let random = |seed| EdgeOrder::Random { seed };
    let orders = [EdgeOrder::Reverse, random(1), random(2), random(3)];
    let pairs = TOYS.iter().flat_map(|toy| orders.map(|order| (toy, order)));
    for (toy, order) in pairs {
        let mut context = context(toy.model, 64 << 20, None);
        let mut store = ExactStore::new(context.budget.clone()).unwrap();
        let nothing = Reduction::default();
        let found = in_edge_order(toy.model, &mut store, &mut context, nothing, order);
        let name = toy.model.info().name;
        let counts = (found.stored, found.matched, found.atomic_steps);
        let expected = (toy.stored, toy.matched, toy.atomic_steps);
        assert_eq!(counts, expected, "{name} {order:?}");
        assert_eq!(context.recorder.count, toy.errors, "{name} {order:?}");
    }
}

/// Led through the edges in the forward order, by the same walk round a circle, the search is the
/// one that knows no orders, step by step.
#[test]
fn the_forward_order_is_that_of_the_search_without_orders() {
    let reduction = |method| Reduction {
        method,
        sleep: None,
    };
    let reductions = [SetMethod::Full, SetMethod::Local, SetMethod::Persistent].map(reduction);
    let pairs = TOYS.iter().flat_map(|toy| reductions.map(|it| (toy, it)));
    for (toy, reduction) in pairs {
        let has_tags = !toy.model.info().tags.is_empty();
        if !has_tags && reduction.method != SetMethod::Full {
            continue;
        }
        let search = |ordered: bool| {
            let mut context = context(toy.model, 64 << 20, None);
            let mut store = ExactStore::new(context.budget.clone()).unwrap();
            let (model, forward) = (toy.model, EdgeOrder::Forward);
            let found = match ordered {
                true => in_edge_order(model, &mut store, &mut context, reduction, forward),
                false => in_order(
                    model,
                    &mut store,
                    &mut context,
                    Default::default(),
                    reduction,
                ),
            };
            let mut words = Vec::new();
            let states: Vec<_> = runtime::store::handles(&store)
                .map(|handle| {
                    store.get(handle, &mut words);
                    words.clone()
                })
                .collect();
            let paths = context.recorder.violations.into_iter().map(|it| it.path);
            (
                states,
                found.transitions(),
                found.depth,
                paths.collect::<Vec<_>>(),
            )
        };
        let name = toy.model.info().name;
        assert_eq!(search(true), search(false), "{name} {reduction:?}");
    }
}

fn context(model: &dyn Model, memory_bytes: u64, max_depth: Option<u64>) -> Context<'_> {
    let budget = Arc::new(Budget::new(memory_bytes).with_thresholds(Thresholds::SMALL));
    let recorder = Recorder::new(model, ALL, None);
    Context::new(budget, max_depth, recorder)
}

fn search(model: &dyn Model, max_depth: Option<u64>) -> (Statistics, Context<'_>) {
    let mut context = context(model, 64 << 20, max_depth);
    let mut store = ExactStore::new(context.budget.clone()).unwrap();
    let statistics = depth_first(model, &mut store, &mut context);
    (statistics, context)
}

#[test]
fn counts_are_those_of_spin() {
    for toy in TOYS.into_iter().chain([FIVE]) {
        let (found, context) = search(toy.model, None);
        let name = toy.model.info().name;
        let counts = (found.stored, found.matched, found.atomic_steps, found.depth);
        let expected = (toy.stored, toy.matched, toy.atomic_steps, toy.depth);
        assert_eq!(counts, expected, "{name}");
        assert_eq!(context.recorder.count, toy.errors, "{name}");
        assert_eq!(context.stopped, None, "{name}");
        assert!(!context.depth_bound_met, "{name}");
    }
}

/// A small tree finds what the exact store does: with room for all states, with a cache, and with
/// memory that is used up, while its roots grow and are cut anew.
#[test]
fn a_small_tree_changes_nothing() {
    let with_tree = |model, memory, states, work_limit| {
        let mut context = context(model, memory, None);
        context.caching = Some(Caching {
            states,
            specification: "RS".parse().unwrap(),
            seed: 1,
            work_limit,
        });
        let tree = TreeStore::new(context.budget.clone()).unwrap();
        let found = depth_first(model, &mut tree.small().unwrap(), &mut context);
        (found, context)
    };
    for model in TOYS.map(|toy| toy.model).into_iter().chain([FIVE.model]) {
        let (exact, expected) = search(model, None);
        let (found, context) = with_tree(model, 64 << 20, None, None);
        let name = model.info().name;
        let counts = |it: &Statistics| (it.stored, it.matched, it.depth);
        assert_eq!(counts(&found), counts(&exact), "{name}");
        assert_eq!(found.reached, exact.reached, "{name}");
        assert_eq!(context.recorder.count, expected.recorder.count, "{name}");
        if exact.stored < 10_000 {
            let some = (exact.stored * 3 / 4).max(exact.stack_states_peak + 1);
            let (found, context) = with_tree(model, 64 << 20, Some(some), None);
            assert_eq!(found.reached, exact.reached, "{name}");
            assert_eq!(context.recorder.count, expected.recorder.count, "{name}");
        }
    }
    let (found, context) = with_tree(FIVE.model, 5 << 18, None, Some(1.0));
    assert_eq!(context.stopped, Some(Stop::WorkLimit));
    assert!(found.shrunk > 0 && found.replaced > 10_000);
}

/// Of what was looked up since the store has become large, how much it was told of before.
#[derive(Default)]
struct Foretold {
    hashes: Mutex<HashSet<u64>>,
    right: AtomicU64,
    all: AtomicU64,
}

impl Observer for Foretold {
    fn inserted(&self, words: &[u32], _: Insertion) {
        let hashes = self.hashes.lock().unwrap();
        if !hashes.is_empty() {
            let is_right = hashes.contains(&hash_of(words));
            self.right.fetch_add(u64::from(is_right), Relaxed);
            self.all.fetch_add(1, Relaxed);
        }
    }

    fn prefetched(&self, hash: u64) {
        self.hashes.lock().unwrap().insert(hash);
    }
}

#[test]
fn successors_of_new_states_are_guessed() {
    let mut context = context(FIVE.model, 64 << 20, None);
    let mut store = Observed {
        store: Box::new(ExactStore::new(context.budget.clone()).unwrap()),
        observer: Foretold::default(),
    };
    depth_first(FIVE.model, &mut store, &mut context);
    let [right, all] = [store.observer.right, store.observer.all].map(AtomicU64::into_inner);
    assert!(
        right * 100 > all * 95 && all > 10_000,
        "{right} of {all} states"
    );
}

#[test]
fn states_are_those_of_the_naive_search() {
    for toy in TOYS {
        let mut store = ListStore::default();
        let mut context = context(toy.model, 64 << 20, None);
        depth_first(toy.model, &mut store, &mut context);
        let found: BTreeSet<_> = store.states().into_iter().collect();
        let name = toy.model.info().name;
        assert_eq!(found.len(), store.len(), "{name}: a state was stored twice");
        let naive = naive::search(toy.model);
        assert_eq!(found, naive.states, "{name}");
        let violations = context.recorder.violations.iter();
        let invalid = violations.filter(|violation| violation.kind == Kind::InvalidEndState);
        assert_eq!(invalid.count(), naive.invalid_ends.len(), "{name}");
    }
}

/// Also if a search comes to them again: here each is made twice.
#[test]
fn invalid_end_states_are_written_once() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("invalid_end_states");
    let mut written = 0;
    for toy in TOYS {
        let info = toy.model.info();
        let mut context = context(toy.model, 64 << 20, None);
        let met = ExactStore::new(context.budget.clone()).unwrap();
        let draft = Draft::create(&path, outputs::FileKind::Ends).unwrap();
        let observer = StateLines::create(info, draft).unwrap();
        context.recorder.ends.file = Some(Box::new(Observed {
            store: Box::new(met),
            observer,
        }));
        for _ in 0..2 {
            let mut store = ExactStore::new(context.budget.clone()).unwrap();
            depth_first(toy.model, &mut store, &mut context);
        }
        context.recorder.ends.file.unwrap().finish().unwrap();
        let naive = naive::search(toy.model).invalid_ends;
        let mut expected: Vec<_> = naive.iter().map(|it| View::new(info, it).line()).collect();
        expected.sort_unstable();
        let text = fs::read_to_string(&path).unwrap();
        let mut found: Vec<_> = text.lines().collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{}", info.name);
        written += found.len();
    }
    assert!(written > 0);
}

#[test]
fn a_depth_bound_counts_states_at_it_as_matched() {
    // SPIN on the same models with -m.
    let spin = [(5, (15, 16, 4)), (20, (73, 62, 19)), (42, (74, 63, 41))];
    for (bound, expected) in spin {
        let (found, context) = search(&peterson::MODEL, Some(bound));
        assert_eq!(
            (found.stored, found.matched, found.depth),
            expected,
            "-m{bound}"
        );
        assert!(context.depth_bound_met);
    }
    let (_, context) = search(&peterson::MODEL, Some(43));
    assert!(!context.depth_bound_met);
}

#[test]
fn memory_is_not_exceeded_and_given_back() {
    let limit = 2 << 20;
    let mut context = context(&SIX, limit, None);
    let budget = context.budget.clone();
    let mut store = ExactStore::new(budget.clone()).unwrap();
    let found = depth_first(&SIX, &mut store, &mut context);
    assert!(
        matches!(context.stopped, Some(Stop::Memory(_))),
        "{:?}",
        context.stopped
    );
    assert!(found.stored > 10_000);
    assert!(budget.peak_bytes() <= limit);
    assert_eq!(budget.account_bytes(Account::Stack), 0);
    assert_eq!(budget.account_bytes(Account::Tables), 0);
    drop(store);
    assert_eq!(budget.used_bytes(), 0);
}

#[test]
fn a_level_of_the_path_costs_forty_bytes_at_most() {
    // The store is charged nothing, so the budget goes to the stack and the undo log.
    let limit = 1 << 20;
    let mut context = context(&SIX, limit, None);
    let found = depth_first(&SIX, &mut ListStore::default(), &mut context);
    assert!(matches!(context.stopped, Some(Stop::Memory(_))));
    assert!(
        found.depth * 40 >= limit,
        "{} levels in {limit} bytes",
        found.depth
    );
}

#[test]
fn time_is_kept() {
    let monitor = Monitor::new(Some(Duration::from_millis(20)), None);
    let budget = Arc::new(Budget::new(1 << 30).watched(monitor));
    let recorder = Recorder::new(&SIX, ALL, None);
    let mut context = Context::new(budget.clone(), None, recorder);
    let mut store = ExactStore::new(budget).unwrap();
    depth_first(&SIX, &mut store, &mut context);
    assert_eq!(context.stopped, Some(Stop::Time));
    assert!(context.budget.monitor().elapsed() < Duration::from_secs(10));
}

#[test]
fn endless_atomic_sequences_are_cut_and_named() {
    for (model, stored) in [(&SPINNING, 1), (&CHOOSING, 3)] {
        let (found, context) = search(model, None);
        assert_eq!(context.stopped, None);
        assert_eq!(found.stored, stored);
        let cut: Vec<_> = context.endless_chains.keys().collect();
        assert_eq!(cut.len(), 1, "{cut:?}");
        assert_eq!(context.budget.account_bytes(Account::Tables), 0);
    }
    let (found, context) = search(&LONG, None);
    assert!(
        context.endless_chains.is_empty(),
        "a long sequence is not an endless one"
    );
    assert_eq!((found.stored, found.atomic_steps), (3, 5000));
}

/// Each of the 4,096 states that branch is explored once.
#[test]
fn a_long_sequence_that_branches_is_explored_once() {
    let (found, context) = search(&GRID, None);
    assert_eq!((found.stored, context.stopped), (3, None));
    assert!(found.atomic_steps < 30_000, "{}", found.atomic_steps);
    assert_eq!(context.endless_chains.len(), 1);
    assert_eq!(context.budget.account_bytes(Account::Tables), 0);
}

/// 201 branches lead into the same 5,000 states without a choice: all but the first are cut soon.
#[test]
fn branches_that_come_together_are_not_followed_to_the_end() {
    let (found, context) = search(&JOINING, None);
    assert_eq!((found.stored, context.stopped), (3, None));
    let once = 200 + 5001;
    let all = 201 * 5001;
    let steps = found.atomic_steps;
    assert!((once..all / 2).contains(&steps), "{steps} of {all}");
    assert!(context.endless_chains.is_empty());
}
