//! Whether a search becomes slower with more states: what each million of them takes.

use std::time::Duration;

use support::analyzer::{Analyzer, Recipe};
use support::{checkout, examples};

use crate::output::Output;
use crate::searches;
use crate::table::{Cell, Table};

/// What to measure.
pub struct Plan {
    /// Most threads.
    pub threads: usize,
    /// Millions of states that count.
    pub most: usize,
    /// Seconds that each search has.
    pub limit: u64,
}

/// Of the first millions and of the last ones the medians are compared.
const FEW: usize = 5;

const COLUMNS: [&str; 8] = [
    "model",
    "search",
    "bytes_a_state",
    "millions",
    "first_ms",
    "last_ms",
    "last_over_first",
    "worst_over_first",
];

/// Measures, prints a table and writes it, and another one with the time of each million.
///
/// # Errors
/// A program does not build, or a search has found too few states.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let models = [
        ("philo8", examples().join("benchmarks/philo.pml"), "N=8"),
        ("wide", checkout().join("experiments/models/wide.pml"), ""),
    ];
    let mut table = Table::new(COLUMNS);
    let mut each = Table::new(["model", "search", "million", "seconds"]);
    for (name, model, defines) in models {
        let defines = defines.split_whitespace();
        let recipe = Recipe::new(&model).defines(defines).unoptimized();
        let analyzer = searches::build(recipe)?;
        let breadth = |threads| {
            let search = format!("breadth-first, {threads}");
            (
                search,
                format!("--search breadth-first --threads {threads}"),
            )
        };
        let depth = ("depth-first".to_string(), String::new());
        for (search, options) in [depth].into_iter().chain((1..=plan.threads).map(breadth)) {
            let measured = Measured::of(&analyzer, &options, plan)?;
            table.push(measured.row(name, &search));
            for (number, seconds) in measured.seconds.iter().enumerate() {
                each.push(vec![
                    name.into(),
                    search.clone().into(),
                    Cell::Count(number as u64 + 1),
                    Cell::Real(*seconds, 3),
                ]);
            }
            output.save("millions", &table)?;
            println!("{name}, {search}");
        }
    }
    print!("{}", table.text());
    println!("medians of the first {FEW} millions and of the last {FEW}; the slowest one of all");
    output.csv("each-million", &each)?;
    output.csv("millions", &table)
}

/// A search, as far as it counts.
struct Measured {
    state_bytes: u64,
    /// What each million of states has taken.
    seconds: Vec<f64>,
}

impl Measured {
    fn of(analyzer: &Analyzer, options: &str, plan: &Plan) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let limit = plan.limit.to_string();
        let common = ["--safety", "--reduce", "none", "--memory", "16G"];
        let mut arguments = [&common[..], &["--max-time", &limit]].concat();
        arguments.extend(options.split_whitespace());
        let wait = Duration::from_secs(plan.limit + 60);
        let report = analyzer.run_in(folder.path(), &arguments, wait).report?;
        let at = report.seconds_at_millions.iter().take(plan.most);
        let mut before = 0.0;
        let seconds = at.map(|now| now - std::mem::replace(&mut before, *now));
        let seconds: Vec<f64> = seconds.collect();
        match seconds.len() < 2 * FEW {
            true => Err(format!("only {} million states", seconds.len())),
            false => Ok(Self {
                state_bytes: report.state_bytes,
                seconds,
            }),
        }
    }

    fn row(&self, model: &str, search: &str) -> Vec<Cell> {
        let Self {
            state_bytes,
            seconds,
        } = self;
        let first = median(&seconds[..FEW]);
        let last = median(&seconds[seconds.len() - FEW..]);
        let worst = seconds.iter().copied().fold(0.0, f64::max);
        vec![
            model.into(),
            search.into(),
            Cell::Count(*state_bytes),
            Cell::Count(seconds.len() as u64),
            Cell::Real(1000.0 * first, 0),
            Cell::Real(1000.0 * last, 0),
            Cell::Real(last / first, 2),
            Cell::Real(worst / first, 2),
        ]
    }
}

fn median(seconds: &[f64]) -> f64 {
    let mut sorted = seconds.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
