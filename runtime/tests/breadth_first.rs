//! The breadth-first search counts what SPIN counts depth-first, whatever keeps its states, and
//! ends where its limits are. That its trails are shortest is tested on models with violations,
//! beside the interpreter.

mod toy_models;

use std::sync::Arc;

use runtime::disk::Folder;
use runtime::encode::Packed;
use runtime::limits::Stop;
use runtime::memory::{Budget, Thresholds};
use runtime::model::Model;
use runtime::reduce::SetMethod;
use runtime::search::{Context, Forgetting, breadth_first, in_parallel, on_disk, profiled};
use runtime::statistics::Statistics;
use runtime::store::{
    AutoStore, CompactStore, Content, ExactStore, ForgetfulStore, Overwrite, Store, TreeStore,
};
use runtime::violation::{Checks, Recorder};
use toy_models::philosophers::FIVE;
use toy_models::{TOYS, peterson};

fn context(model: &dyn Model, memory_bytes: u64, max_depth: Option<u64>) -> Context<'_> {
    let checks = Checks {
        assertions: true,
        end_states: true,
    };
    let recorder = Recorder::new(model, checks, None);
    let budget = Arc::new(Budget::new(memory_bytes).with_thresholds(Thresholds::SMALL));
    Context::new(budget, max_depth, recorder)
}

fn search(
    model: &'static dyn Model,
    store: MakeStore,
    memory_bytes: u64,
    max_depth: Option<u64>,
) -> (Statistics, Context<'static>) {
    let mut context = context(model, memory_bytes, max_depth);
    let mut store = store(context.budget.clone());
    let statistics = breadth_first(model, &mut *store, &mut context, SetMethod::Full);
    (statistics, context)
}

type MakeStore = fn(Arc<Budget>) -> Box<dyn Store>;

const STORES: [MakeStore; 4] = [
    |budget| Box::new(ExactStore::new(budget).unwrap()),
    |budget| Box::new(TreeStore::new(budget).unwrap()),
    |budget| Box::new(AutoStore::new(budget).unwrap()),
    |budget| Box::new(CompactStore::new(64, budget).unwrap()),
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

type MakeAuto = fn(Arc<Budget>) -> AutoStore;

const PARTS: [MakeAuto; 3] = [
    |budget| AutoStore::exact(budget).unwrap(),
    |budget| AutoStore::tree(budget).unwrap(),
    |budget| AutoStore::new(budget).unwrap(),
];

fn search_in_parallel(
    model: &'static dyn Model,
    (workers, part): (usize, MakeAuto),
    memory_bytes: u64,
    max_depth: Option<u64>,
) -> (Statistics, Context<'static>) {
    let mut context = context(model, memory_bytes, max_depth);
    let stores = (0..workers).map(|_| part(context.budget.clone()));
    let (statistics, _) = in_parallel(model, stores.collect(), &mut context, SetMethod::Full);
    (statistics, context)
}

/// Nor on the store that each of them has.
#[test]
fn counts_do_not_depend_on_the_number_of_workers() {
    for toy in TOYS.into_iter().chain([FIVE]) {
        let (alone, by_one) = search(toy.model, STORES[0], 64 << 20, None);
        let name = toy.model.info().name;
        let mut paths = None;
        let is_large = toy.stored == FIVE.stored;
        for workers in if is_large { 2..=3 } else { 1..=5 } {
            for part in PARTS {
                let (found, context) =
                    search_in_parallel(toy.model, (workers, part), 64 << 20, None);
                // The queue of one worker has states of two levels.
                let expected = Statistics {
                    queue_states_peak: found.queue_states_peak,
                    ..alone.clone()
                };
                assert_eq!(found, expected, "{name}, {workers} workers");
                assert!(found.queue_states_peak <= alone.queue_states_peak);
                assert_eq!(context.recorder.count, toy.errors, "{name}");
                assert_eq!(context.stopped, None, "{name}");
                let depths = |context: &Context<'_>| {
                    let violations = context.recorder.violations.iter();
                    let told = violations.map(|it| (it.kind, it.message.clone(), it.depth));
                    let mut told: Vec<_> = told.collect();
                    told.sort();
                    told
                };
                assert_eq!(depths(&context), depths(&by_one), "{name}");
                let own = context.recorder.violations.into_iter();
                let own: Vec<_> = own.map(|it| (it.message, it.path)).collect();
                let first = paths.get_or_insert_with(|| own.clone());
                assert_eq!(own, *first, "{name}, {workers} workers");
            }
        }
    }
}

