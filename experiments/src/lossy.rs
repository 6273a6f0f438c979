//! Stores that take states for others: how many states they miss, by their own estimate and in
//! fact, beside SPIN's.

use crate::models;
use crate::output::Output;
use crate::searches::{self, Limits, Search};
use crate::table::{Cell, Table};
use support::analyzer::{Analyzer, Recipe};
use support::report::Report;

/// What is measured.
pub struct Plan {
    /// Name of a model of the benchmark.
    pub model: String,
    /// Seconds for a search.
    pub limit: u64,
    /// SPIN's bitstate search and hash compaction are measured, too.
    pub spin: bool,
}

/// Options of our searches.
const OURS: &[&[&str]] = &[
    &["--store", "compact", "--bits", "32"],
    &["--store", "compact", "--bits", "36"],
    &["--store", "compact", "--bits", "40"],
    &["--store", "compact", "--bits", "48"],
    &["--store", "compact", "--bits", "64"],
    &["--store", "bitstate", "--bits", "25"],
    &["--store", "bitstate", "--bits", "26"],
    &["--store", "bitstate", "--bits", "27"],
    &["--store", "bitstate", "--bits", "28"],
    &["--store", "bitstate", "--bits", "28", "--hashes", "2"],
    &["--store", "bitstate", "--bits", "28", "--hashes", "5"],
    &["--store", "bitstate", "--bits", "30"],
];

/// Flags of the compiler and of the verifier.
const SPIN: &[(&str, &[&str])] = &[
    ("-DHC4", &["-w25"]),
    ("-DBITSTATE", &["-w25", "-k3"]),
    ("-DBITSTATE", &["-w26", "-k3"]),
    ("-DBITSTATE", &["-w27", "-k3"]),
    ("-DBITSTATE", &["-w28", "-k3"]),
    ("-DBITSTATE", &["-w30", "-k3"]),
];

const COLUMNS: [&str; 7] = [
    "search", "stored", "missed", "estimate", "store_B", "seconds", "RSS_MB",
];

const MEMORY: &str = "8G";

/// Searches a model with the exact store and with each of the others, without reduction and without
/// optimisations; prints and writes.
///
/// # Errors
/// No model has this name, a search gives no report or is not complete, or a file cannot be
/// written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let subject = models::chosen(std::slice::from_ref(&plan.model))?.remove(0);
    let recipe = Recipe::new(&subject.model).defines(subject.defines);
    let analyzer = searches::build(recipe.clone().unoptimized())?;
    let (exact, row) = search(&analyzer, &["--store", "exact"], plan.limit, None)?;
    let mut table = Table::new(COLUMNS);
    table.push(row);
    for options in OURS {
        let (_, row) = search(&analyzer, options, plan.limit, Some(&exact))?;
        table.push(row);
        output.save("lossy", &table)?;
    }
    for (compiler, verifier) in SPIN.iter().filter(|_| plan.spin) {
        table.push(of_spin(&recipe, compiler, verifier, &exact, plan.limit)?);
        output.save("lossy", &table)?;
    }
    println!("{}", table.text());
    println!(
        "{}, without reduction; missed: states of the exact store that were not stored; estimate: by the search itself; store_B: bytes of store for each state; seconds: processor time, one run",
        plan.model
    );
    output.csv("lossy", &table)
}

fn search(
    analyzer: &Analyzer,
    options: &[&str],
    seconds: u64,
    exact: Option<&Report>,
) -> Result<(Report, Vec<Cell>), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let limits = Limits {
        seconds,
        memory: MEMORY,
    };
    let common = ["--reduce", Search::PLAIN.reduce];
    let all: Vec<String> = [&common, options]
        .concat()
        .into_iter()
        .map(String::from)
        .collect();
    let outcome = searches::run(analyzer, &all, limits, folder.path());
    let (finished, report) = (outcome.finished, outcome.report?);
    if !matches!(report.reason.as_deref(), None | Some("lossy-store")) {
        return Err(format!("{}: {:?}", options.join(" "), report.reason));
    }
    let missed = exact.map(|exact| exact.states_stored - report.states_stored);
    let decimals = if report.states_missed < 10.0 { 3 } else { 0 };
    let row = vec![
        options.join(" ").into(),
        Cell::Count(report.states_stored),
        Cell::count(missed),
        Cell::real(exact.map(|_| report.states_missed), decimals),
        Cell::Real(report.bytes_per_state, 1),
        Cell::Real(finished.cpu.as_secs_f64(), 2),
        Cell::Real(finished.peak_rss_bytes as f64 / 1e6, 1),
    ];
    Ok((report, row))
}

fn of_spin(
    recipe: &Recipe,
    compiler: &'static str,
    verifier: &[&str],
    exact: &Report,
    limit: u64,
) -> Result<Vec<Cell>, String> {
    let (run, finished) = searches::of_spin(recipe, compiler, verifier, exact.depth, 10 * limit)?;
    let stored = run.counts.stored;
    Ok(vec![
        format!("spin {compiler} {}", verifier.join(" ")).into(),
        Cell::Count(stored),
        Cell::Count(exact.states_stored.saturating_sub(stored)),
        Cell::Unknown,
        Cell::Unknown,
        Cell::Real(finished.cpu.as_secs_f64(), 2),
        Cell::Real(finished.peak_rss_bytes as f64 / 1e6, 1),
    ])
}
