//! The time to the first violation in models that are too large for a single search: depth-first,
//! breadth-first, a swarm, and the searches of SPIN's `-search -swarm`, as long as nothing is
//! found.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use support::analyzer::{self, Analyzer, Recipe};
use support::spin::Build;
use support::{checkout, jobs, process};

use crate::measure::need_spin;
use crate::output::Output;
use crate::reductions::candidates::Candidate;
use crate::table::{Cell, Table};

/// Short name, file below the project's folder, definitions. In each something can go wrong, but
/// deep, or behind other choices than the first ones.
const MODELS: &[(&str, &str, &[&str])] = &[
    (
        "condition",
        "experiments/models/one-condition.pml",
        &["ROOM=3", "EACH=7"],
    ),
    ("bubble", "experiments/models/bubble-ring.pml", &[]),
    (
        "updates",
        "experiments/models/lost-updates.pml",
        &["LEAST=14"],
    ),
    (
        "claims",
        "experiments/models/claims.pml",
        &["N=9", "POOL=18"],
    ),
    ("waits-for", "experiments/models/waits-for.pml", &[]),
    (
        "peterson",
        "promela-examples/mutual-exclusion/peterson.pml",
        &["SWAPPED", "N=6"],
    ),
    (
        "window",
        "promela-examples/protocols/sliding-window.pml",
        &["W=6", "M=11", "LINE=7"],
    ),
    (
        "exchange",
        "promela-examples/protocols/level-exchange.pml",
        &["ONE_WAIT", "N=4", "FLIGHT=3"],
    ),
    (
        "dash",
        "promela-examples/coherence/dash.pml",
        &["HASTY", "N=9"],
    ),
    (
        "arbiter",
        "promela-examples/mutual-exclusion/tree-arbiter.pml",
        &["EARLY", "N=14"],
    ),
];

/// What to measure.
pub struct Plan {
    /// These models only; none: all.
    pub models: Vec<String>,
    /// Seconds that each search has.
    pub limit: u64,
}

/// All of them, for other experiments.
pub fn subjects() -> impl Iterator<Item = Candidate> {
    MODELS.iter().map(|&(name, file, defines)| Candidate {
        title: format!("{name}, deep"),
        recipe: recipe(file, defines),
    })
}

fn recipe(file: &str, defines: &[&str]) -> Recipe {
    Recipe::new(checkout().join(file)).defines(defines.iter().copied())
}

/// The searches of ours, as in the table.
const SEARCHES: [(&str, &str); 3] = [
    ("depth-first", "--search depth-first"),
    ("breadth-first", "--search breadth-first"),
    ("swarm", "--swarm"),
];

/// Measures, prints a table and writes it.
///
/// # Errors
/// A program does not build, or does not report.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    need_spin()?;
    let is_known = |name: &String| MODELS.iter().any(|model| model.0 == *name);
    if let Some(name) = plan.models.iter().find(|name| !is_known(name)) {
        let known: Vec<&str> = MODELS.iter().map(|model| model.0).collect();
        return Err(format!("no model {name}; there are {}", known.join(", ")));
    }
    let is_chosen = |name: &str| plan.models.is_empty() || plan.models.iter().any(|it| it == name);
    let chosen = MODELS.iter().filter(|model| is_chosen(model.0));
    let mut columns = vec!["model"];
    columns.extend(SEARCHES.iter().map(|(name, _)| *name));
    columns.extend(["steps", "searches", "SPIN", "SPIN's searches"]);
    let mut table = Table::new(columns);
    for &(name, file, defines) in chosen {
        let recipe = recipe(file, defines);
        let built = analyzer::build(std::slice::from_ref(&recipe)).remove(0);
        let analyzer = built.map_err(|refused| refused.all_output())?;
        let mut cells = vec![Cell::from(name)];
        // Two searches of one thread each disturb each other little.
        let (alone, swarm) = SEARCHES.split_at(2);
        let search = |it: &(&str, &str)| search(&analyzer, it.1, plan.limit);
        let mut found = jobs::on_cores(2, alone, search);
        found.extend(swarm.iter().map(search));
        let found: Vec<Found> = found.into_iter().collect::<Result<_, _>>()?;
        cells.extend(found.iter().map(|it| Cell::real(it.seconds, 1)));
        cells.push(Cell::count(found[2].steps));
        cells.push(Cell::count(found[2].searches));
        let (seconds, searches) = spin(&recipe, plan.limit)?;
        cells.extend([Cell::real(seconds, 1), Cell::Count(searches)]);
        table.push(cells);
        println!("{name}: {}", defines.join(" "));
        output.save("swarm", &table)?;
    }
    print!("{}", table.text());
    output.csv("swarm", &table)
}

