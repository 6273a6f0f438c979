//! Figures 4 and 5 of Godefroid, Holzmann and Pirottin (1995): what a smaller and smaller cache
//! costs, without and with sleep sets, with random and with type-oriented replacement.
//!
//! The figures are drawings without numbers, so what stands beside ours is what the text says of
//! them.

mod chart;
mod conclusions;
mod sweep;

use super::models::Model;
use crate::output::Output;
use crate::table::{Cell, Table};
use conclusions::judge;
use support::jobs;
use sweep::{Sweep, sweep};

/// What to measure.
pub struct Plan {
    /// Parts of names of models or protocols; none for all.
    pub models: Vec<String>,
    /// Each cache is this part of the one before.
    pub ratio: f64,
    /// A search is cut off where it has about this many times the transitions of a plain search.
    pub work: f64,
    /// Seconds for a search.
    pub max_time: u64,
    /// Searches at a time.
    pub jobs: usize,
}

/// A protocol of the paper, a model for it, and what the paper says.
struct Subject {
    protocol: &'static str,
    model: Model,
    said: Said,
}

/// What the paper says of a protocol.
struct Said {
    /// Where the transitions blow up, in the paper's words: for each of [`CURVES`].
    blow_up: [&'static str; 4],
    /// How small a cache suffices with sleep sets, in states.
    suffices: Option<u64>,
}

/// A curve of a figure.
struct Line {
    sleep: Option<&'static str>,
    replacement: &'static str,
}

const CURVES: [Line; 4] = [
    Line::new(None, "random"),
    Line::new(None, "type-oriented"),
    Line::new(Some("1995"), "random"),
    Line::new(Some("1995"), "type-oriented"),
];

impl Line {
    const fn new(sleep: Option<&'static str>, replacement: &'static str) -> Line {
        Line { sleep, replacement }
    }

    /// For legends.
    fn name(&self) -> String {
        let sleep = match self.sleep {
            None => "plain",
            Some(_) => "sleep sets",
        };
        format!("{sleep}, {}", self.replacement)
    }
}

const PFTP: Said = Said {
    blow_up: ["50 to 33 %", "", "25 %", "half of that"],
    suffices: None,
};
/// "For the other three protocols, there is no significant difference".
const OTHERS: Said = Said {
    blow_up: ["50 to 33 %", "", "none", "none"],
    suffices: Some(500),
};

const SUBJECTS: [Subject; 6] = [
    Subject {
        protocol: "PFTP",
        model: Model::of_spin("LTL/pftp.pml"),
        said: PFTP,
    },
    Subject {
        protocol: "PFTP",
        model: Model::ours("pftp.pml"),
        said: PFTP,
    },
    Subject {
        protocol: "URP",
        model: Model::ours("protocols/urp.pml"),
        said: OTHERS,
    },
    Subject {
        protocol: "MULOG3",
        model: Model::ours("mutual-exclusion/mulog3.pml"),
        said: OTHERS,
    },
    Subject {
        protocol: "DTP",
        model: Model::of_spin("dtp.pml").of_the_paper(),
        said: OTHERS,
    },
    Subject {
        protocol: "DTP",
        model: Model::ours("protocols/dtp.pml"),
        said: OTHERS,
    },
];

/// More transitions than this many times those of a plain search without a cache are a blow-up: the
/// paper speaks of none where there are "between only two and four times" as many.
const BLOW_UP: f64 = 4.0;

const TITLE: &str = "Figures 4 and 5 of Godefroid, Holzmann and Pirottin 1995: transitions and time against the size of the cache";

/// A model and its curves.
struct Measured {
    subject: &'static Subject,
    /// One for each of [`CURVES`].
    sweeps: Vec<Sweep>,
}

/// Measures, prints, writes and draws.
///
/// # Errors
/// An option makes no sense, a model does not build or gives no report, a file cannot be written,
/// or the paper's own model does not do as the paper says.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    if !(0.1..=0.99).contains(&plan.ratio) || plan.work < BLOW_UP {
        return Err(format!(
            "--ratio is from 0.1 to 0.99, --work at least {BLOW_UP}: less is no blow-up"
        ));
    }
    let chosen = |it: &&'static Subject| {
        let is_in = |part: &String| {
            let name = format!("{} {}", it.protocol, it.model.name()).to_lowercase();
            name.contains(&part.to_lowercase())
        };
        plan.models.is_empty() || plan.models.iter().any(is_in)
    };
    let subjects: Vec<&Subject> = SUBJECTS.iter().filter(chosen).collect();
    let all = measure(&subjects, plan)?;
    if all.is_empty() {
        return Err("no such model, or it is not installed".into());
    }
    println!("{TITLE}\n\n{}", summary(&all).text());
    print_notes(plan);
    output.csv("figures-4-5-1995", &points(&all))?;
    output.svg("figures-4-5-1995", &chart::chart(&all).svg()?)?;
    judge(&all)
}

