//! SPIN's own reduction.

use crate::measure::Cost;
use crate::searches::Measured;
use std::process::Command;
use std::time::Duration;
use support::analyzer::Recipe;
use support::process;
use support::spin::transcript::LONG_STATES;
use support::spin::{self, Build, Run};

const FLAGS: [&str; 5] = ["-O2", "-DSAFETY", "-DNOCLAIM", "-DMEMLIM=4096", LONG_STATES];

/// A search for all errors with SPIN's reduction, for `limit` seconds; paths of two million steps.
///
/// # Errors
/// What SPIN, the compiler or the verifier said when there are no counts.
pub fn measure(recipe: &Recipe, optimized: bool, limit: u64) -> Result<Measured, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let build = Build {
        compiler_flags: FLAGS.to_vec(),
        ..match optimized {
            true => Build::optimized(&recipe.model, &recipe.defines),
            false => Build::unoptimized(&recipe.model, &recipe.defines),
        }
    };
    let pan = build.make(folder.path()).map_err(|said| one_line(&said))?;
    let mut command = Command::new(pan);
    command.args(["-c0", "-n", "-w22", "-m2000000"]);
    command.current_dir(folder.path());
    let finished = process::run(&mut command, Duration::from_secs(limit));
    if finished.status.is_none() {
        return Err("time".into());
    }
    let output = finished.all_output();
    let run = Run::parse(&output).ok_or_else(|| one_line(&output))?;
    let cut = match (run.depth_bound_hit, run.completed) {
        (true, _) => Some("depth".into()),
        (false, false) => Some("not completed".into()),
        (false, true) => None,
    };
    Ok(Measured {
        counts: run.counts,
        visited: run.counts.stored,
        stack_states: None,
        cost: Cost::from(&finished),
        memory_bytes: finished.peak_rss_bytes,
        violations: run
            .messages
            .iter()
            .map(|message| (spin::kind(message).to_string(), message.clone()))
            .collect(),
        cut,
    })
}

/// The line that says most: an error if there is one.
fn one_line(output: &str) -> String {
    let lines = || {
        output
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
    };
    let error = lines().find(|line| line.to_lowercase().contains("error"));
    error
        .or_else(|| lines().next())
        .unwrap_or("no output")
        .into()
}
