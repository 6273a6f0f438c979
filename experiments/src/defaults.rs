//! From the model to the verdict as a user has it: without options, on both sides.
//!
//! Both reduce, merge statements and reset dead variables in their own ways, so states are not the
//! same, and the time to the verdict is what compares; building is left out. SPIN gets a hash table
//! of about as many slots as it stores states, and a bound on depth that does not cut the search.

use crate::bench::{Plan, megabytes};
use crate::measure::{self, Cost, bound, spin};
use crate::models::{self, Subject};
use crate::record::Record;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::analyzer::{self, Recipe};
use support::process;
use support::spin::{Build, Run};

const COLUMNS: &str =
    "model,ours_states,spin_states,ours_cpu_s,spin_cpu_s,times_as_fast,ours_mb,spin_mb,pairs";

/// Bounds on depth that SPIN's verifier is tried with.
const DEPTHS: [u64; 3] = [1_000_000, 10_000_000, 40_000_000];

/// A search of ours for what SPIN's verifier looks for, with memory for all.
const OURS: [&str; 3] = ["--safety", "--memory", "8G"];

/// Measures and prints; keeps a record.
///
/// # Errors
/// A tool is missing or fails, or a search does not verify its model.
pub fn run(plan: &Plan) -> Result<(), String> {
    measure::need_spin()?;
    let subjects = models::chosen(&plan.models)?;
    let mut record = Record::create("bench-default", COLUMNS)?;
    let mut ratios = Vec::new();
    print(
        [
            "model", "states", "SPIN's", "s", "SPIN's", "ratio", "MB", "SPIN's",
        ]
        .map(String::from),
    );
    for subject in &subjects {
        let row = measure(subject, plan)?;
        record.line(&format!("{},{}", row.figures().join(","), plan.pairs))?;
        print(row.figures());
        ratios.push(row.ratio());
    }
    if let Some(mean) = measure::geometric_mean(ratios.into_iter()) {
        println!("geometric mean of the ratios: {mean:.2}");
    }
    println!("s: processor time to the verdict; ratio: SPIN's / ours, more is better");
    println!("written to {}", record.path().display());
    Ok(())
}

fn print(
    [
        name,
        states,
        of_spin,
        ours,
        spin,
        ratio,
        memory,
        of_spin_memory,
    ]: [String; 8],
) {
    println!(
        "{name:<10} {states:>11} {of_spin:>11} | {ours:>8} {spin:>8} {ratio:>6} | {memory:>8} \
         {of_spin_memory:>8}"
    );
}

struct Row {
    name: &'static str,
    /// Ours and SPIN's.
    states: [u64; 2],
    costs: [Cost; 2],
}

fn measure(subject: &Subject, plan: &Plan) -> Result<Row, String> {
    let recipe = Recipe::new(&subject.model).defines(subject.defines.clone());
    let built = analyzer::build(&[recipe]).remove(0);
    let analyzer = built.map_err(|refused| refused.all_output())?;
    let mut ours = Command::new(&analyzer.binary);
    ours.args(OURS).args(&plan.options);
    let options: Vec<&str> = plan.options.iter().map(String::as_str).collect();
    let report = analyzer.run(&[&OURS, &options[..]].concat()).report?;
    if report.verdict != "verified" {
        return Err(format!("{}: ours is {}", subject.name, report.verdict));
    }
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let build = Build {
        compiler_flags: vec!["-O2", "-DSAFETY", "-DNOCLAIM"],
        ..Build::optimized(&subject.model, &subject.defines)
    };
    let pan = build.make(folder.path())?;
    let (counted, depth_max) = whole(&pan, subject.name)?;
    let slots = counted.counts.stored.max(1024).ilog2() + 1;
    let depth = bound(counted.counts.depth).min(depth_max);
    let theirs = spin(&pan, slots, depth);
    Ok(Row {
        name: subject.name,
        states: [report.states_stored, counted.counts.stored],
        costs: measure::interleaved_pairs(ours, theirs, plan.pairs, plan.at_least)?,
    })
}

/// A search of SPIN's that was not cut, and its bound on depth.
fn whole(pan: &Path, name: &str) -> Result<(Run, u64), String> {
    for depth_max in DEPTHS {
        let limit = Duration::from_secs(3600);
        let output = process::run(&mut spin(pan, 24, depth_max), limit).all_output();
        let run = Run::parse(&output).ok_or(output)?;
        if run.errors != 0 {
            return Err(format!("{name}: SPIN finds {:?}", run.messages));
        }
        if !run.is_cut(depth_max) {
            return Ok((run, depth_max));
        }
    }
    Err(format!("{name}: too deep for SPIN"))
}

impl Row {
    fn ratio(&self) -> f64 {
        let [ours, spin] = self.costs;
        spin.cpu.as_secs_f64() / ours.cpu.as_secs_f64()
    }

    /// Under the columns, but for the last.
    fn figures(&self) -> [String; 8] {
        let ([ours, spin], [states, of_spin]) = (self.costs, self.states);
        let seconds = |cost: Cost| format!("{:.3}", cost.cpu.as_secs_f64());
        let memory = |cost: Cost| format!("{:.1}", megabytes(cost.rss_bytes));
        [
            self.name.to_string(),
            states.to_string(),
            of_spin.to_string(),
            seconds(ours),
            seconds(spin),
            format!("{:.2}", self.ratio()),
            memory(ours),
            memory(spin),
        ]
    }
}