/// The stores become trees on the way, or there is no memory for all of them.
#[test]
fn workers_share_the_memory() {
    let auto = PARTS[2];
    let (ample, _) = search_in_parallel(FIVE.model, (3, auto), 1 << 30, None);
    let (little, context) = search_in_parallel(FIVE.model, (3, auto), 5 << 20, None);
    assert_eq!(context.stopped, None);
    assert_eq!(little, ample);
    assert!(context.budget.peak_bytes() <= 5 << 20);
    let (none, context) = search_in_parallel(FIVE.model, (3, auto), 768 << 10, None);
    assert!(matches!(context.stopped, Some(Stop::Memory(_))));
    assert!(none.stored < ample.stored);
    assert!(context.budget.peak_bytes() <= 768 << 10);
}

/// The levels of trees lie on the disk, and those of other stores when memory is used up.
#[test]
fn levels_go_to_the_disk() {
    let found = |part, memory_bytes| search_in_parallel(FIVE.model, (2, part), memory_bytes, None);
    for (number, part) in PARTS.into_iter().enumerate() {
        let (ample, context) = found(part, 64 << 20);
        let most = context.budget.peak_bytes();
        assert_eq!(context.folder.peak_bytes() > 0, number == 1);
        let mut whole = 0;
        for parts in (3..16).step_by(4) {
            let memory_bytes = most * parts / 16;
            let (little, context) = found(part, memory_bytes);
            assert!(context.budget.peak_bytes() <= memory_bytes);
            match context.stopped {
                None => assert_eq!(little, ample),
                Some(stop) => assert!(matches!(stop, Stop::Memory(_)), "{stop:?}"),
            }
            let has_file = context.folder.peak_bytes() > 0;
            whole += u32::from(context.stopped.is_none() && has_file);
        }
        assert!(whole > 0, "no search was whole because of the disk");
    }
}

/// As long as there is memory, no one needs the disk.
#[test]
fn levels_stay_in_memory_without_a_disk() {
    let mut context = context(FIVE.model, 64 << 20, None);
    context.folder = Folder::new("/nowhere/at/all".into());
    let trees = [context.budget.clone(), context.budget.clone()].map(PARTS[1]);
    let (found, _) = in_parallel(FIVE.model, trees.into(), &mut context, SetMethod::Full);
    assert_eq!((found.stored, context.stopped), (FIVE.stored, None));
}

/// States at the bound are counted, and not looked at.
#[test]
fn workers_keep_the_depth_bound() {
    for bound in [1, 2, 3, 7, 20] {
        let (alone, _) = search(FIVE.model, STORES[0], 64 << 20, Some(bound));
        let (found, context) = search_in_parallel(FIVE.model, (3, PARTS[0]), 64 << 20, Some(bound));
        assert_eq!(
            (found.stored, found.matched, found.depth),
            (alone.stored, alone.matched, alone.depth)
        );
        assert!(context.depth_bound_met);
    }
}

fn search_on_disk(model: &'static dyn Model, memory_bytes: u64) -> (Statistics, Context<'static>) {
    let mut context = context(model, memory_bytes, None);
    context.folder = Folder::new(std::env::temp_dir());
    let (statistics, _) = on_disk(model, &mut context, None);
    (statistics, context)
}

