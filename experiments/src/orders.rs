//! Which search shall be the one without options: the time to a verdict, or to the first error, of
//! depth-first and breadth-first searches, and which of them end with less memory.

use std::time::Duration;

use support::analyzer::{self, Analyzer, Recipe};
use support::case::{Case, Size};
use support::report::Report;

use crate::measure::geometric_mean;
use crate::output::Output;
use crate::reductions::candidates::{self, Candidate};
use crate::swarm;
use crate::table::{Cell, Table};

/// Name and options; first what is the default.
const SEARCHES: [(&str, &str); 4] = [
    ("depth", ""),
    (
        "breadth_1",
        "--search breadth-first --reduce persistent --threads 1",
    ),
    ("breadth", "--search breadth-first --reduce persistent"),
    ("breadth_none", "--search breadth-first --reduce none"),
];

/// Per cent of the memory that the default uses.
const PERCENTS: [u64; 3] = [60, 30, 10];

/// With less than this a model says nothing about memory.
const BYTES_MIN: u64 = 4 << 20;

/// A model whose default search takes more seconds is not searched with less memory, which takes
/// as long as this many times.
const SECONDS_MAX: f64 = 2.0;
const TIMES_MAX: f64 = 10.0;

/// What is measured.
pub struct Plan {
    /// Parts of the names of models; none for all.
    pub models: Vec<String>,
    /// Seconds for a search.
    pub limit: u64,
    /// A search counts where it takes more seconds, on one of the two sides.
    pub least: f64,
}

/// Searches each model with each search, prints and writes.
///
/// # Errors
/// No model has such a name, or a file cannot be written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let subjects = subjects(&plan.models)?;
    eprintln!("building {} analyzers", subjects.len());
    let recipes: Vec<Recipe> = subjects.iter().map(|it| it.recipe.clone()).collect();
    let analyzers = analyzer::build_quickly(&recipes);
    let mut rows = Vec::new();
    for (subject, analyzer) in subjects.iter().zip(&analyzers) {
        if let Ok(analyzer) = analyzer
            && let Some(row) = measure(&subject.title, analyzer, plan.limit)
        {
            eprintln!("{}", row.title);
            rows.push(row);
            output.save("orders", &values(&rows))?;
        }
    }
    let table = values(&rows);
    println!("{}", table.text());
    print_summary(&rows, plan.least);
    output.csv("orders", &table)
}

/// Our examples of all sizes, SPIN's, and those whose errors are hard to find.
fn subjects(parts: &[String]) -> Result<Vec<Candidate>, String> {
    let mut all = candidates::chosen(&[])?;
    let large = Case::examples(Size::Large).into_iter();
    all.extend(large.map(candidates::of_case));
    all.extend(swarm::subjects());
    candidates::named(all, parts)
}

/// A model with what each search came to.
struct Row {
    title: String,
    found: Vec<Found>,
    /// How many of the searches with less memory have ended, by search and part of the memory.
    /// Empty where the default does not verify the model, needs too little to tell, or too long.
    ends: Vec<[bool; PERCENTS.len()]>,
}

/// What a search came to.
struct Found {
    /// `verified`, `violated` or why it is not known.
    verdict: String,
    seconds: f64,
    cpu: f64,
    states: u64,
    memory_bytes: u64,
}

impl Found {
    fn is_definite(&self) -> bool {
        ["verified", "violated"].contains(&self.verdict.as_str())
    }
}

/// `None` for a model that the default refuses.
fn measure(title: &str, analyzer: &Analyzer, limit: u64) -> Option<Row> {
    let all = SEARCHES.map(|(_, options)| search(analyzer, options, 8 << 30, limit as f64));
    let found: Vec<Found> = all.into_iter().collect::<Option<_>>()?;
    let default = &found[0];
    let mut ends = Vec::new();
    let is_short = default.seconds <= SECONDS_MAX;
    if default.verdict == "verified" && is_short && default.memory_bytes >= BYTES_MIN {
        let limit = 1.0 + TIMES_MAX * default.seconds;
        ends.extend(SEARCHES.map(|(_, options)| {
            PERCENTS.map(|percent| {
                let memory = default.memory_bytes / 100 * percent;
                search(analyzer, options, memory, limit).is_some_and(|it| it.is_definite())
            })
        }));
    }
    Some(Row {
        title: title.into(),
        found,
        ends,
    })
}

fn search(analyzer: &Analyzer, options: &str, memory: u64, limit: f64) -> Option<Found> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (memory, limit_text) = (memory.to_string(), limit.to_string());
    let mut arguments = vec!["--safety", "--memory", &memory, "--max-time", &limit_text];
    arguments.extend(options.split_whitespace());
    let wait = Duration::from_secs_f64(limit + 60.0);
    let outcome = analyzer.run_in(folder.path(), &arguments, wait);
    let report: Report = outcome.report.ok()?;
    Some(Found {
        verdict: report.reason.unwrap_or(report.verdict),
        seconds: report.seconds,
        cpu: outcome.finished.cpu.as_secs_f64(),
        states: report.states_stored,
        memory_bytes: report.memory_bytes,
    })
}

