//! A system searched with each combination of reductions, and what was lost.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use runtime::cache::{Specification, every};
use runtime::limits::Stop;
use runtime::memory::{Budget, Thresholds};
use runtime::reduce::{Reduction, SetMethod, SleepSets};
use runtime::search::{Caching, Context, Forgetting, Order, in_edge_order, in_order, in_parallel};
use runtime::statistics::Statistics;
use runtime::step::EdgeOrder;
use runtime::store::{AutoStore, Overwrite, Store, handles};
use runtime::violation::{Checks, Kind, Recorder};
use serde::{Deserialize, Serialize};

use super::anonymous;
use super::encode;
use super::find::{self, Rule};
use super::model::{Tables, words};
use super::naive::{Naive, Unfit};
use super::plain::{Machine, Plain};
use super::table::System;
use super::tags::Own;
use super::visited::Visited;
use super::{QuickMap, QuickSet};
use crate::random::numbers::Numbers;

/// States of the largest system that is looked at: fewer than the violations that a search keeps.
pub const STATES_MAX: usize = 900;

/// A combination.
#[derive(Clone, Copy, Debug)]
pub struct Combination {
    /// As on the command line of an analyzer.
    pub name: &'static str,
    /// The same for the search.
    pub reduction: Reduction,
    /// In which order states are visited.
    pub order: Order,
    /// In which order the edges of a state are tried.
    pub edge_order: EdgeOrder,
    /// Threads of the search.
    pub workers: usize,
    /// With a cache that does not hold all states.
    pub cached: bool,
    /// What must not be lost.
    pub claim: Claim,
}

/// What a combination promises to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Every state.
    States,
    /// Invalid end states, violated assertions and run-time errors.
    Violations,
    /// Nothing: it is run to see that something can be lost at all.
    Nothing,
}

const fn combination(
    name: &'static str,
    method: SetMethod,
    sleep: Option<SleepSets>,
    claim: Claim,
) -> Combination {
    let reduction = Reduction { method, sleep };
    Combination {
        name,
        reduction,
        order: Order::DepthFirst,
        edge_order: EdgeOrder::Forward,
        workers: 1,
        cached: false,
        claim,
    }
}

const fn breadth_first(name: &'static str, method: SetMethod, claim: Claim) -> Combination {
    Combination {
        order: Order::BreadthFirst,
        ..combination(name, method, None, claim)
    }
}

const fn ordered(combination: Combination, edge_order: EdgeOrder) -> Combination {
    Combination {
        edge_order,
        ..combination
    }
}

const fn parallel(workers: usize, combination: Combination) -> Combination {
    Combination {
        workers,
        ..combination
    }
}

const fn forgetting(name: &'static str, method: SetMethod, claim: Claim) -> Combination {
    Combination {
        cached: true,
        ..breadth_first(name, method, claim)
    }
}

const fn cached(
    name: &'static str,
    method: SetMethod,
    sleep: Option<SleepSets>,
    claim: Claim,
) -> Combination {
    Combination {
        cached: true,
        ..combination(name, method, sleep, claim)
    }
}

use Claim::{Nothing, States, Violations};
use EdgeOrder::Reverse;
use SetMethod::{Full, Local, Overman, Persistent};
use SleepSets::{Paper1992, Paper1995, Stored};

const RANDOM: EdgeOrder = EdgeOrder::Random { seed: 1 };

