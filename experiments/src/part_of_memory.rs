//! A search with a part of the memory that a full one uses: is it complete, and what does it cost?

use crate::output::Output;
use crate::reductions::candidates::{self, Candidate};
use crate::table::{Cell, Table};
use std::time::Duration;
use support::analyzer::{self, Analyzer, Outcome};
use support::report::Report;

/// What is measured.
pub struct Plan {
    /// Parts of the names of models; none for all.
    pub models: Vec<String>,
    /// The full search has this many times the memory.
    pub divisor: u64,
    /// States that a full search must have.
    pub least: u64,
    /// A search ends after this many times the time of the full one.
    pub factor: f64,
    /// A full search that takes more seconds is not compared.
    pub limit: u64,
    /// Options of all searches.
    pub options: Vec<String>,
}

/// A full search that needs more bytes is not compared.
const FULL_BYTES: u64 = 4 << 30;

/// Searches each model fully, then with less memory; prints and writes.
///
/// # Errors
/// No model has such a name, a search used more than it may, or a file cannot be written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let candidates = candidates::chosen(&plan.models)?;
    eprintln!("building {} analyzers", candidates.len());
    let recipes: Vec<_> = candidates.iter().map(|it| it.recipe.clone()).collect();
    let mut table = Table::new(COLUMNS);
    for (candidate, analyzer) in candidates.iter().zip(analyzer::build_quickly(&recipes)) {
        if let Ok(analyzer) = analyzer
            && let Some(line) = compare(candidate, &analyzer, plan)?
        {
            table.push(line);
            output.save("part-of-memory", &table)?;
        }
    }
    println!("{}", table.text());
    println!(
        "a search with 1/{} of the memory of a full one; stack: states on the path at most, per cent of all; s: processor time; times: of the full search; named: the verdict with as much as \
         the search said that it needs",
        plan.divisor
    );
    output.csv("part-of-memory", &table)
}

const COLUMNS: [&str; 11] = [
    "model",
    "states",
    "stack_percent",
    "MB",
    "s",
    "verdict",
    "times_transitions",
    "times_s",
    "rss_over_MB",
    "named_MB",
    "named",
];

fn compare(
    candidate: &Candidate,
    analyzer: &Analyzer,
    plan: &Plan,
) -> Result<Option<Vec<Cell>>, String> {
    let whole = search(analyzer, FULL_BYTES, plan.limit as f64, plan);
    let full = report(candidate, &whole)?;
    if full.verdict != "verified" || full.states_stored < plan.least {
        return Ok(None);
    }
    eprintln!("{}", candidate.title);
    let memory = full.memory_bytes / plan.divisor;
    let seconds = plan.factor * full.seconds + 1.0;
    let outcome = search(analyzer, memory, seconds, plan);
    let part = report(candidate, &outcome)?;
    if part.memory_bytes > memory {
        let used = part.memory_bytes;
        return Err(format!("{}: {used} of {memory} bytes", candidate.title));
    }
    let is_full = part.reason.as_deref() == Some("cache-full");
    let named = named(&outcome).filter(|_| is_full);
    let with_named = named.map(|bytes| {
        let outcome = search(analyzer, bytes, seconds, plan);
        report(candidate, &outcome).map(verdict)
    });
    let [full_s, part_s] = [&whole, &outcome].map(|it| it.finished.cpu.as_secs_f64());
    let over = outcome.finished.peak_rss_bytes as f64 - memory as f64;
    Ok(Some(vec![
        candidate.title.as_str().into(),
        Cell::count(Some(full.states_stored)),
        Cell::Real(
            100.0 * full.stack_states_peak as f64 / full.states_stored as f64,
            1,
        ),
        Cell::Real(full.memory_bytes as f64 / 1e6, 1),
        Cell::Real(full_s, 2),
        verdict(part).into(),
        Cell::Real(part.transitions as f64 / full.transitions as f64, 2),
        Cell::Real(part_s / full_s, 2),
        Cell::Real(over / 1e6, 1),
        named.map_or_else(|| "".into(), |bytes| Cell::Real(bytes as f64 / 1e6, 1)),
        with_named.transpose()?.unwrap_or_default().into(),
    ]))
}

/// Why a search is incomplete, or what it found.
fn verdict(report: &Report) -> String {
    report.reason.as_ref().unwrap_or(&report.verdict).clone()
}

fn search(analyzer: &Analyzer, memory: u64, seconds: f64, plan: &Plan) -> Outcome {
    let (memory, max_time) = (memory.to_string(), seconds.to_string());
    let mut arguments = vec!["--safety", "--memory", &memory, "--max-time", &max_time];
    arguments.extend(plan.options.iter().map(String::as_str));
    let folder = tempfile::tempdir().expect("temporary folder");
    analyzer.run_in(
        folder.path(),
        &arguments,
        Duration::from_secs_f64(seconds + 60.0),
    )
}

fn report<'a>(candidate: &Candidate, outcome: &'a Outcome) -> Result<&'a Report, String> {
    let report = outcome.report.as_ref();
    report.map_err(|problem| format!("{}: {problem}", candidate.title))
}

/// The size in `give at least --memory SIZE`.
fn named(outcome: &Outcome) -> Option<u64> {
    let text = outcome.finished.all_output();
    let (_, size) = text.split_once("give at least --memory ")?;
    runtime::units::parse_size(size.split_whitespace().next()?).ok()
}
