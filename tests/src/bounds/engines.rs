//! Searches that [`crate::comparison`] does not make: other forms of states, stores that may miss
//! some, caches, and the check of what reductions rely on.

use crate::analyzer::Analyzer;
use crate::form;
use crate::random::{caches, numbers::Numbers};
use crate::reductions::{self, NONE};
use std::time::Duration;

const COMMON: [&str; 2] = ["--memory", "1G"];

/// For one search.
const LIMIT: Duration = Duration::from_secs(300);

/// Searches with a cache.
const CACHES: usize = 3;

/// Stores that may miss states; of so few they miss none.
const LOSSY: [[&str; 2]; 2] = [["--store", "compact"], ["--store", "bitstate"]];

/// What the searches of an analyzer do not agree on.
pub fn disagreements(analyzer: &Analyzer) -> Vec<String> {
    compared(analyzer).unwrap_or_else(|problem| vec![problem])
}

fn compared(analyzer: &Analyzer) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    let folder = tempfile::tempdir().expect("temporary folder");
    let run: reductions::Run<'_> = &|folder, arguments| analyzer.run_in(folder, arguments, LIMIT);
    let search = |option: &[&str], states| {
        let arguments = [&COMMON[..], &NONE, option].concat();
        reductions::search(run, folder.path(), &arguments, states)
    };
    let expected = search(&[], true)?;
    for form in &form::ALL[1..] {
        let found = search(&form::option(form), true)?;
        let difference = reductions::difference(&expected, &found, true, None);
        problems.extend(difference.map(|it| format!("{form}: {it}")));
    }
    for option in &LOSSY {
        let found = search(option, false)?;
        let difference = reductions::difference(&expected, &found, true, None);
        problems.extend(difference.map(|it| format!("{}: {it}", option[1])));
    }
    let mut random = Numbers::of(expected.stored, 0);
    problems.extend(caches::compare(run, &COMMON, CACHES, &mut random, None)?.problems);
    problems.extend(wrongly_reduced(analyzer));
    Ok(problems)
}

/// What `--check-reduction` says where it does not find all sound.
fn wrongly_reduced(analyzer: &Analyzer) -> Option<String> {
    let finished = analyzer.check_reduction(1000, LIMIT);
    let output = finished.all_output();
    match finished.code() {
        Some(0) if output.contains("reduction sound on all") => None,
        Some(3) if output.contains("incomplete: reduction sound") => None,
        code => Some(format!("--check-reduction: exit {code:?}\n{output}")),
    }
}