/// All of them; the first is the plain search.
pub const COMBINATIONS: [Combination; 50] = [
    combination("none", Full, None, States),
    combination("sleep stored", Full, Some(Stored), States),
    combination("sleep 1995", Full, Some(Paper1995), States),
    combination("local", Local, None, Violations),
    combination("overman", Overman, None, Violations),
    combination("persistent", Persistent, None, Violations),
    combination("local, sleep stored", Local, Some(Stored), Violations),
    combination("overman, sleep stored", Overman, Some(Stored), Violations),
    combination(
        "persistent, sleep stored",
        Persistent,
        Some(Stored),
        Violations,
    ),
    combination("sleep 1992", Full, Some(Paper1992), Nothing),
    combination("local, sleep 1992", Local, Some(Paper1992), Nothing),
    combination("overman, sleep 1992", Overman, Some(Paper1992), Nothing),
    combination(
        "persistent, sleep 1992",
        Persistent,
        Some(Paper1992),
        Nothing,
    ),
    combination("local, sleep 1995", Local, Some(Paper1995), Nothing),
    combination("overman, sleep 1995", Overman, Some(Paper1995), Nothing),
    combination(
        "persistent, sleep 1995",
        Persistent,
        Some(Paper1995),
        Nothing,
    ),
    breadth_first("breadth-first", Full, States),
    breadth_first("breadth-first, local", Local, Violations),
    breadth_first("breadth-first, overman", Overman, Violations),
    breadth_first("breadth-first, persistent", Persistent, Violations),
    ordered(combination("reverse", Full, None, States), Reverse),
    ordered(combination("random", Full, None, States), RANDOM),
    ordered(
        combination("reverse, local", Local, None, Violations),
        Reverse,
    ),
    ordered(
        combination("random, overman", Overman, None, Violations),
        RANDOM,
    ),
    ordered(
        combination("reverse, persistent", Persistent, None, Violations),
        Reverse,
    ),
    ordered(
        combination("random, persistent", Persistent, None, Violations),
        RANDOM,
    ),
    parallel(2, breadth_first("2 threads", Full, States)),
    parallel(3, breadth_first("3 threads", Full, States)),
    parallel(4, breadth_first("4 threads", Full, States)),
    parallel(2, breadth_first("2 threads, local", Local, Violations)),
    parallel(3, breadth_first("3 threads, overman", Overman, Violations)),
    parallel(
        2,
        breadth_first("2 threads, persistent", Persistent, Violations),
    ),
    parallel(
        4,
        breadth_first("4 threads, persistent", Persistent, Violations),
    ),
    forgetting("breadth-first, cache", Full, States),
    forgetting("breadth-first, cache, local", Local, Violations),
    forgetting("breadth-first, cache, overman", Overman, Violations),
    forgetting("breadth-first, cache, persistent", Persistent, Violations),
    parallel(2, forgetting("2 threads, cache", Full, States)),
    parallel(
        3,
        forgetting("3 threads, cache, persistent", Persistent, Violations),
    ),
    cached("cache", Full, None, States),
    ordered(cached("cache, random", Full, None, States), RANDOM),
    ordered(
        cached("cache, random, persistent", Persistent, None, Violations),
        RANDOM,
    ),
    cached("cache, sleep stored", Full, Some(Stored), States),
    cached("cache, sleep 1995", Full, Some(Paper1995), States),
    cached("cache, local", Local, None, Violations),
    cached("cache, overman", Overman, None, Violations),
    cached("cache, persistent", Persistent, None, Violations),
    cached(
        "cache, local, sleep stored",
        Local,
        Some(Stored),
        Violations,
    ),
    cached(
        "cache, overman, sleep stored",
        Overman,
        Some(Stored),
        Violations,
    ),
    cached(
        "cache, persistent, sleep stored",
        Persistent,
        Some(Stored),
        Violations,
    ),
];

/// All ways to choose what a cache replaces.
pub static REPLACEMENTS: LazyLock<Vec<Specification>> = LazyLock::new(|| every().collect());

const CHECKS: Checks = Checks {
    assertions: true,
    end_states: true,
};

/// What can be lost, or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// States. Those that no search can reach count as well.
    States,
    /// Invalid end states, or what was reported as one is none.
    Ends,
    /// Violated assertions.
    Assertions,
    /// Run-time errors.
    Errors,
    /// Statements that should have been executed.
    Statements,
    /// What one thread counts: several count something else.
    Counts,
}

