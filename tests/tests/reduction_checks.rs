//! What reductions rely on is true of the models: generated tags are verified state by state, by
//! executing, with the analyzers' own `--check-reduction`. That this can find something is tested
//! beside it, in the runtime's `check_reduction`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::case::{Case, Size, faults, probes, traps};
use support::process::Finished;
use support::{checkout, jobs};

/// This many states at most of each model: the whole takes a minute or two.
const STATES: usize = 3000;
/// The rest of the small examples, with patience.
const MORE_STATES: usize = 30_000;

/// For one of them.
const LIMIT: Duration = Duration::from_secs(600);

#[test]
fn questions() {
    check(&of_cases(Case::below(&probes())), STATES, 100);
}

/// In these a tag that is missing matters. Where 80 processes run, a set has too many states around
/// it.
#[test]
fn traps_of_reductions() {
    let mut cases = Case::below(&traps());
    cases.retain(|case| case.size == Size::Small);
    check(&of_cases(cases), STATES, 30);
}

#[test]
fn small_examples() {
    check(&of_cases(Case::examples(Size::Small)), STATES, 20);
}

/// Models of the front end's tests.
#[test]
fn control_graphs() {
    check(
        &models_in(&checkout().join("frontend/tests/data/ir")),
        STATES,
        50,
    );
}

/// Its analyzers are 20 MB of text, which take the compiler three minutes.
const LONG: &str = "01-inline-text-limit.pml";

/// All of them but one, not only those whose verdict is recorded; three in five are refused.
#[test]
fn models_that_showed_a_fault() {
    let mut recipes = models_in(&faults());
    recipes.retain(|recipe| !recipe.model.ends_with(LONG));
    check(&recipes, STATES, 17);
}

#[test]
#[ignore = "minutes"]
fn a_long_model_that_showed_a_fault() {
    check(&[Recipe::new(faults().join(LONG))], STATES, 0);
}

#[test]
#[ignore = "minutes"]
fn small_examples_to_their_end() {
    check(&of_cases(Case::examples(Size::Small)), MORE_STATES, 20);
}

/// Every model of a folder, without definitions.
fn models_in(folder: &Path) -> Vec<Recipe> {
    let entries = fs::read_dir(folder).expect("a folder of the checkout");
    let mut models: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    models.retain(|path| path.extension().is_some_and(|it| it == "pml"));
    models.sort();
    models.into_iter().map(Recipe::new).collect()
}

fn of_cases(cases: Vec<Case>) -> Vec<Recipe> {
    cases.iter().map(Case::recipe).collect()
}

/// Checks analyzers of all recipes, with and without optimisations; at least `whole` of them in all
/// their states.
fn check(recipes: &[Recipe], states: usize, whole: usize) {
    let both = recipes.iter().cloned();
    let both: Vec<Recipe> = both
        .flat_map(|recipe| [recipe.clone(), recipe.unoptimized()])
        .collect();
    let built = analyzer::build_quickly(&both);
    let pairs: Vec<_> = both.iter().zip(built).collect();
    let results = jobs::on_all_cores(&pairs, |(recipe, built)| verify(recipe, built, states));
    let problems: Vec<&str> = results
        .iter()
        .filter_map(|it| it.as_ref().err().map(String::as_str))
        .collect();
    let count = |status| results.iter().filter(|it| **it == Ok(status)).count();
    let counts = format!(
        "{} in all states, {} in the first ones, {} not reduced, {} refused",
        count(Verified::Whole),
        count(Verified::InPart),
        count(Verified::NotReduced),
        count(Verified::Refused)
    );
    println!("{counts}");
    assert!(problems.is_empty(), "{}\n{counts}", problems.join("\n"));
    assert!(count(Verified::Whole) >= whole, "{counts}");
}

/// How much of a model was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verified {
    Whole,
    InPart,
    NotReduced,
    Refused,
}

fn verify(
    recipe: &Recipe,
    built: &Result<Analyzer, Finished>,
    states: usize,
) -> Result<Verified, String> {
    let finished = match built {
        Ok(analyzer) => analyzer.check_reduction(states, LIMIT),
        Err(refused) if analyzer::is_refusal(refused) => return Ok(Verified::Refused),
        Err(failed) => failed.clone(),
    };
    let output = finished.all_output();
    match finished.code() {
        Some(0) if output.contains("nothing to check") => Ok(Verified::NotReduced),
        Some(0) if output.contains("reduction sound on all") => Ok(Verified::Whole),
        Some(3) if output.contains("incomplete: reduction sound") => Ok(Verified::InPart),
        code => Err(format!(
            "{} {:?}: exit {code:?}\n{output}",
            recipe.model.display(),
            recipe.arguments()
        )),
    }
}
