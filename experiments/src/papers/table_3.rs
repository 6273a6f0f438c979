//! Table 3 of Geldenhuys (2004): a leader election with less and less memory, theirs beside ours.
//!
//! The paper's model is not to be had; ours is of the same algorithm. Its limits are megabytes for
//! its model, of which a full search needs between 80 and 100, so they are taken for per cent of
//! what ours needs.

use crate::output::Output;
use crate::plot::{Axes, Curve, Curves, Point};
use crate::searches::{self, Limits, Measured};
use crate::table::{Cell, Table};
use std::path::Path;
use support::analyzer::{Analyzer, Recipe};
use support::examples;

/// What to measure.
pub struct Plan {
    /// Of the model.
    pub defines: Vec<String>,
    /// A method of `--reduce`.
    pub reduce: String,
    /// The number of states is limited (`--cache`), from the start, and not the memory.
    pub states: bool,
    /// A search is cut off when it has visited about this many times the states.
    pub work: f64,
}

const TITLE: &str = "Table 3 of Geldenhuys 2004: leader election with less and less memory";
const MODEL: &str = "leader-election/echo-extinction.pml";
/// Enough for a full search.
const MEMORY: &str = "8G";
/// The paper's three, the one that it would have liked to try, and ours.
const REPLACEMENTS: [&str; 5] = ["round-robin", "OX", "XS", "RS", "tournament"];

/// Redundant work factor and seconds.
type Cost = Option<(f64, f64)>;

/// Seconds of the paper's full search; 281,263 states, 356,192 transitions.
const FULL: f64 = 2.16;
/// For each limit what is printed for the first three.
#[rustfmt::skip]
const PRINTED: [(u64, [Cost; 3]); 8] = [
    (100, [Some((1.00, 2.29)), Some((1.00, 2.26)), Some((1.00, 2.26))]),
    (80, [Some((1.00, 5.55)), Some((1.06, 2.49)), Some((1.00, 2.36))]),
    (60, [Some((1.02, 17.82)), Some((1.13, 2.71)), Some((1.00, 2.78))]),
    (50, [Some((1.04, 29.84)), Some((1.16, 3.10)), Some((1.00, 2.50))]),
    (40, [Some((1.07, 47.21)), Some((1.19, 2.91)), Some((1.01, 2.55))]),
    (30, [Some((1.16, 76.09)), Some((1.22, 3.01)), Some((1.01, 2.64))]),
    (20, [Some((2.28, 231.97)), Some((1.25, 3.09)), Some((1.04, 2.70))]),
    (10, [None, Some((26.19, 63.89)), Some((1.14, 3.03))]),
];

/// A search with a limit.
struct Cached {
    percent: u64,
    /// States or bytes.
    limit: u64,
    /// Its place in [`REPLACEMENTS`].
    replacement: usize,
    measured: Measured,
}

/// Measures, prints, writes and draws.
///
/// # Errors
/// The model does not build, or is not verified; a search has no report; a file cannot be written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let recipe = Recipe::new(examples().join(MODEL)).defines(plan.defines.clone());
    let analyzer = searches::build(recipe)?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let full = full_search(&analyzer, plan, folder.path())?;
    let mut cached = Vec::new();
    for (percent, _) in PRINTED {
        for (replacement, name) in REPLACEMENTS.iter().enumerate() {
            eprintln!("{percent} % {name}");
            let all = match plan.states {
                true => full.counts.stored,
                false => full.memory_bytes,
            };
            let limit = all * percent / 100;
            let measured = search(&analyzer, plan, (percent, limit), name, folder.path())?;
            cached.push(Cached {
                percent,
                limit,
                replacement,
                measured,
            });
            output.save(name_of(plan), &table(&cached, &full))?;
        }
    }
    let table = table(&cached, &full);
    println!("{TITLE}\n\n{}", table.text());
    print_notes(plan, &full);
    output.csv(name_of(plan), &table)?;
    output.svg(name_of(plan), &chart(&cached, &full).svg()?)
}

/// Of the files.
fn name_of(plan: &Plan) -> &'static str {
    match plan.states {
        true => "table-3-2004-states",
        false => "table-3-2004",
    }
}

fn full_search(analyzer: &Analyzer, plan: &Plan, folder: &Path) -> Result<Measured, String> {
    let options = ["--reduce", &plan.reduce, "--cache", "off"].map(String::from);
    let full = searches::once(analyzer, &options, limits(MEMORY), folder)?;
    match (&full.cut, full.violations.is_empty()) {
        (None, true) => Ok(full),
        (cut, _) => Err(format!("the full search: {cut:?}, {:?}", full.violations)),
    }
}

/// Seconds that no search takes.
fn limits(memory: &str) -> Limits<'_> {
    Limits {
        seconds: 1800,
        memory,
    }
}

fn search(
    analyzer: &Analyzer,
    plan: &Plan,
    (percent, limit): (u64, u64),
    replacement: &str,
    folder: &Path,
) -> Result<Measured, String> {
    // It counts in caches, and a cache has about this part of the states.
    let work_limit = (100.0 * plan.work / percent as f64).to_string();
    let limit = limit.to_string();
    let mut options = vec!["--reduce", &plan.reduce, "--replace", replacement];
    options.extend(["--work-limit", &work_limit]);
    let memory = match plan.states {
        true => {
            options.extend(["--cache", &limit]);
            MEMORY
        }
        false => &limit,
    };
    let options: Vec<String> = options.into_iter().map(String::from).collect();
    let measured = searches::once(analyzer, &options, limits(memory), folder)?;
    match measured.violations.is_empty() {
        true => Ok(measured),
        false => Err(format!("{replacement}: {:?}", measured.violations)),
    }
}

