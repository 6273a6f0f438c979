//! The trails of a breadth-first search are as short as can be: beside a breadth-first search of
//! the interpreter, which shares no code with the runtime.

use std::fs;
use std::time::Duration;
use support::analyzer;
use support::case::Case;
use support::report::Report;
use support::shortest::{Distances, distances, steps};
use support::{interpreter, jobs};

/// Most states for the interpreter.
const STATES_MAX: usize = 3_000;

#[test]
fn trails_are_as_short_as_can_be() {
    let built = analyzer::build_both(Case::violated().iter().map(Case::recipe));
    let compared = jobs::on_all_cores(&built, |(recipe, analyzer)| {
        let model = interpreter::load(recipe).model.expect("an analyzer has it");
        let nearest = distances(&model, STATES_MAX)?;
        let ways: [&[&str]; 9] = [
            &["--errors", "all", "--reduce", "none"],
            &["--errors", "1", "--reduce", "none"],
            &["--errors", "all", "--reduce", "none", "--threads", "2"],
            &["--errors", "1", "--reduce", "none", "--threads", "3"],
            &["--errors", "1", "--reduce", "none", "--store", "tree"],
            &["--errors", "1", "--reduce", "none", "--store", "bitstate"],
            &["--errors", "1", "--reduce", "none", "--store", "disk"],
            &["--errors", "1", "--reduce", "none", "--cache", "400"],
            &[
                "--errors",
                "1",
                "--reduce",
                "none",
                "--cache",
                "400",
                "--replace",
                "overwrite-first",
            ],
        ];
        let wrong = ways.iter().find_map(|way| {
            let folder = tempfile::tempdir().expect("temporary folder");
            let common = ["--safety", "--search", "breadth-first", "--memory", "64M"];
            let arguments = [*way, &common].concat();
            let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
            let report = outcome.report.as_ref().map_err(Clone::clone);
            let too_small = |report: &&Report| report.reason.as_deref() == Some("collision-rate");
            if report.as_ref().is_ok_and(too_small) {
                return None;
            }
            let found = report.and_then(|report| found(&model, folder.path(), report));
            let is_same = found.as_ref().is_ok_and(|found| {
                let same = found.iter().all(|it| nearest.get(it.0) == Some(it.1));
                let first = found.values().min() == nearest.values().min();
                same && first && (way[1] == "all" || found.len() == 1)
            });
            (!is_same).then(|| format!("{recipe:?} {way:?}: {found:?} instead of {nearest:?}"))
        });
        Some(wrong)
    });
    let compared: Vec<Option<String>> = compared.into_iter().flatten().collect();
    assert!(compared.len() > 60, "only {} are small", compared.len());
    let problems: Vec<String> = compared.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The steps of the shortest trail of each kind.
fn found(
    model: &frontend::ir::Model,
    folder: &std::path::Path,
    report: &Report,
) -> Result<Distances, String> {
    let mut found = Distances::new();
    for violation in &report.violations {
        // Of the first ten a trail is kept; they come first.
        let Some(file) = &violation.trail else {
            continue;
        };
        let bytes = fs::read(folder.join(file)).map_err(|e| format!("{file}: {e}"))?;
        let trail = runtime::trail::format::parse(&bytes)?;
        let steps = steps(model, &trail)?;
        found.entry(trail.kind.name()).or_insert(steps);
    }
    Ok(found)
}
