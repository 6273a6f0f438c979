//! Every trail that an analyzer writes is executed again by `pvgen replay`: by the interpreter, which shares no code with the runtime. Both must
//! tell the same steps with the same changes, and the same end.

use std::fs;
use std::path::Path;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::case::{Case, Size};
use support::{jobs, pvgen};

#[test]
fn trails_are_told_alike_by_interpreter_and_analyzer() {
    let mut cases = Case::examples(Size::Small);
    cases.retain(|case| case.verdict == "violated");
    let recipes = cases.iter().map(Case::recipe);
    let recipes: Vec<Recipe> = recipes
        .flat_map(|recipe| [recipe.clone(), recipe.unoptimized()])
        .collect();
    let analyzers = analyzer::build(&recipes).into_iter();
    let analyzers = analyzers.map(|built| built.unwrap_or_else(|e| panic!("{}", e.all_output())));
    let pairs: Vec<(Recipe, Analyzer)> = recipes.iter().cloned().zip(analyzers).collect();
    let problems = jobs::on_all_cores(&pairs, |(recipe, analyzer)| {
        let folder = tempfile::tempdir().expect("temporary folder");
        let arguments = ["--errors", "all", "--memory", "1G"];
        let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
        let trails = outcome.report().violations.iter().take(10);
        let trails =
            trails.map(|violation| violation.trail.clone().expect("the first ten have trails"));
        let told = &outcome.finished.stdout;
        let problems = trails.enumerate().filter_map(|(i, trail)| {
            // The report shows the first trail only.
            let told = (i == 0).then_some(told.as_str());
            let problem = difference(folder.path(), recipe, &trail, told)?;
            Some(format!(
                "{} {:?} {trail}: {problem}",
                recipe.model.display(),
                recipe.arguments()
            ))
        });
        problems.collect::<Vec<_>>()
    });
    let problems = problems.concat();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// How the interpreter tells a trail otherwise than the analyzer: in the trail's own comments, and in its report of the end.
fn difference(folder: &Path, recipe: &Recipe, trail: &str, report: Option<&str>) -> Option<String> {
    let mut arguments = vec![
        "replay".to_owned(),
        recipe.model.display().to_string(),
        trail.to_owned(),
    ];
    arguments.extend(recipe.defines.iter().map(|define| format!("-D{define}")));
    let replayed = pvgen::run(folder, &arguments);
    if replayed.code() != Some(0) {
        return Some(replayed.all_output());
    }
    let file = fs::read_to_string(folder.join(trail)).expect("the analyzer has written it");
    let edges: Vec<&str> = file
        .lines()
        .filter_map(|line| Some(line.split_once("  # ")?.1))
        .collect();
    let steps: Vec<&str> = replayed.stdout.lines().filter_map(step).collect();
    if edges != steps {
        let first = edges.iter().zip(&steps).find(|(edge, step)| edge != step);
        return Some(format!(
            "{} and {} steps; {first:#?}",
            edges.len(),
            steps.len()
        ));
    }
    let (_, end) = replayed.stdout.split_once("  at the end:\n")?;
    let (standing, _) = end.split_once("  values:\n")?;
    let alike = report.is_none_or(|report| report.contains(standing));
    (!alike).then(|| format!("it ends in\n{standing}"))
}

/// A numbered line.
fn step(line: &str) -> Option<&str> {
    let (number, step) = line.trim_start().split_once("  ")?;
    number.parse::<u64>().ok().map(|_| step)
}
