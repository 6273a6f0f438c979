//! The papers' tables: what is printed, what comes out here, and whether they are equal.

pub mod figure_1_2001;
pub mod figures;
pub mod models;
pub mod table_3;
mod tables;

pub use tables::{TABLE_1_1995, TABLE_2_1992, TABLE_2_1995};

use runtime::units::grouped;

use crate::output::Output;
use crate::plot::{Bar, Chart, Group, Panel};
use crate::searches::{self, Limits, Measured, Search};
use crate::table::{Cell, Table};
use models::Model;
use std::time::Duration;
use support::analyzer::Recipe;

/// A table of a paper, as far as it is reproduced.
pub struct Paper {
    /// Of the command and the files.
    pub name: &'static str,
    title: &'static str,
    notes: &'static [&'static str],
    /// The form in which the paper keeps its sleep sets.
    proper_form: &'static str,
    protocols: &'static [Protocol],
}

/// A protocol, the models that are measured for it, and its rows.
struct Protocol {
    name: &'static str,
    models: &'static [Model],
    rows: &'static [Row],
}

/// A row: what is printed, and the searches that may give it.
struct Row {
    algorithm: &'static str,
    searches: &'static [Search],
    printed: Printed,
}

/// What a paper prints; a time of none is below a hundredth of a second.
#[derive(Clone, Copy)]
struct Printed {
    states: u64,
    matched: Option<u64>,
    transitions: u64,
    depth: Option<u64>,
    seconds: Option<f64>,
    megabytes: Option<f64>,
}

/// A search of a model beside the row it is compared with.
struct Line {
    protocol: &'static str,
    model: Model,
    algorithm: &'static str,
    search: Search,
    printed: Printed,
    /// Seconds in the paper for algorithm 1, and ours.
    base: [Option<f64>; 2],
    /// States of the plain search.
    all_states: Option<u64>,
    measured: Result<Measured, String>,
}

const LIMITS: Limits = Limits {
    seconds: 600,
    memory: "4G",
};

/// Measures a table; runs of a search are repeated until they have taken `at_least`.
///
/// # Errors
/// A model does not build, a file cannot be written, or a row that must be equal is not.
pub fn run(paper: &Paper, at_least: Duration, output: &Output) -> Result<(), String> {
    let mut lines = Vec::new();
    for protocol in paper.protocols {
        for &model in protocol.models {
            lines.extend(measure(protocol, model, at_least)?);
        }
    }
    let table = table(&lines);
    println!("{}\n\n{}", paper.title, table.text());
    for note in paper.notes {
        println!("- {note}");
    }
    println!();
    output.csv(paper.name, &table)?;
    output.svg(paper.name, &chart(paper, &lines).svg()?)?;
    judge(paper, &lines)
}

fn measure(protocol: &Protocol, model: Model, at_least: Duration) -> Result<Vec<Line>, String> {
    let Some(path) = model.path() else {
        println!(
            "skipped: {} is not installed (Debian package spin)",
            model.name()
        );
        return Ok(Vec::new());
    };
    let analyzer = searches::build(Recipe::new(path).unoptimized())?;
    let mut lines: Vec<Line> = Vec::new();
    for row in protocol.rows {
        for &search in row.searches {
            eprintln!("{}: {}", model.name(), search.name());
            let measured = searches::measure(&analyzer, search, LIMITS, at_least);
            let base = match lines.first() {
                Some(first) => [first.printed.seconds, first.seconds()],
                None => [None; 2],
            };
            let plain = lines.first().and_then(|first| first.measured.as_ref().ok());
            lines.push(Line {
                protocol: protocol.name,
                model,
                algorithm: row.algorithm,
                search,
                printed: row.printed,
                base,
                all_states: plain.map(|plain| plain.counts.stored),
                measured,
            });
        }
    }
    Ok(lines)
}

const COLUMNS: [&str; 19] = [
    "protocol",
    "model",
    "algorithm",
    "form",
    "states",
    "matched",
    "transitions",
    "depth",
    "s",
    "times_1",
    "MB",
    "paper_states",
    "paper_matched",
    "paper_transitions",
    "paper_depth",
    "paper_s",
    "paper_times_1",
    "paper_MB",
    "verdict",
];

fn table(lines: &[Line]) -> Table {
    let mut table = Table::new(COLUMNS);
    for line in lines {
        table.push(line.cells());
    }
    table.without_empty_columns()
}

impl Line {
    fn seconds(&self) -> Option<f64> {
        let measured = self.measured.as_ref().ok()?;
        Some(measured.cost.cpu.as_secs_f64())
    }

    fn cells(&self) -> Vec<Cell> {
        let measured = self.measured.as_ref().ok();
        let counts = measured.map(|it| it.counts);
        let [paper_base, base] = self.base;
        let ratio = |seconds: Option<f64>, base: Option<f64>| Some(seconds? / base?);
        let printed = self.printed;
        let paper_seconds = match printed.seconds {
            Some(seconds) => Cell::Real(seconds, 1),
            None => Cell::Below(0.01, 2),
        };
        vec![
            self.protocol.into(),
            self.model.name().into(),
            self.algorithm.into(),
            self.search.sleep.map_or(Cell::Unknown, Cell::from),
            Cell::count(counts.map(|it| it.stored)),
            Cell::count(counts.map(|it| it.matched)),
            Cell::count(counts.map(|it| it.transitions)),
            Cell::count(counts.map(|it| it.depth)),
            Cell::real(self.seconds(), 3),
            Cell::real(ratio(self.seconds(), base), 2),
            Cell::real(measured.map(|it| it.memory_bytes as f64 / 1e6), 1),
            Cell::Count(printed.states),
            Cell::count(printed.matched),
            Cell::Count(printed.transitions),
            Cell::count(printed.depth),
            paper_seconds,
            Cell::real(ratio(printed.seconds, paper_base), 2),
            Cell::real(printed.megabytes, 1),
            self.verdict().into(),
        ]
    }

