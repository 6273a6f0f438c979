//! The claims of a model, each in a search of its own, and several of them at once, beside the
//! plain search.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::claim_search::{ClaimSearch, Found, Run};
use super::{Failure, Plain, plain};
use crate::claim::{ClaimInfo, ClaimKind};
use crate::limits::{Reason, Stop};
use crate::memory::Budget;
use crate::model::ModelInfo;
use crate::options::{ClaimOptions, Ltl, StoreKind, answers_to, nearest, short};
use crate::report::{Claimed, Outcome, Searched};
use crate::search::safety;
use crate::violation::{Kind, Met, Violation};

/// What the user wants of the claims that there are: indices into [`ModelInfo::claims`].
///
/// # Errors
/// There is no such claim, or it cannot be checked with the other options.
pub fn chosen(info: &'static ModelInfo, options: &ClaimOptions) -> Result<Vec<usize>, String> {
    if let Ltl::Named(name) = &options.ltl {
        find(info, name)?;
    }
    let wanted = |claim: &ClaimInfo| match claim.kind {
        ClaimKind::Never | ClaimKind::Formula => !options.ltl.leaves_out(claim.name),
        ClaimKind::Acceptance => options.acceptance,
        ClaimKind::NonProgress => options.non_progress,
    };
    let has = |kind| info.claims.iter().any(|claim| claim.kind == kind);
    if options.acceptance && !has(ClaimKind::Acceptance) {
        return Err(
            "--acceptance: no process has an accept label, so there is no cycle to look for; \
             leave it out: what is claimed in ltl and never is checked without it"
                .to_string(),
        );
    }
    if options.non_progress && !has(ClaimKind::NonProgress) {
        return Err(
            "--non-progress: no process has a progress label, so every run without end is without \
             progress; mark what is progress with a label `progress`"
                .to_string(),
        );
    }
    let claims = info.claims.iter().enumerate();
    let chosen: Vec<usize> = claims
        .filter(|(_, claim)| wanted(claim))
        .map(|(index, _)| index)
        .collect();
    if options.only && chosen.is_empty() {
        return Err("--claims-only: there is no claim to check; leave it out".to_string());
    }
    if let Some(obstacle) = &options.obstacle
        && let Some(asked) = obstacle.asked
        && let mut products = chosen.iter().map(|&claim| &info.claims[claim])
        && let Some(claim) = products.find(|claim| obstacle.bars(safety(info, claim).is_none()))
    {
        let (long, why) = (obstacle.long, obstacle.why);
        let name = claim.name;
        return Err(format!(
            "--{asked} and --{long} do not go together for {name}: {why}"
        ));
    }
    Ok(chosen)
}

/// The formulas and never claims that the user can name.
fn stated(info: &ModelInfo) -> impl Iterator<Item = &'static str> {
    let is_stated =
        |claim: &&ClaimInfo| matches!(claim.kind, ClaimKind::Never | ClaimKind::Formula);
    info.claims.iter().filter(is_stated).map(|claim| claim.name)
}

/// Looks whether the model has a claim of this name.
fn find(info: &ModelInfo, name: &str) -> Result<(), String> {
    if stated(info).any(|claim| answers_to(claim, name)) {
        return Ok(());
    }
    let left = info.unchecked.claims;
    if let Some(claim) = left.iter().find(|claim| answers_to(claim, name)) {
        return Err(format!(
            "--ltl {name}: this analyzer cannot check {claim}; pvgen has said why when it made it"
        ));
    }
    let names: Vec<&str> = stated(info).map(short).collect();
    let hint = match nearest(name, names.iter().copied()) {
        _ if names.is_empty() => "this analyzer can check none".to_string(),
        Some(near) => format!("did you mean {near}? It has {}", names.join(", ")),
        None => format!("it has {}", names.join(", ")),
    };
    Err(format!("--ltl {name}: the model has no such claim: {hint}"))
}

/// What the searches for claims have found.
pub struct Claims<'a> {
    common: ClaimSearch<'a>,
    budget: &'a Arc<Budget>,
    /// Why the others are not checked.
    ended: Option<String>,
    /// Each in its order.
    pub checked: Vec<Claimed>,
    /// By search.
    pub violations: Vec<Vec<Violation>>,
    /// Of all, the plain search included.
    pub violation_count: u64,
    /// Most memory that was used at a time.
    pub peak_bytes: u64,
    /// What was found of some in searches at once: it counts if searches in turn find the same.
    found_at_once: BTreeMap<usize, Found>,
    /// Most states that one of them has probably missed.
    pub missed: Option<f64>,
}

