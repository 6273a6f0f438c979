//! What an analyzer checks: the model without its claims in one search, then each claim in one of
//! its own.
//!
//! All share the time and the memory; each has its own store, and as many run at once as there are
//! processors. What one of them finds or misses says nothing of the others, so each goes to its
//! end.

mod claim_search;
mod claims;
mod plain;
mod replay;
mod stores;
mod swarm;
mod trails;

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::Folder;
use crate::memory::Budget;
use crate::model::{Model, ModelInfo};
use crate::monitor::Monitor;
use crate::options::{Output, Settings};
use crate::outputs::{Answer, Outputs};
use crate::reduce::{Reduction, SetMethod};
use crate::report::Report;
use crate::search::{Asked, Context, Order};
use crate::shown;
use crate::statistics::Statistics;
use crate::store::AutoStore;
use crate::streams::complain;
use crate::violation::Recorder;

use claim_search::ClaimSearch;
use claims::Claims;
use plain::{Plain, Visited};
pub use replay::replay;

/// The searches of the stores that need speed.
pub struct Hot<'a> {
    /// That which looks at no claim.
    pub plain:
        &'a (dyn Fn(&mut AutoStore, &mut Context<'_>, Order, Reduction) -> Statistics + Sync),
    /// The same with several workers, a store for each; gives the stores back.
    pub parallel: &'a Parallel<'a>,
    /// That for a claim.
    pub claim:
        &'a (dyn Fn(&mut AutoStore, &mut Context<'_>, Asked, Reduction) -> Statistics + Sync),
}

/// A search with a store for each worker.
pub type Parallel<'a> =
    dyn Fn(Vec<AutoStore>, &mut Context<'_>, SetMethod) -> (Statistics, Vec<AutoStore>) + Sync + 'a;

/// Why there is no report.
pub enum Failure {
    /// Wrong options, or a file that cannot be written.
    Usage(String),
    /// The analyzer contradicts itself.
    Internal(String),
}

/// Says something of the model on standard error.
pub fn tell(info: &ModelInfo, message: &str) {
    let _ = complain(&format!("{}: {message}\n", info.files[0]));
}

/// The name of this program, as a line shows it.
pub fn program() -> String {
    let path = env::args_os().next().map(PathBuf::from).unwrap_or_default();
    shown::path(Path::new(path.file_name().unwrap_or_default()))
}

/// Searches and reports; gives the exit status.
pub fn verify(
    model: &dyn Model,
    hot: &Hot<'_>,
    settings: Settings,
    monitor: Monitor,
) -> Result<u8, Failure> {
    let info = model.info();
    let chosen = claims::chosen(info, &settings.claims).map_err(Failure::Usage)?;
    let searches = chosen.len() + usize::from(!settings.claims.only);
    let mut outputs = Outputs::prepare(info, &settings, searches).map_err(Failure::Usage)?;
    let irreducible = irreducible(info);
    let reduction = match irreducible {
        Some(_) => Reduction::default(),
        None => settings.reduction,
    };
    let budget = Budget::new(settings.limits.memory_bytes).watched(monitor);
    let budget = Arc::new(budget);
    let common = ClaimSearch {
        model,
        hot,
        settings: &settings,
        reduction,
    };
    let mut claims = Claims::new(common, &budget);
    let (mut plain, mut visited, of_swarm_bytes) =
        search_plain(common, (&mut claims, &chosen), &mut outputs, &budget)?;
    if !chosen.is_empty() {
        // Its memory is for the claims; otherwise it is freed when all is told.
        visited = None;
        claims.check(&chosen, &plain)?;
    }
    let peaks = [budget.peak_bytes(), claims.peak_bytes, of_swarm_bytes];
    let memory_bytes = peaks.into_iter().max().unwrap_or_default();
    if settings.claims.only {
        plain.statistics.reached = claims.reached();
    }
    let mut found = vec![plain.violations];
    found.extend(claims.violations);
    let violations = trails::report_violations(model, &mut outputs, found, &budget)?;
    budget.monitor().finish();
    let report = Report {
        info,
        arguments: env::args_os()
            .skip(1)
            .map(|text| text.display().to_string())
            .collect(),
        violations,
        workers: plain::workers(&settings, info),
        violation_count: plain.violation_count.max(claims.violation_count),
        reduction,
        irreducible,
        statistics: plain.statistics,
        stopped: plain.stopped,
        depth_bound_met: plain.depth_bound_met,
        endless_chains: plain.endless_chains,
        locality: plain.locality,
        swarm: plain.swarm,
        millions: plain.millions,
        memory_bytes,
        disk_bytes: plain.disk_bytes,
        store_bytes: plain.usage.used_bytes,
        sweeps: plain.usage.sweeps,
        missed: plain.usage.missed.or(claims.missed),
        elapsed: plain.elapsed,
        plain_violations: plain.violation_count,
        claims: claims.checked,
        settings,
    };
    let status = deliver(&report, outputs);
    drop(visited);
    Ok(status)
}

/// Looks for what is wrong beside claims, if anyone asks: alone, beside the searches for these
/// claims, or in a swarm. Gives what is to be freed when all is told, and what a swarm took.
fn search_plain(
    ClaimSearch {
        model,
        hot,
        settings,
        reduction,
    }: ClaimSearch<'_>,
    (claims, chosen): (&mut Claims<'_>, &[usize]),
    outputs: &mut Outputs,
    budget: &Arc<Budget>,
) -> Result<(Plain, Option<Visited>, u64), Failure> {
    if settings.claims.only {
        return Ok((Plain::default(), None, 0));
    }
    if let Some(swarm) = &settings.swarm {
        let (plain, bytes) = swarm::search(model, settings, swarm, reduction, budget)?;
        return Ok((plain, None, bytes));
    }
    let mut search = |budget: &Arc<Budget>, may_forget| {
        let how = (reduction, may_forget);
        plain::search(model, hot, settings, how, outputs, budget)
    };
    if let Some(plain) = claims.search_beside(chosen, |part| Ok(search(part, false)?.0)) {
        return Ok((plain, None, 0));
    }
    let (plain, visited) = search(budget, true)?;
    Ok((plain, Some(visited), 0))
}

/// Writes and prints the report; gives the exit status.
fn deliver(report: &Report, mut outputs: Outputs) -> u8 {
    if let Some(draft) = outputs.report.take() {
        let path = draft.path().to_owned();
        outputs.note(&path, draft.write(report.json()));
    }
    let json = report.settings.json == Some(Output::Standard);
    let answer = Answer {
        text: match report.settings.quiet {
            true => report.verdict_line() + "\n",
            false => report.text(),
        },
        json: json.then(|| report.json()),
        status: report.verdict().exit_status(),
        missing: outputs.missing,
    };
    answer.deliver(report.info)
}

/// Why nothing may be left out, in words that follow `because`.
fn irreducible(info: &ModelInfo) -> Option<&'static str> {
    let no_tags = info.tags.len() != info.transitions.len();
    info.irreducible
        .or(no_tags.then_some("the analyzer has no conflict tags"))
}

fn context<'a>(model: &'a dyn Model, settings: &Settings, budget: Arc<Budget>) -> Context<'a> {
    let mut context = Context::new(
        budget,
        settings.limits.max_depth,
        Recorder::new(model, settings.checks, settings.limits.errors),
    );
    context.caching = settings.caching.clone();
    context.forgetting = settings.forgetting;
    context.folder = Folder::new(settings.queue_dir.clone());
    context
}
