//! Figure 1 of Tronci, Della Penna, Intrigila and Venturini Zilli (2001): how many levels back
//! edges lead, in all our models and in the paper's protocols.
//!
//! None of our models is one of the paper's, which are written for Murphi. Those that are of the
//! same kind stand together.

mod fact;
mod kinds;
mod printed;

use crate::output::Output;
use crate::plot::{Stack, Stacks};
use crate::searches::{self, Limits};
use crate::table::{Cell, Table};
use fact::ALL;
use kinds::{KINDS, Kind, OTHERS, VARIANTS};
use printed::{FIGURE_1, Printed};
use std::collections::BTreeMap;
use std::path::PathBuf;
use support::analyzer::{self, Analyzer};
use support::case::{Case, Size};
use support::examples;
use support::report::{Locality, Report};

/// What to measure.
pub struct Plan {
    /// Parts of the names of models; none for all.
    pub models: Vec<String>,
    /// Seconds for a search.
    pub limit: u64,
}

const NAME: &str = "figure-1-2001";
const TITLE: &str = "Figure 1 of Tronci, Della Penna, Intrigila and Venturini Zilli 2001: edges by the levels that they lead forwards";
const MEMORY: &str = "4G";

/// A model and what was measured.
struct Row {
    name: String,
    states: u64,
    locality: Locality,
}

/// Measures, prints, writes and draws.
///
/// # Errors
/// No model has such a name, one does not build or is not searched completely, a file cannot be
/// written, or what is claimed does not hold.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let cases = chosen(&plan.models)?;
    eprintln!("building {} analyzers", cases.len());
    let recipes: Vec<_> = cases.iter().map(|it| it.recipe().unoptimized()).collect();
    let mut rows = Vec::new();
    for (case, analyzer) in cases.iter().zip(analyzer::build_quickly(&recipes)) {
        let name = name(case);
        let failed = |problem: String| format!("{name}: {problem}");
        let analyzer = analyzer.map_err(|refused| failed(refused.all_output()))?;
        eprintln!("{name}");
        rows.push(measure(&name, &analyzer, plan.limit).map_err(failed)?);
        output.save(NAME, &table(&rows))?;
    }
    let table = table(&rows);
    println!("{TITLE}\n\n{}", table.text());
    for note in NOTES {
        println!("- {note}");
    }
    println!();
    output.csv(NAME, &table)?;
    output.svg(NAME, &drawing(&rows).svg()?)?;
    fact::judge(&rows, plan.models.is_empty())
}

const NOTES: [&str; 4] = [
    "E(k), σ(k): mean and standard deviation, over states with edges, of the fraction of a state's edges that lead k levels forwards; ours unoptimised, nothing reduced",
    "SumAvg: E(-1) + E(0) + E(1); of_all: the same, with 0 for the fraction of a state without edges, which may be how the paper counts",
    "back_99: 99 % of a state's edges lead this many levels back at most, on the average",
    "the paper's protocols are written for Murphi; * ended at a bug",
];

/// Of each model, and each variant, the largest case that takes seconds, without its faults if it
/// is correct without them.
fn chosen(parts: &[String]) -> Result<Vec<Case>, String> {
    let mut largest: BTreeMap<(PathBuf, Option<&str>), Case> = BTreeMap::new();
    let language = examples().join("language");
    let rank = |case: &Case| {
        let stored = case.expectation().counts.map(|counts| counts.stored);
        (case.verdict != "violated", stored)
    };
    for case in Case::below(&examples()) {
        let model = case.model();
        let is_meant = case.size != Size::Large && case.expectation().counts.is_some();
        let is_named = parts.is_empty() || parts.iter().any(|part| name(&case).contains(part));
        if !is_meant || !is_named || model.starts_with(&language) {
            continue;
        }
        let variant = |name: &&str| case.defines.iter().any(|define| define == name);
        let key = (model, VARIANTS.into_iter().find(variant));
        if largest.get(&key).is_none_or(|it| rank(it) < rank(&case)) {
            largest.insert(key, case);
        }
    }
    match largest.is_empty() {
        true => Err(format!("no model's name contains {}", parts.join(" or "))),
        false => Ok(largest.into_values().collect()),
    }
}

fn name(case: &Case) -> String {
    let title = case.title();
    title.trim_start_matches("promela-examples/").into()
}

fn measure(name: &str, analyzer: &Analyzer, seconds: u64) -> Result<Row, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let limits = Limits {
        seconds,
        memory: MEMORY,
    };
    let options = [
        "--search",
        "breadth-first",
        "--locality",
        "--reduce",
        "none",
    ];
    let options = options.map(String::from);
    let outcome = searches::run(analyzer, &options, limits, folder.path());
    let Report {
        reason,
        locality,
        states_stored,
        ..
    } = outcome.report?;
    match (reason, locality) {
        (None, Some(locality)) => Ok(Row {
            name: name.into(),
            states: states_stored,
            locality,
        }),
        (reason, _) => Err(format!("not complete: {reason:?}")),
    }
}

