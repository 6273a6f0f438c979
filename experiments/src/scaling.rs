//! What more threads gain: the same full search depth-first, and breadth-first with one thread and
//! more, by turns; beside them SPIN's best with one core, and its two searches with two: with
//! shared queues depth-first (`-DNCORE=2`), and breadth-first (`-DBFS_PAR`), which keeps hashes of
//! states only, many of them more than once.

use std::process::Command;
use std::time::Duration;

use support::analyzer::{Analyzer, Recipe};
use support::process;
use support::spin::{Build, Run};

use crate::measure::{self, Cost, FASTEST, FULL_SEARCH, HUGE_PAGES, bound, need_spin, spin};
use crate::models::{self, Subject};
use crate::output::Output;
use crate::searches;
use crate::table::{Cell, Table};

/// What to measure.
pub struct Plan {
    /// Names of models; none for those that are not long.
    pub models: Vec<String>,
    /// Most threads.
    pub threads: usize,
    /// Runs of each search; the median counts.
    pub rounds: usize,
    /// SPIN beside them.
    pub spin: bool,
    /// More options of the breadth-first searches.
    pub options: Vec<String>,
}

/// The names of SPIN's searches, what each is built with beside that, and its options.
const OF_SPIN: [OfSpin; 3] = [
    ("SPIN's best", &FASTEST, &[]),
    (
        "SPIN's -DNCORE=2",
        &["-O3", "-march=native", "-DNCORE=2", "-DMEMLIM=8000"],
        &[],
    ),
    (
        "SPIN's -DBFS_PAR",
        &["-O3", "-march=native", "-DBFS_PAR"],
        &["-u2"],
    ),
];

type OfSpin = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const COLUMNS: [&str; 8] = [
    "model",
    "search",
    "states",
    "transitions",
    "seconds",
    "gain",
    "processor_s",
    "MB",
];

/// Measures, prints a table and writes it.
///
/// # Errors
/// A program does not build, a search is not complete, or two of a model do not count the same.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    if plan.spin {
        need_spin()?;
    }
    let mut table = Table::new(COLUMNS);
    for subject in models::chosen(&plan.models)? {
        for row in of_model(&subject, plan)? {
            table.push(row);
        }
        output.save("scaling", &table)?;
        println!("{}", subject.name);
    }
    print!("{}", table.text());
    println!(
        "gain: over the faster one of the two searches with one thread; seconds pass on the wall; \
         processor time and memory of SPIN's are those of one of its processes"
    );
    output.csv("scaling", &table)
}

/// A search with its name for the table, and what its runs took.
struct Search {
    name: String,
    program: Program,
    /// States and transitions.
    counts: (u64, u64),
    seconds: Vec<Duration>,
    costs: Vec<Cost>,
}

/// What runs.
enum Program {
    /// An analyzer with these options.
    Ours(Vec<String>),
    /// A verifier with all its options, in the folder where it was built.
    Spin {
        command: Command,
        _folder: tempfile::TempDir,
    },
}

impl Search {
    fn of(name: String, program: Program) -> Self {
        Self {
            name,
            program,
            counts: (0, 0),
            seconds: Vec::new(),
            costs: Vec::new(),
        }
    }

    fn new(name: String, order: &str, more: &[String]) -> Self {
        let common = ["--safety", "--reduce", "none", "--memory", "8G", "--quiet"];
        let order = ["--search", order];
        let arguments = common.iter().chain(&order).map(|it| it.to_string());
        Self::of(
            name,
            Program::Ours(arguments.chain(more.iter().cloned()).collect()),
        )
    }

    /// One of SPIN's, with slots for that many states.
    fn of_spin(
        (name, flags, options): OfSpin,
        subject: &Subject,
        states: u64,
        depth: u64,
    ) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let build = Build {
            compiler_flags: [&FULL_SEARCH, flags].concat(),
            ..Build::unoptimized(&subject.model, &subject.defines)
        };
        let pan = build.make(folder.path())?;
        // Breadth-first states are stored more than once.
        let slots = states.max(1024).ilog2() + 2;
        let mut command = spin(&pan, slots, bound(depth));
        command.args(options).current_dir(folder.path());
        command.envs([HUGE_PAGES]);
        Ok(Self::of(
            name.into(),
            Program::Spin {
                command,
                _folder: folder,
            },
        ))
    }

    fn run(&mut self, analyzer: &Analyzer) -> Result<(), String> {
        let limit = Duration::from_secs(3600);
        let finished = match &mut self.program {
            Program::Ours(arguments) => {
                let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                let outcome = analyzer.run_in(folder.path(), &arguments, limit);
                let report = outcome.report?;
                // The second one is a complete search of a store that may miss states.
                if !["verified", "no-violation-found"].contains(&report.verdict.as_str()) {
                    return Err(format!("{}: {}", self.name, report.verdict));
                }
                self.counts = (report.states_stored, report.transitions);
                outcome.finished
            }
            Program::Spin { command, .. } => {
                let finished = process::run(command, limit);
                let run = Run::parse(&finished.all_output());
                let run = run.filter(|it| it.errors == 0);
                let run = run.ok_or_else(|| format!("{}: {}", self.name, finished.all_output()))?;
                self.counts = (run.counts.stored, run.counts.transitions);
                finished
            }
        };
        self.seconds.push(finished.elapsed);
        self.costs.push(Cost::from(&finished));
        Ok(())
    }

    fn median_seconds(&self) -> f64 {
        let mut all = self.seconds.clone();
        all.sort_unstable();
        all[all.len() / 2].as_secs_f64()
    }
}

fn of_model(subject: &Subject, plan: &Plan) -> Result<Vec<Vec<Cell>>, String> {
    let recipe = Recipe::new(&subject.model).defines(subject.defines.clone());
    let analyzer = searches::build(recipe.unoptimized())?;
    let mut all = vec![Search::new("depth-first".into(), "depth-first", &[])];
    all.extend((1..=plan.threads).map(|threads| {
        let options = ["--threads".into(), threads.to_string()];
        let options = [&options, &plan.options[..]].concat();
        Search::new(
            format!("breadth-first, {threads}"),
            "breadth-first",
            &options,
        )
    }));
    if plan.spin {
        let report = analyzer.run(&["--safety", "--reduce", "none", "--memory", "8G"]);
        let report = report.report?;
        for search in OF_SPIN {
            let states = report.states_stored;
            all.push(Search::of_spin(search, subject, states, report.depth)?);
        }
    }
    for _ in 0..plan.rounds {
        for search in &mut all {
            search.run(&analyzer)?;
        }
    }
    let alone = all[0].median_seconds().min(all[1].median_seconds());
    let counted = all[0].counts;
    let rows = all.iter().map(|search| {
        let ours = matches!(search.program, Program::Ours(_));
        if ours && search.counts != counted {
            return Err(format!(
                "{}, {}: {:?}",
                subject.name, search.name, search.counts
            ));
        }
        let seconds = search.median_seconds();
        let cost = measure::median(&search.costs);
        Ok(vec![
            subject.name.into(),
            search.name.clone().into(),
            Cell::Count(search.counts.0),
            Cell::Count(search.counts.1),
            Cell::Real(seconds, 2),
            Cell::Real(alone / seconds, 2),
            Cell::Real(cost.cpu.as_secs_f64(), 2),
            Cell::Real(cost.rss_bytes as f64 / 1e6, 1),
        ])
    });
    rows.collect()
}
