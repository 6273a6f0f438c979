//! Searches of a product that must all say the same.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use runtime::claim::Fairness;
use runtime::encode::Layout;
use runtime::limits::Stop;
use runtime::memory::{Budget, Thresholds};
use runtime::model::Model;
use runtime::reduce::{Reduction, SetMethod};
use runtime::search::{Asked, Caching, Context, check_claim};
use runtime::statistics::Statistics;
use runtime::store::{AutoStore, Components, EncodedStore, Store};
use runtime::violation::{Checks, Kind, Recorder, Violation};

use super::retrace::Expected;
use super::subject::Pair;
use crate::random::numbers::Numbers;
use crate::systems::combination::REPLACEMENTS;
use crate::systems::visited::Visited;

/// A combination.
#[derive(Clone, Copy, Debug)]
pub struct Combination {
    /// As on the command line of an analyzer.
    pub name: &'static str,
    /// Which processes go first.
    pub method: SetMethod,
    /// Where states are kept.
    pub store: Kept,
}

/// Where states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// In a set.
    Plain,
    /// In a set that does not hold all.
    Cached,
    /// In an exact store.
    Exact,
    /// In a tree.
    Tree,
    /// In an exact store that turns into a tree.
    Turning,
    /// As rows of components.
    Collapsed,
}

const fn combination(name: &'static str, method: SetMethod, store: Kept) -> Combination {
    Combination {
        name,
        method,
        store,
    }
}

use Kept::{Cached, Collapsed, Exact, Plain, Tree, Turning};
use SetMethod::{Full, Local, Overman, Persistent};

/// All of them; the first is the plain search.
pub const COMBINATIONS: [Combination; 13] = [
    combination("none", Full, Plain),
    combination("exact", Full, Exact),
    combination("tree", Full, Tree),
    combination("auto", Full, Turning),
    combination("collapse", Full, Collapsed),
    combination("cache", Full, Cached),
    combination("local", Local, Plain),
    combination("overman", Overman, Plain),
    combination("persistent", Persistent, Plain),
    combination("persistent, auto", Persistent, Turning),
    combination("cache, local", Local, Cached),
    combination("cache, overman", Overman, Cached),
    combination("cache, persistent", Persistent, Cached),
];

/// What a search said.
#[derive(Clone, Debug)]
pub struct Said {
    /// With which cache.
    pub cache: Option<(u64, Caching)>,
    /// Its counters.
    pub statistics: Statistics,
    /// The run on which the formula is false.
    pub violation: Option<Violation>,
}

impl Combination {
    /// Whether it says anything of the pair. Strong fairness is decided on whole components, of
    /// which all states are needed.
    pub fn fits(&self, pair: &Pair<'_>, fairness: Fairness) -> bool {
        let may_forget = fairness != Fairness::Strong || !self.forgets();
        may_forget && (!self.reduces() || pair.is_reducible(self.method, fairness))
    }

    /// Whether it may leave something out.
    pub fn reduces(&self) -> bool {
        self.method != Full
    }

    /// Whether it does not keep all states.
    pub fn forgets(&self) -> bool {
        self.store == Cached
    }

    /// Searches the product.
    ///
    /// # Errors
    /// It did not end, in words.
    pub fn search(&self, pair: &Pair<'_>, fairness: Fairness) -> Result<Said, String> {
        let searched = catch_unwind(AssertUnwindSafe(|| self.search_whole(pair, fairness)));
        searched.unwrap_or_else(|_| Err("panicked".to_string()))
    }

    fn search_whole(&self, pair: &Pair<'_>, fairness: Fairness) -> Result<Said, String> {
        if self.forgets() {
            return self.search_cached(pair, fairness);
        }
        match self.search_once(pair, fairness, None) {
            (said, None) => Ok(said),
            (_, Some(stop)) => Err(format!("stopped: {stop:?}")),
        }
    }