/// A mebibyte is enough for all but the last, of which most states go to the disk, are merged
/// there, and are found there again.
#[test]
fn counts_on_the_disk_are_those_of_spin() {
    let memory_bytes = 1 << 20;
    for toy in TOYS.into_iter().chain([FIVE]) {
        let (found, context) = search_on_disk(toy.model, memory_bytes);
        let name = toy.model.info().name;
        assert_eq!(context.stopped, None, "{name}");
        let counts = (found.stored, found.matched, found.atomic_steps);
        let expected = (toy.stored, toy.matched, toy.atomic_steps);
        assert_eq!(counts, expected, "{name}");
        assert_eq!(context.recorder.count, toy.errors, "{name}");
        assert!(context.budget.peak_bytes() <= memory_bytes, "{name}");
        let is_large = toy.stored == FIVE.stored;
        assert_eq!(context.folder.peak_bytes() > 1 << 20, is_large, "{name}");
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

/// The level of a state follows when its handle changes: the default store becomes a tree on the
/// way, and what keeps no names grows.
#[test]
fn levels_follow_handles() {
    let measure = |store: MakeStore, memory_bytes| {
        let mut context = context(FIVE.model, memory_bytes, None);
        let mut store = store(context.budget.clone());
        let found = profiled(FIVE.model, &mut *store, &mut context, SetMethod::Full);
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
    let (whole, _) = search(&peterson::MODEL, STORES[0], 64 << 20, None);
    let stored = |bound| {
        let (found, context) = search(&peterson::MODEL, STORES[0], 64 << 20, Some(bound));
        assert_eq!(context.depth_bound_met, bound <= whole.depth + 1);
        assert_eq!(found.depth, whole.depth.min(bound - 1));
        found.stored
    };
    let levels: Vec<u64> = (1..whole.depth + 3).map(stored).collect();
    assert_eq!(levels[..2], [1, 3], "two processes, each with one step");
    assert!(levels.is_sorted());
    assert_eq!(levels.last(), Some(&whole.stored));
}

/// When memory is used up the queue and what became of edges go to the disk, and nothing else
/// changes.
#[test]
fn the_queue_goes_to_the_disk() {
    let compact = STORES[3];
    let (ample, context) = search(FIVE.model, compact, 64 << 20, None);
    let most = context.budget.peak_bytes();
    assert_eq!(context.folder.peak_bytes(), 0);
    let mut spilled = 0;
    for parts in [9, 10, 11] {
        let memory_bytes = most * parts / 16;
        let (little, context) = search(FIVE.model, compact, memory_bytes, None);
        assert!(context.budget.peak_bytes() <= memory_bytes);
        match context.stopped {
            None => assert_eq!(little, ample),
            Some(stop) => assert!(matches!(stop, Stop::Memory(_)), "{stop:?}"),
        }
        let is_whole = context.stopped.is_none();
        spilled += u32::from(is_whole && context.folder.peak_bytes() > 0);
    }
    assert!(spilled > 0, "no search was whole because of the disk");
}

fn forgetting(slots: u64, window: u32, overwrite: Overwrite) -> Forgetting {
    Forgetting {
        slots: slots as u32,
        window,
        overwrite,
        collision_limit: 1.0,
        work_limit: Some(4.0),
    }
}

/// Searches with a table, or one for each of several workers, of fingerprints or of states.
fn search_forgetting(
    model: &'static dyn Model,
    forgetting: Forgetting,
    (workers, fingerprints): (usize, bool),
) -> (Statistics, Context<'static>) {
    let mut context = context(model, 64 << 20, None);
    context.forgetting = Some(forgetting);
    let slots = forgetting.slots.div_ceil(workers as u32);
    let tables = (0..workers).map(|_| {
        let content = match fingerprints {
            true => Content::Fingerprint(64),
            false => Content::State(Packed::new(model.info())),
        };
        let (window, overwrite) = (forgetting.window, forgetting.overwrite);
        ForgetfulStore::new(slots, window, overwrite, content, context.budget.clone()).unwrap()
    });
    let mut tables: Vec<ForgetfulStore> = tables.collect();
    let statistics = match &mut tables[..] {
        [one] => breadth_first(model, one, &mut context, SetMethod::Full),
        _ => in_parallel(model, tables, &mut context, SetMethod::Full).0,
    };
    (statistics, context)
}

/// With a table for fewer states than there are, more are visited, and the same is found.
#[test]
fn what_is_forgotten_is_found_again() {
    for workers in [1, 2] {
        let mut overwritten = 0;
        for toy in TOYS {
            for (percent, window) in [(100, 8), (75, 8), (75, 1), (60, 8), (40, 20)] {
                for overwrite in [Overwrite::First, Overwrite::LevelStrata] {
                    for fingerprints in [false, true] {
                        let slots = (toy.stored * percent / 100).max(1);
                        let table = forgetting(slots, window, overwrite);
                        let how = (workers, fingerprints);
                        let (found, context) = search_forgetting(toy.model, table, how);
                        let name = toy.model.info().name;
                        assert_eq!(found.visited, found.stored + found.replaced, "{name}");
                        if context.stopped == Some(Stop::WorkLimit) {
                            continue;
                        }
                        assert_eq!(context.stopped, None, "{name}");
                        assert_eq!(context.recorder.count, toy.errors, "{name}");
                        assert!(found.visited >= toy.stored, "{name}");
                        overwritten += u32::from(found.replaced > 0);
                    }
                }
            }
        }
        assert!(overwritten > 30, "{workers}: {overwritten}");
    }
}

#[test]
fn a_search_that_forgets_too_much_ends() {
    let search = |workers, collision_limit, work_limit| {
        let table = Forgetting {
            collision_limit,
            work_limit,
            ..forgetting(2_000, 4, Overwrite::First)
        };
        let (found, context) = search_forgetting(FIVE.model, table, (workers, false));
        (found, context.stopped)
    };
    for workers in [1, 2] {
        let (found, stopped) = search(workers, 0.5, None);
        assert_eq!(stopped, Some(Stop::CollisionRate));
        assert!(found.replaced * 2 > found.visited && found.visited < 20_000);
        let (found, stopped) = search(workers, 1.0, Some(5.0));
        assert_eq!(stopped, Some(Stop::WorkLimit));
        // Each worker ends with its own part of the states, the first one for all.
        let least = 10_000 / workers as u64;
        assert!((least..20_000).contains(&found.visited), "{found:?}");
    }
}