impl Row {
    /// Mean and standard deviation of the fraction of `k`-transitions.
    fn fraction(&self, k: i64) -> (f64, f64) {
        let distance = self.locality.distances.iter().find(|it| it.k == k);
        distance.map_or((0.0, 0.0), |it| (it.mean, it.deviation))
    }

    /// Of all states those that have edges.
    fn with_edges(&self) -> f64 {
        self.locality.states as f64 / self.states as f64
    }

    /// As many levels as 99 % of the edges of a state lead back at most.
    fn back_99(&self) -> u64 {
        let mut sum = 0.0;
        let mut distances = self.locality.distances.iter();
        let last = distances.find(|it| {
            sum += it.mean;
            sum >= 0.99
        });
        last.map_or(0, |it| (-it.k).max(0) as u64)
    }
}

const COLUMNS: [&str; 17] = [
    "kind",
    "whose",
    "protocol",
    "states",
    "transitions",
    "E(-1)",
    "σ(-1)",
    "E(0)",
    "σ(0)",
    "E(1)",
    "σ(1)",
    "SumAvg",
    "of_all",
    "back_99",
    "diameter",
    "queue",
    "no_edges",
];

/// A line of the table.
enum Line<'r> {
    Ours(&'r Row),
    Paper(&'static Printed),
}

/// Kind by kind, ours before the paper's.
fn lines(rows: &[Row]) -> impl Iterator<Item = (&'static Kind, Line<'_>)> {
    KINDS.iter().chain([&OTHERS]).flat_map(|kind| {
        let ours = rows.iter().filter(|row| kinds::of(&row.name) == kind.name);
        let paper = FIGURE_1.iter().filter(|it| kind.paper.contains(&it.name));
        let lines = ours.map(Line::Ours).chain(paper.map(Line::Paper));
        lines.map(move |line| (kind, line))
    })
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new(COLUMNS);
    for (kind, line) in lines(rows) {
        table.push(match line {
            Line::Ours(row) => ours(kind.name, row),
            Line::Paper(row) => theirs(kind.name, row),
        });
    }
    table
}

fn ours(kind: &str, row: &Row) -> Vec<Cell> {
    let locality = &row.locality;
    let mut cells = vec![
        kind.into(),
        "ours".into(),
        row.name.as_str().into(),
        Cell::Count(row.states),
        Cell::Count(locality.transitions),
    ];
    cells.extend(fractions([-1, 0, 1].map(|k| row.fraction(k))));
    cells.extend([
        Cell::Real(locality.one_local, 4),
        Cell::Real(locality.one_local * row.with_edges(), 4),
        Cell::Count(row.back_99()),
        Cell::Count(locality.diameter),
        Cell::Count(locality.largest_queue),
        Cell::Count(locality.states_without_edges),
    ]);
    cells
}

fn theirs(kind: &str, row: &Printed) -> Vec<Cell> {
    let [states, rules, queue, diameter] = row.counts;
    let mut cells = vec![
        kind.into(),
        "the paper's".into(),
        row.name.into(),
        Cell::Count(states),
        Cell::Count(rules),
    ];
    cells.extend(fractions(row.fractions));
    cells.extend([
        Cell::Real(row.one_local, 4),
        Cell::Unknown,
        Cell::Unknown,
        Cell::Count(diameter),
        Cell::Count(queue),
        Cell::Unknown,
    ]);
    cells
}

fn fractions(fractions: [(f64, f64); 3]) -> impl Iterator<Item = Cell> {
    let pairs = fractions.into_iter();
    pairs.flat_map(|(mean, deviation)| [Cell::Real(mean, 4), Cell::Real(deviation, 4)])
}

/// A bar for each model.
fn drawing(rows: &[Row]) -> Stacks {
    let bar = |(_, line)| match line {
        Line::Ours(row) => {
            let near = [1, 0, -1].map(|k| row.fraction(k).0);
            let rest = (1.0 - near.iter().sum::<f64>()).max(0.0);
            Stack {
                name: row.name.clone(),
                parts: near.into_iter().chain([rest]).collect(),
            }
        }
        Line::Paper(row) => Stack {
            name: format!("the paper's {}", row.name),
            parts: row.fractions.iter().rev().map(|(mean, _)| *mean).collect(),
        },
    };
    let series = [
        "one level forwards",
        "same level",
        "one level back",
        "further back",
    ];
    Stacks {
        title: "Edges by the levels that they lead forwards: mean over states".into(),
        series: series.map(String::from).into(),
        mark: format!("{} %", 100.0 * ALL),
        at: ALL,
        bars: lines(rows).map(bar).collect(),
    }
}
