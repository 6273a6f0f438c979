//! The claims of a model, each in a search of its own.

use std::sync::Arc;
use std::time::Duration;

use super::stores::{Made, store};
use super::{Failure, Hot, Plain, context};
use crate::claim::{ClaimInfo, ClaimKind, Fairness};
use crate::limits::{Reason, Stop};
use crate::memory::Budget;
use crate::model::{Model, ModelInfo};
use crate::options::{
    ClaimOptions, Ltl, Obstacle, Settings, StoreKind, answers_to, nearest, short,
};
use crate::reduce::{Reduction, claim_reduction, why_unreduced};
use crate::report::{Claimed, Outcome, Searched};
use crate::search::{Asked, Context, Watched, check_claim, in_order, invariant, on_disk};
use crate::statistics::Statistics;
use crate::store::StoreUsage;
use crate::violation::{Checks, Kind, Violation};

/// What the user wants of the claims that there are: indices into [`ModelInfo::claims`].
///
/// # Errors
/// There is no such claim, or it cannot be checked with the other options.
pub fn chosen(model: &dyn Model, options: &ClaimOptions) -> Result<Vec<usize>, String> {
    let info = model.info();
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
        && let Some(claim) = products.find(|claim| invariant(info, claim).is_none())
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

/// What a search has counted, what its store used, what was left out and why no more was.
type Counted = (Statistics, StoreUsage, (Reduction, Option<&'static str>));

/// What the searches for claims have found.
pub struct Claims<'a> {
    model: &'a dyn Model,
    hot: &'a Hot<'a>,
    settings: &'a Settings,
    reduction: Reduction,
    budget: &'a Arc<Budget>,
    /// Why the others are not checked.
    ended: Option<String>,
    /// Each in its order.
    pub checked: Vec<Claimed>,
    /// By search.
    pub violations: Vec<Vec<Violation>>,
    /// Of all, the plain search included.
    pub violation_count: u64,
    /// Most memory that one of them used.
    pub peak_bytes: u64,
    /// Most states that one of them has probably missed.
    pub missed: Option<f64>,
}

impl<'a> Claims<'a> {
    /// None is checked yet.
    pub fn new(
        (model, hot): (&'a dyn Model, &'a Hot<'a>),
        settings: &'a Settings,
        reduction: Reduction,
        budget: &'a Arc<Budget>,
    ) -> Self {
        Self {
            model,
            hot,
            settings,
            reduction,
            budget,
            ended: None,
            checked: Vec::new(),
            violations: Vec::new(),
            violation_count: 0,
            peak_bytes: 0,
            missed: None,
        }
    }

    /// Checks them in turn, after the plain search.
    pub fn check(&mut self, chosen: Vec<usize>, plain: &Plain) -> Result<(), Failure> {
        self.violation_count = plain.violation_count;
        self.note_end(plain.stopped, &plain.violations);
        for claim in chosen {
            let info = self.model.info();
            let obstacle = self.settings.claims.obstacle.as_ref();
            let obstacle = obstacle.filter(|_| invariant(info, &info.claims[claim]).is_none());
            let obstacle = obstacle.map(Obstacle::told);
            let outcome = match self.ended.clone().or(obstacle) {
                Some(why) => Outcome::NotChecked(why),
                None => Outcome::Searched(Box::new(self.search(claim, plain)?)),
            };
            let claim = &self.model.info().claims[claim];
            self.checked.push(Claimed { claim, outcome });
        }
        Ok(())
    }

    /// A search has ended like this: can others begin, is there time, and are they wanted?
    fn note_end(&mut self, stopped: Option<Stop>, found: &[Violation]) {
        let has_no_start = |it: &Violation| it.kind == Kind::RuntimeError && it.source.is_none();
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
        let typed = self.settings.claims.errors;
        typed.map(|errors| errors.saturating_sub(self.violation_count))
    }

    fn search(&mut self, index: usize, plain: &Plain) -> Result<Searched, Failure> {
        let settings = self.settings;
        let claim = &self.model.info().claims[index];
        let budget = Arc::new(self.budget.afresh());
        let started = budget.monitor().elapsed();
        budget.monitor().turn_to(claim.name);
        let mut context = context(self.model, settings, budget.clone());
        context.recorder.checks = self.checks(claim);
        context.recorder.errors = self.errors_left().or(settings.limits.errors);
        let known = self.violations.iter().flatten().chain(&plain.violations);
        context.recorder.know(known);
        let watched = Watched::new(self.model, claim);
        let (statistics, usage, (reduction, unreduced)) = match watched {
            Some(watched) => self.search_states(index, &watched, &mut context)?,
            None => self.search_product(index, &mut context)?,
        };
        let elapsed: Duration = budget.monitor().elapsed() - started;
        self.peak_bytes = self.peak_bytes.max(budget.peak_bytes());
        let found = context.recorder.violations;
        self.violation_count += context.recorder.count;
        self.note_end(context.stopped, &found);
        let missed = self.missed.into_iter().chain(usage.missed);
        self.missed = missed.reduce(f64::max);
        let first = self.violations.iter().map(Vec::len).sum::<usize>();
        let own: Vec<usize> = found
            .iter()
            .enumerate()
            .filter(|(_, violation)| violation.kind.is_of_claim())
            .map(|(at, _)| plain.violations.len() + first + at)
            .collect();
        self.violations.push(found);
        Ok(Searched {
            statistics,
            reduction,
            unreduced,
            stopped: context.stopped,
            depth_bound_met: context.depth_bound_met,
            violations: own,
            store_bytes: usage.used_bytes,
            missed: usage.missed,
            elapsed,
        })
    }

    /// Asks of each state of the model whether it violates the claim.
    fn search_states(
        &self,
        claim: usize,
        watched: &Watched<'_>,
        context: &mut Context<'_>,
    ) -> Result<Counted, Failure> {
        let (info, settings) = (self.model.info(), self.settings);
        context.recorder.claim = Some((claim, settings.claims.fairness));
        context.recorder.invariant = watched.invariant().copied();
        let unreduced = match self.reduction.is_none() {
            true => None,
            false => why_unreduced(info, &info.claims[claim]),
        };
        let reduction = match unreduced {
            Some(_) => Reduction::default(),
            None => self.reduction,
        };
        if settings.store == StoreKind::Disk {
            let (statistics, used_bytes) = on_disk(watched, context, None);
            let usage = StoreUsage {
                used_bytes,
                ..StoreUsage::default()
            };
            return Ok((statistics, usage, (reduction, unreduced)));
        }
        let mut store = store(info, settings, context.budget.clone())?.boxed();
        let model: &dyn Model = watched;
        let order = settings.search;
        let statistics = in_order(model, &mut *store, context, order, reduction);
        Ok((statistics, store.usage(), (reduction, unreduced)))
    }

    /// Looks in the product of the model and the claim for a run that the claim accepts.
    fn search_product(&self, claim: usize, context: &mut Context<'_>) -> Result<Counted, Failure> {
        let (info, settings) = (self.model.info(), self.settings);
        let fairness = settings.claims.fairness;
        if fairness == Fairness::Strong {
            context.caching = None;
        }
        let (reduction, unreduced) =
            claim_reduction(info, &info.claims[claim], fairness, self.reduction);
        let asked = Asked { claim, fairness };
        let (statistics, usage) = match store(info, settings, context.budget.clone())? {
            Made::Hot(mut store) => {
                let counted = (self.hot.claim)(&mut store, context, asked, reduction);
                (counted, crate::store::Store::usage(&*store))
            }
            Made::General(mut store) => {
                let counted = check_claim(self.model, &mut *store, context, asked, reduction);
                (counted, store.usage())
            }
        };
        Ok((statistics, usage, (reduction, unreduced)))
    }

    /// The plain search has looked for everything but what the claim's own statements assert.
    fn checks(&self, claim: &ClaimInfo) -> Checks {
        let mut edges = claim.places.iter().flat_map(|place| place.edges);
        let acts = edges.any(|edge| edge.does.is_some());
        let wanted = self.settings.claims.only || acts;
        Checks {
            assertions: wanted && self.settings.checks.assertions,
            end_states: false,
        }
    }

    /// The transitions that some search has executed.
    pub fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.model.info().transitions.len()];
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