impl<'a> Claims<'a> {
    /// None is checked yet.
    pub fn new(common: ClaimSearch<'a>, budget: &'a Arc<Budget>) -> Self {
        Self {
            common,
            budget,
            ended: None,
            checked: Vec::new(),
            violations: Vec::new(),
            violation_count: 0,
            peak_bytes: 0,
            found_at_once: BTreeMap::new(),
            missed: None,
        }
    }

    /// Has the plain search run beside those for claims, each with its part of the memory, if that
    /// finds what it finds alone; gives what it has found, or else nothing.
    pub fn search_beside(
        &mut self,
        chosen: &[usize],
        search: impl FnOnce(&Arc<Budget>) -> Result<Plain, Failure>,
    ) -> Option<Plain> {
        let free = self.free(chosen);
        let threads = self.at_once(free.len() + 1);
        let ClaimSearch {
            model, settings, ..
        } = self.common;
        if free.is_empty() || threads < 2 || plain::is_alone(settings, model.info()) {
            return None;
        }
        let budget = Arc::new(self.budget.afresh(threads as u64));
        let plain = self.search_at_once(&free, threads, &[], || search(&budget));
        self.peak_bytes += budget.peak_bytes();
        let monitor = self.budget.monitor();
        let plain = plain.ok();
        let plain = plain.filter(|it| !wants_memory(it.stopped) || monitor.has_ended());
        if plain.is_none() {
            monitor.turn_to(settings.checks.name());
        }
        plain
    }

    /// Checks them, after the plain search: at once as many as there are threads for. Where one
    /// has too little memory beside others, or stops at what another has found, too, it is
    /// searched for again, alone: so what is found is what searches in turn find.
    pub fn check(&mut self, chosen: &[usize], plain: &Plain) -> Result<(), Failure> {
        self.violation_count = plain.violation_count;
        self.note_end(plain.stopped, &plain.violations);
        if plain.violations.iter().any(has_no_start) {
            self.found_at_once.clear();
        }
        let free = self.free(chosen);
        let threads = self.at_once(free.len());
        if threads > 1 && self.found_at_once.is_empty() {
            self.search_at_once(&free, threads, &plain.violations, || ());
        }
        let info = self.common.model.info();
        for &claim in chosen {
            let found = self.found_at_once.remove(&claim);
            let is_enough = |it: &Found| {
                self.ended.is_some()
                    || !wants_memory(it.searched.stopped) && !self.is_repeated(it, plain)
            };
            let outcome = match (found.filter(is_enough), self.ended.clone()) {
                (Some(found), _) => Outcome::Searched(Box::new(self.add(found, plain))),
                (None, Some(why)) => Outcome::NotChecked(why),
                (None, None) => match self.obstacle(claim) {
                    Some(why) => Outcome::NotChecked(why),
                    None => {
                        let found = self.search(claim, plain)?;
                        Outcome::Searched(Box::new(self.add(found, plain)))
                    }
                },
            };
            let claim = &info.claims[claim];
            self.checked.push(Claimed { claim, outcome });
        }
        Ok(())
    }

    /// Why a claim cannot be checked with the other options.
    fn obstacle(&self, claim: usize) -> Option<String> {
        let info = self.common.model.info();
        let needs_product = safety(info, &info.claims[claim]).is_none();
        let obstacle = self.common.settings.claims.obstacle;
        let obstacle = obstacle.filter(|it| it.bars(needs_product));
        obstacle.map(|it| it.told())
    }

    /// Those that nothing stands in the way of.
    fn free(&self, chosen: &[usize]) -> Vec<usize> {
        let all = chosen.iter().copied();
        all.filter(|claim| self.obstacle(*claim).is_none())
            .collect()
    }

    /// A search has ended like this: can others begin, is there time, and are they wanted?
    fn note_end(&mut self, stopped: Option<Stop>, found: &[Violation]) {
        let why = match stopped {
            Some(Stop::Time) => Reason::Time.why(),
            Some(Stop::Interrupted) => Reason::Interrupted.why(),
            _ if found.iter().any(has_no_start) => "there is no initial state",
            _ if self.errors_left() == Some(0) => "--errors asked for no more than was found",
            _ => return,
        };
        self.ended.get_or_insert(why.to_string());
    }

    /// How many violations may still be found of those that were asked for by number.
    fn errors_left(&self) -> Option<u64> {
        let typed = self.common.settings.claims.errors;
        typed.map(|errors| errors.saturating_sub(self.violation_count))
    }

