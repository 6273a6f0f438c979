//! The search for one claim, which may run beside those for others.

use std::sync::Arc;
use std::time::Duration;

use super::plain::in_orders;
use super::stores::{Made, store};
use super::{Failure, Hot, context};
use crate::claim::{ClaimInfo, Fairness};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::options::{Settings, StoreKind};
use crate::reduce::{Reduction, claim_reduction, safety_reduction};
use crate::report::Searched;
use crate::search::{Asked, Context, Watched, check_claim, on_disk, shortest_run};
use crate::statistics::Statistics;
use crate::step::RunStep;
use crate::store::StoreUsage;
use crate::trail::replay::{NotReplayed, replay};
use crate::trail::{Excerpt, Trail};
use crate::violation::{Checks, Violation, violation_of};

/// What all searches have in common.
#[derive(Clone, Copy)]
pub struct ClaimSearch<'a> {
    pub model: &'a dyn Model,
    pub hot: &'a Hot<'a>,
    pub settings: &'a Settings,
    pub reduction: Reduction,
}

/// What a search for a claim has found.
pub struct Found {
    /// The positions of its violations are not known yet.
    pub searched: Searched,
    pub violations: Vec<Violation>,
    pub violation_count: u64,
    pub peak_bytes: u64,
}

/// How a search for a claim differs from others.
pub struct Run<'r> {
    /// Nothing of it is used.
    pub budget: Budget,
    /// Violations after which it ends.
    pub errors: Option<u64>,
    /// What was found before is not found again.
    pub known: Vec<&'r Violation>,
    /// Where memory is used up it goes on and forgets states, if it may; otherwise it ends.
    pub may_forget: bool,
}

/// What a search has counted, what its store used, what was left out and why no more was.
type Counted = (Statistics, StoreUsage, (Reduction, Option<&'static str>));

impl ClaimSearch<'_> {
    /// Searches for a violation of the claim with this index.
    pub fn run(&self, index: usize, run: Run<'_>) -> Result<Found, Failure> {
        let claim = &self.model.info().claims[index];
        let budget = Arc::new(run.budget);
        let started = budget.monitor().elapsed();
        let mut context = context(self.model, self.settings, budget.clone());
        context.recorder.checks = self.checks(claim);
        context.recorder.errors = run.errors;
        context.recorder.know(run.known);
        if !run.may_forget {
            context.caching = None;
        }
        let watched = Watched::new(self.model, claim);
        let (statistics, usage, (reduction, unreduced)) = match watched {
            Some(watched) => self.search_states(index, &watched, &mut context)?,
            None => self.search_product(index, &mut context)?,
        };
        let mut violations = context.recorder.violations;
        let unreal = self.drop_unreal(&mut violations, &budget);
        if unreal > 0 && context.stopped == Some(Stop::Errors) {
            context.stopped = None;
        }
        if !violations.is_empty() {
            budget.monitor().note_violated(claim.name);
        }
        let shortest = match self.settings.claims.shortest {
            true => self.shorten(claim, &mut violations, &budget),
            false => None,
        };
        let elapsed: Duration = budget.monitor().elapsed() - started;
        Ok(Found {
            searched: Searched {
                statistics,
                reduction,
                unreduced,
                stopped: context.stopped,
                depth_bound_met: context.depth_bound_met,
                violations: Vec::new(),
                store_bytes: usage.used_bytes,
                shortest,
                missed: usage.missed,
                elapsed,
            },
            violations,
            violation_count: context.recorder.count - unreal,
            peak_bytes: budget.peak_bytes(),
        })
    }

    /// Where a hidden variable decides, states that are taken for one may differ in what they can
    /// do, and a cycle may be none. Drops those; says how many.
    fn drop_unreal(&self, violations: &mut Vec<Violation>, budget: &Budget) -> u64 {
        let info = self.model.info();
        let found = violations.len();
        if !info.hidden_reads.is_empty() {
            violations.retain(|violation| {
                let trail = Trail::new(info, violation);
                let trail =
                    trail.filter(|it| it.claim.as_ref().is_some_and(|by| by.cycle.is_some()));
                let played =
                    trail.map(|it| replay(self.model, &it, budget, &Excerpt::none(), &mut |_| {}));
                !matches!(played, Some(Err(NotReplayed::Wrong(_))))
            });
        }
        (found - violations.len()) as u64
    }

    /// Tells what violates the claim on the shortest run, if there are time and memory to find it;
    /// says whether there were, if it is violated.
    fn shorten(
        &self,
        claim: &'static ClaimInfo,
        violations: &mut [Violation],
        budget: &Arc<Budget>,
    ) -> Option<bool> {
        let mut own = violations.iter_mut().filter(|it| it.kind.is_of_claim());
        let violation = own.next()?;
        let Ok(Some(run)) = shortest_run(self.model, claim, budget) else {
            return Some(false);
        };
        let place = run.cycle.is_none().then_some(run.place);
        (violation.kind, violation.message) = violation_of(claim, place);
        let stem = &run.path[..run.cycle.unwrap_or(run.path.len())];
        violation.depth = Some(stem.iter().map(RunStep::steps).sum());
        violation.path = Some(run.path);
        if let Some(by) = &mut violation.claim {
            by.cycle = run.cycle;
        }
        Some(true)
    }

    /// Lets a claim of safety see each state of the model.
    fn search_states(
        &self,
        claim: usize,
        watched: &Watched<'_>,
        context: &mut Context<'_>,
    ) -> Result<Counted, Failure> {
        let (info, settings) = (self.model.info(), self.settings);
        context.recorder.claim = Some((claim, settings.claims.fairness));
        context.recorder.safety = watched.safety().copied();
        let (reduction, unreduced) = safety_reduction(info, &info.claims[claim], self.reduction);
        if settings.store == StoreKind::Disk {
            let (statistics, used_bytes) = on_disk(watched, context, None);
            let usage = StoreUsage {
                used_bytes,
                ..StoreUsage::default()
            };
            return Ok((statistics, usage, (reduction, unreduced)));
        }
        let mut store = store(info, settings, 1, context.budget.clone())?.boxed();
        let model: &dyn Model = watched;
        let statistics = in_orders(model, &mut *store, context, settings, reduction);
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
        let (statistics, usage) = match store(info, settings, 1, context.budget.clone())? {
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
}
