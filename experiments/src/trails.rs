//! What a trail of 400,000 steps costs: to find it, to execute it again and to write it, and to
//! show its last steps. The search without the error goes through the same states.

use crate::measure::{self, Program};
use crate::searches;
use crate::table::{Cell, Table};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::analyzer::{Analyzer, Recipe};

/// Searches with different ways to know their path.
const SEARCHES: [&[&str]; 5] = [
    &[],
    &["--store", "tree"],
    &["--cache", "500000"],
    &["--search", "breadth-first"],
    &["--search", "breadth-first", "--store", "disk"],
];

/// CPU time of the runs of a search together, at least.
const AT_LEAST: Duration = Duration::from_secs(1);

/// Measures the model of `tests/data/faults`.
///
/// # Errors
/// It does not build, or a search does not end as it should.
pub fn run() -> Result<(), String> {
    let model = support::checkout().join("tests/data/faults/15-long-trail.pml");
    let analyzer = searches::build(Recipe::new(model))?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let columns = [
        "search",
        "steps",
        "s",
        "of trail",
        "µs a step",
        "bytes a step",
        "replay, s",
    ];
    let mut table = Table::new(columns);
    for options in SEARCHES {
        table.push(row(&analyzer, folder.path(), options)?);
    }
    println!("{}", table.text());
    println!(
        "CPU time; of trail: what the search without the error does not take; wanted: 1 µs a step + 0.2 s, 8 bytes a step"
    );
    Ok(())
}

fn row(analyzer: &Analyzer, folder: &Path, options: &[&str]) -> Result<Vec<Cell>, String> {
    let seconds = |arguments: &[&[&str]], exit_code: i32| {
        let mut command = Command::new(&analyzer.binary);
        command.args(arguments.concat()).current_dir(folder);
        let mut program = Program { command, exit_code };
        let cost = measure::cost(&mut program, AT_LEAST)?;
        Ok::<f64, String>(cost.cpu.as_secs_f64())
    };
    let with = seconds(&[options, &["--trail", "long.trail"]], 1)?;
    let without = seconds(&[options, &["--no-assertions"]], 0)?;
    let replay = seconds(&[&["--replay", "long.trail", "--last", "10"]], 0)?;
    let file = fs::read(folder.join("long.trail")).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&file);
    let steps = text.lines().find_map(|line| line.strip_prefix("steps "));
    let steps: u64 = steps
        .and_then(|it| it.parse().ok())
        .ok_or("the trail is not long")?;
    let of_trail = with - without;
    Ok(vec![
        Cell::Text(match options {
            [] => "depth-first".to_owned(),
            options => options.join(" "),
        }),
        Cell::Count(steps),
        Cell::Real(with, 2),
        Cell::Real(of_trail, 2),
        Cell::Real(1e6 * of_trail / steps as f64, 2),
        Cell::Real(file.len() as f64 / steps as f64, 1),
        Cell::Real(replay, 2),
    ])
}
