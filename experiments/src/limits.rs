//! How far searches of large models overshoot `--max-time`, and their memory `--memory`: whatever
//! they do when the time is up, they should end.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use support::analyzer::{self, Analyzer, Recipe};
use support::examples;

/// A path as long as there are states.
const DEEP: &str = "int n;
active proctype P() { do :: n < 200000000 -> n++ :: else -> break od }
";

/// Each edge executes a hundred million steps.
const LONG_EDGES: &str = "int n, i;
active proctype P() {
	do
	:: n < 1000 -> d_step { i = 0; do :: i < 100000000 -> i++ :: else -> break od; n++ }
	:: else -> break
	od
}
";

/// A violation at the end of a path of three million steps.
const LONG_TRAIL: &str = "int n; byte a[100];
active proctype P() {
	do
	:: n < 3000000 -> a[n % 100] = n % 7; n++
	:: else -> break
	od;
	assert(false)
}
";

/// A search to be ended.
struct Case {
    name: &'static str,
    /// A file of ours or the text of a model, and definitions.
    model: Model,
    options: &'static str,
    /// Seconds.
    bounds: &'static [u64],
}

enum Model {
    File(PathBuf, &'static [&'static str]),
    Text(&'static str),
}

fn cases() -> Vec<Case> {
    let benchmark = |file, defines| Model::File(examples().join("benchmarks").join(file), defines);
    let growing = || {
        let file = "tests/data/faults/28-time-limit-while-growing.pml";
        Model::File(support::checkout().join(file), &[])
    };
    let philo = || benchmark("philo.pml", &["N=14"]);
    let elev = || benchmark("elev.pml", &["F=12", "P=5"]);
    let ring = || benchmark("ring.pml", &["N=9"]);
    let case = |name, model, options, bounds| Case {
        name,
        model,
        options,
        bounds,
    };
    vec![
        case("growing, 300M", growing(), "--memory 300M", &[2, 3]),
        case("growing, 600M", growing(), "--memory 600M", &[3, 4]),
        case("growing", growing(), "--memory 1G", &[2, 3, 5]),
        case(
            "growing, tree",
            growing(),
            "--memory 1G --store tree",
            &[2, 5],
        ),
        case("philo", philo(), "--memory 3G --reduce none", &[12, 20]),
        case(
            "philo, cache",
            philo(),
            "--memory 60M --reduce none",
            &[5, 8],
        ),
        case(
            "ring, exact",
            ring(),
            "--memory 3G --reduce none --store exact",
            &[5, 12],
        ),
        case(
            "ring, compact",
            ring(),
            "--memory 1500M --reduce none --store compact",
            &[6, 12],
        ),
        case(
            "elev, collapse",
            elev(),
            "--memory 1G --reduce none --store collapse",
            &[5, 10],
        ),
        case(
            "elev, sleep sets",
            elev(),
            "--memory 400M --sleep-sets",
            &[4, 8],
        ),
        case(
            "gbn, breadth-first",
            benchmark("gbn.pml", &["W=7"]),
            "--memory 200M --search breadth-first",
            &[5, 10],
        ),
        case(
            "filter, disk",
            benchmark("filter.pml", &["N=6"]),
            "--memory 128M --search breadth-first --store disk",
            &[6, 12],
        ),
        case("deep, 200M", Model::Text(DEEP), "--memory 200M", &[2, 3]),
        case("deep", Model::Text(DEEP), "--memory 3G", &[4, 9]),
        case(
            "long edges",
            Model::Text(LONG_EDGES),
            "--memory 1G",
            &[1, 2],
        ),
        case(
            "long trail",
            Model::Text(LONG_TRAIL),
            "--memory 1G",
            &[2, 4],
        ),
    ]
}

/// Builds, runs, prints a line for each case: the run that overshot most.
///
/// # Errors
/// An analyzer does not build, or does not report.
pub fn run() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let cases = cases();
    let recipes = cases.iter().map(|case| match &case.model {
        Model::File(path, defines) => Ok(Recipe::new(path).defines(defines.iter().copied())),
        Model::Text(text) => {
            let path = folder
                .path()
                .join(format!("{}.pml", case.name.replace(' ', "_")));
            fs::write(&path, text).map_err(|e| e.to_string())?;
            Ok(Recipe::new(path))
        }
    });
    let recipes: Vec<Recipe> = recipes.collect::<Result<_, String>>()?;
    println!(
        "| search | bound (s) | overshoot (s) | memory charged (MiB) | resident (MiB) | reason |"
    );
    println!("|---|---|---|---|---|---|");
    for (case, built) in cases.iter().zip(analyzer::build(&recipes)) {
        let analyzer = built.map_err(|refused| refused.all_output())?;
        let runs = case
            .bounds
            .iter()
            .map(|&bound| measured(case, &analyzer, bound));
        let runs: Vec<(f64, String)> = runs.collect::<Result<_, _>>()?;
        let most = runs.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        println!("{}", most.expect("there are bounds").1);
    }
    Ok(())
}

/// Seconds beyond the bound, and a line of the table.
fn measured(case: &Case, analyzer: &Analyzer, bound: u64) -> Result<(f64, String), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let seconds = bound.to_string();
    let mut options: Vec<&str> = case.options.split_whitespace().collect();
    options.extend(["--max-time", &seconds]);
    let limit = Duration::from_secs(bound + 60);
    let outcome = analyzer.run_in(folder.path(), &options, limit);
    let over = outcome.finished.elapsed.as_secs_f64() - bound as f64;
    let resident = outcome.finished.peak_rss_bytes >> 20;
    let (charged, reason) = match outcome.report {
        Ok(report) => {
            let charged = (report.memory_bytes >> 20).to_string();
            (charged, report.reason.unwrap_or(report.verdict))
        }
        Err(_) => ("unknown".to_string(), "none: killed".to_string()),
    };
    let line = format!(
        "| {} `{}` | {bound} | {over:.2} | {charged} | {resident} | {reason} |",
        case.name, case.options
    );
    Ok((over, line))
}
