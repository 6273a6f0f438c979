//! Whatever a search does when its time is up, it ends there and reports what is true. No clock:
//! the time is up after this many looks, and it is made to be up in each kind of work that takes
//! long. Fault 28.

mod toy_models;

use std::collections::BTreeSet;
use std::sync::Arc;

use runtime::disk::Folder;
use runtime::encode::Layout;
use runtime::limits::Stop;
use runtime::memory::{Budget, Thresholds};
use runtime::model::{Model, ModelInfo, Step, TransitionId};
use runtime::monitor::{Looks, Monitor};
use runtime::reduce::SetMethod;
use runtime::reduce::check::{Reducers, check_within};
use runtime::search::{Caching, Context, breadth_first, depth_first, on_disk};
use runtime::state::{Faulted, Field, Process, State};
use runtime::statistics::Statistics;
use runtime::step::Watch;
use runtime::store::{
    AutoStore, CompactStore, Components, EncodedStore, ExactStore, Store, TreeStore,
};
use runtime::tables::{at, offer, place, proctype, scalar, transition};
use runtime::trail::replay::NotReplayed;
use runtime::trail::{Trail, show::show};
use runtime::violation::{Checks, Recorder, Violation};
use toy_models::empty::UNUSED;
use toy_models::{EMPTY, peterson, start};

/// Three counters that go up, in any order, until nothing can move: `do :: x < 40 -> x++ :: y < 40
/// -> y++ :: z < 10 -> z++ od`, without `else`.
struct Counters;

const COUNTERS: [(Field, i32); 3] = [
    (Field::unsigned(0, 0, 16), 40),
    (Field::unsigned(0, 16, 16), 40),
    (Field::unsigned(1, 0, 16), 10),
];
const STATES: u64 = 41 * 41 * 11;

static INFO: ModelInfo = ModelInfo {
    name: "counters",
    global_words: 2,
    globals: &[
        scalar(0, "x", COUNTERS[0].0),
        scalar(1, "y", COUNTERS[1].0),
        scalar(2, "z", COUNTERS[2].0),
    ],
    proctypes: &[proctype("P", 1, &[], &[])],
    places: &[UNUSED, place(0, 2, false, &[offer(0), offer(1), offer(2)])],
    transitions: &[
        transition(0, 1, &[at(2, "x < 40 -> x++")]),
        transition(0, 1, &[at(2, "y < 40 -> y++")]),
        transition(0, 1, &[at(2, "z < 10 -> z++")]),
    ],
    ..EMPTY
};

impl Model for Counters {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        start(state)
    }

    fn execute(
        &self,
        state: &mut State,
        _: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        let (counter, most) = COUNTERS[transition.0 as usize];
        let value = state.get(counter);
        if value == most {
            return Ok(Step::Blocked);
        }
        state.set(counter, value + 1);
        Ok(Step::Done)
    }
}

type Search<'s> = &'s dyn Fn(&mut Context<'_>) -> Statistics;

/// What came of a search.
struct Run {
    statistics: Statistics,
    stopped: Option<Stop>,
    violations: Vec<Violation>,
    count: u64,
    looks: Vec<Looks>,
}

fn run(model: &dyn Model, memory_bytes: u64, caching: bool, bound: u64, search: Search<'_>) -> Run {
    let budget = Budget::new(memory_bytes).with_thresholds(Thresholds::SMALL);
    let budget = Arc::new(budget.watched(Monitor::ending_after(bound)));
    let checks = Checks {
        assertions: true,
        end_states: true,
    };
    let recorder = Recorder::new(model, checks, None);
    let mut context = Context::new(budget.clone(), None, recorder);
    context.folder = Folder::new(std::env::temp_dir());
    context.caching = caching.then(|| Caching {
        states: None,
        specification: "RS".parse().expect("it is one"),
        seed: 1,
        // A few hundred states.
        work_limit: Some(0.05),
    });
    let statistics = search(&mut context);
    let run = Run {
        statistics,
        stopped: context.stopped,
        violations: context.recorder.violations.clone(),
        count: context.recorder.count,
        looks: budget.monitor().looks(),
    };
    drop(context);
    assert_eq!(budget.used_bytes(), 0, "all is given back");
    assert!(budget.peak_bytes() <= memory_bytes);
    run
}

/// Ends a search at the first look of each kind of work, at the last one, and in the middle, and
/// sees what it reports; gives the kinds of work.
fn end_everywhere(
    model: &dyn Model,
    memory_bytes: u64,
    caching: bool,
    search: Search<'_>,
) -> BTreeSet<&'static str> {
    let whole = run(model, memory_bytes, caching, u64::MAX, search);
    assert_eq!(whole.stopped.is_some(), caching);
    for looks in &whole.looks {
        for bound in [looks.first, looks.first.midpoint(looks.last), looks.last] {
            let name = looks.name;
            let ended = run(model, memory_bytes, caching, bound, search);
            if name == FINDING {
                // It may be that nothing was left to search.
                assert!(ended.count <= whole.count && ended.count > 0);
                assert!(ended.violations[0].path.is_none(), "{bound}");
                continue;
            }
            assert_eq!(ended.stopped, Some(Stop::Time), "{name} {bound}");
            let (counted, all) = (&ended.statistics, &whole.statistics);
            assert!(counted.visited <= all.visited, "{name} {bound}");
            assert!(counted.matched <= all.matched, "{name} {bound}");
            assert_eq!(counted.visited - counted.replaced, counted.stored);
            assert!(ended.count <= whole.count);
            let messages = |run: &Run| -> Vec<String> {
                let violations = run.violations.iter();
                violations.map(|it| it.message.clone()).collect()
            };
            assert!(messages(&whole).starts_with(&messages(&ended)));
        }
    }
    whole.looks.iter().map(|looks| looks.name).collect()
}

