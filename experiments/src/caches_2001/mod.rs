//! Figures 4 to 7 of Tronci, Della Penna, Intrigila and Venturini Zilli (2001): breadth-first
//! searches with a table that forgets, smaller and smaller, beside one that keeps all states.
//!
//! The authors' models are in Murphi's language and not to be had; ours are of the same protocols,
//! or of others. So the paper's cells stand beside ours only where the model is the same in kind,
//! and what is judged is what holds over all models.

mod judged;
mod large;
mod printed;
mod subjects;

pub use large::{Plan as LargePlan, run as run_large};

use crate::output::Output;
use crate::searches::{self, Limits};
use crate::table::{Cell, Table};
use judged::Judged;
use std::path::Path;
use subjects::{SUBJECTS, Subject};
use support::analyzer::{Analyzer, Recipe};
use support::examples;
use support::report::Report;

/// What is measured.
pub struct Plan {
    /// Parts of the names of models; none for all.
    pub models: Vec<String>,
    /// Sizes, in per cent of the memory, or of all states.
    pub percents: Vec<u64>,
    /// Slots for this many per cent of all states, and not what fits into so much of the memory.
    pub states: bool,
    /// `--cache-probes`.
    pub probes: u32,
    /// Seconds for a search.
    pub limit: u64,
    /// Fingerprints instead of states: Figure 6, not Figure 5.
    pub compact: bool,
}

/// Enough for a search that keeps all.
const MEMORY: &str = "8G";

/// `--replace`.
const POLICIES: [&str; 2] = ["overwrite-first", "level-strata"];

/// A search that keeps all states, and what it cost.
struct Whole {
    report: Report,
    cpu_s: f64,
}

/// One with this many per cent of its memory.
struct Part {
    percent: u64,
    /// Of all states.
    slots: f64,
    policy: &'static str,
    /// Of what the whole search had.
    states: f64,
    transitions: f64,
    seconds: f64,
    memory: f64,
    disk_bytes: u64,
    collision_rate: f64,
    /// Why it did not come to its end.
    cut: Option<String>,
}

/// Searches each model with all states in memory, then with tables for a part of them; prints,
/// writes and judges.
///
/// # Errors
/// No model has such a name, one does not build, a search gives no report, a file cannot be
/// written, or what is judged does not hold.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let is_chosen = |subject: &&Subject| {
        let named = |part: &String| subject.name.contains(part.as_str());
        plan.models.is_empty() || plan.models.iter().any(named)
    };
    let chosen: Vec<&Subject> = SUBJECTS.iter().filter(is_chosen).collect();
    if chosen.is_empty() {
        return Err("no model has such a name".into());
    }
    let figure = if plan.compact { 6 } else { 5 };
    let of_states = if plan.states { "-states" } else { "" };
    let name = &format!("figure-{figure}-2001{of_states}");
    let mut wholes = Table::new(COLUMNS_OF_FIGURE_4);
    let mut parts = Table::new(COLUMNS);
    let mut judged = Judged::default();
    for subject in chosen {
        eprintln!("{}", subject.name);
        let recipe = Recipe::new(examples().join(subject.file)).defines(subject.defines());
        let analyzer = searches::build(recipe.unoptimized())?;
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let whole = whole(&analyzer, plan, folder.path())?;
        wholes.push(row_of_figure_4(subject, &whole));
        let slot_bytes = slot_bytes(&analyzer, plan, &whole, folder.path())?;
        for &percent in &plan.percents {
            for policy in POLICIES {
                let all = &whole.report;
                // The table has its share of what the store of all states has, the queue of what
                // theirs has.
                let slots = match plan.states {
                    true => all.states_stored * percent / 100,
                    false => all.store_bytes * percent / 100 / slot_bytes,
                };
                let size = Size {
                    percent,
                    slots: slots.max(1),
                };
                let part = part(&analyzer, plan, &whole, size, policy, folder.path())?;
                parts.push(row(subject, &part, figure));
                judged.add(&part);
                output.save(name, &parts)?;
            }
        }
    }
    println!("{}\n{}", wholes.text(), parts.text());
    println!(
        "breadth-first, without reduction and optimisations; slots: of the table, in per cent of all states; states, transitions, seconds (processor time), memory: of the search that keeps all, which has \
         states packed to the bits that are used, and their queue, in memory, and of which the table and the queue have so many per cent; disk_MB: what of the queue and the origins of states lay on the disk; rate: collision rate; cut: why the search did not come to its end; paper: Figure {figure}, model of the same kind"
    );
    println!("{}", judged.text());
    output.csv("figure-4-2001", &wholes)?;
    output.csv(name, &parts)?;
    match plan.models.is_empty() && plan.probes == 8 {
        true => judged.check(plan.compact, plan.states),
        false => Ok(()),
    }
}

const COLUMNS_OF_FIGURE_4: [&str; 8] = [
    "model",
    "bytes",
    "states",
    "transitions",
    "queue",
    "diameter",
    "KB",
    "seconds",
];

