//! Figure 7: a model that is large for the memory, with a table of fingerprints, smaller and
//! smaller, and a queue that lies on the disk but for what memory is left.

use super::printed::FIGURE_7;
use crate::models;
use crate::output::Output;
use crate::searches::{self, Limits};
use crate::table::{Cell, Table};
use support::analyzer::Recipe;

/// What is measured.
pub struct Plan {
    /// Name of a model of the benchmark.
    pub model: String,
    /// `--memory`, in MiB.
    pub mib: Vec<u64>,
    /// Seconds for a search.
    pub limit: u64,
}

const TITLE: &str = "figure-7-2001";

/// Of the memory what is left to the queue and to what is known of edges, as in the paper.
const QUEUE_PERCENT: u64 = 10;

const COLUMNS: [&str; 9] = [
    "MB",
    "slots",
    "visited",
    "rate",
    "longest_queue",
    "disk_MB",
    "RSS_MB",
    "seconds",
    "verdict",
];

/// Searches a model with less and less memory; prints and writes.
///
/// # Errors
/// No model has this name, it does not build, a search gives no report or uses more memory than it
/// may, or a file cannot be written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let subject = models::chosen(std::slice::from_ref(&plan.model))?.remove(0);
    let recipe = Recipe::new(&subject.model).defines(subject.defines);
    let analyzer = searches::build(recipe.unoptimized())?;
    let folder = tempfile::tempdir_in(support::target_folder()).map_err(|e| e.to_string())?;
    let mut table = Table::new(COLUMNS);
    for mib in &plan.mib {
        let memory = format!("{mib}M");
        // 40 bits and the head of a slot are six bytes.
        let slots = (mib << 20) * (100 - QUEUE_PERCENT) / 100 / 6;
        let options = [
            "--search",
            "breadth-first",
            "--reduce",
            "none",
            "--store",
            "compact",
            "--cache",
        ];
        let mut options: Vec<String> = options.map(String::from).into();
        options.push(slots.to_string());
        let limits = Limits {
            seconds: plan.limit,
            memory: &memory,
        };
        let outcome = searches::run(&analyzer, &options, limits, folder.path());
        let (finished, report) = (outcome.finished, outcome.report?);
        if report.memory_bytes > mib << 20 {
            return Err(format!("{memory}: {} bytes used", report.memory_bytes));
        }
        let rate = report.cache.as_ref().and_then(|it| it.collision_rate);
        table.push(vec![
            Cell::Real((mib << 20) as f64 / 1e6, 1),
            Cell::Count(slots),
            Cell::Count(report.states_visited),
            Cell::real(rate, 3),
            Cell::Count(report.queue_states_peak),
            Cell::Real(report.disk_bytes as f64 / 1e6, 1),
            Cell::Real(finished.peak_rss_bytes as f64 / 1e6, 1),
            Cell::Real(finished.cpu.as_secs_f64(), 1),
            report.reason.unwrap_or(report.verdict).into(),
        ]);
        output.save(TITLE, &table)?;
    }
    println!("{}\n{FIGURE_7}", table.text());
    output.csv(TITLE, &table)
}