const SEARCH: &str = "search";
const RESIZING: &str = "resizing the table of states";
const FORGETTING: &str = "forgetting states";
const FINDING: &str = "finding the way to a violation";

#[test]
fn growing_and_turning_into_a_tree() {
    let search: Search<'_> = &|context| {
        let budget = context.budget.clone();
        let store = AutoStore::new(budget).expect("there is memory");
        let mut store = store.tree_from(2_000).expect("it is empty");
        depth_first(&Counters, &mut store, context)
    };
    let names = end_everywhere(&Counters, 64 << 20, false, search);
    let expected = [
        SEARCH,
        RESIZING,
        "listing states",
        "turning the store into a tree",
        FINDING,
    ];
    assert!(expected.iter().all(|it| names.contains(it)), "{names:?}");
    // Breadth-first the queue's handles follow.
    let search: Search<'_> = &|context| {
        let budget = context.budget.clone();
        let store = AutoStore::new(budget).expect("there is memory");
        let mut store = store.tree_from(2_000).expect("it is empty");
        breadth_first(&Counters, &mut store, context, SetMethod::Full)
    };
    let names = end_everywhere(&Counters, 64 << 20, false, search);
    assert!(expected.iter().all(|it| names.contains(it)), "{names:?}");
}

#[test]
fn cutting_trees_and_turning_them_small() {
    for small in [false, true] {
        let search: Search<'_> = &|context| {
            let budget = context.budget.clone();
            let mut store = TreeStore::new(budget).expect("there is memory");
            if small {
                store = store.small().expect("it is empty");
            }
            depth_first(&Counters, &mut store, context)
        };
        let names = end_everywhere(&Counters, 4 << 20, false, search);
        let expected = [
            SEARCH,
            RESIZING,
            "looking where to cut states",
            "cutting states anew",
        ];
        assert!(expected.iter().all(|it| names.contains(it)), "{names:?}");
    }
}

#[test]
fn other_stores() {
    type Make = fn(Arc<Budget>) -> Box<dyn Store>;
    let makes: [Make; 2] = [
        |budget| Box::new(CompactStore::new(64, budget).expect("there is memory")),
        |budget| {
            let components = Components::new(Layout::bits(&INFO), &budget);
            let components = Box::new(components.expect("there is memory"));
            Box::new(EncodedStore::encoded(budget, components).expect("there is memory"))
        },
    ];
    for make in makes {
        let search: Search<'_> = &|context| {
            let mut store = make(context.budget.clone());
            depth_first(&Counters, &mut *store, context)
        };
        let names = end_everywhere(&Counters, 64 << 20, false, search);
        let expected = [SEARCH, RESIZING];
        assert!(expected.iter().all(|it| names.contains(it)), "{names:?}");
    }
}

