//! Claims: the whole product, with weak fairness, and as a user has it, each beside SPIN's.
//!
//! SPIN gets the never claim that `pvgen claim` prints, so that both search with one automaton; in
//! ours it may have several accepting sets. Both must say the same of each case, and of the never
//! claim itself both count the same, where each state is searched once.

mod cases;
mod sides;
mod summary;

use crate::measure::{self, Cost, Program};
use crate::output::Output;
use crate::table::{Cell, Table};
use cases::Case;
use sides::{Found, Verifier};
use std::path::PathBuf;
use std::time::Duration;
use support::analyzer::{self, Analyzer};

/// What is measured.
pub struct Plan {
    /// Parts of the titles of cases; none for all.
    pub cases: Vec<String>,
    /// Interleaved pairs; with none only states and edges are compared.
    pub pairs: usize,
    /// CPU time of a side and pair at least.
    pub at_least: Duration,
    /// How both search.
    pub modes: Vec<Mode>,
}

/// How both search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mode {
    /// The whole product, nothing optimised away.
    Whole,
    /// The same, and only weakly fair runs count.
    Fair,
    /// As a user has it.
    Default,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::Whole, Mode::Fair, Mode::Default];

    fn name(self) -> &'static str {
        match self {
            Mode::Whole => "whole",
            Mode::Fair => "fair",
            Mode::Default => "default",
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Mode::Whole => &["--reduce", "none"],
            Mode::Fair => &["--reduce", "none", "--weak-fairness"],
            Mode::Default => &[],
        }
    }

    fn flags(self) -> &'static [&'static str] {
        match self {
            Mode::Whole | Mode::Default => &["-a"],
            Mode::Fair => &["-a", "-f"],
        }
    }
}

/// Both sides of a case.
pub struct Row {
    case: &'static Case,
    mode: Mode,
    ours: Found,
    /// `None` if SPIN's bound on depth was met.
    spin: Option<Found>,
    /// Of ours and SPIN's.
    costs: Option<[Cost; 2]>,
}

/// A case with all that was built for it.
struct Built {
    case: &'static Case,
    optimized: Analyzer,
    unoptimized: Analyzer,
    /// Of the never claim, unoptimised, where the formula holds.
    of_never: Option<Analyzer>,
    never: PathBuf,
}

/// Compares, prints, writes.
///
/// # Errors
/// A tool is missing or fails, no case has such a title, or the two do not agree.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    measure::need_spin()?;
    let built = build(cases::chosen(&plan.cases)?)?;
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for built in &built {
        eprintln!("{}", built.case.title);
        match compare(built, plan) {
            Ok(more) => rows.extend(more),
            Err(problem) => failed.push(format!("{}: {problem}", built.case.title)),
        }
        output.save("claims", &values(&rows))?;
    }
    summary::print(&rows);
    output.csv("claims", &values(&rows))?;
    match failed.is_empty() {
        true => Ok(()),
        false => Err(failed.join("\n")),
    }
}

fn build(cases: Vec<&'static Case>) -> Result<Vec<Built>, String> {
    let mut recipes = Vec::new();
    let mut nevers = Vec::new();
    for case in &cases {
        let formula = case.with_formula()?;
        let never = case.with_never(&sides::never(case, &formula)?)?;
        recipes.extend(sides::recipes(case, &formula, &never));
        nevers.push(never);
    }
    eprintln!("building {} analyzers", recipes.len());
    let analyzers = analyzer::build(&recipes).into_iter();
    let analyzers: Result<Vec<Analyzer>, _> = analyzers.collect();
    let mut analyzers = analyzers.map_err(|failed| failed.all_output())?.into_iter();
    let mut next = || analyzers.next().expect("as many as recipes");
    let built = cases.into_iter().zip(nevers);
    let built = built.map(|(case, never)| Built {
        case,
        optimized: next(),
        unoptimized: next(),
        of_never: case.holds.then(&mut next),
        never,
    });
    Ok(built.collect())
}

/// A case in each mode; a fair run is not looked for where the formula fails.
fn compare(built: &Built, plan: &Plan) -> Result<Vec<Row>, String> {
    let whole = Verifier::of_whole(built.case, &built.never)?;
    let by_default = Verifier::by_default(built.case, &built.never)?;
    if let Some(analyzer) = &built.of_never {
        count(analyzer, &whole)?;
    }
    let wanted =
        |mode: &&Mode| plan.modes.contains(mode) && (built.case.holds || **mode != Mode::Fair);
    let modes = Mode::ALL.iter().filter(wanted);
    let row = |&mode: &Mode| match mode {
        Mode::Default => row(built, mode, &built.optimized, &by_default, plan),
        Mode::Whole | Mode::Fair => row(built, mode, &built.unoptimized, &whole, plan),
    };
    modes.map(row).collect()
}

/// Of the never claim both count the same in a search without `-a`.
fn count(of_never: &Analyzer, whole: &Verifier) -> Result<(), String> {
    let ours = sides::search(of_never, &["--reduce", "none"])?;
    let spin = whole.search(&["-c0"], &ours)?;
    match spin == Some(ours) {
        true => Ok(()),
        false => Err(format!("ours counts {ours:?}, SPIN without -a {spin:?}")),
    }
}

fn row(
    built: &Built,
    mode: Mode,
    analyzer: &Analyzer,
    verifier: &Verifier,
    plan: &Plan,
) -> Result<Row, String> {
    let case = built.case;
    let ours = sides::search(analyzer, mode.options())?;
    let spin = verifier.search(mode.flags(), &ours)?;
    let wrong = |found: &Found| found.violated == case.holds;
    if wrong(&ours) || spin.as_ref().is_some_and(wrong) {
        let mode = mode.name();
        return Err(format!(
            "{mode}: other verdicts: ours {ours:?}, SPIN {spin:?}"
        ));
    }
    let mut costs = None;
    if let Some(spin) = spin.filter(|_| case.holds && plan.pairs > 0) {
        let programs = [
            sides::ours(analyzer, mode.options()),
            verifier.command(mode.flags(), &spin),
        ];
        let programs = programs.map(Program::from).into();
        let measured = measure::interleaved(programs, plan.pairs, plan.at_least)?;
        costs = Some([measured[0], measured[1]]);
    }
    Ok(Row {
        case,
        mode,
        ours,
        spin,
        costs,
    })
}

/// All that was measured.
fn values(rows: &[Row]) -> Table {
    let mut table = Table::new([
        "case",
        "mode",
        "verdict",
        "states",
        "SPIN_states",
        "edges",
        "SPIN_edges",
        "s",
        "SPIN_s",
        "MB",
        "SPIN_MB",
    ]);
    for row in rows {
        let [states, edges] = [|it: Found| it.states, |it: Found| it.edges];
        let seconds = |i: usize| row.costs.map(|costs| costs[i].cpu.as_secs_f64());
        let megabytes = |i: usize| row.costs.map(|costs| costs[i].rss_bytes as f64 / 1e6);
        table.push(vec![
            row.case.title.into(),
            row.mode.name().into(),
            if row.case.holds { "holds" } else { "violated" }.into(),
            Cell::Count(states(row.ours)),
            Cell::count(row.spin.map(states)),
            Cell::Count(edges(row.ours)),
            Cell::count(row.spin.map(edges)),
            Cell::real(seconds(0), 4),
            Cell::real(seconds(1), 4),
            Cell::real(megabytes(0), 1),
            Cell::real(megabytes(1), 1),
        ]);
    }
    table
}
