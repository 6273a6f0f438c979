//! Which reduction is worth its time: every model with every sound reduction, beside SPIN's own.
//!
//! Ours and SPIN's unoptimised searches have the same state space before reduction, and so have the
//! optimised ones, nearly. So only like is compared with like. A search that was cut off by a limit
//! has no states to compare.

pub mod candidates;
mod spin;
mod summary;

use crate::output::Output;
use crate::searches::{self, Limits, Measured, Search};
use crate::table::{Cell, Table};
use candidates::Candidate;
use std::time::Duration;
use support::analyzer::{self, Analyzer};

/// The searches, plain first.
pub const SEARCHES: [Search; 8] = [
    Search::PLAIN,
    Search::new("local", None),
    Search::new("overman", None),
    Search::new("persistent", None),
    Search::new("none", Some("stored")),
    Search::new("local", Some("stored")),
    Search::new("overman", Some("stored")),
    Search::new("persistent", Some("stored")),
];

/// What is compared.
pub struct Plan {
    /// Parts of the names of models; none for all.
    pub models: Vec<String>,
    /// With merged statements and dead variables reset, on both sides.
    pub optimized: bool,
    /// Seconds for a search.
    pub limit: u64,
    /// Memory for a search.
    pub memory: String,
    /// CPU time of a search at least.
    pub at_least: Duration,
}

/// A model with all that was found out.
pub struct Row {
    title: String,
    /// One for each of [`SEARCHES`].
    ours: Vec<Result<Measured, String>>,
    /// SPIN's reduced search: of the model as it is, and optimised.
    spin: [Result<Measured, String>; 2],
}

/// Compares, prints, writes.
///
/// # Errors
/// SPIN is missing, no model has such a name, or a file cannot be written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    crate::measure::need_spin()?;
    let candidates = candidates::chosen(&plan.models)?;
    eprintln!("building {} analyzers", candidates.len());
    let recipes: Vec<_> = candidates
        .iter()
        .map(|candidate| match plan.optimized {
            true => candidate.recipe.clone(),
            false => candidate.recipe.clone().unoptimized(),
        })
        .collect();
    let analyzers = analyzer::build(&recipes);
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for (candidate, analyzer) in candidates.iter().zip(&analyzers) {
        match analyzer {
            Ok(analyzer) => {
                eprintln!("{}", candidate.title);
                rows.push(row(candidate, analyzer, plan));
                output.save("reductions", &values(&rows, plan))?;
            }
            Err(refused) => skipped.push((&candidate.title, refused.all_output())),
        }
    }
    print_rows(&rows);
    for (title, why) in &skipped {
        let why = why.lines().next().unwrap_or_default();
        println!("skipped: {title}: {why}");
    }
    summary::print(&rows, usize::from(plan.optimized));
    output.csv("reductions", &values(&rows, plan))
}

fn row(candidate: &Candidate, analyzer: &Analyzer, plan: &Plan) -> Row {
    let limits = Limits {
        seconds: plan.limit,
        memory: &plan.memory,
    };
    let ours = SEARCHES.map(|search| searches::measure(analyzer, search, limits, plan.at_least));
    Row {
        title: candidate.title.clone(),
        ours: ours.into(),
        spin: [false, true]
            .map(|optimized| spin::measure(&candidate.recipe, optimized, plan.limit)),
    }
}

/// A measured search that is complete.
fn complete(measured: &Result<Measured, String>) -> Option<&Measured> {
    measured.as_ref().ok().filter(|it| it.cut.is_none())
}

const COLUMNS: [&str; 14] = [
    "model",
    "engine",
    "optimized",
    "reduce",
    "sleep_sets",
    "states",
    "matched",
    "transitions",
    "depth",
    "s",
    "memory_MB",
    "rss_MB",
    "violations",
    "cut",
];

/// All that was measured, a line for each search.
fn values(rows: &[Row], plan: &Plan) -> Table {
    let mut table = Table::new(COLUMNS);
    for row in rows {
        for (search, measured) in SEARCHES.iter().zip(&row.ours) {
            let ours = [search.reduce, search.sleep.unwrap_or("none")];
            table.push(line(row, "pvgen", plan.optimized, ours, measured));
        }
        for (optimized, measured) in [false, true].into_iter().zip(&row.spin) {
            table.push(line(row, "SPIN", optimized, ["SPIN's", "none"], measured));
        }
    }
    table
}

fn line(
    row: &Row,
    engine: &str,
    optimized: bool,
    [reduce, sleep]: [&str; 2],
    measured: &Result<Measured, String>,
) -> Vec<Cell> {
    let known = measured.as_ref().ok();
    let counts = known.map(|it| it.counts);
    let cut = match measured {
        Ok(measured) => measured.cut.clone().unwrap_or_default(),
        Err(problem) => problem.clone(),
    };
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    vec![
        row.title.as_str().into(),
        engine.into(),
        if optimized { "yes" } else { "no" }.into(),
        reduce.into(),
        sleep.into(),
        Cell::count(counts.map(|it| it.stored)),
        Cell::count(counts.map(|it| it.matched)),
        Cell::count(counts.map(|it| it.transitions)),
        Cell::count(counts.map(|it| it.depth)),
        Cell::real(known.map(|it| it.cost.cpu.as_secs_f64()), 3),
        Cell::real(known.map(|it| megabytes(it.memory_bytes)), 2),
        Cell::real(known.map(|it| megabytes(it.cost.rss_bytes)), 1),
        Cell::count(known.map(|it| it.violations.len() as u64)),
        cut.into(),
    ]
}

/// States and CPU time, a line for each model.
fn print_rows(rows: &[Row]) {
    let searches = SEARCHES.iter().map(|search| match search.sleep {
        Some(_) => format!("{}+sleep", search.reduce),
        None => search.reduce.to_string(),
    });
    let engines = ["SPIN", "SPIN_optimized"].map(String::from);
    let columns: Vec<String> = searches.chain(engines).collect();
    let columns = || ["model".to_string()].into_iter().chain(columns.clone());
    let (mut states, mut seconds) = (Table::new(columns()), Table::new(columns()));
    for row in rows {
        let measured = || row.ours.iter().chain(&row.spin).map(complete);
        let title = || [Cell::from(row.title.as_str())].into_iter();
        let stored = measured().map(|it| Cell::count(it.map(|it| it.counts.stored)));
        states.push(title().chain(stored).collect());
        let cpu = measured().map(|it| Cell::real(it.map(|it| it.cost.cpu.as_secs_f64()), 2));
        seconds.push(title().chain(cpu).collect());
    }
    println!(
        "states stored; SPIN: reduced by itself\n\n{}",
        states.text()
    );
    println!("CPU seconds\n\n{}", seconds.text());
}