#[test]
fn forgetting_states() {
    let exact: Search<'_> = &|context| {
        let mut store = ExactStore::new(context.budget.clone()).expect("there is memory");
        depth_first(&Counters, &mut store, context)
    };
    let tree: Search<'_> = &|context| {
        let budget = context.budget.clone();
        let mut store = TreeStore::new(budget).expect("there is memory");
        depth_first(&Counters, &mut store, context)
    };
    let becoming = "making a cache of the states";
    for (search, memory_bytes, expected) in [
        (
            exact,
            256 << 10,
            &[SEARCH, RESIZING, FORGETTING, becoming][..],
        ),
        (tree, 400 << 10, &[SEARCH, RESIZING, FORGETTING]),
    ] {
        let names = end_everywhere(&Counters, memory_bytes, true, search);
        assert!(expected.iter().all(|it| names.contains(it)), "{names:?}");
    }
}

#[test]
fn on_the_disk() {
    let search: Search<'_> = &|context| on_disk(&Counters, context, None).0;
    let names = end_everywhere(&Counters, 96 << 10, false, search);
    let expected = [
        SEARCH,
        RESIZING,
        "writing to the disk",
        "looking states up on the disk",
        "merging runs",
        FINDING,
    ];
    assert!(expected.iter().all(|it| names.contains(it)), "{names:?}");
}

/// Of a model whose one edge is a `d_step` of this many steps.
struct Long;

const DONE: Field = Field::unsigned(0, 0, 16);

impl Model for Long {
    fn info(&self) -> &'static ModelInfo {
        &INFO
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        Counters.initialize(state)
    }

    fn execute(&self, state: &mut State, _: Process, by: TransitionId) -> Result<Step, Faulted> {
        if state.get(DONE) > 0 || by.0 > 0 {
            return Ok(Step::Blocked);
        }
        let mut watch = Watch::default();
        for step in 1..60_000 {
            state.set(DONE, step);
            state.set(COUNTERS[2].0, step % 2);
            watch.pass(state, 0)?;
        }
        Ok(Step::Done)
    }
}

#[test]
fn a_long_edge() {
    let search: Search<'_> = &|context| {
        let mut store = ExactStore::new(context.budget.clone()).expect("there is memory");
        depth_first(&Long, &mut store, context)
    };
    let names = end_everywhere(&Long, 64 << 20, false, search);
    assert!(names.contains("a long d_step"), "{names:?}");
    // It is no error of the model, and no state without edges.
    let ended = run(&Long, 64 << 20, false, 20, search);
    assert_eq!((ended.stopped, ended.count), (Some(Stop::Time), 0));
    // Its log is charged: 8 bytes for each change.
    let ended = run(&Long, 400 << 10, false, u64::MAX, search);
    assert!(matches!(ended.stopped, Some(Stop::Memory(_))));
    assert_eq!(ended.count, 0);
}

/// What is found when the time is up is reported, and its trail is not lost while there is any.
#[test]
fn a_trail_is_not_shown_when_there_is_no_time_to_replay_it() {
    let search: Search<'_> = &|context| {
        let mut store = ExactStore::new(context.budget.clone()).expect("there is memory");
        depth_first(&Counters, &mut store, context)
    };
    let whole = run(&Counters, 64 << 20, false, u64::MAX, search);
    let trail = Trail::new(&INFO, &whole.violations[0]).expect("there was time");
    assert_eq!(trail.steps.len(), 90);
    for looks in [0, 1, 45, 89] {
        let budget = Budget::new(0).watched(Monitor::ending_after(looks));
        let shown = show(&Counters, &trail, &budget).map(|shown| shown.count);
        assert_eq!(shown, Err(NotReplayed::Stopped(Stop::Time)));
    }
    let budget = Budget::new(0).watched(Monitor::ending_after(90));
    let shown = show(&Counters, &trail, &budget).expect("there was time");
    assert_eq!((shown.count, shown.comments().len()), (90, 90));
    assert_eq!(whole.statistics.visited, STATES);
}

#[test]
fn checking_reductions() {
    let model = peterson::TOY.model;
    for looks in [0, 5, 100, 300] {
        let monitor = Arc::new(Monitor::ending_after(looks));
        let checked = check_within(model, 1_000, &monitor, Reducers::default);
        if checked.irreducible.is_some() {
            panic!("it has tags");
        }
        assert_eq!(checked.stopped, Some(Stop::Time), "{looks}");
        assert_eq!(checked.exit_status(), 3);
        let text = checked.text();
        assert!(text.contains("incomplete: the time was up"), "{text}");
    }
}