    /// Whether it is as printed.
    fn verdict(&self) -> String {
        match &self.measured {
            Err(problem) => problem.clone(),
            Ok(measured) if measured.cut.is_some() => "not complete".into(),
            Ok(measured) if self.has_other_states(measured) => "OTHER STATES".into(),
            Ok(_) if !self.model.of_the_paper => "another model".into(),
            Ok(measured) => match self.differences(measured).as_slice() {
                [] => "=".into(),
                differences => format!("≠ {}", differences.join(", ")),
            },
        }
    }

    /// Sleep sets alone leave out edges only (Theorem 3.1 of 1995). No one has proven that of the
    /// form of 1992.
    fn has_other_states(&self, measured: &Measured) -> bool {
        let proven = self.search.reduce == "none" && self.search.sleep != Some("1992");
        proven
            && self
                .all_states
                .is_some_and(|all| measured.counts.stored != all)
    }

    /// The columns that are not as printed.
    fn differences(&self, measured: &Measured) -> Vec<&'static str> {
        let (ours, printed) = (measured.counts, self.printed);
        let columns = [
            ("states", ours.stored, Some(printed.states)),
            ("matched", ours.matched, printed.matched),
            ("transitions", ours.transitions, Some(printed.transitions)),
            ("depth", ours.depth, printed.depth),
        ];
        let different = columns
            .into_iter()
            .filter(|(_, ours, printed)| printed.is_some_and(|printed| printed != *ours));
        different.map(|(name, ..)| name).collect()
    }
}

/// Says which rows of the papers' own models are equal, and what the others are.
fn judge(paper: &Paper, lines: &[Line]) -> Result<(), String> {
    let own: Vec<&Line> = lines.iter().filter(|it| it.model.of_the_paper).collect();
    let proper = |line: &Line| {
        line.search
            .sleep
            .is_none_or(|form| form == paper.proper_form)
    };
    let (proper, others): (Vec<&Line>, Vec<&Line>) = own.into_iter().partition(|it| proper(it));
    let different = compare("the paper's model, the paper's form", &proper);
    compare("the paper's model, another form", &others);
    let other = |line: &&Line| {
        line.measured
            .as_ref()
            .is_ok_and(|it| line.has_other_states(it))
    };
    match (different, lines.iter().filter(other).count()) {
        (0, 0) => Ok(()),
        (rows, 0) => Err(format!("{rows} rows are not what the paper prints")),
        (rows, other) => Err(format!(
            "{rows} rows are not what the paper prints; with sleep sets alone there are other states in {other}"
        )),
    }
}

/// Prints how many lines are equal and which are not; the number of the latter.
fn compare(what: &str, lines: &[&Line]) -> usize {
    if lines.is_empty() {
        return 0;
    }
    let (equal, different): (Vec<&Line>, Vec<&Line>) = lines
        .iter()
        .copied()
        .partition(|line| line.verdict() == "=");
    println!("{what}: {} of {} rows equal", equal.len(), lines.len());
    for line in &different {
        let ours = match &line.measured {
            Ok(measured) => format!(
                "{} states, {} transitions",
                grouped(measured.counts.stored),
                grouped(measured.counts.transitions)
            ),
            Err(problem) => problem.clone(),
        };
        println!(
            "  protocol {}, algorithm {} ({}): {ours}; printed {}, {}",
            line.protocol,
            line.algorithm,
            line.search.name(),
            grouped(line.printed.states),
            grouped(line.printed.transitions)
        );
    }
    different.len()
}

/// States above, transitions below; bars are ours, dashes the paper's.
fn chart(paper: &Paper, lines: &[Line]) -> Chart {
    let mut series: Vec<String> = Vec::new();
    for line in lines {
        let name = line.series();
        if !series.contains(&name) {
            series.push(name);
        }
    }
    let panel = |label: &str, value: fn(&Line) -> Option<(u64, u64)>| Panel {
        label: label.into(),
        groups: groups(lines, &series, value),
    };
    let panels = vec![
        panel("states", |line| {
            let counts = line.measured.as_ref().ok()?.counts;
            Some((counts.stored, line.printed.states))
        }),
        panel("transitions", |line| {
            let counts = line.measured.as_ref().ok()?.counts;
            Some((counts.transitions, line.printed.transitions))
        }),
    ];
    Chart {
        title: paper.title.into(),
        series,
        mark: "the paper".into(),
        panels,
    }
}

impl Line {
    /// The name of its bar.
    fn series(&self) -> String {
        match self.search.sleep {
            Some(form) => format!("{} ({form})", self.algorithm),
            None => self.algorithm.into(),
        }
    }
}

fn groups(lines: &[Line], series: &[String], value: fn(&Line) -> Option<(u64, u64)>) -> Vec<Group> {
    lines
        .chunk_by(|a, b| (a.protocol, a.model.name()) == (b.protocol, b.model.name()))
        .map(|lines| Group {
            name: vec![lines[0].protocol.into(), lines[0].model.name()],
            bars: series
                .iter()
                .map(|name| {
                    let line = lines.iter().find(|line| line.series() == *name)?;
                    let (ours, printed) = value(line)?;
                    Some(Bar {
                        value: ours as f64,
                        mark: Some(printed as f64),
                    })
                })
                .collect(),
        })
        .collect()
}