impl Cached {
    fn factor(&self, full: &Measured) -> f64 {
        self.measured.visited as f64 / full.counts.stored as f64
    }

    fn times(&self, full: &Measured) -> f64 {
        self.measured.cost.cpu.as_secs_f64() / full.cost.cpu.as_secs_f64()
    }

    /// What the paper has.
    fn printed(&self) -> Cost {
        let (_, costs) = PRINTED
            .iter()
            .find(|(percent, _)| *percent == self.percent)?;
        costs.get(self.replacement).copied().flatten()
    }
}

fn table(cached: &[Cached], full: &Measured) -> Table {
    let mut table = Table::new([
        "percent",
        "limit",
        "replacement",
        "end",
        "factor",
        "s",
        "times_s",
        "paper_factor",
        "paper_s",
        "paper_times_s",
    ]);
    for it in cached {
        let (name, paper) = (REPLACEMENTS[it.replacement], it.printed());
        table.push(vec![
            Cell::Count(it.percent),
            Cell::Count(it.limit),
            name.into(),
            it.measured.cut.as_deref().unwrap_or("complete").into(),
            Cell::Real(it.factor(full), 2),
            Cell::Real(it.measured.cost.cpu.as_secs_f64(), 2),
            Cell::Real(it.times(full), 2),
            Cell::real(paper.map(|it| it.0), 2),
            Cell::real(paper.map(|it| it.1), 2),
            Cell::real(paper.map(|it| it.1 / FULL), 2),
        ]);
    }
    table
}

fn print_notes(plan: &Plan, full: &Measured) {
    println!(
        "- {MODEL}, {}, --reduce {}: {} states, {} transitions, {} states on the path at most (the paper's model: 281,263 states, 356,192 transitions)",
        plan.defines.join(" "),
        plan.reduce,
        full.counts.stored,
        full.counts.transitions,
        full.stack_states.unwrap_or(0)
    );
    println!(
        "- the full search: {:.1} MB, {:.2} s of processor time (the paper: between 80 and 100 MB, {FULL} s); {} in per cent of this",
        full.memory_bytes as f64 / 1e6,
        full.cost.cpu.as_secs_f64(),
        match plan.states {
            true => "--cache",
            false => "--memory",
        }
    );
    println!(
        "- factor: states visited over states; times: processor time over that of the full search; a search is cut off at a factor of about {}",
        plan.work
    );
    println!(
        "- of the paper's table an empty cell is a search that does not end, and RS and tournament are not in it\n"
    );
}

/// Work and time against memory; the lines of the paper are thin.
fn chart(cached: &[Cached], full: &Measured) -> Curves {
    let ours = |series: usize, value: &dyn Fn(&Cached) -> f64| Curve {
        series,
        points: cached
            .iter()
            .filter(|it| it.replacement == series)
            .map(|it| Point {
                x: it.percent as f64,
                y: value(it),
                cut: it.measured.cut.is_some(),
            })
            .collect(),
    };
    let theirs = |series: usize, value: fn((f64, f64)) -> f64| Curve {
        series,
        points: PRINTED
            .iter()
            .filter_map(|(percent, costs)| {
                let cost = (*costs.get(series)?)?;
                Some(Point {
                    x: *percent as f64,
                    y: value(cost),
                    cut: false,
                })
            })
            .collect(),
    };
    let all = 0..REPLACEMENTS.len();
    let axes = |title: &str, y: &str, curves: Vec<Curve>| Axes {
        title: title.into(),
        x: "limit, % of a full search".into(),
        y: y.into(),
        mark: None,
        curves,
    };
    let (work, time) = ("states visited, times", "time, times");
    Curves {
        title: TITLE.into(),
        series: REPLACEMENTS.map(String::from).into(),
        mark: "circles: cut off".into(),
        rows: vec![
            vec![
                axes(
                    "ours",
                    work,
                    all.clone()
                        .map(|i| ours(i, &|it| it.factor(full)))
                        .collect(),
                ),
                axes(
                    "ours",
                    time,
                    all.clone().map(|i| ours(i, &|it| it.times(full))).collect(),
                ),
            ],
            vec![
                axes(
                    "the paper",
                    work,
                    all.clone().map(|i| theirs(i, |it| it.0)).collect(),
                ),
                axes(
                    "the paper",
                    time,
                    all.map(|i| theirs(i, |it| it.1 / FULL)).collect(),
                ),
            ],
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns that were mixed up would show: less memory is more work, and the paper says which is
    /// best.
    #[test]
    fn printed_rows_are_consistent() {
        assert!(PRINTED.is_sorted_by(|a, b| a.0 > b.0));
        for column in 0..3 {
            let factors: Vec<f64> = PRINTED
                .iter()
                .filter_map(|it| it.1[column])
                .map(|it| it.0)
                .collect();
            assert!(factors.is_sorted() && factors[0] == 1.0, "{column}");
        }
        for (percent, [old, outdegree, stratified]) in PRINTED {
            let best = stratified.expect("it always ends");
            for (factor, seconds) in [old, outdegree].into_iter().flatten() {
                assert!(best.0 <= factor && seconds >= FULL, "{percent}");
            }
            // "the running time is only at most 1.4 times more than normal"
            assert!(best.1 / FULL < 1.45, "{percent}");
        }
    }
}
