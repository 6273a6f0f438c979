//! What more threads gain: the same full search depth-first, and breadth-first with one thread and
//! more, by turns.

use std::time::Duration;

use support::analyzer::{Analyzer, Recipe};
use support::report::Report;

use crate::measure::{self, Cost};
use crate::models::{self, Subject};
use crate::output::Output;
use crate::searches;
use crate::table::{Cell, Table};

/// What to measure.
pub struct Plan {
    /// Names of models; none for those that are not long.
    pub models: Vec<String>,
    /// Most threads.
    pub threads: usize,
    /// Runs of each search; the median counts.
    pub rounds: usize,
    /// More options of the breadth-first searches.
    pub options: Vec<String>,
}

const COLUMNS: [&str; 8] = [
    "model",
    "search",
    "states",
    "transitions",
    "seconds",
    "gain",
    "processor_s",
    "MB",
];

/// Measures, prints a table and writes it.
///
/// # Errors
/// A program does not build, a search is not complete, or two of a model do not count the same.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let mut table = Table::new(COLUMNS);
    for subject in models::chosen(&plan.models)? {
        for row in of_model(&subject, plan)? {
            table.push(row);
        }
        output.save("scaling", &table)?;
        println!("{}", subject.name);
    }
    print!("{}", table.text());
    println!(
        "gain: over the faster one of the two searches with one thread; seconds pass on the wall"
    );
    output.csv("scaling", &table)
}

/// A search with its name for the table, its options, and what its runs took.
struct Search {
    name: String,
    arguments: Vec<String>,
    report: Option<Report>,
    seconds: Vec<Duration>,
    costs: Vec<Cost>,
}

impl Search {
    fn new(name: String, order: &str, more: &[String]) -> Self {
        let common = ["--safety", "--reduce", "none", "--memory", "8G", "--quiet"];
        let order = ["--search", order];
        let arguments = common.iter().chain(&order).map(|it| it.to_string());
        Self {
            name,
            arguments: arguments.chain(more.iter().cloned()).collect(),
            report: None,
            seconds: Vec::new(),
            costs: Vec::new(),
        }
    }

    fn run(&mut self, analyzer: &Analyzer) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(3600));
        let report = outcome.report?;
        if report.verdict != "verified" {
            return Err(format!("{}: {}", self.name, report.verdict));
        }
        self.seconds.push(outcome.finished.elapsed);
        self.costs.push(Cost::from(&outcome.finished));
        self.report = Some(report);
        Ok(())
    }

    fn median_seconds(&self) -> f64 {
        let mut all = self.seconds.clone();
        all.sort_unstable();
        all[all.len() / 2].as_secs_f64()
    }
}

fn of_model(subject: &Subject, plan: &Plan) -> Result<Vec<Vec<Cell>>, String> {
    let recipe = Recipe::new(&subject.model).defines(subject.defines.clone());
    let analyzer = searches::build(recipe.unoptimized())?;
    let mut all = vec![Search::new("depth-first".into(), "depth-first", &[])];
    all.extend((1..=plan.threads).map(|threads| {
        let options = ["--threads".into(), threads.to_string()];
        let options = [&options, &plan.options[..]].concat();
        Search::new(
            format!("breadth-first, {threads}"),
            "breadth-first",
            &options,
        )
    }));
    for _ in 0..plan.rounds {
        for search in &mut all {
            search.run(&analyzer)?;
        }
    }
    let alone = all[0].median_seconds().min(all[1].median_seconds());
    let mut counted = None;
    let rows = all.iter().map(|search| {
        let report = search.report.as_ref().expect("it has run");
        let counts = (report.states_stored, report.transitions);
        if *counted.get_or_insert(counts) != counts {
            return Err(format!("{}, {}: {counts:?}", subject.name, search.name));
        }
        let seconds = search.median_seconds();
        let cost = measure::median(&search.costs);
        Ok(vec![
            subject.name.into(),
            search.name.clone().into(),
            Cell::Count(counts.0),
            Cell::Count(counts.1),
            Cell::Real(seconds, 2),
            Cell::Real(alone / seconds, 2),
            Cell::Real(cost.cpu.as_secs_f64(), 2),
            Cell::Real(cost.rss_bytes as f64 / 1e6, 1),
        ])
    });
    rows.collect()
}
