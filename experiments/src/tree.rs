//! The tree store: does a full search find room in this many bytes a state, what does it cost, and
//! what do SPIN's compressions need?

use crate::models::{self, Subject};
use crate::output::Output;
use crate::reductions::candidates::{self, Candidate};
use crate::searches::{self, Limits, Search};
use crate::table::{Cell, Table};
use support::analyzer::{self, Analyzer, Outcome, Recipe};
use support::process::Finished;
use support::report::Report;

/// What is measured.
pub struct Plan {
    /// Parts of the names of models; none for all.
    pub models: Vec<String>,
    /// States that a search must have.
    pub least: u64,
    /// Bytes for each state, beside 8 MiB and the stack.
    pub bytes: u64,
    /// A search that takes more seconds is not compared.
    pub limit: u64,
    /// Interleaved rounds.
    pub rounds: usize,
    /// SPIN's compressions are measured, too.
    pub spin: bool,
}

const AMPLE: u64 = 8 << 30;

/// Memory beside the states.
const BESIDE: u64 = 8 << 20;

/// The stack, for each step of the longest path: arrays that grow by an eighth.
const STACK_BYTES: u64 = 45;

/// Searches each model with the exact store and with the tree, ample memory and little, without
/// reduction and without optimisations; prints and writes.
///
/// # Errors
/// No model has such a name, two searches count differently, or a file cannot be written.
pub fn run(plan: &Plan, output: &Output) -> Result<(), String> {
    let mut table = Table::new(COLUMNS);
    let candidates = chosen(&plan.models)?;
    eprintln!("building {} analyzers", candidates.len());
    let recipes: Vec<Recipe> = candidates
        .iter()
        .map(|it| it.recipe.clone().unoptimized())
        .collect();
    // The small ones are left out before an analyzer is built whose loops are its own.
    for (candidate, small) in candidates.iter().zip(analyzer::build_quickly(&recipes)) {
        let enough = |analyzer: Analyzer| {
            let outcome = search(&analyzer, "none", AMPLE, plan.limit);
            outcome
                .report
                .is_ok_and(|it| it.reason.is_none() && it.states_stored >= plan.least)
        };
        if small.is_ok_and(enough) {
            eprintln!("{}", candidate.title);
            table.push(compare(candidate, plan)?);
            output.save("tree", &table)?;
        }
    }
    println!("{}", table.text());
    println!(
        "B: bytes of store for each state, slack included, with 8 GiB and with {} bytes a state, 8 MiB and the stack; visited: states of the latter search, over all states; times: processor time over \
         that of the exact store, median of {} rounds; MB: peak of the process",
        plan.bytes, plan.rounds
    );
    output.csv("tree", &table)
}

const COLUMNS: [&str; 15] = [
    "model",
    "states",
    "exact_B",
    "tree_B",
    "little_B",
    "verdict",
    "visited",
    "exact_s",
    "tree_times",
    "little_times",
    "little_MB",
    "collapse_MB",
    "collapse_times",
    "ma_MB",
    "ma_times",
];

/// Examples, and models of the benchmark that are too large for other experiments.
fn chosen(parts: &[String]) -> Result<Vec<Candidate>, String> {
    let large = ["elev43", "philo7"].map(String::from);
    let wanted = large
        .iter()
        .filter(|name| parts.is_empty() || parts.contains(name));
    let wanted: Vec<String> = wanted.cloned().collect();
    let others: Vec<String> = parts
        .iter()
        .filter(|it| !large.contains(it))
        .cloned()
        .collect();
    let mut all = match parts.is_empty() || !others.is_empty() {
        true => candidates::chosen(&others)?,
        false => Vec::new(),
    };
    let of = |subject: Subject| Candidate {
        title: subject.name.into(),
        recipe: Recipe::new(&subject.model).defines(subject.defines),
    };
    if !wanted.is_empty() {
        all.extend(models::chosen(&wanted)?.into_iter().map(of));
    }
    Ok(all)
}

fn search(analyzer: &Analyzer, form: &'static str, memory: u64, seconds: u64) -> Outcome {
    let folder = tempfile::tempdir().expect("temporary folder");
    let limits = Limits {
        seconds,
        memory: &memory.to_string(),
    };
    let options = Search::PLAIN.of(form).options();
    searches::run(analyzer, &options, limits, folder.path())
}

