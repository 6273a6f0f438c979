//! What the comparison comes to: a table for each mode, and each aim with the cases that miss it.

use super::{Mode, Row};
use crate::measure::geometric_mean;
use crate::table::{Cell, Table};

/// Smaller products say nothing about speed and memory.
const MANY_EDGES: u64 = 1_000_000;

/// A ratio that is aimed at.
struct Aim {
    name: &'static str,
    /// `None` of a row that it is not about.
    of: fn(&Row) -> Option<f64>,
    /// Of the geometric mean, and of each.
    wanted: [Option<Wanted>; 2],
}

#[derive(Clone, Copy)]
enum Wanted {
    AtLeast(f64),
    AtMost(f64),
}

use Wanted::{AtLeast, AtMost};

impl Wanted {
    fn is_met(self, value: f64) -> bool {
        match self {
            AtLeast(bound) => value >= bound,
            AtMost(bound) => value <= bound,
        }
    }

    fn text(wanted: Option<Wanted>) -> Cell {
        match wanted {
            Some(AtLeast(bound)) => format!("at least {bound}").into(),
            Some(AtMost(bound)) => format!("at most {bound}").into(),
            None => "".into(),
        }
    }
}

#[rustfmt::skip]
const AIMS: &[Aim] = &[
    Aim { name: "whole: speed", of: |it| it.if_large(Mode::Whole)?.speed(), wanted: [Some(AtLeast(2.0)), Some(AtLeast(1.2))] },
    Aim { name: "whole: memory", of: |it| it.if_large(Mode::Whole)?.memory(), wanted: [None, Some(AtMost(1.0))] },
    Aim { name: "fair: speed", of: |it| it.if_large(Mode::Fair)?.speed(), wanted: [Some(AtLeast(3.0)), None] },
    Aim { name: "fair: memory", of: |it| it.if_large(Mode::Fair)?.memory(), wanted: [None, Some(AtMost(1.0))] },
    Aim { name: "default: states", of: |it| it.if_holds(Mode::Default)?.states(), wanted: [Some(AtMost(0.8)), Some(AtMost(1.2))] },
    Aim { name: "default: speed", of: |it| it.if_holds(Mode::Default)?.speed(), wanted: [None, Some(AtLeast(1.0))] },
    Aim { name: "whole: edges to the error", of: |it| it.if_violated(Mode::Whole)?.edges(), wanted: [Some(AtMost(1.0)), None] },
    Aim { name: "default: edges to the error", of: |it| it.if_violated(Mode::Default)?.edges(), wanted: [Some(AtMost(1.0)), None] },
];

/// Fairness, where SPIN's own executes twice the edges or more.
const FAIR_WHERE_SPIN_DOUBLES: Wanted = AtLeast(4.0);

impl Row {
    fn is(&self, mode: Mode, holds: bool) -> Option<&Row> {
        (self.mode == mode && self.case.holds == holds).then_some(self)
    }

    fn if_holds(&self, mode: Mode) -> Option<&Row> {
        self.is(mode, true)
    }

    fn if_violated(&self, mode: Mode) -> Option<&Row> {
        self.is(mode, false)
    }

    fn if_large(&self, mode: Mode) -> Option<&Row> {
        self.if_holds(mode).filter(|it| it.ours.edges >= MANY_EDGES)
    }

    /// SPIN's time over ours.
    fn speed(&self) -> Option<f64> {
        let [ours, spin] = self.costs?;
        Some(spin.cpu.as_secs_f64() / ours.cpu.as_secs_f64())
    }

    fn memory(&self) -> Option<f64> {
        let [ours, spin] = self.costs?;
        Some(ours.rss_bytes as f64 / spin.rss_bytes as f64)
    }

    fn states(&self) -> Option<f64> {
        Some(self.ours.states as f64 / self.spin?.states as f64)
    }

    fn edges(&self) -> Option<f64> {
        Some(self.ours.edges as f64 / self.spin?.edges as f64)
    }
}

/// Prints all.
pub fn print(rows: &[Row]) {
    for mode in Mode::ALL {
        let of_mode = |row: &&Row| row.mode == mode && row.case.holds;
        let rows: Vec<&Row> = rows.iter().filter(of_mode).collect();
        if !rows.is_empty() {
            let flags = mode.flags().join(" ");
            println!("{}, SPIN {flags}\n\n{}", mode.name(), holding(&rows).text());
        }
    }
    println!("edges to the first error\n\n{}", violated(rows).text());
    println!(
        "speed: SPIN's time over ours; memory, states, edges: ours over SPIN's\n\n{}",
        aims(rows).text()
    );
    misses(rows).iter().for_each(|miss| println!("{miss}"));
    let deep = rows.iter().filter(|row| row.spin.is_none());
    for row in deep {
        let (title, mode) = (row.case.title, row.mode.name());
        println!("left out: {title}, {mode}: SPIN's bound on depth was met");
    }
}