fn values(rows: &[Row]) -> Table {
    let mut columns = vec!["model".to_string(), "verdict".into()];
    for what in ["s", "cpu_s", "states", "MB", "ends"] {
        columns.extend(SEARCHES.map(|(name, _)| format!("{name}_{what}")));
    }
    let mut table = Table::new(columns);
    for row in rows {
        let verdicts = row.found.iter().map(|it| it.verdict.as_str());
        let mut differing: Vec<&str> = verdicts.collect();
        differing.dedup();
        let mut cells = vec![Cell::from(row.title.as_str()), differing.join("/").into()];
        cells.extend(row.found.iter().map(|it| Cell::Real(it.seconds, 3)));
        cells.extend(row.found.iter().map(|it| Cell::Real(it.cpu, 2)));
        cells.extend(row.found.iter().map(|it| Cell::Count(it.states)));
        let megabytes = row.found.iter().map(|it| it.memory_bytes as f64 / 1e6);
        cells.extend(megabytes.map(|it| Cell::Real(it, 1)));
        let ends = |i: usize| row.ends.get(i).map(ended);
        cells.extend((0..SEARCHES.len()).map(|i| Cell::from(ends(i).unwrap_or_default())));
        table.push(cells);
    }
    table
}

/// The parts of the memory with which a search has ended.
fn ended(ends: &[bool; PERCENTS.len()]) -> String {
    let with = PERCENTS.iter().zip(ends).filter(|it| *it.1);
    let with: Vec<String> = with.map(|(percent, _)| percent.to_string()).collect();
    with.join(" ")
}

/// For each search but the default, on models with an error and without: how many verdicts, how
/// the times compare, and how many end with less memory.
fn print_summary(rows: &[Row], least: f64) {
    println!("beside the default, where one of the two takes {least} s or more:");
    for (i, (name, options)) in SEARCHES.iter().enumerate().skip(1) {
        println!("\n{name}: {options}");
        for violated in [false, true] {
            let kind = if violated { "violated" } else { "verified" };
            // What one of them knows is so.
            let of_kind = |it: &&Row| it.found.iter().any(|it| it.verdict == kind);
            let rows: Vec<&Row> = rows.iter().filter(of_kind).collect();
            let known = |i: usize| rows.iter().filter(|it| it.found[i].is_definite()).count();
            println!(
                "  {kind}: {} models, {} verdicts, {} by default",
                rows.len(),
                known(i),
                known(0)
            );
            print_times(&rows, i, least);
        }
        print_ends(rows, i);
    }
}

fn print_times(rows: &[&Row], i: usize, least: f64) {
    let pairs = rows.iter().filter_map(|row| {
        let (default, other) = (&row.found[0], &row.found[i]);
        let counts = default.seconds.max(other.seconds) >= least
            && (default.is_definite() || other.is_definite());
        counts.then(|| (other.seconds / default.seconds.max(1e-4), row))
    });
    let mut ratios: Vec<(f64, &&Row)> = pairs.collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(mean) = geometric_mean(ratios.iter().map(|it| it.0)) else {
        return;
    };
    let slower = ratios.iter().filter(|it| it.0 > 1.2).count();
    let faster = ratios.iter().filter(|it| it.0 < 1.0 / 1.2).count();
    let more_states = ratios
        .iter()
        .filter(|(_, row)| row.found[0].is_definite() && row.found[i].states > row.found[0].states);
    println!(
        "    of {}: {faster} in less than 1/1.2 of the time, {slower} in more than 1.2 times, \
         {} with more states; mean {mean:.2}",
        ratios.len(),
        more_states.count()
    );
    for (ratio, row) in ratios.iter().rev().take(5).filter(|it| it.0 > 1.2) {
        let [default, other] = [0, i].map(|i| row.found[i].seconds);
        println!(
            "    {ratio:>9.2} {default:>8.3} {other:>8.3} s  {}",
            row.title
        );
    }
}

fn print_ends(rows: &[Row], i: usize) {
    for (at, percent) in PERCENTS.iter().enumerate() {
        let tried = rows.iter().filter(|row| !row.ends.is_empty());
        let by_default: Vec<&Row> = tried.filter(|row| row.ends[0][at]).collect();
        let lost: Vec<&str> = by_default
            .iter()
            .filter(|row| !row.ends[i][at])
            .map(|row| row.title.as_str())
            .collect();
        println!(
            "  with {percent} % of its memory: {} verified by default, {} of them lost {}",
            by_default.len(),
            lost.len(),
            lost.join(", ")
        );
    }
}
