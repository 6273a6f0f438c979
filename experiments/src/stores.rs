//! What the forms of states gain and cost.

use crate::measure::{self, Program};
use crate::output::Output;
use crate::reductions::candidates::{self, Candidate};
use crate::searches::{self, Limits, Search};
use crate::table::{Cell, Table};
use std::time::Duration;
use support::analyzer::{self, Analyzer};
use support::form;
use support::report::Report;

/// What is measured.
pub struct Plan {
    /// Parts of the names of models; none for all.
    pub models: Vec<String>,
    /// States that a search must have.
    pub least: u64,
    /// A search that takes more seconds is not compared.
    pub limit: u64,
    /// Interleaved rounds.
    pub rounds: usize,
    /// CPU time of a search and round at least.
    pub at_least: Duration,
}

/// The forms of the columns after the first.
const FORMS: &[&str] = form::ALL.split_at(1).1;

const MEMORY: &str = "4G";

/// Searches each model with states in each form, without reduction and without optimisations;
/// prints and writes.
///
/// # Errors
/// No model has such a name, two searches count differently, or a file cannot be written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let candidates = candidates::chosen(&plan.models)?;
    eprintln!("building {} analyzers", candidates.len());
    let recipes = candidates.iter().map(|it| it.recipe.clone().unoptimized());
    let recipes: Vec<_> = recipes.collect();
    let bytes = FORMS.iter().map(|name| format!("{name}_B"));
    let times = FORMS.iter().map(|name| format!("{name}_times"));
    let first = ["model", "states", "vector_B", "none_B", "none_s"].map(String::from);
    let mut table = Table::new(first.into_iter().chain(bytes).chain(times));
    // Their loops are compiled once for all models, as those of encoded states are in every
    // analyzer: so all sides are alike.
    for (candidate, analyzer) in candidates.iter().zip(analyzer::build_quickly(&recipes)) {
        if let Ok(analyzer) = analyzer
            && let Some(line) = compare(candidate, &analyzer, plan)?
        {
            table.push(line);
            output.save("stores", &table)?;
        }
    }
    println!("{}", table.text());
    println!(
        "B: bytes of store for each state, slack included; s: processor time, median of {} rounds; times: of that with states as they are; vector: SPIN's would be about as long",
        plan.rounds
    );
    output.csv("stores", &table)
}

fn compare(
    candidate: &Candidate,
    analyzer: &Analyzer,
    plan: &Plan,
) -> Result<Option<Vec<Cell>>, String> {
    let failed = |problem: String| format!("{}: {problem}", candidate.title);
    let Ok(plain) = report(analyzer, "none", plan) else {
        return Ok(None);
    };
    let is_whole = plain.reason.is_none();
    if !is_whole || plain.states_stored < plan.least {
        return Ok(None);
    }
    eprintln!("{}", candidate.title);
    let mut bytes = Vec::new();
    for form in FORMS {
        let report = report(analyzer, form, plan).map_err(failed)?;
        if report.counts() != plain.counts() {
            let (ours, theirs) = (report.counts(), plain.counts());
            return Err(failed(format!("{form}: {ours}; none: {theirs}")));
        }
        bytes.push(Cell::Real(report.bytes_per_state, 1));
    }
    let programs = form::ALL.iter().map(|form| Program {
        command: Search::PLAIN.of(form).command(analyzer, MEMORY),
        exit_code: i32::from(plain.verdict == "violated"),
    });
    let costs = measure::interleaved(programs.collect(), plan.rounds, plan.at_least);
    let costs = costs.map_err(failed)?.into_iter();
    let seconds: Vec<f64> = costs.map(|cost| cost.cpu.as_secs_f64()).collect();
    let times = seconds[1..]
        .iter()
        .map(|time| Cell::Real(time / seconds[0], 2));
    let first = [
        candidate.title.as_str().into(),
        Cell::count(Some(plain.states_stored)),
        Cell::count(Some(plain.state_bytes)),
        Cell::Real(plain.bytes_per_state, 1),
        Cell::Real(seconds[0], 2),
    ];
    Ok(Some(first.into_iter().chain(bytes).chain(times).collect()))
}

fn report(analyzer: &Analyzer, form: &'static str, plan: &Plan) -> Result<Report, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let limits = Limits {
        seconds: plan.limit,
        memory: MEMORY,
    };
    let options = Search::PLAIN.of(form).options();
    searches::run(analyzer, &options, limits, folder.path()).report
}
