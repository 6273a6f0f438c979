//! The claims of a model, each in a search of its own.

use std::sync::Arc;
use std::time::Duration;

use super::stores::{Made, store};
use super::{Failure, Hot, Plain, context};
use crate::claim::{ClaimInfo, ClaimKind, Fairness};
use crate::limits::{Reason, Stop};
use crate::memory::Budget;
use crate::model::{Model, ModelInfo};
use crate::options::{ClaimOptions, Ltl, Settings, answers_to, nearest, short};
use crate::reduce::Reduction;
use crate::report::{Claimed, Outcome, Searched};
use crate::search::{Asked, check_claim};
use crate::violation::{Checks, Violation};

/// A claim that is to be checked.
#[derive(Debug, PartialEq, Eq)]
pub enum Chosen {
    /// By a search: index into [`ModelInfo::claims`].
    Search(usize),
    /// Nothing can violate it: what is not in the model.
    Trivial(&'static str, &'static str),
}

/// What the user wants of the claims that there are.
///
/// # Errors
/// There is no such claim.
pub fn chosen(info: &ModelInfo, options: &ClaimOptions) -> Result<Vec<Chosen>, String> {
    if let Ltl::Named(name) = &options.ltl {
        find(info, name)?;
    }
    let mut chosen = Vec::new();
    let mut cycles = None;
    for (index, claim) in info.claims.iter().enumerate() {
        let wanted = match claim.kind {
            ClaimKind::Never | ClaimKind::Formula => !options.ltl.leaves_out(claim.name),
            ClaimKind::Acceptance => {
                cycles = Some(index);
                false
            }
            ClaimKind::NonProgress => false,
        };
        chosen.extend(wanted.then_some(Chosen::Search(index)));
    }
    if options.acceptance {
        chosen.push(match cycles {
            Some(index) => Chosen::Search(index),
            None => Chosen::Trivial("acceptance", "no process has an accept label"),
        });
    }
    if options.non_progress {
        let is_it = |claim: &ClaimInfo| claim.kind == ClaimKind::NonProgress;
        let index = info.claims.iter().position(is_it).ok_or(
            "--non-progress: no process has a progress label, so every run without end is without \
             progress; mark what is progress with a label `progress`",
        )?;
        chosen.push(Chosen::Search(index));
    }
    if options.only && chosen.is_empty() {
        return Err("--claims-only: there is no claim to check; leave it out".to_string());
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
    /// Of all.
    pub violation_count: u64,
    /// Most memory that one of them used.
    pub peak_bytes: u64,
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
            ended: settings.claims.obstacle.clone(),
            checked: Vec::new(),
            violations: Vec::new(),
            violation_count: 0,
            peak_bytes: 0,
        }
    }

    /// Checks them in turn, after the plain search.
    pub fn check(&mut self, chosen: Vec<Chosen>, plain: &Plain) -> Result<(), Failure> {
        self.note_end(plain.stopped, plain.violation_count);
        for chosen in chosen {
            let checked = match (chosen, &self.ended) {
                (Chosen::Trivial(name, why), _) => Claimed {
                    name,
                    claim: None,
                    outcome: Outcome::Trivial(why),
                },
                (Chosen::Search(claim), Some(why)) => {
                    let why = why.clone();
                    self.claimed(claim, Outcome::NotChecked(why))
                }
                (Chosen::Search(claim), None) => {
                    let searched = self.search(claim, plain)?;
                    self.claimed(claim, Outcome::Searched(Box::new(searched)))
                }
            };
            self.checked.push(checked);
        }
        Ok(())
    }

    fn claimed(&self, claim: usize, outcome: Outcome) -> Claimed {
        let claim = &self.model.info().claims[claim];
        Claimed {
            name: claim.name,
            claim: Some(claim),
            outcome,
        }
    }

    /// A search has ended like this: is there still time for others, and are they wanted?
    fn note_end(&mut self, stopped: Option<Stop>, violations: u64) {
        let why = match stopped {
            Some(Stop::Time) => Reason::Time.why(),
            Some(Stop::Interrupted) => Reason::Interrupted.why(),
            _ if violations > 0 && self.settings.claims.first_violation_ends => {
                "--errors 1 asked for no more than the violation found"
            }
            _ => return,
        };
        self.ended.get_or_insert(why.to_string());
    }

    fn search(&mut self, index: usize, plain: &Plain) -> Result<Searched, Failure> {
        let (info, settings) = (self.model.info(), self.settings);
        let claim = &info.claims[index];
        let fairness = settings.claims.fairness;
        let budget = Arc::new(self.budget.afresh());
        let started = budget.monitor().elapsed();
        budget.monitor().turn_to(claim.name);
        let mut context = context(self.model, settings, budget.clone());
        context.recorder.checks = self.checks(claim);
        let known = self.violations.iter().flatten().chain(&plain.violations);
        context.recorder.know(known);
        if fairness == Fairness::Strong {
            context.caching = None;
        }
        let (reduction, unreduced) = self.reduction(claim);
        let asked = Asked {
            claim: index,
            fairness,
        };
        let (statistics, usage) = match store(info, settings, budget.clone())? {
            Made::Hot(mut store) => {
                let counted = (self.hot.claim)(&mut store, &mut context, asked, reduction);
                (counted, crate::store::Store::usage(&*store))
            }
            Made::General(mut store) => {
                let counted = check_claim(self.model, &mut *store, &mut context, asked, reduction);
                (counted, store.usage())
            }
        };
        let elapsed: Duration = budget.monitor().elapsed() - started;
        self.peak_bytes = self.peak_bytes.max(budget.peak_bytes());
        self.violation_count += context.recorder.count;
        self.note_end(context.stopped, context.recorder.count);
        let first = self.violations.iter().map(Vec::len).sum::<usize>();
        let found = context.recorder.violations;
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
            elapsed,
        })
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

    /// What is left out beside this claim, and why nothing is.
    fn reduction(&self, claim: &ClaimInfo) -> (Reduction, Option<&'static str>) {
        let why = match self.settings.claims.fairness {
            _ if self.reduction.is_none() => None,
            Fairness::Strong => Some("which runs are strongly fair may depend on what is left out"),
            _ if claim.asks_timeout => Some("the claim asks for timeout"),
            _ if !claim.is_normal => {
                Some("the claim is not in stuttering normal form: it counts steps")
            }
            _ => None,
        };
        match why {
            Some(_) => (Reduction::default(), why),
            None => (self.reduction, None),
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