impl Loss {
    /// Whether a combination with this claim must not lose that.
    pub fn breaks(self, claim: Claim) -> bool {
        match self {
            Self::States => claim == States,
            Self::Ends | Self::Assertions | Self::Errors | Self::Counts => claim != Nothing,
            Self::Statements => claim == States,
        }
    }
}

impl Searched {
    /// Beside the same search by one thread.
    fn compare_counts(&mut self, alone: &Statistics) {
        let alone = Statistics {
            // That of one thread has states of two levels.
            queue_states_peak: self.statistics.queue_states_peak,
            ..alone.clone()
        };
        if self.statistics != alone {
            self.losses.insert(Loss::Counts);
        }
    }
}

/// A system with all that is known of it.
pub struct Subject {
    /// The system, executable.
    pub machine: Machine,
    /// What there is to be found.
    pub naive: Naive,
    /// Its conflict tags.
    pub owns: Vec<Own>,
    /// For the searches.
    pub model: Tables,
    states: QuickSet<Box<[u32]>>,
    /// Invalid end states, and what must be found of each: it, or one that is the same.
    ends: QuickMap<Box<[u32]>, Plain>,
}

/// How many states a search may keep.
#[derive(Debug)]
enum Bound {
    /// All.
    None,
    /// This many, on the command line or because there is no memory for more.
    Cache(u64, Caching),
    /// As many as the table has slots, breadth-first.
    Overwriting(Forgetting),
}

/// What a search said.
#[derive(Clone, Debug)]
pub struct Searched {
    /// Its counters.
    pub statistics: Statistics,
    /// What it should have found and did not, or the other way round.
    pub losses: BTreeSet<Loss>,
}

impl Subject {
    /// Finds out all about a system.
    ///
    /// # Errors
    /// It is not one for a campaign.
    pub fn new(system: &System) -> Result<Self, Unfit> {
        Self::without(system, None)
    }

    /// As [`Subject::new`], with tags that one of the rules is not applied to.
    ///
    /// # Errors
    /// As for [`Subject::new`].
    pub fn without(system: &System, rule: Option<Rule>) -> Result<Self, Unfit> {
        let machine = Machine::new(system);
        let naive = Naive::search(&machine, STATES_MAX)?;
        let owns = find::find(&machine, rule);
        Ok(Self::of(machine, naive, owns))
    }

    /// With any tags.
    pub fn of(machine: Machine, naive: Naive, owns: Vec<Own>) -> Self {
        let tags = encode::encode(&machine, &owns);
        let model = Tables::new(&machine, encode::objects(&machine), tags);
        let anonymous = anonymous::are_anonymous(&machine.system);
        let ends = naive.ends.iter().map(|it| {
            let same = match anonymous {
                true => anonymous::without_ending(&machine, it),
                false => *it,
            };
            (words(&machine, it), same)
        });
        Self {
            states: naive.states.iter().map(|it| words(&machine, it)).collect(),
            ends: ends.collect(),
            machine,
            naive,
            owns,
            model,
        }
    }

    /// Searches with a combination.
    ///
    /// A cache has a replacement and a size that follow from the system: anything between the
    /// longest path and all states. Where that is too little, or means too much work, which may
    /// double with each state that is missing, it is made larger.
    pub fn search(&self, combination: &Combination) -> Searched {
        let whole = self.search_whole(combination);
        if combination.cached {
            self.search_cached(combination, &whole.statistics)
        } else {
            whole
        }
    }

    /// Searches with each of [`COMBINATIONS`].
    pub fn search_all(&self) -> Vec<Searched> {
        let mut searched: Vec<Searched> = Vec::new();
        for combination in &COMBINATIONS {
            let simpler = COMBINATIONS[..searched.len()].iter().position(|it| {
                let orders = |it: &Combination| (it.order, it.edge_order);
                let same = orders(it) == orders(combination);
                !it.cached && same && it.reduction == combination.reduction
            });
            let simpler = simpler.map(|at| &searched[at].statistics);
            searched.push(if combination.cached {
                self.search_cached(combination, simpler.expect("before those with a cache"))
            } else {
                let mut whole = self.search_whole(combination);
                if let Some(alone) = simpler {
                    whole.compare_counts(alone);
                }
                whole
            });
        }
        searched
    }