fn holding(rows: &[&Row]) -> Table {
    let mut table = Table::new([
        "case",
        "states",
        "SPIN's",
        "edges",
        "SPIN's_edges",
        "s",
        "SPIN's_s",
        "speed",
        "MB",
        "SPIN's_MB",
        "memory",
    ]);
    for row in rows {
        let seconds = |i: usize| row.costs.map(|costs| costs[i].cpu.as_secs_f64());
        let megabytes = |i: usize| row.costs.map(|costs| costs[i].rss_bytes as f64 / 1e6);
        table.push(vec![
            row.case.title.into(),
            Cell::Count(row.ours.states),
            Cell::count(row.spin.map(|it| it.states)),
            Cell::Count(row.ours.edges),
            Cell::count(row.spin.map(|it| it.edges)),
            Cell::real(seconds(0), 3),
            Cell::real(seconds(1), 3),
            Cell::real(row.speed(), 2),
            Cell::real(megabytes(0), 1),
            Cell::real(megabytes(1), 1),
            Cell::real(row.memory(), 2),
        ]);
    }
    table.without_empty_columns()
}

fn violated(rows: &[Row]) -> Table {
    let mut table = Table::new([
        "case",
        "whole",
        "SPIN's_whole",
        "ratio",
        "default",
        "SPIN's_default",
        "default_ratio",
    ]);
    let in_mode = |mode| rows.iter().filter_map(move |row| row.if_violated(mode));
    for (whole, default) in in_mode(Mode::Whole).zip(in_mode(Mode::Default)) {
        let mut line = vec![whole.case.title.into()];
        for row in [whole, default] {
            line.push(Cell::Count(row.ours.edges));
            line.push(Cell::count(row.spin.map(|it| it.edges)));
            line.push(Cell::real(row.edges(), 3));
        }
        table.push(line);
    }
    table
}

/// The ratios of the rows that an aim is about.
fn ratios<'r>(aim: &Aim, rows: &'r [Row]) -> Vec<(f64, &'r Row)> {
    let ratios = rows.iter().map(|row| ((aim.of)(row), row));
    ratios
        .filter_map(|(ratio, row)| Some((ratio?, row)))
        .collect()
}

fn aims(rows: &[Row]) -> Table {
    let mut table = Table::new(["aim", "cases", "mean", "wanted", "worst", "of_each"]);
    for aim in AIMS {
        let found = ratios(aim, rows);
        let values = || found.iter().map(|it| it.0);
        let more_is_better = matches!(aim.wanted, [Some(AtLeast(_)), _] | [_, Some(AtLeast(_))]);
        let worst = match more_is_better {
            true => values().reduce(f64::min),
            false => values().reduce(f64::max),
        };
        table.push(vec![
            aim.name.into(),
            Cell::Count(found.len() as u64),
            Cell::real(geometric_mean(values()), 2),
            Wanted::text(aim.wanted[0]),
            Cell::real(worst, 2),
            Wanted::text(aim.wanted[1]),
        ]);
    }
    table
}

/// What is not as it is aimed at, a line each.
fn misses(rows: &[Row]) -> Vec<String> {
    let mut misses = Vec::new();
    for aim in AIMS {
        let found = ratios(aim, rows);
        let mean = geometric_mean(found.iter().map(|it| it.0));
        if let (Some(mean), Some(wanted)) = (mean, aim.wanted[0])
            && !wanted.is_met(mean)
        {
            misses.push(format!("MISSED: {}: the mean is {mean:.2}", aim.name));
        }
        for (ratio, row) in found {
            if aim.wanted[1].is_some_and(|wanted| !wanted.is_met(ratio)) {
                let title = row.case.title;
                misses.push(format!("MISSED: {}: {title}: {ratio:.2}", aim.name));
            }
        }
    }
    for pair in rows.windows(2) {
        if let [whole, fair] = pair
            && let (Some(whole), Some(fair)) =
                (whole.if_large(Mode::Whole), fair.if_large(Mode::Fair))
            && let (Some(once), Some(fairly), Some(speed)) = (whole.spin, fair.spin, fair.speed())
            && fairly.edges >= 2 * once.edges
            && !FAIR_WHERE_SPIN_DOUBLES.is_met(speed)
        {
            let title = fair.case.title;
            misses.push(format!(
                "MISSED: fair: speed where SPIN doubles its edges: {title}: {speed:.2}"
            ));
        }
    }
    misses
}
