//! `xr` and `xs`: what counts as breaking them, beside SPIN; and what a reduced search says of
//! those that it sees broken.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use support::analyzer::{self, Recipe};
use support::spin::transcript::{Effort, ask};
use support::spin::{self, Build, UNOPTIMIZED};
use support::{jobs, pvgen, write_if_changed};

/// What another process does with a channel, and whether `xr` and `xs` of it are kept.
const USES: [(&str, [bool; 2]); 13] = [
    ("c!1; c?y", [false, false]),
    ("c!1", [true, false]),
    ("c?y", [false, true]),
    ("c??1; y = 0", [false, true]),
    ("c?<y>", [false, true]),
    ("nempty(c)", [false, true]),
    ("nfull(c)", [true, false]),
    ("len(c) == 0", [false, false]),
    ("empty(c)", [false, false]),
    ("full(c)", [false, false]),
    ("c?[1]", [false, false]),
    ("c??[1]", [false, false]),
    ("d!1; d?y; y = 1", [true, true]),
];

fn with_use(statements: &str) -> String {
    format!(
        "chan c = [1] of {{ byte }}; chan d = [1] of {{ byte }};\n\
         active proctype P() {{ byte x; xr c; xs c; c!1; c?x }}\n\
         active proctype Q() {{ byte y; {statements} }}\n"
    )
}

#[test]
fn what_breaks_a_promise() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for (statements, expected) in USES {
        let path = folder.path().join("m.pml");
        fs::write(&path, with_use(statements)).expect("writable");
        let loaded = frontend::load(&path, &frontend::Options::default());
        let model = loaded.model.expect("it is right");
        let promises = model.proctypes.iter().flat_map(|it| &it.promises);
        let proven: Vec<bool> = promises.map(|promise| promise.proven).collect();
        assert_eq!(proven, expected, "{statements}");
    }
}