fn measure(subjects: &[&'static Subject], plan: &Plan) -> Result<Vec<Measured>, String> {
    let mut work = Vec::new();
    for subject in subjects {
        let Some(path) = subject.model.path() else {
            let name = subject.model.name();
            println!("skipped: {name} is not installed (Debian package spin)");
            continue;
        };
        let analyzer = sweep::build(path)?;
        work.extend(CURVES.iter().map(|line| (*subject, analyzer.clone(), line)));
    }
    let swept = jobs::on_cores(plan.jobs, &work, |(subject, analyzer, line)| {
        let name = format!("{}: {}", subject.model.name(), line.name());
        let swept = sweep(analyzer, line, plan);
        eprintln!("{name}: done");
        swept.map_err(|problem| format!("{name}: {problem}"))
    });
    let mut swept = swept.into_iter();
    let of_each = work.chunks(CURVES.len()).map(|chunk| {
        let sweeps: Result<_, _> = swept.by_ref().take(CURVES.len()).collect();
        let subject = chunk[0].0;
        sweeps.map(|sweeps| Measured { subject, sweeps })
    });
    of_each.collect()
}

/// A line for each curve.
fn summary(all: &[Measured]) -> Table {
    let mut table = Table::new([
        "model",
        "states",
        "curve",
        "stack_%",
        "blow-up_at_%",
        "suffices_%",
        "cache_states",
        "times",
        "paper_blow-up",
        "paper_suffices",
    ]);
    for measured in all {
        let said = &measured.subject.said;
        let model = format!(
            "{}, {}",
            measured.subject.protocol,
            measured.subject.model.name()
        );
        for ((line, swept), blow_up) in CURVES.iter().zip(&measured.sweeps).zip(said.blow_up) {
            let smallest = swept.smallest();
            let suffices = said.suffices.filter(|_| line.sleep.is_some());
            let suffices = suffices.map(|it| format!("{it} states"));
            table.push(vec![
                model.as_str().into(),
                Cell::Count(swept.states),
                line.name().into(),
                Cell::Real(swept.percent(swept.full.stack_states), 2),
                swept.blow_up().map_or("none".into(), |at| {
                    format!("{:.1}", swept.percent(at)).into()
                }),
                Cell::Real(swept.percent(smallest.cache), 2),
                Cell::Count(smallest.cache),
                Cell::Real(swept.times(smallest.transitions), 2),
                blow_up.into(),
                suffices.map_or("".into(), Cell::from),
            ]);
        }
    }
    table
}

fn print_notes(plan: &Plan) {
    println!("- unoptimised, nothing reduced; sleep sets in the form of 1995; seed 1");
    println!(
        "- grid: from a cache for all states down, each {} of the one before, until a search does not end; one is cut off at about {} times the transitions of a plain \
         search without a cache, or after {} s",
        plan.ratio, plan.work, plan.max_time
    );
    println!(
        "- times: transitions over those of a plain search without a cache; blow-up: the largest cache with which there are more than {BLOW_UP} times as many, or the \
         search is cut off; suffices: the smallest before that"
    );
    println!(
        "- stack: the most states on the path of a search without a cache; with one the path can get longer\n"
    );
}

/// All measurements.
fn points(all: &[Measured]) -> Table {
    let mut table = Table::new([
        "protocol",
        "model",
        "states",
        "sleep_sets",
        "replacement",
        "cache",
        "percent",
        "transitions",
        "times",
        "visited",
        "stack",
        "s",
        "end",
    ]);
    for measured in all {
        for (line, swept) in CURVES.iter().zip(&measured.sweeps) {
            for point in &swept.points {
                table.push(vec![
                    measured.subject.protocol.into(),
                    measured.subject.model.name().into(),
                    Cell::Count(swept.states),
                    line.sleep.unwrap_or("none").into(),
                    line.replacement.into(),
                    Cell::Count(point.cache),
                    Cell::Real(swept.percent(point.cache), 3),
                    Cell::Count(point.transitions),
                    Cell::Real(swept.times(point.transitions), 3),
                    Cell::Count(point.visited),
                    Cell::Count(point.stack_states),
                    Cell::Real(point.seconds, 3),
                    point.cut.as_deref().unwrap_or("complete").into(),
                ]);
            }
        }
    }
    table
}