const COLUMNS: [&str; 12] = [
    "model",
    "size_%",
    "slots_%",
    "replaced",
    "states",
    "transitions",
    "seconds",
    "memory",
    "disk_MB",
    "rate",
    "cut",
    "paper",
];

/// Options of a search that keeps all states.
fn kept(compact: bool) -> &'static [&'static str] {
    match compact {
        false => &["--store", "exact", "--encode", "mask"],
        true => &["--store", "compact", "--bits", "40"],
    }
}

fn whole(analyzer: &Analyzer, plan: &Plan, folder: &Path) -> Result<Whole, String> {
    let limits = limits(plan, MEMORY);
    let (report, cpu_s) = search(analyzer, kept(plan.compact), limits, folder)?;
    match report.reason.as_deref() {
        None | Some("lossy-store") => Ok(Whole { report, cpu_s }),
        Some(reason) => Err(format!("the whole search is not complete: {reason}")),
    }
}

/// How large a table is.
struct Size {
    /// Of what is divided.
    percent: u64,
    slots: u64,
}

/// Bytes of a slot that holds the longest state.
fn slot_bytes(
    analyzer: &Analyzer,
    plan: &Plan,
    whole: &Whole,
    folder: &Path,
) -> Result<u64, String> {
    let slots = whole.report.states_stored.to_string();
    let mut options = vec!["--cache", &slots];
    if plan.compact {
        options.extend(kept(true));
    }
    let (report, _) = search(analyzer, &options, limits(plan, MEMORY), folder)?;
    Ok((report.store_bytes / whole.report.states_stored).max(1))
}

fn part(
    analyzer: &Analyzer,
    plan: &Plan,
    whole: &Whole,
    size: Size,
    policy: &'static str,
    folder: &Path,
) -> Result<Part, String> {
    let all = &whole.report;
    let slots = size.slots.to_string();
    let probes = plan.probes.to_string();
    let mut options = vec!["--cache", &slots, "--cache-probes", &probes];
    options.extend(["--replace", policy]);
    if plan.compact {
        options.extend(kept(true));
    }
    // What the table leaves is for the queue; the rest of it lies on the disk.
    let memory = (all.memory_bytes * size.percent / 100).to_string();
    let (report, cpu_s) = search(analyzer, &options, limits(plan, &memory), folder)?;
    let cache = report.cache.as_ref().ok_or("a report without its cache")?;
    let ratio = |part: u64, all: u64| part as f64 / all as f64;
    let collision_rate = cache.collision_rate;
    Ok(Part {
        percent: size.percent,
        slots: ratio(size.slots, all.states_stored),
        policy,
        states: ratio(report.states_visited, all.states_stored),
        transitions: ratio(report.transitions, all.transitions),
        seconds: cpu_s / whole.cpu_s,
        memory: ratio(report.memory_bytes, all.memory_bytes),
        disk_bytes: report.disk_bytes,
        collision_rate: collision_rate.ok_or("a report without a collision rate")?,
        cut: report.reason.filter(|reason| reason != "lossy-store"),
    })
}

fn limits<'m>(plan: &Plan, memory: &'m str) -> Limits<'m> {
    Limits {
        seconds: plan.limit,
        memory,
    }
}

fn search(
    analyzer: &Analyzer,
    options: &[&str],
    limits: Limits<'_>,
    folder: &Path,
) -> Result<(Report, f64), String> {
    let common = ["--search", "breadth-first", "--reduce", "none"];
    let options = common.iter().chain(options).map(|it| it.to_string());
    let options: Vec<String> = options.collect();
    let outcome = searches::run(analyzer, &options, limits, folder);
    Ok((outcome.report?, outcome.finished.cpu.as_secs_f64()))
}

fn row_of_figure_4(subject: &Subject, whole: &Whole) -> Vec<Cell> {
    let report = &whole.report;
    vec![
        subject.name.into(),
        Cell::Count(report.state_bytes),
        Cell::Count(report.states_stored),
        Cell::Count(report.transitions),
        Cell::Count(report.queue_states_peak),
        Cell::Count(report.depth),
        Cell::Count(report.memory_bytes / 1000),
        Cell::Real(whole.cpu_s, 2),
    ]
}

fn row(subject: &Subject, part: &Part, figure: u32) -> Vec<Cell> {
    let printed = match part.policy {
        "overwrite-first" => printed::states(figure, subject.of_paper, part.percent),
        _ => None,
    };
    vec![
        subject.name.into(),
        Cell::Count(part.percent),
        Cell::Real(100.0 * part.slots, 0),
        part.policy.into(),
        Cell::Real(part.states, 3),
        Cell::Real(part.transitions, 3),
        Cell::Real(part.seconds, 2),
        Cell::Real(part.memory, 2),
        Cell::Real(part.disk_bytes as f64 / 1e6, 1),
        Cell::Real(part.collision_rate, 3),
        part.cut.as_deref().unwrap_or("").into(),
        printed.map_or(Cell::Unknown, Cell::from),
    ]
}
