//! Full searches in a few bytes a state, all included: do they come to their end, what takes the
//! memory, and what does it cost? Breadth-first, for the path of a depth-first search takes more
//! than its states.

use support::analyzer::{Analyzer, Recipe};
use support::report::Report;

use crate::models;
use crate::output::Output;
use crate::searches::{self, Limits};
use crate::table::{Cell, Table};

/// What is measured.
pub struct Plan {
    /// Models; none: [`MODELS`].
    pub models: Vec<String>,
    /// Memory for each state.
    pub bytes: Vec<f64>,
    /// Seconds for a search.
    pub limit: u64,
}

/// Those that are measured unless others are asked for.
const MODELS: [&str; 4] = ["filter4", "gbn5", "elev43", "philo7"];

/// Name and options.
const SEARCHES: [(&str, &str); 2] = [
    ("1 thread", "--search breadth-first --threads 1"),
    ("2 threads", "--search breadth-first --threads 2"),
];

const AMPLE: u64 = 12 << 30;

const COLUMNS: [&str; 9] = [
    "model", "search", "B_given", "states", "ended", "store_B", "all_B", "s", "times",
];

/// Searches each model with plenty of memory and with little, without reduction and
/// optimisations; prints and writes.
///
/// # Errors
/// No model has such a name, an analyzer gives no report, or a file cannot be written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let names = match plan.models.is_empty() {
        true => MODELS.map(String::from).to_vec(),
        false => plan.models.clone(),
    };
    let mut table = Table::new(COLUMNS);
    for subject in models::chosen(&names)? {
        let recipe = Recipe::new(&subject.model).defines(subject.defines);
        let analyzer = searches::build(recipe.unoptimized())?;
        for (name, options) in SEARCHES {
            let whole = search(&analyzer, options, AMPLE, plan.limit)?;
            let states = whole.states_stored as f64;
            let mut row = |given: Option<f64>, it: &Report| {
                let ended = it.reason.as_ref().unwrap_or(&it.verdict);
                table.push(vec![
                    subject.name.into(),
                    name.into(),
                    Cell::real(given, 1),
                    Cell::Count(it.states_stored),
                    ended.as_str().into(),
                    Cell::Real(it.store_bytes as f64 / it.states_stored as f64, 2),
                    Cell::Real(it.memory_bytes as f64 / it.states_stored as f64, 2),
                    Cell::Real(it.seconds, 1),
                    Cell::Real(it.seconds / whole.seconds, 2),
                ]);
                output.save("little-memory", &table)
            };
            row(None, &whole)?;
            for &given in &plan.bytes {
                let memory = (given * states) as u64;
                row(
                    Some(given),
                    &search(&analyzer, options, memory, plan.limit)?,
                )?;
            }
            eprintln!("{}, {name}", subject.name);
        }
    }
    println!("{}", table.text());
    println!(
        "B given: --memory over the states of the whole search, without a value 12 GiB; store B: \
         bytes of the store over the states in it; all B: the peak of all that counts; times: \
         over the seconds with 12 GiB"
    );
    output.csv("little-memory", &table)
}

fn search(analyzer: &Analyzer, options: &str, memory: u64, seconds: u64) -> Result<Report, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let memory = &memory.to_string();
    let words = options.split_whitespace().chain(["--reduce", "none"]);
    let options: Vec<String> = words.map(String::from).collect();
    searches::run(
        analyzer,
        &options,
        Limits { seconds, memory },
        folder.path(),
    )
    .report
}