/// What a search of ours has come to.
struct Found {
    /// Until the first violation; `None`: there was none.
    seconds: Option<f64>,
    steps: Option<u64>,
    /// Searches of a swarm that were begun.
    searches: Option<u64>,
}

fn search(analyzer: &Analyzer, options: &str, limit: u64) -> Result<Found, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let time = limit.to_string();
    let mut arguments: Vec<&str> = options.split_whitespace().collect();
    arguments.extend(["--safety", "--memory", "8G", "--max-time", &time]);
    let wait = Duration::from_secs(limit + 60);
    let report = analyzer.run_in(folder.path(), &arguments, wait).report?;
    let violation = report.violations.first();
    Ok(Found {
        seconds: violation.map(|_| report.seconds),
        steps: violation.map(|it| it.depth),
        searches: report.swarm.map(|swarm| swarm.begun),
    })
}

const FLAGS: [&str; 7] = [
    "-O2",
    "-DSAFETY",
    "-DNOCLAIM",
    "-DBITSTATE",
    "-DPERMUTED",
    "-DMEMLIM=4096",
    "-DVECTORSZ=4096",
];

/// The searches of `spin -search -swarm`, as many at a time as there are cores, until one has found
/// something or the time is up: seconds until then, and how many were begun. SPIN begins all at
/// once and waits for all, so that is done here.
fn spin(recipe: &Recipe, limit: u64) -> Result<(Option<f64>, u64), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let build = Build {
        compiler_flags: FLAGS.to_vec(),
        ..Build::optimized(&recipe.model, &recipe.defines)
    };
    let pan = build.make(folder.path())?;
    let (start, limit) = (Instant::now(), Duration::from_secs(limit));
    let (begun, is_found) = (AtomicU64::new(0), AtomicBool::new(false));
    let searches = || {
        while !is_found.load(Relaxed) && start.elapsed() < limit {
            let number = begun.fetch_add(1, Relaxed);
            let rest = limit.saturating_sub(start.elapsed());
            if spin_finds(&pan, folder.path(), number, rest) {
                is_found.store(true, Relaxed);
                return Some(start.elapsed().as_secs_f64());
            }
        }
        None
    };
    let first = thread::scope(|scope| {
        let cores = 0..jobs::cores();
        let all: Vec<_> = cores.map(|_| scope.spawn(searches)).collect();
        let found = all
            .into_iter()
            .filter_map(|it| it.join().expect("no panic"));
        found.min_by(f64::total_cmp)
    });
    Ok((first, begun.into_inner()))
}

/// One of them: a larger table, another number of bits and another order each time. Paths may have
/// a million steps, where SPIN's swarm leaves it at ten thousand.
fn spin_finds(pan: &PathBuf, folder: &Path, number: u64, limit: Duration) -> bool {
    let mut command = Command::new(pan);
    command.args(["-n", "-m1000000", "-p_permute"]);
    command.arg(format!("-RS{}", 1 + number));
    command.arg(format!("-w{}", (18 + number).min(30)));
    command.arg(format!("-k{}", 1 + number % 3));
    if number % 2 == 1 {
        command.arg("-t_reverse");
    }
    let finished = process::run(command.current_dir(folder), limit);
    let said = finished.all_output();
    said.contains("errors: ") && !said.contains("errors: 0")
}
