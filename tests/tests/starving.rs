//! Whom a cycle starves: the analyzer and the interpreter say the same of each cycle that is found
//! in random programs, and where they name no process there is a fair run that is accepted.

use std::path::{Path, PathBuf};
use std::time::Duration;

use support::analyzer::{self, Analyzer, Recipe};
use support::random::numbers::Numbers;
use support::report::Starves;
use support::{claims, jobs, pvgen};

/// Cycles that starve some process all the time, others that do so again and again, and others.
type Counts = [usize; 3];

#[test]
fn cycles_starve_whom_the_definition_says() {
    let written = analyzer::scratch().join("starving");
    std::fs::create_dir_all(&written).expect("a folder of ours");
    let models = (0..45).map(|number| {
        let path = written.join(format!("loops_{number}.pml"));
        support::write_if_changed(&path, &program(&mut Numbers::of(31, number)));
        path
    });
    let small = |path: &PathBuf| {
        let found = claims::ours(path).expect("is accepted");
        found.is_some_and(|it| it.found().accepted && !it.found().fails)
    };
    let recipes: Vec<Recipe> = models.filter(small).map(Recipe::new).collect();
    let built = analyzer::build_quickly(&recipes).into_iter();
    let pairs: Vec<(Recipe, Analyzer)> = recipes
        .iter()
        .cloned()
        .zip(built)
        .map(|(recipe, built)| {
            (
                recipe,
                built.unwrap_or_else(|e| panic!("{}", e.all_output())),
            )
        })
        .collect();
    let counts = jobs::on_all_cores(&pairs, |(recipe, analyzer)| {
        let accepted = claims::ours(&recipe.model).expect("is accepted");
        let accepted = accepted.expect("it is small").truth.accepted;
        let fair: [&[&str]; 3] = [&[], &["--weak-fairness"], &["--strong-fairness"]];
        let mut counts = Counts::default();
        for (allowed, options) in fair.into_iter().enumerate() {
            if let Some(starves) = look(recipe, analyzer, options) {
                let what = format!("{recipe:?} {options:?} {starves:?}");
                let (weak, strong) = (&starves.weak, &starves.strong);
                assert!(weak.iter().all(|name| strong.contains(name)), "{what}");
                assert!(!weak.is_empty() || accepted[1], "{what}");
                assert!(!strong.is_empty() || accepted[2], "{what}");
                assert!(allowed < 1 || weak.is_empty(), "{what}");
                assert!(allowed < 2 || strong.is_empty(), "{what}");
                let class = [weak, strong].iter().take_while(|it| it.is_empty()).count();
                counts[class] += 1;
            }
        }
        counts
    });
    let mut sum = Counts::default();
    for counts in counts {
        sum.iter_mut().zip(counts).for_each(|(sum, it)| *sum += it);
    }
    println!("{sum:?}");
    assert!(sum.iter().all(|count| *count >= 5), "{sum:?}");
}

/// The receiver of a handshake goes on in the atomic sequence that it is drawn into, for ever.
#[test]
fn who_is_drawn_into_a_sequence_begins_nothing() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/system-claims");
    let recipe = Recipe::new(models.join("drawn-into-a-sequence.pml")).unoptimized();
    let analyzer = analyzer::built_quickly(recipe.clone());
    let starves = look(&recipe, &analyzer, &[]).expect("some run violates the formula");
    assert_eq!(starves.weak, ["P2[2]"]);
}

/// Two to four processes that go round for ever, and a formula.
fn program(numbers: &mut Numbers) -> String {
    const GUARDS: [&str; 6] = ["x == 0", "x == 1", "y == 0", "y == 1", "true", "timeout"];
    const STEPS: [&str; 10] = [
        "x = 1 - x",
        "y = 1 - y",
        "x = 1",
        "y = 0",
        "y = 1",
        "x = 0",
        "c!x",
        "c?x",
        "m!y",
        "m?y",
    ];
    const FORMULAS: [&str; 5] = [
        "[]<> (x == 1)",
        "[]<> (y == 0)",
        "<>[] (x == 0)",
        "[] (x == 1 -> <> (y == 1))",
        "[]<> (x == 1) -> []<> (y == 1)",
    ];
    let mut text = "bit x, y;\nchan c = [1] of { bit };\nchan m = [0] of { bit };\n".to_owned();
    for process in 0..numbers.between(2, 4) {
        text += &format!("active proctype P{process}() {{\n\tdo\n");
        for _ in 0..numbers.between(1, 2) {
            let (guard, step) = (numbers.pick(&GUARDS), numbers.pick(&STEPS));
            text += &match numbers.below(3) {
                0 => format!("\t:: atomic {{ {guard} -> {step} }}\n"),
                1 => format!("\t:: {guard} -> {step}\n"),
                _ => format!("\t:: {step}\n"),
            };
        }
        text += "\tod\n}\n";
    }
    text + &format!("ltl f {{ {} }}\n", numbers.pick(&FORMULAS))
}

/// Whom the cycle that the analyzer finds starves, if it finds one. The interpreter is asked about
/// the same trail.
fn look(recipe: &Recipe, analyzer: &Analyzer, options: &[&str]) -> Option<Starves> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let arguments = [&["--claims-only", "--trail", "t.trail"], options].concat();
    let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
    let violation = outcome.report().violations.first()?;
    let starves = violation.starves.clone()?;
    let model = recipe.model.display().to_string();
    let replayed = pvgen::run(folder.path(), &["replay", &model, "t.trail"]);
    assert_eq!(replayed.code(), Some(0), "{}", replayed.all_output());
    let sentence = |text: &str| {
        let lines = text.lines().map(str::trim);
        let mut said = lines.filter(|line| line.starts_with("the loop starves "));
        said.next().map(str::to_owned)
    };
    let [told, replayed] = [&outcome.finished, &replayed].map(|it| sentence(&it.stdout));
    assert_eq!(told, replayed, "{recipe:?} {options:?}");
    let named = [&starves.weak, &starves.strong]
        .into_iter()
        .find(|it| !it.is_empty());
    let named = named.map(|names| names.join(", "));
    let is_named = |said: &String| named.as_ref().is_some_and(|names| said.contains(&**names));
    assert!(
        told.iter().all(is_named) && told.is_some() == named.is_some(),
        "{told:?}"
    );
    Some(starves)
}