    /// Searches for one while no other search runs.
    fn search(&self, claim: usize, plain: &Plain) -> Result<Found, Failure> {
        let budget = self.budget.afresh(1);
        let claims = self.common.model.info().claims;
        budget.monitor().turn_to(claims[claim].name);
        let known = self.violations.iter().flatten().chain(&plain.violations);
        let run = Run {
            budget,
            errors: self.errors_left().or(self.common.settings.limits.errors),
            known: known.collect(),
            may_forget: true,
        };
        self.common.run(claim, run)
    }

    /// How many of this many searches run at once.
    fn at_once(&self, searches: usize) -> usize {
        let settings = self.common.settings;
        let sizes_cache = settings
            .caching
            .as_ref()
            .is_some_and(|it| it.states.is_some());
        let in_turn = self.ended.is_some()
            || settings.claims.errors.is_some()
            || sizes_cache
            || settings.forgetting.is_some()
            || settings.store == StoreKind::Disk;
        match in_turn {
            true => 1,
            false => settings.claims.threads.min(searches),
        }
    }

    /// Does `first`, and searches for claims at once, each with its part of the memory. Where that
    /// is too little to begin with, nothing is found of a claim.
    fn search_at_once<T>(
        &mut self,
        claims: &[usize],
        threads: usize,
        known: &[Violation],
        first: impl FnOnce() -> T,
    ) -> T {
        let monitor = self.budget.monitor();
        monitor.turn_to("several searches");
        let next = AtomicUsize::new(0);
        let (common, budget) = (self.common, self.budget);
        let search_some = || {
            let mut found = Vec::new();
            loop {
                let position = next.fetch_add(1, Relaxed);
                let Some(&claim) = claims.get(position).filter(|_| !monitor.has_ended()) else {
                    return found;
                };
                let run = Run {
                    budget: budget.afresh(threads as u64),
                    errors: common.settings.limits.errors,
                    known: known.iter().collect(),
                    may_forget: false,
                };
                if let Ok(searched) = common.run(claim, run) {
                    found.push((claim, searched));
                }
            }
        };
        let of_first = thread::scope(|scope| {
            // If the system refuses one the others do its share.
            let others = (1..threads).map_while(|_| {
                let other = thread::Builder::new().spawn_scoped(scope, search_some);
                other.ok()
            });
            let others: Vec<_> = others.collect();
            let of_first = first();
            self.found_at_once.extend(search_some());
            for it in others {
                self.found_at_once
                    .extend(it.join().expect("a panic ends the process"));
            }
            of_first
        });
        // No more than these can have been in use at once.
        let mut peaks: Vec<u64> = self
            .found_at_once
            .values()
            .map(|it| it.peak_bytes)
            .collect();
        peaks.sort_unstable_by(|a, b| b.cmp(a));
        let peak_bytes = peaks.iter().take(threads).sum();
        self.peak_bytes = self.peak_bytes.max(peak_bytes);
        of_first
    }

    /// Takes in what a search has found.
    fn add(&mut self, found: Found, plain: &Plain) -> Searched {
        let Found {
            mut searched,
            violations,
            ..
        } = found;
        self.peak_bytes = self.peak_bytes.max(found.peak_bytes);
        self.violation_count += found.violation_count;
        self.note_end(searched.stopped, &violations);
        let missed = self.missed.into_iter().chain(searched.missed);
        self.missed = missed.reduce(f64::max);
        let first = self.violations.iter().map(Vec::len).sum::<usize>();
        let own = violations.iter().enumerate();
        let own = own.filter(|(_, violation)| violation.is_of_claim());
        searched.violations = own
            .map(|(at, _)| plain.violations.len() + first + at)
            .collect();
        self.violations.push(violations);
        searched
    }

    /// Whether an earlier search has found some of this, too: then it must look for more.
    fn is_repeated(&self, found: &Found, plain: &Plain) -> bool {
        let earlier = self.violations.iter().flatten().chain(&plain.violations);
        let earlier: BTreeSet<Met> = earlier.filter_map(Violation::met).collect();
        let mut found = found.violations.iter().filter_map(Violation::met);
        found.any(|it| earlier.contains(&it))
    }

    /// The transitions that some search has executed.
    pub fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.common.model.info().transitions.len()];
        for checked in &self.checked {
            if let Outcome::Searched(searched) = &checked.outcome {
                for (all, one) in reached.iter_mut().zip(&searched.statistics.reached) {
                    *all |= one;
                }
            }
        }
        reached
    }
}

/// Whether a search has ended for want of memory.
fn wants_memory(stopped: Option<Stop>) -> bool {
    matches!(stopped, Some(Stop::Memory(_)))
}

/// Whether it says that there is no initial state, so that there is nothing to search.
fn has_no_start(violation: &Violation) -> bool {
    violation.kind == Kind::RuntimeError && violation.source.is_none()
}