    fn search_whole(&self, combination: &Combination) -> Searched {
        let (searched, stopped) = match combination.workers {
            1 => self.search_once(combination, &Bound::None),
            _ => self.search_in_parallel(combination, None),
        };
        let system = &self.machine.system;
        assert_eq!(stopped, None, "{combination:?} does not end:\n{system}");
        searched
    }

    fn search_cached(&self, combination: &Combination, counted: &Statistics) -> Searched {
        let mut random = Numbers::of(counted.transitions(), counted.visited);
        if combination.order == Order::BreadthFirst {
            return self
                .search_overwriting(combination, random.between(1, counted.stored as usize));
        }
        let least = counted.stack_states_peak as usize;
        let mut caching = Caching {
            states: None,
            specification: random.pick(&REPLACEMENTS).clone(),
            seed: counted.matched,
            work_limit: None,
        };
        let mut states = random.between(least, counted.stored as usize) as u64;
        let is_given = random.between(0, 1) == 0;
        loop {
            caching.states = is_given.then_some(states);
            caching.work_limit = Some(3_000.0 / states as f64);
            let bound = Bound::Cache(states, caching.clone());
            let (searched, stopped) = self.search_once(combination, &bound);
            match stopped {
                None => return searched,
                Some(Stop::CacheFull | Stop::WorkLimit) => states += 1 + states / 4,
                Some(other) => panic!("{other:?} with {bound:?}:\n{}", self.machine.system),
            }
        }
    }

    /// Breadth-first, with a table of `states` states or more that overwrites any of them.
    fn search_overwriting(&self, combination: &Combination, mut states: usize) -> Searched {
        loop {
            let table = Forgetting {
                slots: states as u32,
                window: 1,
                overwrite: Overwrite::First,
                collision_limit: 1.0,
                work_limit: Some(3_000.0 / states as f64),
            };
            let (searched, stopped) = match combination.workers {
                1 => self.search_once(combination, &Bound::Overwriting(table)),
                _ => self.search_in_parallel(combination, Some(table)),
            };
            match stopped {
                None => return searched,
                Some(Stop::WorkLimit) => states += 1 + states / 4,
                Some(other) => panic!("{other:?} with {table:?}:\n{}", self.machine.system),
            }
        }
    }

    fn search_once(&self, combination: &Combination, bound: &Bound) -> (Searched, Option<Stop>) {
        let budget = Arc::new(Budget::new(16 << 20).with_thresholds(Thresholds::SMALL));
        let mut store = match bound {
            Bound::Cache(states, Caching { states: None, .. }) => {
                Visited::with_room(*states, budget.clone(), 1 << 20)
            }
            Bound::Overwriting(table) => Visited::overwriting(table.slots as usize),
            Bound::None | Bound::Cache(..) => Visited::default(),
        };
        let recorder = Recorder::new(&self.model, CHECKS, None);
        let mut context = Context::new(budget, None, recorder);
        match bound {
            Bound::None => {}
            Bound::Cache(_, caching) => context.caching = Some(caching.clone()),
            Bound::Overwriting(table) => context.forgetting = Some(*table),
        }
        let (model, reduction) = (&self.model, combination.reduction);
        let statistics = match combination.edge_order {
            EdgeOrder::Forward => in_order(
                model,
                &mut store,
                &mut context,
                combination.order,
                reduction,
            ),
            order => in_edge_order(model, &mut store, &mut context, reduction, order),
        };
        assert!(context.endless_chains.is_empty(), "{}", self.machine.system);
        assert_eq!(
            statistics.visited,
            statistics.stored + statistics.replaced,
            "{}",
            self.machine.system
        );
        let losses = self.losses(&statistics, &context.recorder, &store.into_states());
        (Searched { statistics, losses }, context.stopped)
    }

