//! Every trail that an analyzer writes is executed again by `pvgen replay`: by the interpreter,
//! which shares no code with the runtime. Both must tell the same steps with the same changes, and
//! the same end.

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
    let analyzers = analyzer::build_quickly(&recipes).into_iter();
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

/// How the interpreter tells a trail otherwise than the analyzer: in the trail's own comments, and
/// in its report of the end.
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
    if replayed.stdout.contains("the analyzer was optimised") {
        return Some("the unoptimised model cannot follow".to_owned());
    }
    let file = fs::read_to_string(folder.join(trail)).expect("the analyzer has written it");
    // An analyzer made by another test may name the model from the checkout on.
    let absolute = format!("{}/", support::checkout().display());
    let [file, told, report] =
        [&file, &replayed.stdout, report.unwrap_or_default()].map(|it| it.replace(&absolute, ""));
    let edges: Vec<&str> = file
        .lines()
        .filter_map(|line| Some(line.split_once("  # ")?.1))
        .collect();
    let steps: Vec<&str> = told.lines().filter_map(step).collect();
    let model = fs::read_to_string(&recipe.model).expect("the model");
    let same = |edge: &str, step: &str| edge == without_hidden(step, &model);
    let pairs = || edges.iter().zip(&steps);
    if edges.len() != steps.len() || !pairs().all(|(edge, step)| same(edge, step)) {
        let first = pairs().find(|(edge, step)| !same(edge, step));
        return Some(format!(
            "{} and {} steps; {first:#?}",
            edges.len(),
            steps.len()
        ));
    }
    let (_, end) = told.split_once("  at the end:\n")?;
    let (standing, _) = end.split_once("  values:\n")?;
    let alike = report.is_empty() || report.contains(standing);
    (!alike).then(|| format!("it ends in\n{standing}"))
}

/// A step without the changes of variables that the model declares `hidden`: they are not part of
/// an analyzer's state vector.
fn without_hidden(step: &str, model: &str) -> String {
    let declarations = model
        .lines()
        .filter_map(|line| line.strip_prefix("hidden "));
    let names = declarations.filter_map(|line| line.split([' ', ';', '=']).nth(1));
    let mut step = step.to_owned();
    for name in names {
        let Some(start) = step.find(&format!(" {name}=")) else {
            continue;
        };
        let length = step[start + 1..]
            .find(' ')
            .map_or(step.len() - start, |at| at + 1);
        step.replace_range(start..start + length, "");
    }
    step.trim_end().to_owned()
}

/// A numbered line.
fn step(line: &str) -> Option<&str> {
    let (number, step) = line.trim_start().split_once("  ")?;
    number.parse::<u64>().ok().map(|_| step)
}

const BLOCKED: &str = "
byte x, told;
chan c = [0] of { byte };
active proctype P() {
	byte v = 3;
	told = v;
	v++;
	printf(\"told %d, v %d\\n\", told, v);
	c!v;
	c!N
}
active proctype Q() { byte w; c?w; assert(w == 4); x = w }
active proctype R() { false }
";

/// An analyzer of [`BLOCKED`] and its trail, in a folder of its own.
struct Blocked {
    folder: tempfile::TempDir,
    report: String,
    trail: Vec<String>,
}

impl Blocked {
    fn new() -> Blocked {
        let folder = tempfile::tempdir().expect("temporary folder");
        fs::write(folder.path().join("blocked.pml"), BLOCKED).expect("writable");
        let recipe = Recipe::new(folder.path().join("blocked.pml")).defines(["N=7"]);
        let analyzer = analyzer::built_quickly(recipe);
        let arguments = [
            "--memory",
            "1G",
            "--reduce",
            "none",
            "--trail",
            "blocked.trail",
        ];
        let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
        let report = outcome.finished.all_output();
        assert_eq!(outcome.finished.code(), Some(1), "{report}");
        let text = fs::read_to_string(folder.path().join("blocked.trail")).expect("a trail");
        let trail = text.lines().map(str::to_owned).collect();
        Blocked {
            folder,
            report,
            trail,
        }
    }

    /// What `replay` says of a trail with these lines.
    fn replay(&self, lines: &[String], arguments: &[&str]) -> (Option<i32>, String) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(self.folder.path().join("t.trail"), text).expect("writable");
        let arguments = [&["replay", "blocked.pml", "t.trail"], arguments].concat();
        let finished = pvgen::run(self.folder.path(), &arguments);
        (finished.code(), finished.all_output())
    }
}

