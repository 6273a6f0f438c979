//! What a reduction costs where nothing can be reduced: the third synthetic protocol of 1992, in
//! which every statement touches one variable.
//!
//! All searches store the same states and execute the same transitions, so what is left is the work
//! of choosing and of sleep sets.

use crate::measure::{self, Cost, Program};
use crate::output::Output;
use crate::searches::{self, Search};
use crate::table::{Cell, Table};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::analyzer::{Analyzer, Recipe};
use support::process;

/// The searches, the most that each may cost over the plain one, and what its like cost in 1992, in
/// per cent.
const SEARCHES: &[(Search, Option<f64>, Option<f64>)] = &[
    (Search::PLAIN, None, None),
    (Search::new("local", None), Some(5.0), Some(8.0)),
    (Search::new("overman", None), None, None),
    (Search::new("persistent", None), None, None),
    (Search::new("none", Some("1992")), Some(40.0), Some(239.0)),
    (Search::new("none", Some("1995")), Some(40.0), None),
    (Search::new("none", Some("stored")), Some(40.0), None),
    (Search::new("local", Some("stored")), None, Some(255.0)),
    (Search::new("persistent", Some("stored")), None, None),
];

const MEMORY: &str = "4G";

/// What is measured.
pub struct Plan {
    /// Processes of the model.
    pub processes: u32,
    /// Rounds of all searches in turn.
    pub rounds: usize,
    /// CPU time of a search and round at least.
    pub at_least: Duration,
    /// Count instructions too, with two processes fewer.
    pub instructions: bool,
}

/// Measures all searches in turn, as often as there are rounds.
///
/// # Errors
/// The model does not build, or a search is refused or does not end as the plain one does.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let analyzer = build(plan.processes)?;
    let programs = SEARCHES
        .iter()
        .map(|&(search, ..)| program(&analyzer, search));
    let costs = measure::interleaved(programs.collect(), plan.rounds, plan.at_least)?;
    let instructions = match plan.instructions {
        true => instructions(plan.processes - 2)?
            .into_iter()
            .map(Some)
            .collect(),
        false => vec![None; SEARCHES.len()],
    };
    let table = table(&costs, &instructions);
    println!("{}", table.text());
    println!(
        "synthetic3 with N={}: CPU time, medians of {} interleaved rounds; over: per cent over the plain search; wanted: at most",
        plan.processes, plan.rounds
    );
    println!(
        "paper: Table II of 1992, protocol 3, from its seconds, sleep sets in the form of 1992"
    );
    output.csv("overhead", &table)
}

fn build(processes: u32) -> Result<Analyzer, String> {
    let model = support::examples().join("synthetic/synthetic3.pml");
    let recipe = Recipe::new(model).defines([format!("N={processes}")]);
    searches::build(recipe.unoptimized())
}

fn program(analyzer: &Analyzer, search: Search) -> Program {
    Program {
        command: search.command(analyzer, MEMORY),
        exit_code: search.exit_code(),
    }
}

fn table(costs: &[Cost], instructions: &[Option<u64>]) -> Table {
    let mut table = Table::new([
        "search",
        "s",
        "over",
        "wanted",
        "paper",
        "MB",
        "Minstructions",
        "over_in_instructions",
    ]);
    let over = |value: f64, plain: f64| 100.0 * (value / plain - 1.0);
    for (i, (search, wanted, paper)) in SEARCHES.iter().enumerate() {
        let (seconds, plain) = (costs[i].cpu.as_secs_f64(), costs[0].cpu.as_secs_f64());
        let counted = instructions[i].map(|n| n as f64);
        let counted_plain = instructions[0].map(|n| n as f64);
        let more = counted.zip(counted_plain).map(|(n, plain)| over(n, plain));
        table.push(vec![
            search.name().into(),
            Cell::Real(seconds, 2),
            Cell::Real(over(seconds, plain), 1),
            Cell::real(*wanted, 0),
            Cell::real(*paper, 0),
            Cell::Real(costs[i].rss_bytes as f64 / 1e6, 1),
            Cell::real(counted.map(|n| n / 1e6), 1),
            Cell::real(more, 1),
        ]);
    }
    table.without_empty_columns()
}

/// Retired instructions of each search, as callgrind counts them.
fn instructions(processes: u32) -> Result<Vec<u64>, String> {
    let analyzer = build(processes)?;
    let count = |&(search, ..): &(Search, _, _)| {
        let ours = search.command(&analyzer, MEMORY);
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        command.arg(ours.get_program()).args(ours.get_args());
        let finished = process::run(&mut command, Duration::from_secs(3600));
        collected(&finished.stderr).ok_or_else(|| finished.all_output())
    };
    match valgrind() {
        true => SEARCHES.iter().map(count).collect(),
        false => Err("--instructions needs valgrind".into()),
    }
}

fn valgrind() -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&folders);
    folders.any(|folder| Path::new(&folder).join("valgrind").exists())
}

/// The number behind `Collected :`.
fn collected(output: &str) -> Option<u64> {
    let line = output.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_callgrind_says() {
        let output = "==7== Events    : Ir\n==7== Collected : 1234567\n==7== \n";
        assert_eq!(collected(output), Some(1_234_567));
        assert_eq!(collected("valgrind: no such program"), None);
    }
}