    /// With a cache of any size between that of the longest path and that of all states; where that
    /// is too little, or means too much work, it is made larger.
    fn search_cached(&self, pair: &Pair<'_>, fairness: Fairness) -> Result<Said, String> {
        let (all, stopped) = self.search_once(pair, fairness, None);
        if let Some(stop) = stopped {
            return Err(format!("stopped without a cache: {stop:?}"));
        }
        let counted = all.statistics;
        let mut random = Numbers::of(counted.transitions(), counted.visited);
        let least = counted.stack_states_peak.max(1) as usize;
        let mut caching = Caching {
            states: None,
            specification: random.pick(&REPLACEMENTS).clone(),
            seed: counted.matched,
            work_limit: None,
        };
        let mut states = random.between(least, (counted.stored as usize).max(least)) as u64;
        let is_given = random.chance(50);
        loop {
            caching.states = is_given.then_some(states);
            caching.work_limit = Some(3_000.0 / states as f64);
            match self.search_once(pair, fairness, Some((states, caching.clone()))) {
                (said, None) => return Ok(said),
                (_, Some(Stop::CacheFull | Stop::WorkLimit)) => states += 1 + states / 4,
                (_, Some(stop)) => return Err(format!("stopped with {states} states: {stop:?}")),
            }
        }
    }

    fn search_once(
        &self,
        pair: &Pair<'_>,
        fairness: Fairness,
        cache: Option<(u64, Caching)>,
    ) -> (Said, Option<Stop>) {
        let checks = Checks {
            assertions: false,
            end_states: false,
        };
        let budget = Arc::new(Budget::new(16 << 20).with_thresholds(Thresholds::SMALL));
        let mut store = self.store(pair, &budget, cache.as_ref());
        let recorder = Recorder::new(&pair.model, checks, None);
        let mut context = Context::new(budget, None, recorder);
        context.caching = cache.as_ref().map(|(_, caching)| caching.clone());
        let reduction = Reduction {
            method: self.method,
            sleep: None,
        };
        let asked = Asked { claim: 0, fairness };
        let statistics = check_claim(&pair.model, &mut *store, &mut context, asked, reduction);
        let mut violations = context.recorder.violations.into_iter();
        let is_of_claim = |it: &Violation| matches!(it.kind, Kind::Claim | Kind::AcceptanceCycle);
        let violation = violations.find(is_of_claim);
        let stopped = context.stopped.filter(|_| violation.is_none());
        let said = Said {
            cache,
            statistics,
            violation,
        };
        (said, stopped)
    }

    fn store(
        &self,
        pair: &Pair<'_>,
        budget: &Arc<Budget>,
        cache: Option<&(u64, Caching)>,
    ) -> Box<dyn Store> {
        let enough = "16 MiB are enough for no states";
        let budget = budget.clone();
        match (self.store, cache) {
            (Cached, Some((states, Caching { states: None, .. }))) => {
                Box::new(Visited::with_room(*states, budget, 1 << 20))
            }
            (Plain | Cached, _) => Box::new(Visited::default()),
            (Exact, _) => Box::new(AutoStore::exact(budget).expect(enough)),
            (Tree, _) => Box::new(AutoStore::tree(budget).expect(enough)),
            (Turning, _) => {
                let store = AutoStore::new(budget).expect(enough);
                let states = 1 + pair.product.len() as u64 / 3;
                Box::new(store.tree_from(states).expect(enough))
            }
            (Collapsed, _) => {
                let layout = Layout::bits(pair.model.info());
                let components = Components::new(layout, &budget).expect(enough);
                Box::new(EncodedStore::encoded(budget, Box::new(components)).expect(enough))
            }
        }
    }
}

impl Said {
    /// Whether it is right: a verdict, and a run that shows it.
    ///
    /// # Errors
    /// In words.
    pub fn check(&self, pair: &Pair<'_>, fairness: Fairness) -> Result<(), String> {
        match (&self.violation, pair.product.accepts(fairness)) {
            (None, false) => pair.check_seen(self.statistics.seen),
            (None, true) => Err(format!("misses a violation: {:?}", self.cache)),
            (Some(_), false) => {
                let cache = &self.cache;
                Err(format!("sees a violation where there is none: {cache:?}"))
            }
            (Some(violation), true) => {
                let expected = Expected {
                    machine: &pair.subject.machine,
                    propositions: &pair.propositions,
                    formula: &pair.formula,
                    fairness,
                };
                let checked = expected.check(violation);
                checked.map_err(|why| format!("shows no violation: {why}: {:?}", violation.path))
            }
        }
    }
}