    /// With a store for each worker: every other one is a tree, or all together are a table that
    /// forgets.
    fn search_in_parallel(
        &self,
        combination: &Combination,
        forgetting: Option<Forgetting>,
    ) -> (Searched, Option<Stop>) {
        let budget = Arc::new(Budget::new(16 << 20).with_thresholds(Thresholds::SMALL));
        let recorder = Recorder::new(&self.model, CHECKS, None);
        let mut context = Context::new(budget.clone(), None, recorder);
        context.forgetting = forgetting;
        let (model, method) = (&self.model, combination.reduction.method);
        let numbers = 0..combination.workers;
        let states: Vec<Box<[u32]>>;
        let statistics;
        if let Some(table) = forgetting {
            let slots = (table.slots as usize).div_ceil(combination.workers);
            let stores = numbers.map(|_| Visited::overwriting(slots)).collect();
            let (counted, stores) = in_parallel(model, stores, &mut context, method);
            states = stores.into_iter().flat_map(Visited::into_states).collect();
            statistics = counted;
        } else {
            let store = |number: usize| match number % 2 {
                0 => AutoStore::exact(budget.clone()),
                _ => AutoStore::tree(budget.clone()),
            };
            let stores = numbers.map(|number| store(number).expect("there is memory"));
            let (counted, stores) = in_parallel(model, stores.collect(), &mut context, method);
            states = stores.iter().flat_map(all_states).collect();
            statistics = counted;
            assert_eq!(statistics.stored, states.len() as u64);
        }
        assert_eq!(
            statistics.visited,
            statistics.stored + statistics.replaced,
            "{}",
            self.machine.system
        );
        let losses = self.losses(&statistics, &context.recorder, &states);
        (Searched { statistics, losses }, context.stopped)
    }

    fn losses(
        &self,
        statistics: &Statistics,
        recorder: &Recorder<'_>,
        visited: &[Box<[u32]>],
    ) -> BTreeSet<Loss> {
        let of_kind = |kind| {
            let violations = recorder.violations.iter().filter(move |it| it.kind == kind);
            violations.filter_map(|it| it.source.map(|source| source.line as usize))
        };
        let ends = recorder.violations.iter();
        let ends = ends.filter(|it| it.kind == Kind::InvalidEndState).count();
        let visited_ends = visited.iter().filter_map(|it| self.ends.get(it));
        let visited_ends: Vec<&Plain> = visited_ends.collect();
        let all: QuickSet<&Plain> = self.ends.values().collect();
        let found: QuickSet<&Plain> = visited_ends.iter().copied().collect();
        let executed = statistics.reached.iter().enumerate();
        let executed = executed.filter_map(|(i, &reached)| reached.then_some(i));
        let unreachable = visited.iter().any(|it| !self.states.contains(it));
        let lost = [
            (
                Loss::States,
                unreachable || visited.len() != self.states.len(),
            ),
            (Loss::Ends, found != all || ends != visited_ends.len()),
            (
                Loss::Assertions,
                !of_kind(Kind::Assertion)
                    .collect::<BTreeSet<_>>()
                    .eq(&self.naive.failed),
            ),
            (
                Loss::Errors,
                !of_kind(Kind::RuntimeError)
                    .collect::<BTreeSet<_>>()
                    .eq(&self.naive.faulted),
            ),
            (
                Loss::Statements,
                !executed.collect::<BTreeSet<_>>().eq(&self.naive.executed),
            ),
        ];
        lost.into_iter()
            .filter_map(|(loss, is_lost)| is_lost.then_some(loss))
            .collect()
    }
}

fn all_states(store: &AutoStore) -> impl Iterator<Item = Box<[u32]>> {
    handles(store).map(|handle| {
        let mut words = Vec::new();
        store.get(handle, &mut words);
        words.into_boxed_slice()
    })
}