#[test]
fn what_breaks_a_promise_in_spin() {
    if !spin::available() {
        return;
    }
    let folder = tempfile::tempdir().expect("temporary folder");
    let cases: Vec<_> = USES.into_iter().enumerate().collect();
    let problems = jobs::on_all_cores(&cases, |(i, (statements, expected))| {
        let model = folder.path().join(format!("m{i}.pml"));
        fs::write(&model, with_use(statements)).expect("writable");
        let build = |flags: &[&'static str]| Build {
            spin_flags: UNOPTIMIZED,
            compiler_flags: flags.to_vec(),
            ..Build::optimized(&model, &[])
        };
        let said = ask(&build(&["-DSAFETY"]), "-c0", Effort::Moment).text();
        let kept = ["xr", "xs"].map(|it| !said.contains(&format!("{it} assertion violated")));
        let unreduced = ask(&build(&["-DSAFETY", "-DNOREDUCE"]), "-c0", Effort::Moment).text();
        let right = kept == *expected && !unreduced.contains("assertion violated:");
        (!right).then(|| format!("{statements}\n{said}\n{unreduced}"))
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A global declared `local` that another process looks at.
const LOCAL: &str = "local byte g;
active proctype P() { g = 1; g = 2 }
active proctype Q() { assert(g != 1) }
";

/// `Q` only tries to receive.
const ATTEMPT: &str = "chan c = [1] of { byte };
active proctype P() { byte x; xr c; c?x }
active proctype Q() { c!1; c?5 }
";

#[test]
fn what_the_document_says_of_spin() {
    if !spin::available() {
        return;
    }
    let folder = tempfile::tempdir().expect("temporary folder");
    let says = |text: &str, flags: &[&'static str]| {
        let model = folder.path().join("m.pml");
        fs::write(&model, text).expect("writable");
        let build = Build {
            spin_flags: UNOPTIMIZED,
            compiler_flags: flags.to_vec(),
            ..Build::optimized(&model, &[])
        };
        ask(&build, "-c0", Effort::Moment).text()
    };
    let reduced = |text: &str| says(text, &["-DSAFETY"]);
    let unreduced = |text: &str| says(text, &["-DSAFETY", "-DNOREDUCE"]);
    let failed = "assertion violated (g!=1)";
    assert!(unreduced(LOCAL).contains(failed) && !reduced(LOCAL).contains(failed));
    assert!(reduced(ATTEMPT).contains("xr assertion violated"));
    assert!(!unreduced(ATTEMPT).contains("xr assertion violated"));
    let declared =
        "chan c = [2] of { byte }; chan q[2] = [1] of { byte }; chan r = [0] of { byte };\n";
    for (processes, expected) in [
        (
            "proctype P() { xr c; c?_ } init { c!1; c!1; run P(); _nr_pr == 1; c?_ }",
            "xr assertion violated",
        ),
        (
            "active proctype P() { chan own; xr own; own = c; own!1 }",
            "x[rs] claim on uninitialized channel",
        ),
        (
            "active [2] proctype P() { xr c; skip }",
            "xr assertion violated",
        ),
        (
            "active proctype P() { xr c; skip } active proctype Q() { xr c; skip }",
            "conflicting claims on chan 'c'",
        ),
        (
            "active proctype P() { xr r; r?_ } active proctype Q() { xs r; r!1 }",
            "xs chans cannot be used for rv",
        ),
        (
            "active proctype P() { xr c; c!1; c??_ }",
            "rand receive on xr channel violates po reduction",
        ),
        (
            "active proctype P() { xr c; c!!1; c?_ }",
            "sorted send on xr channel violates po reduction",
        ),
        (
            "active proctype P() { xr q[1]; q[1]!1; q[1]?_ }",
            "ref to array element invalid in this context",
        ),
    ] {
        let said = reduced(&format!("{declared}{processes}\n"));
        assert!(said.contains(expected), "{processes}\n{said}");
    }
}

/// Promises broken by each kind of statement, about channels of each kind of variable.
const BROKEN: &str = "chan c = [2] of { byte };
chan d[2] = [1] of { byte };
chan r = [0] of { byte };

active proctype P()
{	byte x;
	xr c;
	c?x;
	r?x
}

proctype R(chan q)
{	byte x;
	xs q;
	q!1;
	x = 0
}

active proctype Q()
{	byte y, i;
	xs r;
	c!1; c!2;
	do
	:: c?y -> break
	:: i == 0 -> i = 1
	:: i == 1 -> d_step { d[1]!3; i = 2; d[1]?y }
	:: i == 2 -> i = 3; r!5
	:: timeout -> break
	od
}

init {
	byte z;
	atomic { run R(d[0]); run R(d[1]); run R(d[1]) };
	r!2;
	if
	:: d[0]?z
	:: d[1]!3
	:: len(c) == 0
	:: c?[7] || z == 0
	fi
}
";

/// What breaks them, with the line.
const FOUND: [&str; 7] = [
    "15 xs q of R is broken: another R sends to it",
    "24 xr c of P is broken: Q receives from it",
    "26 xs q of R is broken: Q sends to it",
    "35 xs r of Q is broken: init sends to it",
    "38 xs q of R is broken: init sends to it",
    "39 xr c of P is broken: init asks about it",
    "40 xr c of P is broken: init asks about it",
];

#[test]
fn a_reduced_search_reports_what_it_sees_broken() {
    let model = analyzer::scratch().join("broken-promises.pml");
    fs::create_dir_all(analyzer::scratch()).expect("the target folder is writable");
    write_if_changed(&model, BROKEN);
    let recipes = [Recipe::new(&model), Recipe::new(&model).unoptimized()];
    for (recipe, built) in recipes.iter().zip(analyzer::build_quickly(&recipes)) {
        let analyzer = built.unwrap_or_else(|e| panic!("{}", e.all_output()));
        let folder = tempfile::tempdir().expect("temporary folder");
        let broken = |reductions: &[&str]| {
            let mut arguments = vec!["--errors", "all", "--memory", "1G", "--no-end-states"];
            arguments.extend(reductions);
            let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(60));
            outcome.report().violations.clone()
        };
        assert!(broken(&["--reduce", "none"]).is_empty());
        for reductions in [
            &["--reduce", "local"][..],
            &["--reduce", "overman"],
            &["--reduce", "persistent"],
            &["--reduce", "none", "--sleep-sets"],
            &["--reduce", "persistent", "--sleep-sets"],
        ] {
            let violations = broken(reductions);
            let found: BTreeSet<String> = violations
                .iter()
                .map(|it| format!("{} {}", it.line.unwrap_or(0), it.message))
                .collect();
            let expected = FOUND.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(found, expected, "{reductions:?}");
            for violation in violations {
                let trail = violation.trail.expect("the first ten have one");
                let model = recipe.model.display().to_string();
                let arguments = ["replay".to_owned(), model, trail];
                let replayed = pvgen::run(folder.path(), &arguments);
                assert_eq!(replayed.code(), Some(0), "{}", replayed.all_output());
                assert!(replayed.stdout.contains(&violation.message));
            }
        }
    }
}