fn compare(candidate: &Candidate, plan: &Plan) -> Result<Vec<Cell>, String> {
    let recipe = candidate.recipe.clone().unoptimized();
    let analyzer = analyzer::build(std::slice::from_ref(&recipe)).remove(0);
    let analyzer = analyzer.map_err(|refused| refused.all_output())?;
    let once = |form, memory| -> Result<(Report, Finished), String> {
        let outcome = search(&analyzer, form, memory, plan.limit);
        let report = outcome
            .report
            .map_err(|e| format!("{}: {e}", candidate.title))?;
        Ok((report, outcome.finished))
    };
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut little_rss = 0;
    let (exact, _) = once("none", AMPLE)?;
    let (tree, _) = once("tree", AMPLE)?;
    let title = candidate.title.as_str();
    if let Some(row) = cut_off(title, [("exact", &exact), ("tree", &tree)]) {
        return Ok(row);
    }
    if exact.counts() != tree.counts() {
        let (ours, theirs) = (tree.counts(), exact.counts());
        return Err(format!("{}: {ours}; exact: {theirs}", candidate.title));
    }
    let stack = STACK_BYTES * tree.depth;
    let memory = plan.bytes * tree.states_stored + BESIDE + stack;
    let mut little = None;
    for _ in 0..plan.rounds {
        let runs = [("none", AMPLE), ("tree", AMPLE), ("tree", memory)];
        for ((form, memory), times) in runs.into_iter().zip(&mut times) {
            let (report, finished) = once(form, memory)?;
            times.push(finished.cpu.as_secs_f64());
            little_rss = finished.peak_rss_bytes;
            little = Some(report);
        }
    }
    let little = little.ok_or("no round")?;
    let [exact_s, tree_s, little_s] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    let mut row = vec![
        title.into(),
        Cell::count(Some(exact.states_stored)),
        Cell::Real(exact.bytes_per_state, 1),
        Cell::Real(tree.bytes_per_state, 1),
        Cell::Real(little.bytes_per_state, 1),
        ended(&little).into(),
        Cell::Real(little.states_visited as f64 / tree.states_stored as f64, 3),
        Cell::Real(exact_s, 2),
        Cell::Real(tree_s / exact_s, 2),
        Cell::Real(little_s / exact_s, 2),
        Cell::Real(little_rss as f64 / 1e6, 1),
    ];
    let compressed = plan.spin.then(|| compressed(&recipe, &exact, plan.limit));
    for spin in compressed.unwrap_or([None, None]) {
        row.push(Cell::real(spin.map(|(_, rss)| rss), 1));
        row.push(Cell::real(spin.map(|(seconds, _)| seconds / exact_s), 2));
    }
    Ok(row)
}

/// The row of a model of which a search with ample memory did not come to its end, though a quick
/// one had: nothing is compared.
fn cut_off(title: &str, searches: [(&str, &Report); 2]) -> Option<Vec<Cell>> {
    let is_cut = |(_, report): &&(&str, &Report)| report.reason.is_some();
    let (form, report) = searches.iter().find(is_cut)?;
    let cell = |&column: &&str| match column {
        "model" => title.into(),
        "verdict" => format!("{form}: {}", ended(report)).into(),
        _ => Cell::Unknown,
    };
    Some(COLUMNS.iter().map(cell).collect())
}

/// The verdict, and the reason if it is not definite.
fn ended(report: &Report) -> String {
    match &report.reason {
        Some(reason) => format!("{} ({reason})", report.verdict),
        None => report.verdict.clone(),
    }
}

/// SPIN's automaton for state vectors of at most this many bytes.
const AUTOMATA: [(u64, &str); 4] = [
    (128, "-DMA=128"),
    (256, "-DMA=256"),
    (512, "-DMA=512"),
    (1024, "-DMA=1024"),
];

/// Seconds and megabytes of SPIN with COLLAPSE and with MA; none where it fails, takes too long or
/// counts otherwise.
fn compressed(recipe: &Recipe, ours: &Report, limit: u64) -> [Option<(f64, f64)>; 2] {
    // Its vector is longer than ours.
    let vector = ours.state_bytes * 6 / 5 + 48;
    let automaton = AUTOMATA.iter().find(|(bytes, _)| *bytes >= vector);
    [Some("-DCOLLAPSE"), automaton.map(|(_, flag)| *flag)].map(|flag| {
        let slots = format!("-w{}", ours.states_stored.ilog2() + 1);
        let run = searches::of_spin(recipe, flag?, &[&slots], ours.depth, 10 * limit);
        let (run, finished) = run.ok()?;
        let is_same = run.counts.stored == ours.states_stored;
        let megabytes = finished.peak_rss_bytes as f64 / 1e6;
        is_same.then_some((finished.cpu.as_secs_f64(), megabytes))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_is_cut_off_makes_a_row_that_says_so() {
        let report = |verdict: &str, reason: Option<&str>| Report {
            verdict: verdict.to_owned(),
            reason: reason.map(str::to_owned),
            ..Report::default()
        };
        let whole = report("verified", None);
        let cut = report("incomplete", Some("time"));
        assert_eq!(cut_off("m", [("exact", &whole), ("tree", &whole)]), None);
        let row = cut_off("m", [("exact", &whole), ("tree", &cut)]).expect("a row");
        assert_eq!(row.len(), COLUMNS.len());
        let said = row.iter().filter(|&cell| *cell != Cell::Unknown);
        let expected = ["m", "tree: incomplete (time)"].map(Cell::from);
        assert!(said.eq(&expected), "{row:?}");
    }
}