#[test]
fn a_trail_that_does_not_fit_is_refused_at_its_line() {
    let blocked = Blocked::new();
    let whole = &blocked.trail;
    let (code, said) = blocked.replay(whole, &["-DN=7"]);
    assert_eq!(code, Some(0), "{said}");
    // What is only printed is not in the state of the optimised analyzer, but it is said.
    for words in [
        "> told 3, v 4",
        "violated: invalid end state",
        "told=3",
        "P[0]:v=4",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    for words in ["waits for  c!7", "blocked.pml:13, where it can never go on"] {
        assert!(said.contains(words), "{words}: {said}");
        let report = &blocked.report;
        assert!(report.contains(words), "{words}: {report}");
    }
    let refused = |lines: &[String], arguments: &[&str], words: &str| {
        let (code, said) = blocked.replay(lines, arguments);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(words), "{words}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    };
    for length in 0..whole.len() {
        // A missing header line is missed where it should be, a missing step where the last one is.
        let line = if length < 5 { length + 1 } else { length };
        refused(
            &whole[..length],
            &["-DN=7"],
            &format!("error: t.trail:{line}: "),
        );
    }
    for number in 1..=whole.len() {
        for wrong in [
            "",
            "x",
            "9 9 9",
            "0 0 0 0 0",
            "4000000000 1",
            "0 -1",
            "model",
            "violation assertion",
        ] {
            // Only the text of a violation is not looked at.
            let mut lines = whole.clone();
            lines[number - 1] = wrong.to_owned();
            let (code, said) = blocked.replay(&lines, &["-DN=7"]);
            let harmless = number == 2 && wrong == "model";
            assert_eq!(
                code,
                Some(if harmless { 0 } else { 2 }),
                "{number} {wrong}: {said}"
            );
            assert!(
                harmless || said.contains("error: t.trail:"),
                "{number} {wrong}: {said}"
            );
        }
    }
    let last = whole.len();
    let but = |number: usize, text: &str| {
        let mut lines = whole.clone();
        lines[number - 1] = text.to_owned();
        lines
    };
    refused(
        &but(last, "5 0"),
        &["-DN=7"],
        &format!("t.trail:{last}: there is no process 5 here"),
    );
    refused(
        &but(last, "0 900"),
        &["-DN=7"],
        &format!("t.trail:{last}: there is no transition 900"),
    );
    refused(
        &but(1, "pvgen-trail 2"),
        &["-DN=7"],
        "t.trail:1: a trail of version 2",
    );
    refused(
        &but(4, "options --fast"),
        &["-DN=7"],
        "t.trail:4: unknown option `--fast`",
    );
    refused(
        whole,
        &["-DN=7", "--claim-place"],
        "is the trail of no claim",
    );
    refused(whole, &["-DN=8"], "definitions (-D)");
    refused(whole, &[], "blocked.pml");
    let changed = BLOCKED.replace("x = w", "x = w + 1");
    fs::write(blocked.folder.path().join("blocked.pml"), changed).expect("writable");
    refused(
        whole,
        &["-DN=7"],
        "t.trail:3: the trail is not of blocked.pml as it is now",
    );
    let finished = pvgen::run(
        blocked.folder.path(),
        &["replay", "blocked.pml", "none.trail"],
    );
    assert_eq!(finished.code(), Some(2));
    assert!(
        finished.all_output().contains("cannot read none.trail"),
        "{}",
        finished.all_output()
    );
}

#[test]
fn a_trail_of_an_added_formula_needs_the_formula() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let model = "bit x, y;\nactive proctype P() { do :: x = 1 - x :: y = 1 od }\n";
    fs::write(folder.path().join("m.pml"), model).expect("writable");
    fs::write(folder.path().join("response.ltl"), "[] (x == 1 -> <> y)\n").expect("writable");
    let run = |arguments: &[&str]| {
        let finished = pvgen::run(folder.path(), arguments);
        (finished.code(), finished.all_output())
    };
    let (code, said) = run(&["check", "m.pml", "--claim", "response.ltl"]);
    assert_eq!(code, Some(1), "{said}");
    let named = "violated: ltl formula: acceptance cycle at response.ltl:1";
    assert!(said.contains(named), "{said}");
    let (code, said) = run(&["replay", "m.pml", "m.trail", "--claim", "response.ltl"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&["replay", "m.pml", "m.trail"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("claims (--ltl-formula, --claim)"), "{said}");
    // Place 1 of two is the only one with accepting edges: `pvgen claim --format hoa` says so.
    let options = ["--claim", "response.ltl", "--claim-place"];
    let (code, said) = run(&[&["replay", "m.pml", "m.trail"][..], &options].concat());
    assert_eq!(code, Some(0), "{said}");
    let (stem, cycle) = said.split_once("for ever").expect("a cycle");
    assert!(stem.contains("ltl formula is at place 0\n"), "{said}");
    assert!(cycle.contains("ltl formula is at place 1\n"), "{said}");
    assert!(!cycle.contains("ltl formula is at place 0\n"), "{said}");
}
