//! Every trail that an analyzer writes is executed again by `pvgen replay`: by the interpreter,
//! which shares no code with the runtime. Both must tell the same steps with the same changes, and
//! the same end. What the interpreter says of values is that of the model as it is written, without
//! any optimisation, so the same is known of what the analyzer says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::case::{Case, Size};
use support::{jobs, process, pvgen, spin};

#[test]
fn trails_are_told_alike_by_interpreter_and_analyzer() {
    let mut cases = Case::violated();
    cases.extend(Case::below(&support::case::faults()));
    cases.retain(|case| case.verdict == "violated" && case.size == Size::Small);
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
            let problem = difference(folder.path(), (recipe, analyzer), &trail, told)?;
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
fn difference(
    folder: &Path,
    (recipe, analyzer): (&Recipe, &Analyzer),
    trail: &str,
    report: Option<&str>,
) -> Option<String> {
    // The trail knows with which definitions the model is read.
    let arguments = [
        "replay".to_owned(),
        recipe.model.display().to_string(),
        trail.to_owned(),
        "--check".to_owned(),
    ];
    let replayed = pvgen::run(folder, &arguments);
    if replayed.code() != Some(0) {
        return Some(replayed.all_output());
    }
    if replayed.stdout.contains("the analyzer was optimised") {
        return Some("the unoptimised model cannot follow".to_owned());
    }
    let file = analyzer.trail_text(folder, trail);
    // An analyzer made by another test may name the model from the checkout on.
    let absolute = format!("{}/", support::checkout().display());
    let [file, told, report] =
        [&file, &replayed.stdout, report.unwrap_or_default()].map(|it| it.replace(&absolute, ""));
    let edges: Vec<&str> = file
        .lines()
        .filter_map(|line| Some(line.split_once("  # ")?.1))
        .collect();
    let steps: Vec<&str> = told.lines().filter_map(step).collect();
    if edges != steps {
        let first = edges.iter().zip(&steps).find(|(edge, step)| edge != step);
        return Some(format!(
            "{} and {} steps; {first:#?}",
            edges.len(),
            steps.len()
        ));
    }
    let (_, end) = told.split_once("  at the end:\n")?;
    let (standing, _) = end.split_once("  values:\n")?;
    let alike = report.is_empty() || report.contains(standing);
    let mut command = Command::new(&analyzer.binary);
    let walked = command.args(["--replay", trail]).current_dir(folder);
    let walked = process::run(walked, Duration::from_secs(60)).stdout;
    let alike = alike && walked.replace(&absolute, "").ends_with(end);
    (!alike).then(|| format!("it ends in\n{end}\nand\n{walked}"))
}

/// A trail shows what SPIN's simulation of the model does, although locals are reset that nothing
/// reads any more, and variables are left out that nothing reads at all.
#[test]
fn values_in_trails_are_those_of_spins_simulation() {
    if !spin::available() {
        return;
    }
    let model = support::case::faults().join("values-in-trails.pml");
    let mut simulate = Command::new("spin");
    let simulate = simulate.args(["-p", "-g", "-l"]).arg(&model);
    let simulated = process::run(simulate, Duration::from_secs(60)).stdout;
    // `main(0):op = 3`, `steps[2] = 5`, behind two tabs.
    let value = |line: &str| {
        let (name, value) = line.strip_prefix("\t\t")?.split_once(" = ")?;
        let name = match name.split_once("):") {
            Some((process, local)) => format!("{}]:{local}", process.replace('(', "[")),
            None => name.to_owned(),
        };
        Some((name, value.to_owned()))
    };
    let said: BTreeSet<_> = simulated.lines().filter_map(value).collect();
    let (_, last) = simulated.split_once("#processes:").expect("the end");
    let last: BTreeSet<_> = last.lines().filter_map(value).collect();
    let last: BTreeSet<_> = last.into_iter().filter(|it| it.1 != "0").collect();
    assert!(last.len() > 12, "{simulated}");

    let folder = tempfile::tempdir().expect("temporary folder");
    let analyzer = analyzer::built_quickly(Recipe::new(&model));
    let arguments = ["--memory", "1G", "--trail", "v.trail"];
    analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
    let mut walk = Command::new(&analyzer.binary);
    let walk = walk
        .args(["--replay", "v.trail"])
        .current_dir(folder.path());
    let walked = process::run(walk, Duration::from_secs(60)).stdout;
    let model = model.display().to_string();
    let checked = pvgen::run(folder.path(), &["replay", &model, "v.trail", "--check"]).stdout;
    for told in [walked, checked] {
        // Behind the first of the two steps of an atomic sequence the second one is indented, and
        // so is what is done at once where only locals are asked.
        let inside = |line: &str| step(line).is_some_and(|it| it.starts_with("  "));
        let mut inside = told.lines().filter(|line| inside(line));
        for word in [
            "i < 2;", "i < 2;", "else", "i == 2;", "d_step {", "meet!out", "op == 3",
        ] {
            assert!(
                inside.next().is_some_and(|it| it.contains(word)),
                "{word} in {told}"
            );
        }
        assert_eq!(inside.next(), None);
        assert!(
            told.contains("main[0]  link!late, 2; byte back = 0    link=[7,2]\n"),
            "{told}"
        );
        let (steps, end) = told.split_once("  values:\n").expect("values");
        let assigned = |word: &str| {
            let (name, value) = word.split_once('=')?;
            let is_name = name
                .chars()
                .all(|it| it.is_alphanumeric() || "_[]:.".contains(it));
            (is_name && !name.is_empty()).then(|| (name.to_owned(), value.to_owned()))
        };
        let values: BTreeSet<_> = end.split_whitespace().filter_map(assigned).collect();
        assert_eq!(values, last, "{told}");
        // SPIN says nothing of parameters and initial values, and calls channels otherwise.
        let steps = steps.lines().filter(|line| !line.contains("(starts "));
        let changes = steps.flat_map(str::split_whitespace).filter_map(assigned);
        let changes: Vec<_> = changes.filter(|it| !it.1.starts_with('[')).collect();
        assert!(changes.len() > 20, "{told}");
        for change in changes {
            assert!(said.contains(&change), "{change:?}: {simulated}\n{told}");
        }
    }
}

/// A merged step goes on behind an assertion, and so does a `d_step`, but no trail.
#[test]
fn nothing_is_shown_behind_an_assertion_that_fails() {
    let model = "byte x, y;
chan c = [1] of { byte };
active proctype P() {
	byte k;
	printf(\"before\\n\");
	c!4;
	c?k; assert(k == 5); k = 6; printf(\"behind\\n\");
	d_step { x = 1; assert(y == 1); x = 7 };
	y = 2
}
";
    let ends = [
        (
            "c?k; assert(k == 5)",
            "P[0]  at m.pml:7, at what fails",
            "P[0]:k=4",
        ),
        ("d_step {", "P[0]  at m.pml:8, at what fails", "x=1"),
    ];
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("m.pml");
    fs::write(&path, model).expect("a folder of ours");
    for recipe in [Recipe::new(&path), Recipe::new(&path).unoptimized()] {
        let analyzer = analyzer::built_quickly(recipe);
        let arguments = ["--memory", "1G", "--errors", "all", "--trail", "t.trail"];
        analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
        for (number, (last, standing, values)) in (1..).zip(ends) {
            let trail = format!("t.{number}.trail");
            let mut walk = Command::new(&analyzer.binary);
            let walk = walk.args(["--replay", &trail]).current_dir(folder.path());
            let walked = process::run(walk, Duration::from_secs(60)).stdout;
            let checked = ["replay", "m.pml", &trail, "--check"];
            let checked = pvgen::run(folder.path(), &checked).stdout;
            let below = format!("{}/", folder.path().display());
            for told in [walked, checked].map(|told| told.replace(&below, "")) {
                let mut steps = told.lines().filter_map(step);
                let step = steps.next_back().expect("steps");
                let text = step.split("    ").next().unwrap_or_default();
                assert!(
                    last.ends_with(text.rsplit("P[0]  ").next().unwrap_or(text)),
                    "{told}"
                );
                let ending = format!("at the end:\n    {standing}\n  values:\n");
                let (_, shown) = told.split_once(&ending).unwrap_or_else(|| panic!("{told}"));
                assert!(shown.contains(values) && !shown.contains("x=7"), "{told}");
            }
        }
    }
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
        "t.trail:4: unknown option among `--fast`",
    );
    refused(
        whole,
        &["-DN=7", "--claim-place"],
        "is the trail of no claim",
    );
    refused(whole, &["-DN=8"], "definitions (-D)");
    refused(
        &but(4, "options '-DN=7"),
        &[],
        "t.trail:4: a quote is missing",
    );
    refused(&but(4, "options"), &[], "blocked.pml");
    for (arguments, told) in [
        (&["--last", "1"][..], "...  1 step is left out here"),
        (&["--to", "1"], "...  1 step is left out here"),
        (&["--from", "2", "--to", "2"], "2  blocked.pml:"),
        (&["--check"], "2  blocked.pml:"),
    ] {
        let (code, said) = blocked.replay(whole, arguments);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains(told), "{told}: {said}");
    }
    let (code, said) = blocked.replay(whole, &["--text"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.lines().eq(whole.iter()), "{said}");
    refused(
        whole,
        &["--from", "9"],
        "t.trail: there is no step 9: the trail has 2",
    );
    refused(whole, &["--from", "2", "--to", "1"], "exchange them");
    let mut earlier = but(1, "pvgen-trail 3");
    earlier[3] = "options".to_owned();
    let (code, said) = blocked.replay(&earlier, &["-DN=7"]);
    assert_eq!(code, Some(0), "{said}");
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
fn a_trail_of_an_added_formula_has_the_formula() {
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
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&["replay", "m.pml", "m.trail", "--ltl-formula", "[] y"]);
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

/// Its first error lies 1,200 steps deep or more, and is no shorter as a cycle of its claim.
const DEEP: &str = "
int n;
byte told;
chan tick = [0] of { byte, byte };
active proctype clock() {
	byte i;
	do
	:: n < LIMIT -> i = (i + 1) % 12; tick!i, n % 200; n++
	:: n == LIMIT -> assert(n < LIMIT); n = 0
	od
}
active proctype scheduler() {
	byte i, v;
	do
	:: tick?i, v -> told = v; printf(\"tick %d\\n\", v)
	od
}
ltl settles { [] (told < 200) -> <> [] (n == LIMIT) }
";

/// What the analyzer writes of a long trail in few bytes a step, the interpreter reads with a
/// reader of its own, and walks; both tell each step alike.
#[test]
fn long_trails_are_walked_alike_by_interpreter_and_analyzer() {
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::write(folder.path().join("deep.pml"), DEEP).expect("writable");
    let recipe = Recipe::new(folder.path().join("deep.pml")).defines(["LIMIT=300"]);
    for recipe in [recipe.clone(), recipe.unoptimized()] {
        let analyzer = analyzer::built_quickly(recipe);
        for options in [
            "--safety",
            "--safety --search breadth-first",
            "--safety --search breadth-first --store disk",
            "--safety --store tree",
            "--safety --cache 20000",
            "--claims-only --no-assertions",
            "--claims-only --no-assertions --strong-fairness",
        ] {
            let problem = walked_otherwise(folder.path(), &analyzer, options);
            assert_eq!(problem, None, "{options}");
        }
    }
}

/// The analyzer walks where the trail lies at any path, and what `check` has warned of is not said
/// again.
#[cfg(unix)]
#[test]
fn long_trails_may_have_names_that_are_no_text() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let folder = tempfile::tempdir().expect("temporary folder");
    let model = "int n; byte unused;\nactive proctype P() { do :: n < 1500 -> n++ :: else -> assert(false) od }\n";
    fs::write(folder.path().join("m.pml"), model).expect("writable");
    let checked = pvgen::run(folder.path(), &["check", "m.pml"]);
    assert_eq!(checked.code(), Some(1), "{}", checked.all_output());
    assert!(checked.stderr.contains("warning["), "{}", checked.stderr);
    let name = OsString::from_vec(b"m\xff.trail".to_vec());
    fs::rename(folder.path().join("m.trail"), folder.path().join(&name)).expect("there");
    let arguments = ["replay", "m.pml", "--last", "1"].map(OsString::from);
    let walked = pvgen::run(folder.path(), &[&arguments[..], &[name]].concat());
    assert_eq!(walked.code(), Some(0), "{}", walked.all_output());
    assert!(
        walked.stdout.contains("trail m\\xff.trail: assertion"),
        "{}",
        walked.stdout
    );
    assert!(!walked.stderr.contains("warning"), "{}", walked.stderr);
}

fn walked_otherwise(folder: &Path, analyzer: &Analyzer, options: &str) -> Option<String> {
    let limit = Duration::from_secs(60);
    let mut arguments: Vec<&str> = options.split(' ').collect();
    arguments.extend(["--memory", "1G", "--trail", "deep.trail"]);
    let outcome = analyzer.run_in(folder, &arguments, limit);
    let report = outcome.finished.all_output();
    let is_hinted = !options.contains("breadth-first") && !options.contains("fairness");
    let told = [
        ("steps are left out here", true),
        ("to replay it: pvgen replay ", true),
        ("for a shorter one: --s", is_hinted),
    ];
    if let Some(wrong) = told.iter().find(|it| report.contains(it.0) != it.1) {
        return Some(format!("{wrong:?} in {report}"));
    }
    let file = fs::read(folder.join("deep.trail")).expect("a trail");
    let header = file
        .windows(7)
        .position(|it| it == b"\nsteps ")
        .expect("a long trail");
    let count = &file[header + 7..];
    let digits = count.iter().take_while(|byte| byte.is_ascii_digit());
    let count = digits.fold(0, |count, digit| 10 * count + usize::from(digit - b'0'));
    if count <= 1_000 || file.len() - header > 8 * count {
        return Some(format!("{} bytes for {count} steps", file.len()));
    }
    let walk = |arguments: &[&str]| {
        let mut command = Command::new(&analyzer.binary);
        process::run(command.args(arguments).current_dir(folder), limit)
    };
    let walked = walk(&["--replay", "deep.trail", "--from", "1"]);
    let checked = pvgen::run(folder, &["replay", "deep.pml", "deep.trail", "--check"]);
    if (walked.code(), checked.code()) != (Some(0), Some(0)) {
        return Some(walked.all_output() + &checked.all_output());
    }
    let steps = [&walked.stdout, &checked.stdout].map(|told| {
        let steps = told
            .lines()
            .filter_map(step)
            .map(|it| it.replace(&shown(folder), ""));
        steps.collect::<Vec<_>>()
    });
    let differs = steps[0]
        .iter()
        .zip(&steps[1])
        .find(|(one, other)| one != other);
    let text = walk(&["--replay", "deep.trail", "--text"]);
    let lines = text
        .stdout
        .lines()
        .filter_map(|line| Some(line.split_once("  # ")?.1));
    let lines: Vec<String> = lines.map(|it| it.replace(&shown(folder), "")).collect();
    let alike = steps[0].len() > 1_000 && steps[0].len() == steps[1].len() && lines == steps[0];
    (!alike || differs.is_some()).then(|| format!("{differs:#?}, {} lines", lines.len()))
}

/// What the analyzer says before the name of a model.
fn shown(folder: &Path) -> String {
    format!("{}/", folder.display())
}
